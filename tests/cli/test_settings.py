"""``config``, and the manual that is made from the settings model."""

import tomllib
from pathlib import Path

from critloop.config import Settings
from critloop.config.layers import dotted_keys
from critloop.export.manual import settings_page
from tests.support.commands import Commands

MANUAL = Path(__file__).parents[2] / "docs" / "settings.md"


def test_the_manual_is_that_of_the_settings_model() -> None:
    assert MANUAL.read_text(encoding="utf-8") == settings_page(), "run: make docs"


def test_the_manual_has_every_setting() -> None:
    page = settings_page()
    assert all(f"### `{key.rpartition('.')[2]}`" in page for key in dotted_keys(Settings) if key.count(".") > 1)


def test_settings_are_printed_with_their_source(critloop: Commands) -> None:
    path = critloop.write("critloop.toml", '[limits]\nmax_time = "30m"\n[ui]\ntheme = "a \\"b\\""\n')
    printed = critloop("config").out
    assert f"limits.max_time = 1800.0  # {path}:2" in printed
    assert 'roles.maker.agent = "builtin"  # default' in printed
    assert tomllib.loads(printed)["ui"]["theme"] == 'a "b"'
    assert f"data folder: {critloop.data}" in printed
