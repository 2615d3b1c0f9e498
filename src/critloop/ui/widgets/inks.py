"""What the inks of styled lines look like: one table, resolved once for each theme.

Textual's component classes would do the same with a node and a pass over all rules for every ink
of every widget, each time that a widget is styled.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from rich.style import Style
from textual.color import Color


class Ink(NamedTuple):
    """What an ink adds to what is below it; a colour that isn't opaque lets it through."""

    color: Color | None
    background: Color | None
    style: Style


_COLORS: Final = ("accent", "error", "foreground", "primary", "secondary", "success", "warning")
_TABLE: Final[dict[str, tuple[str, str, str]]] = {
    "accent": ("accent", "", ""),
    "added": ("", "success 15", ""),
    "added-word": ("", "success 40", "bold"),
    "bullet": ("primary", "", "bold"),
    "code": ("warning", "", ""),
    "code-block": ("", "foreground 7", ""),
    "cursor": ("", "primary 40", "bold"),
    "dim": ("foreground 60", "", ""),
    "em": ("", "", "italic"),
    "error": ("error", "", ""),
    "file": ("accent", "", "bold"),
    "heading1": ("accent", "", "bold underline"),
    "heading2": ("accent", "", "bold"),
    "heading3": ("", "", "bold"),
    "heading4": ("", "", "bold italic"),
    "high": ("error", "", "bold"),
    "hunk": ("secondary", "", ""),
    "link": ("primary", "", "underline"),
    "low": ("foreground 70", "", ""),
    "mark": ("", "warning 25", ""),
    "marked": ("", "warning 12", ""),
    "medium": ("warning", "", ""),
    "number": ("foreground 45", "", ""),
    "quote": ("secondary", "", ""),
    "removed": ("", "error 15", ""),
    "removed-word": ("", "error 40", "bold"),
    "rule": ("foreground 40", "", ""),
    "strike": ("", "", "strike"),
    "strong": ("", "", "bold"),
    "success": ("success", "", ""),
    "table-head": ("", "", "bold"),
    "turn": ("accent", "", "bold"),
    "warning": ("warning", "", ""),
}
"""Ink: its colour, its background (each a colour of the theme, and per cent of it), its text style."""


def inks_of(theme: Mapping[str, str]) -> Mapping[str, Ink]:
    """The inks in the colours of a theme, given by its variables (``App.theme_variables``)."""
    return _inks(tuple(theme[name] for name in _COLORS))


@lru_cache(maxsize=4)
def _inks(values: tuple[str, ...]) -> Mapping[str, Ink]:
    colors = {name: Color.parse(value) for name, value in zip(_COLORS, values, strict=True)}
    return {
        name: Ink(_shade(color, colors), _shade(background, colors), Style.parse(style))
        for name, (color, background, style) in _TABLE.items()
    }


def _shade(wanted: str, colors: Mapping[str, Color]) -> Color | None:
    """The colour that a cell of the table means."""
    name, _, share = wanted.partition(" ")
    if not name:
        return None
    return colors[name].multiply_alpha(int(share) / 100) if share else colors[name]


READABLE: Final = 4.5
"""The least contrast of text that has to be read (source: WCAG 2, "Contrast (Minimum)")."""

QUIET: Final = 3.0
"""The least contrast of text that stands back on purpose: an ink whose colour isn't opaque."""

_STEP: Final = 0.1
_BLACK: Final = Color(0, 0, 0)
_WHITE: Final = Color(255, 255, 255)


def readable(color: Color, background: Color, least: float) -> Color:
    """The colour, or the nearest to it on the way to white or black whose contrast is at least ``least``.

    Both are opaque. A terminal's own colours are left alone: nobody knows what they look like.
    """
    if color.ansi is not None or background.ansi is not None:
        return color
    end = max(_BLACK, _WHITE, key=lambda edge: contrast(edge, background))
    share, found = 0.0, color
    while contrast(found, background) < least and share < 1:
        share += _STEP
        found = color.blend(end, min(share, 1.0))
    return found


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of two opaque colours, 1 to 21 (source: WCAG 2, "contrast ratio")."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(color: Color) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4  # noqa: PLR2004 - the standard's figures
        for part in color.normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
