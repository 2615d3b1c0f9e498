"""Where findings stand in a text."""

import re
from collections.abc import Iterable

from critloop.loop.state import TrackedFinding
from critloop.ui.widgets.document_view import Mark

HEADING = re.compile(r" {0,3}#{1,6}\s+(.*?)\s*#*\s*")


def marks_in(text: str, findings: Iterable[TrackedFinding]) -> list[Mark]:
    """A mark for each finding that has a place in the text, from top to bottom.

    A quote that the text has once is trusted more than the line numbers, which belong to the
    revision that was judged; without either the heading of its section is
    marked, and a finding that names no place is not.
    """
    marks = [mark for finding in findings if (mark := _mark(text, finding))]
    return sorted(marks, key=lambda mark: (mark.start_line, mark.end_line))


def _mark(text: str, tracked: TrackedFinding) -> Mark | None:
    lines = _quoted(text, tracked) or _located(text, tracked) or _headed(text, tracked)
    if lines is None:
        return None
    finding = tracked.finding
    return Mark(tracked.id, lines[0], lines[1], finding.severity, finding.title)


def _quoted(text: str, tracked: TrackedFinding) -> tuple[int, int] | None:
    quote = (tracked.finding.evidence.quote or "").strip()
    if not quote or text.count(quote) != 1:
        return None
    start = text.count("\n", 0, text.index(quote)) + 1
    return start, start + quote.count("\n")


def _located(text: str, tracked: TrackedFinding) -> tuple[int, int] | None:
    place = tracked.finding.location
    if place.start_line is None:
        return None
    last = text.count("\n") + 1
    start = min(max(place.start_line, 1), last)
    return start, min(max(place.end_line or start, start), last)


def _headed(text: str, tracked: TrackedFinding) -> tuple[int, int] | None:
    wanted = (tracked.finding.location.section or "").strip().casefold()
    if not wanted:
        return None
    for number, line in enumerate(text.splitlines(), start=1):
        heading = HEADING.fullmatch(line)
        if heading and heading[1].casefold() == wanted:
            return number, number
    return None
