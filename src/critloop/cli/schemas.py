"""``schema``."""

import json

from critloop.export.shapes import schema_of


def print_schema(name: str) -> int:
    """Print the JSON Schema of a published object; 0."""
    print(json.dumps(schema_of(name), indent=2))
    return 0
