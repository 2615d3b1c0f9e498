"""What is written can be read, on every ground and in every theme."""

from itertools import product

import pytest
from textual.color import Color
from textual.theme import BUILTIN_THEMES

from critloop.ui.themes import THEMES
from critloop.ui.widgets.findings_table import FindingsTable
from critloop.ui.widgets.inks import QUIET, READABLE, contrast, readable
from tests.support.line_app import LineApp

GROUNDS = ["", "cursor", "mark", "marked", "added", "removed", "added-word", "removed-word", "code-block"]
WORDS = [
    "",
    "high",
    "medium",
    "low",
    "error",
    "success",
    "accent",
    "code",
    "link",
    "quote",
    "heading1",
    "dim",
    "number",
]
OURS = [theme.name for theme in THEMES]
FIXED = [name for name in BUILTIN_THEMES if not name.endswith("-ansi") and name != "textual-ansi"]


@pytest.mark.parametrize("theme", [*OURS, *FIXED])
async def test_every_ink_can_be_read_on_every_ground(theme: str) -> None:
    table = FindingsTable()
    app = LineApp(table)
    async with app.at(80, 24):
        for own in THEMES:
            app.register_theme(own)
        app.theme = theme
        for ground, word in product(GROUNDS, WORDS):
            style = table.ink(f"{ground} {word}")
            assert style.color is not None
            assert style.bgcolor is not None
            ratio = contrast(Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor))
            assert ratio >= QUIET - 0.05, (ground, word, ratio)
            if word in ("high", "medium", "error", "accent", "code"):
                assert ratio >= READABLE - 0.05, (ground, word, ratio)


def test_a_colour_that_can_be_read_stays_as_it_is() -> None:
    red, black = Color.parse("#ff8080"), Color.parse("#101010")
    assert readable(red, black, READABLE) == red


def test_black_on_white_is_the_greatest_contrast() -> None:
    assert contrast(Color.parse("black"), Color.parse("white")) == pytest.approx(21)
