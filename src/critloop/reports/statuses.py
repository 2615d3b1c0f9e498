"""The lines of a report that state a verdict."""

import re
from collections.abc import Iterator, Sequence

from critloop.reports.lines import Line
from critloop.reports.sections import Section
from critloop.reports.titles import names_a_verdict, stated, title_of
from critloop.reports.verdicts import passes, sounds_like_a_verdict, words_of

_CELLS = re.compile(r"\s*\|(.*?)\|?\s*$")
_DIVIDER = re.compile(r"\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-*:?\s*)*$")
_CAVEAT = re.compile(
    r"[a-z]|(?:With|Pending|Except|But|If|After|Once|Provided|Subject|Unless|However|Though|Although|Only|Assuming"
    r"|Conditional)\b|但|除|只要|ただし"
)


def last_status(sections: Sequence[Section]) -> str | None:
    """The words of the last verdict of a report; empty where one is announced and not given."""
    found: str | None = None
    for section in sections:
        for value, strong in _statuses(section):
            if strong or passes(value) is not None or (value and sounds_like_a_verdict(value)):
                found = value
    return found


def _statuses(section: Section) -> Iterator[tuple[str, bool]]:
    lines = section.lines
    listed = section.kind in {"issues", "advice", "resolved"}
    for index, line in enumerate(lines):
        if not line.live or (line.depth and not line.lazy and (listed or line.depth > 1 or not line.marker)):
            continue
        if listed and section.heading and line.kind == "heading" and line.level > section.level:
            continue
        if statement := _statement(lines, index, table=not listed):
            yield statement


def _statement(lines: Sequence[Line], index: int, *, table: bool) -> tuple[str, bool] | None:
    line = lines[index]
    cells = _CELLS.match(line.text)
    if cells:
        return _from_table(lines, index) if table else None
    said = stated(line)
    if said is None:
        return None
    words, strong = said
    return words_of(_with_caveat(words, lines, index) if words else _next_line(lines, index)), strong


def _with_caveat(value: str, lines: Sequence[Line], index: int) -> str:
    """The verdict's words with the line that goes on with them, where it takes something back."""
    after = lines[index + 1] if index + 1 < len(lines) else None
    goes_on = after is not None and after.kind == "text" and not after.marker and after.text.strip()
    if after is None or not goes_on or lines[index].kind == "heading" or title_of(after.own, colon=True):
        return value
    return f"{value} {after.text.strip()}" if _CAVEAT.match(after.text.strip()) else value


def _next_line(lines: Sequence[Line], index: int) -> str:
    """The words under a verdict's title."""
    for place in range(index + 1, len(lines)):
        line = lines[place]
        if line.kind == "heading" or (line.kind == "text" and not line.live):
            return ""
        if line.live and line.text.strip():
            return _with_caveat(line.text.strip(), lines, place)
    return ""


def _from_table(lines: Sequence[Line], index: int) -> tuple[str, bool] | None:
    cells = _cells(lines[index].text)
    strong = names_a_verdict(cells[0]) if cells else None
    if strong is None:
        return None
    values = [cell for cell in cells[1:] if cell]
    below = [line for line in lines[index + 1 : index + 3] if line.live]
    untold = passes(" — ".join(values)) is None or title_of(values[0], colon=False)
    if untold and len(below) > 1 and _DIVIDER.match(below[0].text):
        values = _cells(below[1].text)[:1]
    return words_of(" — ".join(values)), strong


def _cells(text: str) -> list[str]:
    row = _CELLS.match(text)
    return [cell.strip() for cell in row[1].split("|")] if row else []
