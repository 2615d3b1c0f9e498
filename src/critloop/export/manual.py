"""``docs/settings.md``, made from the settings model: ``python -m critloop.export.manual``."""

import ast
import inspect
import itertools
import json
import sys
import textwrap
from collections.abc import Iterator

import msgspec

from critloop.config import Settings
from critloop.config.values import expectations, tables_in

INTRODUCTION = """\
# Settings

<!-- Made from the settings model by `make docs`; edit the docstrings there. -->

Settings are read from four places. The first that sets a key wins:

1. the flags of the command,
2. the environment: `CRITLOOP_MAKER` and `CRITLOOP_CRITIC` take `AGENT[:MODEL]` as the flags do,
3. `critloop.toml`, the nearest one in the project's folder or above it (the project is the repository's top, or
   the file's folder outside a repository),
4. `config.toml` in your configuration folder (Linux: `~/.config/critloop`, macOS: `~/Library/Application
   Support/critloop`), or the file that `CRITLOOP_CONFIG` names.

`CRITLOOP_DATA` names the folder for runs and work copies; unset, it is the platform's data folder
(Linux: `~/.local/share/critloop`, macOS: `~/Library/Application Support/critloop`).

A key that does not exist, or a value of the wrong kind, stops the command with exit 2 and names the file, the line
and what would be right. `critloop config` prints all settings in effect with their source.
"""


def settings_page() -> str:
    """The whole page, with a line end."""
    return "\n".join([INTRODUCTION, *_tables(Settings, "")])


def _tables(model: type[msgspec.Struct], name: str) -> Iterator[str]:
    manual = attribute_docstrings(model)
    tables = tables_in(model)
    leaves = [field for field in model.__struct_fields__ if field not in tables]
    if leaves:
        yield f"## `[{name}]`\n"
    for field in leaves:
        yield _entry(model, field, manual[field])
    for field, table in tables.items():
        yield from _tables(table, f"{name}.{field}".lstrip("."))


def _entry(model: type[msgspec.Struct], field: str, text: str) -> str:
    words = expectations(model)[field]["words"]
    default = next(item.default for item in msgspec.structs.fields(model) if item.name == field)
    shown = (
        "not set" if default is None else f"`{json.dumps(list(default) if isinstance(default, tuple) else default)}`"
    )
    return f"### `{field}`\n\nTakes {words}. Default: {shown}.\n\n{text}\n"


def attribute_docstrings(model: type[msgspec.Struct]) -> dict[str, str]:
    """The docstring under each field of a model, by the field's name; a field that is inherited brings its own."""
    tables = [kind for kind in reversed(model.__mro__) if issubclass(kind, msgspec.Struct) and kind.__struct_fields__]
    return {name: text for table in tables for name, text in _own_docstrings(table).items()}


def _own_docstrings(model: type[msgspec.Struct]) -> dict[str, str]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(model))).body[0]
    found: dict[str, str] = {}
    body = tree.body if isinstance(tree, ast.ClassDef) else []
    for node, after in itertools.pairwise(body):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and isinstance(after, ast.Expr):
            text = ast.literal_eval(after.value)
            found[node.target.id] = " ".join(str(text).split())
    return found


if __name__ == "__main__":
    sys.stdout.write(settings_page())
