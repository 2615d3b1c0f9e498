"""The header keeps the standing, and names the unit as well as there is room."""

import pytest

from critloop.ui.chrome.header import header_line, with_place
from critloop.ui.chrome.tabrow import TabName

PLACES = ("chunk 2 of 5 · Storage of the orders", "chunk 2 of 5")
STANDING = "round 1 · critic reviews"
LONG, SHORT = (f"{place} · {STANDING}" for place in PLACES)


@pytest.mark.parametrize(("width", "words"), [(120, LONG), (80, SHORT), (40, SHORT)])
def test_the_longest_name_of_the_unit_that_fits_is_shown(width: int, words: str) -> None:
    assert with_place(width, PLACES, STANDING, "plan · docs/plan.md") == words


def test_a_run_of_one_unit_has_no_place() -> None:
    assert with_place(120, (), STANDING, "spec · docs/spec.md") == STANDING


@pytest.mark.parametrize("width", [80, 120, 200])
def test_the_line_fills_its_width_and_keeps_the_standing(width: int) -> None:
    line = header_line(width, "plan · docs/superpowers/plans/a-long-name.md", SHORT, "41.2k tok  02:14", "bold")
    assert line.cell_length == width
    assert SHORT in line.plain


def test_names_of_tabs_are_tight_where_room_is_scarce() -> None:
    name = TabName("findings", "Findings", "7")
    assert (name.words(), name.words(tight=True)) == (" Findings 7 ", "Findings 7 ")
