"""The sources of settings, weakest first, each with the place that an error names."""

import contextlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from critloop.config.lines import key_lines
from critloop.config.values import anchored, expectations, tables_in
from critloop.model.errors import UsageProblem

AT_KEY = re.compile(r" - at `\$\.?([^`]*)`")
UNKNOWN = re.compile(r"unknown field `([^`]*)`")
AT_LINE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$")

CALLED = {"loops.polish.rounds": "loops.polish.cap"}
"""What has another name in one loop than in all others."""


@dataclass(frozen=True)
class Layer:
    """Values of one source, as nested tables, and where each key stands (``critloop.toml:3``, ``--rounds``)."""

    name: str
    values: dict[str, Any]
    places: Mapping[str, str] = field(default_factory=dict)

    def place(self, key: str) -> str:
        """Where a dotted key, or the nearest table around it, stands."""
        while key and key not in self.places:
            key = key.rpartition(".")[0]
        return self.places.get(key, self.name)


def file_layer(path: Path) -> Layer:
    """The settings of a file.

    Raises:
        UsageProblem: It can't be read, or isn't TOML.
    """
    if not path.is_file():
        raise UsageProblem(f"{path}: no regular file", "make it a file with settings, or remove it")
    import tomllib  # noqa: PLC0415 - only where there is a file

    try:
        text = path.read_text(encoding="utf-8-sig")
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax_problem(path, text, str(error)) from None
    except UnicodeDecodeError:
        raise UsageProblem(f"{path}: not UTF-8 text", "save the settings as UTF-8") from None
    except OSError as error:
        raise UsageProblem(f"{path}: can't read it: {error.strerror}", "make it readable, or remove it") from None
    _anchor(values, path.parent)
    places = {key: f"{path}:{line}" for key, line in key_lines(text).items()}
    return Layer(str(path), values, places)


def _anchor(values: dict[str, Any], folder: Path) -> None:
    """Take the files that settings name relative to the folder of the settings."""
    for role in _table(values, "roles").values():
        if isinstance(role, dict) and isinstance(role.get("agent"), str):
            role["agent"] = anchored(role["agent"], folder)
    docs = _table(_table(values, "loops"), "docs")
    if isinstance(docs.get("persona"), str) and docs["persona"]:
        docs["persona"] = str((folder / Path(docs["persona"]).expanduser()).resolve())


def _table(values: dict[str, Any], key: str) -> dict[str, Any]:
    table = values.get(key)
    return table if isinstance(table, dict) else {}


def _syntax_problem(path: Path, text: str, message: str) -> UsageProblem:
    at = AT_LINE.search(message)
    line = at[1] if at and at[1] else str(len(text.splitlines()) or 1)
    return UsageProblem(f"{path}:{line}: {AT_LINE.sub('', message)}", "correct the TOML syntax there")


def flat_layer(name: str, entries: Mapping[str, tuple[str, object]]) -> Layer:
    """A layer of dotted keys, each with its place and value; those whose value is None are left out."""
    values: dict[str, Any] = {}
    given = {key: entry for key, entry in entries.items() if entry[1] is not None}
    for key, (_, value) in given.items():
        *tables, last = key.split(".")
        table = values
        for part in tables:
            table = table.setdefault(part, {})
        table[last] = value
    return Layer(name, values, {key: place for key, (place, _) in given.items()})


def check_layer(model: type[msgspec.Struct], layer: Layer) -> None:
    """Hold one source against the model, so that an error names that source; text is read as the value it stands for.

    Raises:
        UsageProblem: A key is unknown or a value is of the wrong kind.
    """
    _read_text(model, layer.values)
    try:
        msgspec.convert(layer.values, model)
    except msgspec.ValidationError as error:
        at = AT_KEY.search(str(error))
        path = tuple(re.sub(r"\[[^\]]*\]", "", at[1]).split(".")) if at and at[1] else ()
        unknown = UNKNOWN.search(str(error))
        raise _problem(model, layer, (*path, unknown[1]) if unknown else path, unknown=bool(unknown)) from None


def _read_text(model: type[msgspec.Struct], values: dict[str, Any]) -> None:
    for name, expected in expectations(model).items():
        if expected["read"] is not None and isinstance(values.get(name), str):
            with contextlib.suppress(ValueError):
                values[name] = expected["read"](values[name])
    for name, table in tables_in(model).items():
        if isinstance(values.get(name), dict):
            _read_text(table, values[name])


def _problem(model: type[msgspec.Struct], layer: Layer, path: tuple[str, ...], *, unknown: bool) -> UsageProblem:
    key = ".".join(path)
    place = layer.place(key)
    if unknown:
        near = CALLED.get(key) or nearest(key, dotted_keys(model))
        return UsageProblem(f"{place}: unknown setting {key!r}", f"the nearest valid key is {near!r}")
    key, words = _expected(model, path)
    value: Any = layer.values
    for part in key.split("."):
        value = value.get(part) if isinstance(value, dict) else value
    shown = "" if isinstance(value, dict) else f", not {value!r}"
    return UsageProblem(f"{place}: {'' if place.startswith('-') else key + ': '}expected {words}{shown}")


def _expected(model: type[msgspec.Struct], path: tuple[str, ...]) -> tuple[str, str]:
    walked: list[str] = []
    for part in path:
        walked.append(part)
        if part in (known := expectations(model)):
            return ".".join(walked), known[part]["words"]
        model = tables_in(model)[part]
    return ".".join(walked), f"a table: [{'.'.join(walked)}]"


def dotted_keys(model: type[msgspec.Struct], prefix: str = "") -> list[str]:
    """All keys of a settings model and its tables, dotted."""
    keys: list[str] = []
    tables = tables_in(model)
    for name in model.__struct_fields__:
        keys.append(prefix + name)
        if name in tables:
            keys += dotted_keys(tables[name], f"{prefix}{name}.")
    return keys


def nearest(word: str, choices: list[str]) -> str:
    """The choice that a mistyped word most likely means."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415 - wanted only when something is wrong

    return process.extractOne(word, choices, scorer=fuzz.ratio)[0]


def merged(layers: list[Layer]) -> dict[str, Any]:
    """All values, later layers over earlier ones."""
    result: dict[str, Any] = {}
    for layer in layers:
        _merge(result, layer.values)
    return result


def _merge(target: dict[str, Any], values: dict[str, Any]) -> None:
    for key, value in values.items():
        if isinstance(value, dict):
            _merge(target.setdefault(key, {}), value)
        else:
            target[key] = value
