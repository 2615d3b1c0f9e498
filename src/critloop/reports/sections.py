"""A review cut into its sections."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from critloop.reports.fields import begins_field
from critloop.reports.formats import Format
from critloop.reports.heads import unnumbered
from critloop.reports.lines import Line
from critloop.reports.nothing import says_nothing
from critloop.reports.severities import group_of, tag_of
from critloop.reports.titles import Said, SectionKind, Title, names_a_verdict, parts_of, stated, title_of

LISTS: frozenset[SectionKind] = frozenset({"issues", "advice", "resolved", "gaps", "unverified", "checked", "tests"})
"""Sections that hold lists: a line in one of their items is no verdict."""

_OPEN: frozenset[SectionKind] = frozenset({"top", "other", "closing", "summary"})
_TAG = re.compile(r"\s*</?(?:summary|strong|b)>\s*", re.IGNORECASE)
_STATE = re.compile(r"(?:[✅✔☑]\s*)?(?:fixed|resolved|closed|addressed|open|new|unresolved)", re.IGNORECASE)
_ROW = re.compile(r"\s*\|([^|]+)\|[^|]+\|\s*")
_COUNT = re.compile(r"\b(\d{1,4})\b")


@dataclass(slots=True)
class Section:
    """A section: its kind, the level of its heading, its count if it names one, and its lines.

    ``loose`` sections have no title that says what they hold. ``rest`` is what stands behind a
    title on the same line. ``level`` is that of the heading, and half a level below the heading
    around it for a title in bold. ``depth`` is that of a title that is a list item itself.
    ``name`` is the title as written, ``group`` the severity in the words of a title that sorts findings by it.
    """

    kind: SectionKind
    level: float
    number: int
    count: int | None = None
    rest: str = ""
    notes: str = ""
    heading: bool = False
    loose: bool = False
    depth: int = 0
    name: str = ""
    group: str = ""
    lines: list[Line] = field(default_factory=list)


def cut(lines: Sequence[Line], style: Format) -> list[Section]:
    """The sections of a review. The first is what stands before any title."""
    sections = [Section("top", 0.0, lines[0].number if lines else 1, loose=True)]
    around = 1
    for line in lines:
        section = _begun(line, around, sections[-1], style)
        around = line.level if line.kind == "heading" and line.live else around
        if section:
            sections.append(section)
        else:
            sections[-1].lines.append(line)
    return sections


def _begun(line: Line, around: int, current: Section, style: Format) -> Section | None:
    """The section that begins with this line, if one does."""
    if not line.live or (line.depth > 1 and not line.lazy) or not line.text.strip():
        return None
    if line.kind == "heading":
        return _headed(line, current, style)
    own = _TAG.sub("**", line.own) if "<" in line.own else line.own
    bold = re.match(r"\s*(?:\*\*|__)", own) is not None
    if line.depth and not line.lazy and not (line.marker and bold):
        return None
    only_bold = re.fullmatch(r"\s*(\*\*|__)(?!\s)[^*_]+\1\s*[:：]?\s*", own) is not None
    if section := _titled(own, around + 0.5, line, style, colon=not only_bold):
        return section
    listed = line.depth and not line.lazy
    return _with_verdict(line, around + 0.5, current, style, listed=bool(listed))


def _headed(line: Line, current: Section, style: Format) -> Section | None:
    """The section that begins with a heading."""
    level = float(line.level)
    if section := _titled(line.own, level, line, style, colon=False):
        section.heading = True
        return section
    if style.graded and tag_of(unnumbered(line.own)):
        return None if current.kind in {"issues", "advice"} else Section("issues", level, line.number, lines=[line])
    if section := _with_verdict(line, level, current, style, listed=False, heading=True):
        return section
    return Section("other", level, line.number, loose=True, lines=[line]) if _ends(line, current) else None


def _titled(
    own: str,
    level: float,
    line: Line,
    style: Format,
    *,
    colon: bool,
) -> Section | None:
    parts = parts_of(own, colon=colon) if style.graded else None
    if parts and parts.rest and begins_field(line):
        return None
    grouped = parts is not None and group_of(parts.name) is not None
    named = title_of(own, colon=colon, kinds=style.kinds)
    if named is None and parts and grouped and (not parts.rest or says_nothing(parts.rest)):
        named = Title("issues", parts.notes, parts.rest, parts.name)
    section = _section(named, level, line) if named else None
    if section and grouped and section.kind == "issues":
        section.group = section.name
    return section


def _with_verdict(
    line: Line,
    level: float,
    current: Section,
    style: Format,
    *,
    listed: bool,
    heading: bool = False,
) -> Section | None:
    """The part that a verdict begins: in a task review the gaps, or the text after a list."""
    said = stated(line) or _in_a_row(line)
    if said is None or (current.kind in LISTS and says_of_an_issue(line)):
        return None
    if said.name == "compliance" and "gaps" in style.kinds:
        depth = line.depth if line.marker else 0
        return Section("gaps", level, line.number, heading=heading, loose=True, depth=depth, lines=[line])
    ends = not listed and current.kind not in _OPEN and said.strong and (style.graded or not heading)
    return Section("other", level, line.number, loose=True, lines=[line]) if ends else None


def says_of_an_issue(line: Line) -> bool:
    """True for the state of one issue, which is no verdict on the whole (``Status: fixed``)."""
    said = stated(line)
    return said is not None and said.name == "status" and _STATE.fullmatch(said.words.strip(" .*_`")) is not None


def _in_a_row(line: Line) -> Said | None:
    """The verdict that a table of two columns names first."""
    row = _ROW.fullmatch(line.text)
    return names_a_verdict(row[1].strip()) if row else None


def _ends(line: Line, current: Section) -> bool:
    """An unknown heading ends a section of its own level or a deeper one."""
    return current.kind != "top" and line.level <= current.level


def _section(named: Title, level: float, line: Line) -> Section:
    depth = line.depth if line.marker else 0
    count = _COUNT.search(named.notes) or re.fullmatch(r"\s*(\d{1,4})\s*", named.rest)
    return Section(
        named.kind,
        level,
        line.number,
        int(count[1]) if count else None,
        named.rest,
        named.notes,
        depth=depth,
        name=named.name,
    )
