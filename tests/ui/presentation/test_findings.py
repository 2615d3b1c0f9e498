"""Findings as rows."""

import pytest

from critloop.model.finding import FindingStatus, Location, Progress, Severity
from critloop.ui.presentation.findings import (
    COLUMNS,
    column_widths,
    empty_text,
    location_text,
    matching,
    ordered,
    row_of,
    table_line,
)
from critloop.ui.presentation.lines import line_width
from tests.support.tracked import tracked


def test_the_worst_come_first_then_those_open_longest() -> None:
    findings = [
        tracked("low", Severity.LOW, rounds=(1, 2, 3)),
        tracked("young", rounds=(3,)),
        tracked("old", rounds=(1, 3)),
        tracked("settled", rounds=(1, 2, 3), status=FindingStatus.FIXED),
        tracked("medium", Severity.MEDIUM, rounds=(1, 2)),
    ]
    assert [item.id for item in ordered(findings, 3)] == ["old", "young", "settled", "medium", "low"]


def test_a_row_says_everything_in_words() -> None:
    row = row_of(tracked("F1", rounds=(1, 3), progress=Progress.CARRIED, evidence="unverified"))
    assert [text for text, _ in row.cells] == [
        "● HIGH", "coverage", "carried", "1–3", "no outcome for a partial write", "Storage, 90", "✗ not found",
    ]  # fmt: skip


def test_a_settled_finding_shows_its_status() -> None:
    assert row_of(tracked("F1", status=FindingStatus.ACCEPTED)).cells[2][0] == "accepted"


@pytest.mark.parametrize(
    ("location", "text"),
    [
        (Location(), "–"),
        (Location(section="API", start_line=41, end_line=48), "API, 41–48"),
        (Location(path="docs/a.md", start_line=3, end_line=3), "docs/a.md, 3"),
        (Location(start_line=7), "7"),
    ],
)
def test_locations(location: Location, text: str) -> None:
    assert location_text(location) == text


def test_the_filter_wants_every_word_in_some_field() -> None:
    rows = [row_of(tracked("F1", issue="The Retry limit is given twice")), row_of(tracked("F2", Severity.LOW))]
    assert [row.id for row in matching(rows, "RETRY high")] == ["F1"]
    assert [row.id for row in matching(rows, "low")] == ["F2"]
    assert [row.id for row in matching(rows, " ")] == ["F1", "F2"]
    assert matching(rows, "retry low") == []


@pytest.mark.parametrize("width", [40, 60, 79, 80, 100, 120, 200])
def test_severity_title_and_location_are_there_at_every_width(width: int) -> None:
    widths = column_widths(width)
    shown = {column.name for column, cells in zip(COLUMNS, widths, strict=True) if cells}
    assert {"SEV", "TITLE", "LOCATION"} <= shown
    line = table_line(row_of(tracked("F1")).cells, widths)
    assert line_width(line) <= max(width, 50) + 2


def test_wide_terminals_show_all_columns_and_narrow_ones_fewer() -> None:
    assert all(column_widths(120))
    assert not all(column_widths(78))


def test_an_empty_table_says_why() -> None:
    assert empty_text(0, "", judged=False) == "no findings yet"
    assert empty_text(0, "", judged=True) == "no findings"
    assert empty_text(3, "retry", judged=True) == "nothing matches “retry” · 3 findings hidden"


def test_agent_text_in_a_row_is_harmless() -> None:
    row = row_of(tracked("F1", title="a\x1b[2Jb\nc", dimension="\x07"))
    assert [row.cells[4][0], row.cells[1][0]] == ["ab␤c", "␇"]
