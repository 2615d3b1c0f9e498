"""Findings as marks beside a text: which lines they are on, and what stands in the margin."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from critloop.model.finding import Severity
from critloop.ui.presentation import words
from critloop.ui.presentation.lines import Line, Span, add_ink

MARGIN: Final = 2
"""Cells of the margin."""
_MOST_SHOWN: Final = 9


class Mark(Struct, frozen=True):
    """A finding on lines of a text: 1-based, inclusive. ``quote`` is marked within them where it is found."""

    finding_id: str
    start_line: int
    end_line: int
    severity: Severity
    title: str
    quote: str = ""


class Marks:
    """All marks of a text, by line."""

    def __init__(self, marks: Iterable[Mark] = (), lines: Sequence[str] = ()) -> None:
        self.ordered = sorted(marks, key=lambda mark: (mark.start_line, mark.severity.rank, mark.end_line))
        self._on: dict[int, list[Mark]] = {}
        self._starts: dict[int, list[Mark]] = {}
        for mark in self.ordered:
            start, end = _within(mark, lines)
            self._starts.setdefault(start, []).append(mark)
            for line in range(start, end + 1):
                self._on.setdefault(line, []).append(mark)

    def on(self, first: int, last: int) -> list[Mark]:
        """The marks on any of these lines."""
        if not self._on or not first:
            return []
        if first == last:
            return self._on.get(first, [])
        return list(dict.fromkeys(mark for line in range(first, last + 1) for mark in self._on.get(line, [])))

    def margin(self, first: int, last: int, *, head: bool) -> Span:
        """What stands beside a row that shows these lines; ``head`` is its first row.

        The worst finding's glyph where findings begin, with their number when there are several;
        a bar on the rows below.
        """
        here = self.on(first, last)
        if not here:
            return (" " * MARGIN, "")
        begun = [mark for line in range(first, last + 1) for mark in self._starts.get(line, [])] if head else []
        worst = min(begun or here, key=lambda mark: mark.severity.rank).severity
        if not begun:
            return ("│ ", words.SEVERITY_INK[worst])
        several = " " if len(begun) == 1 else str(len(begun)) if len(begun) <= _MOST_SHOWN else "+"
        return (words.SEVERITY_GLYPH[worst] + several, words.SEVERITY_INK[worst])


def _within(mark: Mark, lines: Sequence[str]) -> tuple[int, int]:
    """The mark's lines, kept inside the text; on blank lines alone, it moves up to one with text."""
    total = max(len(lines), 1)
    start = min(max(mark.start_line, 1), total)
    end = min(max(mark.end_line, start), total)
    while start > 1 and lines and not any(line.strip() for line in lines[start - 1 : end]):
        start -= 1
    return start, end


def mark_quote(line: Line, quotes: Iterable[str]) -> Line:
    """A line with the parts that these quotes cover in ink ``mark``."""
    text = "".join(part for part, _ in line)
    covered = [False] * len(text)
    for quote in quotes:
        for part in quote.splitlines():
            wanted = part.strip()
            start = text.find(wanted) if wanted else -1
            if start < 0 and wanted and text.strip() and text.strip() in wanted:
                start, wanted = text.find(text.strip()), text.strip()
            if start >= 0:
                covered[start : start + len(wanted)] = [True] * len(wanted)
    if not any(covered):
        return line
    spans: list[Span] = []
    at = 0
    for part, ink in line:
        for offset, char in enumerate(part):
            spans.append((char, add_ink(ink, "mark") if covered[at + offset] else ink))
        at += len(part)
    return _joined(spans)


def _joined(spans: Iterable[Span]) -> Line:
    """Neighbours of one ink as one span."""
    out: list[Span] = []
    for text, ink in spans:
        if out and out[-1][1] == ink:
            out[-1] = (out[-1][0] + text, ink)
        else:
            out.append((text, ink))
    return tuple(out)
