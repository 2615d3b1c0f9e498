"""``config``."""

import json
from pathlib import Path

import msgspec

from critloop.config import Settings


def print_settings() -> int:
    """Print every setting in effect in the current folder with its source, as TOML; 0."""
    settings = Settings.load(Path.cwd())
    print("\n".join(setting_lines(settings)))
    print(f"\n# data folder: {settings.data}")
    return 0


def setting_lines(settings: Settings) -> list[str]:
    """``key = value  # source``, a line a setting; those that are not set are commented out."""
    lines = []
    sources = settings.sources
    for key, value in _leaves(settings):
        source = sources.get(key, "default")
        unset = value is None
        lines.append(f"# {key} is not set" if unset else f"{key} = {_toml(value)}  # {source}")
    return lines


def _leaves(table: msgspec.Struct, prefix: str = "") -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = []
    for name in table.__struct_fields__:
        value = getattr(table, name)
        found += _leaves(value, f"{prefix}{name}.") if isinstance(value, msgspec.Struct) else [(prefix + name, value)]
    return found


def _toml(value: object) -> str:
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
