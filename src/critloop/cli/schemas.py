"""``schema``."""

import json

from critloop.export.shapes import SHAPES


def print_schema(name: str) -> int:
    """Print the JSON Schema of a published object; 0."""
    schema = SHAPES[name].model_json_schema(mode="serialization", by_alias=True)
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    print(json.dumps(schema, indent=2))
    return 0
