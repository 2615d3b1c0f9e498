"""What may stand beside a verdict that approves, as closed lists: anything else keeps it from being believed."""

import re
from collections.abc import Iterator, Sequence

from critloop.reports.adverse import is_grave, is_tagged, is_undone, signs_failure, speaks_against
from critloop.reports.attribution import is_metadata, is_preamble
from critloop.reports.characters import comparable
from critloop.reports.failing import fails_something
from critloop.reports.faults import names_a_fault
from critloop.reports.heads import DIMENSIONS
from critloop.reports.lines import Line
from critloop.reports.misgivings import misgiving, takes_back
from critloop.reports.nothing import agrees, says_nothing
from critloop.reports.sections import Section
from critloop.reports.titles import names_a_verdict, stated, title_of
from critloop.reports.verdicts import passes

_ADDED = {"summary", "advice", "resolved", "other", "unverified", "checked", "tests"}
_PROSE = {"summary", "other", "checked"}
_UNSIGNED = {"advice", "unverified", "tests"}
"""Sections whose items may bear any sign or box: nothing in them is said to be well."""

_LABEL = re.compile(r"\s*(?:\*|__|`|\[[^\[\]]{2,}\]|(?:\w+[ /-]){0,3}\w+\s*(?:[:：](?:\s|$)|\s[-–—]\s))")
_LIST_LIKE = re.compile(
    r"\s*(?:\(?(?:\d{1,3}|[a-z]|[ivx]{2,4})[.)]\s|[①-⑳➀-➓]|[–—→▪◦‣·●○■►▶⚠🟠🟡❗‼>:^↑☝<\\]|#\d|\d+[/:]\s)", re.IGNORECASE
)
_HEADING = re.compile(
    rf"(?:(?:\d+[.)]?\s+)?(?:{'|'.join(DIMENSIONS)}|readiness|approval|(?:final )?verdict|review|result))"
    r"(?:\s+(?:check|review))?"
)
_ITEM = re.compile(r"\s*(?:[-*+•]|\d+[.)])\s")
_GROUP = re.compile(r"(?:critical|blocking|high|major|important|medium|minor|low)(?: (?:issues?|severity|priority))?")
_ROW = re.compile(r"\s*\|(.*?)\|?\s*$")
_RULER = re.compile(r"[-: |]*")


def doubtful(sections: Sequence[Section], taken: frozenset[int]) -> bool:
    """True for a report with anything beside its approving verdict that may be an issue.

    ``taken`` are the numbers of the lines that state the verdict.
    """
    return any(_is_doubtful(section, taken) for section in sections)


def _is_doubtful(section: Section, taken: frozenset[int]) -> bool:
    lines = [line for line in section.lines if line.number not in taken]
    if section.kind == "issues" or (section.kind == "gaps" and not section.loose):
        return _issues_doubtful(section, lines)
    if any(line.quoted and re.match(r"\s*\[!\w+\]", line.text) for line in lines):
        return True
    live = [line for line in lines if line.live and line.text.strip()]
    if section.kind in _ADDED and not section.loose:
        if is_grave(section.notes) or is_tagged(section.rest):
            return True
        return any(_is_weighty(line, section) for line in live) or _takes_back(section, live)
    if any(_hides_an_item(line) for line in lines):
        return True
    return any(_is_strange(line) for line in live) or _casts_doubt(_prose(section, live), live)


def _takes_back(section: Section, live: Sequence[Line]) -> bool:
    """True for prose that speaks against the approval; an item that nobody could verify, or a test, does not."""
    if section.kind in _PROSE:
        return _casts_doubt(_prose(section, live), live)
    loose = [line for line in live if not line.depth]
    words = "\n".join([section.rest, *(line.text for line in loose)])
    if section.kind == "advice":
        after = [line for line in _below_list(section) if line in loose]
        below = any(map(_is_strange, after)) or bool(names_a_fault("\n".join(line.text for line in after)))
        return below or bool(misgiving(words) or takes_back(_prose(section, live))) or any(map(_fails, loose))
    return section.kind in _UNSIGNED and bool(speaks_against(words) or takes_back(words))


def _below_list(section: Section) -> list[Line]:
    """The lines after the list of a section, which are no items of it."""
    first = next((index for index, line in enumerate(section.lines) if line.marker), len(section.lines))
    return [line for line in section.lines[first:] if not line.depth]


def _casts_doubt(words: str, live: Sequence[Line]) -> bool:
    """True for words that leave a reader in doubt of the approval, whatever they begin with."""
    return bool(speaks_against(words) or misgiving(words) or names_a_fault(words)) or any(map(_fails, live))


def _fails(line: Line) -> bool:
    """True for a line that gives something a failing answer, or that begins an object of JSON."""
    return fails_something(line.own) or line.own.lstrip().startswith('{"')


def _issues_doubtful(section: Section, lines: Sequence[Line]) -> bool:
    """True for text under the issues' title that is more than None; below a rule it may be prose."""
    end = next((index for index, line in enumerate(lines) if line.kind == "rule"), len(lines))
    if any(line.kind == "heading" and line.live and not _is_group(line) for line in lines):
        return True
    after = [line for line in lines[end:] if line.live and line.text.strip()]
    if any(_is_strange(line) for line in after) or _casts_doubt("\n".join(line.text for line in after), after):
        return True
    return any(_counters(paragraph) for paragraph in _paragraphs(section, lines[:end]))


def _is_group(line: Line) -> bool:
    """True for a heading that sorts issues by weight or category, with None below it."""
    return _is_harmless_title(line) or _GROUP.fullmatch(comparable(line.text).strip(" :.")) is not None


def _prose(section: Section, lines: Sequence[Line]) -> str:
    """The words of a section, an empty line where lines are left out between them."""
    words, last = [section.rest], section.number
    for line in lines:
        words += ["", line.text.strip()] if line.number > last + 1 or line.marker else [line.text.strip()]
        last = line.number
    return "\n".join(words)


def _paragraphs(section: Section, lines: Sequence[Line]) -> Iterator[str]:
    """The words of an issues section outside its list."""
    words: list[str] = [] if section.rest.strip().isdigit() else [section.rest]
    for line in lines:
        if line.kind == "text" and line.live and (not line.depth or line.lazy) and not _ROW.match(line.text):
            words.append(line.text)
        elif words:
            yield " ".join(words)
            words = []
    yield " ".join(words)


def _counters(words: str) -> bool:
    words = words.strip()
    return bool(words) and not says_nothing(words) and not agrees(words)


def _is_weighty(line: Line, section: Section) -> bool:
    """True for a line among recommendations, strengths or the like that is no such thing."""
    said = stated(line) if line.depth <= section.depth + 1 else None
    if said and said.strong and said.words and not passes(said.words, said.name):
        return True
    if is_tagged(line.text) and not (line.depth > section.depth + 1):
        return True
    unsigned = section.kind in _UNSIGNED and (line.depth or section.kind == "advice")
    if not unsigned and (signs_failure(line.text) or (line.marker and is_undone(line.text))):
        return True
    if line.depth:
        return False
    if line.kind == "heading":
        return is_grave(line.text) or (not section.heading and not _is_harmless_title(line))
    bold = re.fullmatch(r"\s*(?:\*\*|__)[^*_]+(?:\*\*|__)\s*:?\s*", line.own)
    return bold is not None and is_grave(line.text)


def _is_harmless_title(line: Line) -> bool:
    return _HEADING.fullmatch(comparable(line.text).strip(" :.")) is not None


def _hides_an_item(line: Line) -> bool:
    """True for a line in a block that is not the critic's own text, and that has the form of an issue."""
    if line.kind == "hidden":
        return re.match(r"\s*<(?!!--)", line.content) is not None
    return (line.kind == "code" or line.quoted) and bool(_ITEM.match(line.text) or line.marker or is_tagged(line.text))


def _is_strange(line: Line) -> bool:
    """True for a line of a part without a known title that is neither prose nor harmless."""
    words = line.text.strip()
    if line.kind == "heading":
        return not _is_harmless_title(line) or signs_failure(words)
    if row := _ROW.match(words):
        return not all(_is_harmless_cell(cell) for cell in row[1].split("|"))
    if says_nothing(words) or title_of(words, colon=True):
        return False
    if signs_failure(words) or is_tagged(words) or line.html or "|" in words:
        return True
    if is_metadata(words):
        return False
    if line.marker or (line.depth and not line.lazy) or _LIST_LIKE.match(words):
        return True
    return bool(_LABEL.match(line.own)) and not agrees(words) and not is_preamble(words)


def _is_harmless_cell(cell: str) -> bool:
    words = cell.strip()
    named = bool(title_of(words, colon=False)) or names_a_verdict(words) is not None
    return (
        not words
        or _RULER.fullmatch(words) is not None
        or named
        or words == "0"
        or says_nothing(words)
        or bool(passes(words))
    )
