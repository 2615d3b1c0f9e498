"""Findings as table rows: their order, their columns at a width, and the plain-text filter."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from critloop.loop.state import TrackedFinding
from critloop.model.finding import FindingStatus, Location
from critloop.model.items import Unverified
from critloop.ui.presentation import words
from critloop.ui.presentation.cleaning import clean_line
from critloop.ui.presentation.lines import Line, Span, fit

_GAP: Final = 2


class Column(Struct, frozen=True):
    """A column: the widths it wants and can do with, and when it gives way (the highest first)."""

    name: str
    width: int
    narrow: int
    give_way: int


COLUMNS: Final = (
    Column("SEV", 8, 8, 0),
    Column("DIMENSION", 14, 12, 4),
    Column("PROGRESS", 10, 10, 2),
    Column("ROUNDS", 6, 6, 3),
    Column("TITLE", 40, 24, 0),
    Column("LOCATION", 24, 16, 0),
    Column("EVIDENCE", 11, 11, 1),
)
_TITLE: Final = 4
_LOCATION: Final = 5


class Row(Struct, frozen=True):
    """A finding ready to be shown: the text and ink of each column, and all its text, folded, to search in."""

    id: str
    cells: tuple[Span, ...]
    haystack: str


def ordered(findings: Iterable[TrackedFinding], current_round: int) -> list[TrackedFinding]:
    """By severity, open ones before settled ones, then the longest open first."""
    return sorted(
        findings,
        key=lambda item: (
            item.finding.severity.rank,
            not item.is_open,
            -rounds_open(item, current_round),
            item.first_round,
            len(item.id),
            item.id,
        ),
    )


def rounds_open(item: TrackedFinding, current_round: int) -> int:
    """How many rounds a finding has been, or was, open."""
    end = max(current_round, item.last_round) if item.is_open else item.last_round
    return end - item.first_round + 1 if item.first_round else 0


def row_of(item: TrackedFinding) -> Row:
    """One finding as a row."""
    finding = item.finding
    ink = words.SEVERITY_INK[finding.severity] if item.is_open else "dim"
    status = words.PROGRESS[item.progress] if item.is_open and item.progress else words.STATUS[item.status]
    title, dimension = clean_line(finding.title), clean_line(finding.dimension)
    evidence = finding.evidence.status
    plain = "" if item.is_open else "dim"
    if item.status is FindingStatus.ACCEPTED and item.note:
        title += f" · accepted: {clean_line(item.note)}"
    cells: tuple[Span, ...] = (
        (words.severity(finding.severity), ink),
        (dimension, plain),
        (status, plain),
        (words.rounds(item.first_round, item.last_round), plain),
        (title, plain),
        (clean_line(location_text(finding.location)), plain),
        (words.EVIDENCE[evidence], words.EVIDENCE_INK[evidence] if item.is_open else "dim"),
    )
    searched = [text for text, _ in cells]
    searched += [item.id, item.unit, finding.label, finding.issue, finding.why, finding.evidence.quote or ""]
    searched += [finding.suggested_fix or "", item.note, words.STATUS[item.status], finding.location.path or ""]
    return Row(item.id, cells, "\n".join(searched).casefold())


def item_row(item: Unverified) -> Row:
    """Something that a reviewer could not verify, as a row of its own kind."""
    is_open = item.status == "open"
    plain = "" if is_open else "dim"
    text, reason, by = clean_line(item.text), clean_line(item.reason), clean_line(item.by)
    called = " called it a gap" if is_open and item.by_human else ""
    settled = f"{by}{called}: {reason}" if by else reason
    cells: tuple[Span, ...] = (
        (f"? {item.id}", "warning strong" if is_open else "dim"),
        ("unverified", plain),
        (words.ITEM[item.status], "warning" if item.status == "gap" else plain),
        (str(item.round), plain),
        (text, plain),
        (settled or "–", plain),
        (item.finding or "–", "dim"),
    )
    searched = [text for text, _ in cells] + [item.unit, item.text]
    return Row(item.id, cells, "\n".join(searched).casefold())


def location_text(location: Location) -> str:
    """``Storage, 90``, ``API, 41–48``, ``docs/a.md, 12``, ``–``."""
    place = location.section or location.path or ""
    lines = ""
    if location.start_line is not None:
        lines = str(location.start_line)
        if location.end_line is not None and location.end_line != location.start_line:
            lines += f"–{location.end_line}"
    return ", ".join(part for part in (place, lines) if part) or "–"


def matching(rows: Sequence[Row], wanted: str) -> list[Row]:
    """The rows that hold every word of the filter, in any field and any case."""
    needles = wanted.casefold().split()
    return [row for row in rows if all(needle in row.haystack for needle in needles)] if needles else list(rows)


def column_widths(width: int) -> tuple[int, ...]:
    """The width of each column, 0 for one that is left out.

    Severity, title and location always stay; what is left over goes to the title, and a little to
    the location.
    """
    shown = {index: column.narrow for index, column in enumerate(COLUMNS)}
    for index in sorted(shown, key=lambda index: -COLUMNS[index].give_way):
        if _total(shown.values()) <= width or not COLUMNS[index].give_way:
            break
        del shown[index]
    spare = width - _total(shown.values())
    for index in (index for index in (_TITLE, _LOCATION, 1) if index in shown):
        more = max(min(spare, COLUMNS[index].width - shown[index]), 0)
        shown[index] += more
        spare -= more
    shown[_TITLE] = max(shown[_TITLE] + spare, 1)
    return tuple(shown.get(index, 0) for index in range(len(COLUMNS)))


def _total(widths: Iterable[int]) -> int:
    """The cells that these columns take with the gaps between them."""
    listed = list(widths)
    return sum(listed) + _GAP * (len(listed) - 1)


def table_line(cells: Sequence[Span], widths: Sequence[int]) -> Line:
    """Cells in their columns."""
    spans: list[Span] = []
    for (text, ink), width in zip(cells, widths, strict=True):
        if width:
            spans += [(fit(text, width), ink), (" " * _GAP, "")]
    return tuple(spans)


def header_line(widths: Sequence[int]) -> Line:
    """The names of the columns."""
    return table_line([(column.name, "table-head dim") for column in COLUMNS], widths)


def empty_text(total: int, wanted: str, *, judged: bool, unread: bool = False) -> str:
    """Why there is nothing in the table; ``judged``: a round is over; ``unread``: a report waits to be read."""
    if not total and unread:
        return "no findings yet: the report is read when the run goes on"
    if not total:
        return "no findings" if judged else "no findings yet"
    return f"nothing matches “{clean_line(wanted)}” · {words.count(total, 'finding')} hidden"
