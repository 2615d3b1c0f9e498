"""Markers of unfinished text in the author's own voice; talk about such markers is left alone."""

import re
from collections import defaultdict
from collections.abc import Iterator

from critloop.checks.document import Document, Prose, Section
from critloop.checks.framework import Check, Problem
from critloop.checks.surroundings import Surroundings
from critloop.model.finding import Severity

_MARK = r"(?:TODO|TBD|TBC|FIXME|XXX)"
_LATER = r"to be (?:determined|decided|defined|written|specified|confirmed)"
_OPEN = r"[*_~\s]*"
# At the front of a block: the marker, an optional owner in parentheses, then a colon, a dash or the end.
_FRONT = re.compile(rf"^{_OPEN}(?P<mark>{_MARK})\b(?:\([^)]*\))?{_OPEN}(?::|\s[-–—]\s|[.!]?\s*$)", re.MULTILINE)
_WHOLE = re.compile(
    rf"{_OPEN}(?P<mark>{_MARK}|{_LATER}|\?{{3,}}|coming soon|to do|fill (?:this )?in(?: later)?|lorem ipsum.*)"
    rf"{_OPEN}[.!]?{_OPEN}",
    re.IGNORECASE,
)
_VALUE_MARK = r"(?:TODO|TBD|TBC|FIXME)"
# After a colon or a dash, to the end of the sentence or line.
_VALUE = re.compile(
    rf"(?:[:=]|\s[-–—]){_OPEN}(?P<mark>{_VALUE_MARK}|\?{{3,}}|(?i:{_LATER})){_OPEN}(?=[.;,)]?\s*$|\.\s)", re.MULTILINE
)
_ASIDE = re.compile(
    rf"\((?P<mark>(?:TBD|TBC|TODO|FIXME)(?:(?:\s*:|\s+[-–—])\s[^)]*)?|(?i:{_LATER}))\)",
)
_PREDICATE = re.compile(
    r"\b(?:is|are|still|remains?|currently)\s+(?P<mark>TBD|TBC|(?i:to be (?:determined|decided)))(?![-\w])",
)
_BRACKET = re.compile(
    r"(?<![\w\]])\[(?P<mark>(?i:fill in|insert|to be filled|placeholder|your text|describe here)\b[^\]]*"
    r"|TBD|TODO\b[^\]]*|FIXME\b[^\]]*)\](?![(\[:])"
)
_TAG = re.compile(r"<(?P<mark>(?i:placeholder|todo|tbd|fixme|fill[ _-]?in|insert[ _-][\w -]+))\s*/?>")
_COMMENT = re.compile(rf"<!--\s*(?P<mark>{_MARK})\b\s*[:–—-]")
_LOREM = re.compile(r"\b(?P<mark>lorem ipsum dolor)\b", re.IGNORECASE)
_DOTS = re.compile(r"\s*(?:\.{3,}|…)\s*")

_TALK = re.compile(
    r"\b(?:no|not|never|none|any|without|avoid\w*|bann?ed|ban|forbid\w*|scan\w*|search\w*|grep|look(?:s|ing)? for"
    r"|flag\w*|check\w*|reject\w*|detect\w*|report\w*|placeholders?|markers?|if|when|whenever|like|such as|e\.g"
    r"|words?|tokens?|patterns?|strings?|replace\w*|left-?over\w*|instead of|called|named|says?|means?|literal\w*"
    r"|quot\w+)\b",
    re.IGNORECASE,
)
_TALK_HEADING = re.compile(
    r"\b(?:placeholders?|markers?|legend|conventions?|checklist|banned|forbidden|glossary|self-review|lint|template)\b",
    re.IGNORECASE,
)
_QUOTES = "\"'“”‘’«»„`\ufffc"
_CHECKBOX = re.compile(r"\[[ xX]\]\s")


def _find(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    del around
    defined = _lists_of_markers(document)
    for prose in document.prose:
        section = document.section_at(prose.line)
        if prose.quoted or (section and any(_TALK_HEADING.search(name) for name in section.path)):
            continue
        if prose.list_id in defined and prose.item:
            continue
        found = _in_prose(prose)
        if found:
            yield _problem(check, document, prose.line_at(found[0]), found[1])
    yield from _in_html(check, document)
    yield from _dots(check, document)


def _problem(check: Check, document: Document, line: int, mark: str) -> Problem:
    mark = " ".join(mark.split())[:40]
    return check.problem(
        document,
        line,
        f"“{mark}” is left over",
        f"“{_excerpt(document, line, mark)}” leaves open what is meant.",
        advice="Write what is meant, or say that it is out of scope.",
    )


def _excerpt(document: Document, line: int, mark: str) -> str:
    """The line around a marker, in at most 60 characters."""
    text = " ".join(document.source.line(line).split())
    start = max(text.find(mark) - 30, 0)
    return ("…" if start else "") + text[start : start + 60] + ("…" if len(text) > start + 60 else "")


def _in_prose(prose: Prose) -> tuple[int, str] | None:
    """The offset and text of a marker that stands for missing text."""
    text = prose.masked
    box = _CHECKBOX.match(text)
    whole = _WHOLE.fullmatch(text, box.end() if box else 0)
    if whole and prose.kind != "heading" and whole["mark"] != "XXX":
        return whole.start("mark"), whole["mark"]
    for match in _FRONT.finditer(text) if prose.kind != "cell" and not box else ():
        # A section that is called TODO holds what it says.
        titled = prose.kind == "heading" and match.end() == len(text)
        if not titled and not _is_list_of_markers(text, match):
            return match.start("mark"), match["mark"]
    for pattern in (_VALUE, _ASIDE, _PREDICATE, _BRACKET, _LOREM):
        for match in pattern.finditer(text):
            if not _is_talk(text, match):
                return match.start("mark"), match["mark"]
    return None


def _is_list_of_markers(text: str, match: re.Match[str]) -> bool:
    return len(re.findall(rf"\b{_MARK}\b", _sentence(text, match))) > 1


def _is_talk(text: str, match: re.Match[str]) -> bool:
    """True when the sentence is about markers: it quotes them, lists several, or speaks of such things."""
    sentence = _sentence(text, match)
    before, after = text[match.start("mark") - 1 : match.start("mark")], text[match.end("mark") : match.end("mark") + 1]
    quoted = any(char and char in _QUOTES for char in (before, after))
    return quoted or _is_list_of_markers(text, match) or _TALK.search(sentence.replace(match["mark"], " ")) is not None


def _sentence(text: str, match: re.Match[str]) -> str:
    start = max(text.rfind(". ", 0, match.start("mark")), text.rfind("\n\n", 0, match.start("mark"))) + 1
    ends = [end for end in (text.find(". ", match.end("mark")),) if end >= 0]
    return text[start : min(ends, default=len(text))]


def _lists_of_markers(document: Document) -> set[int]:
    """Lists that explain markers: at least two items begin with different ones."""
    starts: dict[int, set[str]] = defaultdict(set)
    for prose in document.prose:
        match = re.match(rf"{_OPEN}({_MARK})\b", prose.masked)
        if match and prose.item and prose.list_id is not None:
            starts[prose.list_id].add(match[1])
    return {number for number, marks in starts.items() if len(marks) > 1}


def _in_html(check: Check, document: Document) -> Iterator[Problem]:
    for html in document.html:
        match = _COMMENT.match(html.content) or _TAG.fullmatch(html.content.strip())
        if match:
            yield _problem(check, document, html.line, match["mark"])


def _dots(check: Check, document: Document) -> Iterator[Problem]:
    """Sections whose whole text is an ellipsis."""
    for prose in document.prose:
        section = (
            document.section_at(prose.line) if prose.kind == "paragraph" and _DOTS.fullmatch(prose.masked) else None
        )
        if section and _is_whole(document, section):
            yield _problem(check, document, prose.line, prose.content.strip())


def _is_whole(document: Document, section: Section) -> bool:
    lines = document.source.lines[section.heading.end_line : section.end]
    return section.blocks == 1 and sum(1 for line in lines if line.strip()) == 1


PLACEHOLDER = Check(
    id="placeholder",
    dimension="completeness",
    severity=Severity.HIGH,
    explanation="TODO, TBD and the like where text is missing",
    why="whoever builds from this document has to guess what was meant",
    find=_find,
    wording=r"“.*” leaves open what is meant",
    any_markup=True,
)
