"""Findings in the margin of a text."""

from critloop.model.finding import Severity
from critloop.ui.presentation.marks import Mark, Marks, mark_quote

TEXT = ["one", "two", "", "four"]


def mark(identity: str, start: int, end: int, severity: Severity = Severity.HIGH, quote: str = "") -> Mark:
    return Mark(identity, start, end, severity, "title", quote)


def test_the_glyph_stands_where_a_finding_begins_and_a_bar_below() -> None:
    marks = Marks([mark("F1", 1, 2)], TEXT)
    assert marks.margin(1, 1, head=True) == ("● ", "high")
    assert marks.margin(1, 1, head=False) == ("│ ", "high")
    assert marks.margin(2, 2, head=True) == ("│ ", "high")
    assert marks.margin(4, 4, head=True) == ("  ", "")


def test_several_on_one_line_show_the_worst_and_their_number() -> None:
    marks = Marks([mark("F1", 1, 1, Severity.LOW), mark("F2", 1, 1, Severity.MEDIUM)], TEXT)
    assert marks.margin(1, 1, head=True) == ("◐2", "medium")


def test_a_mark_on_blank_lines_alone_moves_up_to_text() -> None:
    assert [item.finding_id for item in Marks([mark("F1", 3, 3)], TEXT).on(2, 2)] == ["F1"]


def test_a_mark_outside_the_text_is_kept_at_its_end() -> None:
    assert [item.finding_id for item in Marks([mark("F1", 90, 95)], TEXT).on(4, 4)] == ["F1"]


def test_marks_are_in_the_order_of_their_lines() -> None:
    marks = Marks([mark("F2", 4, 4), mark("F1", 1, 1, Severity.LOW), mark("F3", 1, 1)], TEXT)
    assert [item.finding_id for item in marks.ordered] == ["F3", "F1", "F2"]


def test_a_quote_is_marked_inside_its_line_and_over_several() -> None:
    assert mark_quote((("  a partial write", ""),), ["partial"]) == (("  a ", ""), ("partial", "mark"), (" write", ""))
    assert mark_quote((("end of it", ""),), ["begin\nend of it\nmore"]) == (("end of it", "mark"),)
    assert mark_quote((("other", ""),), ["partial"]) == (("other", ""),)
