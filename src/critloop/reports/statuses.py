"""The lines of a report that state a verdict."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from critloop.reports.boxes import BOX, chosen
from critloop.reports.lines import Line
from critloop.reports.sections import LISTS, Section, says_of_an_issue
from critloop.reports.titles import VerdictName, names_a_verdict, stated, title_of
from critloop.reports.verdicts import passes, sounds_like_a_verdict, words_of

_SHORT = 200
_CELLS = re.compile(r"\s*\|(.*?)\|?\s*$")
_DIVIDER = re.compile(r"\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-*:?\s*)*$")
_CAVEAT = re.compile(
    r"[a-z]|(?:With|Pending|Except|But|If|After|Once|Provided|Subject|Unless|However|Though|Although|Only|Assuming"
    r"|Conditional)\b|但|除|只要|ただし"
)


@dataclass(frozen=True, slots=True)
class Statement:
    """A verdict that a report states: its words, the number of its line, how many lines hold it, and which it is."""

    words: str
    number: int
    size: int = 1
    name: VerdictName = "status"

    @property
    def passed(self) -> bool | None:
        """What the words say; None where they are in doubt."""
        return passes(self.words, self.name)


def statements(sections: Sequence[Section]) -> list[Statement]:
    """Every verdict of a report, in order; the words are empty where one is announced and not given."""
    return [
        statement
        for section in sections
        for statement, strong in _statements(section)
        if strong or statement.passed is not None or (statement.words and sounds_like_a_verdict(statement.words))
    ]


def _statements(section: Section) -> Iterator[tuple[Statement, bool]]:
    lines = section.lines
    listed = section.kind in LISTS and not (section.kind == "gaps" and section.loose)
    for index, line in enumerate(lines):
        if not line.live or (line.depth and not line.lazy and (listed or line.depth > 1 or not line.marker)):
            continue
        if listed and section.heading and line.kind == "heading" and line.level > section.level:
            continue
        if listed and says_of_an_issue(line):
            continue
        if statement := _statement(lines, index, table=not listed):
            yield statement


def _statement(lines: Sequence[Line], index: int, *, table: bool) -> tuple[Statement, bool] | None:
    line = lines[index]
    cells = _CELLS.match(line.text)
    if cells:
        return _from_table(lines, index) if table else None
    said = stated(line)
    if said is None:
        return None
    words, strong, name = said
    words, end = _with_caveat(words, lines, index, name) if words else _below(lines, index, name)
    return Statement(words_of(chosen(words)), line.number, end - index, name), strong


def _with_caveat(value: str, lines: Sequence[Line], index: int, name: VerdictName) -> tuple[str, int]:
    """The verdict's words with the line that goes on with them, where it takes something back; and where they end."""
    after = lines[index + 1] if index + 1 < len(lines) else None
    goes_on = after is not None and after.kind == "text" and after.text.strip()
    if after is None or not goes_on or lines[index].kind == "heading" or title_of(after.own, colon=True):
        return value, index + 1
    if _is_option(after.text, name) and not passes(after.text, name):
        options, end = _options(lines, index + 1, name)
        return " | ".join([value, *options]) if not BOX.search(value) else " ".join([value, *options]), end
    if not after.marker and _CAVEAT.match(after.text.strip()):
        return f"{value} {after.text.strip()}", index + 2
    return value, index + 1


def _below(lines: Sequence[Line], index: int, name: VerdictName) -> tuple[str, int]:
    """The words under a verdict's title: a line, or all the options of a list; and where they end."""
    for place in range(index + 1, len(lines)):
        line = lines[place]
        if line.kind == "heading" or (line.kind == "text" and not line.live):
            return "", place
        if line.live and line.text.strip():
            options, end = _options(lines, place, name)
            if len(options) > 1:
                return (" " if BOX.search(options[0]) else " | ").join(options), end
            return _with_caveat(line.text.strip(), lines, place, name)
    return "", len(lines)


def _options(lines: Sequence[Line], index: int, name: VerdictName) -> tuple[list[str], int]:
    """The lines from here on that name a verdict each, and where they end."""
    options: list[str] = []
    for place in range(index, len(lines)):
        line = lines[place]
        if line.kind == "blank":
            continue
        if not line.live or line.kind != "text" or not _is_option(line.text, name):
            return options, place
        options.append(line.text.strip())
    return options, len(lines)


def _is_option(words: str, name: VerdictName) -> bool:
    """True for a verdict, or anything with a box before it."""
    words = words.strip(" \t*_`")
    return BOX.match(words) is not None or (len(words) < _SHORT and passes(words, name) is not None)


def _from_table(lines: Sequence[Line], index: int) -> tuple[Statement, bool] | None:
    cells = _cells(lines[index].text)
    named = names_a_verdict(cells[0]) if cells else None
    if named is None:
        return None
    values = [cell for cell in cells[1:] if cell]
    below = [line for line in lines[index + 1 : index + 3] if line.live]
    untold = passes(" — ".join(values), named.name) is None or title_of(values[0], colon=False)
    if untold and len(below) > 1 and _DIVIDER.match(below[0].text):
        values = _cells(below[1].text)[:1]
    return Statement(words_of(chosen(" — ".join(values))), lines[index].number, 1, named.name), named.strong


def _cells(text: str) -> list[str]:
    row = _CELLS.match(text)
    return [cell.strip() for cell in row[1].split("|")] if row else []
