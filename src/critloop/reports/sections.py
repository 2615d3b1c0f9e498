"""A review cut into its sections."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from critloop.reports.lines import Line
from critloop.reports.titles import SectionKind, stated, title_of

_TAG = re.compile(r"\s*</?(?:summary|strong|b)>\s*", re.IGNORECASE)
_COUNT = re.compile(r"\b(\d{1,4})\b")


@dataclass(slots=True)
class Section:
    """A section: its kind, the level of its heading, its count if it names one, and its lines.

    ``loose`` sections have no title that says what they hold. ``rest`` is what stands behind a
    title on the same line. ``level`` is that of the heading, and half a level below the heading
    around it for a title in bold. ``depth`` is that of a title that is a list item itself.
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
    lines: list[Line] = field(default_factory=list)


def cut(lines: Sequence[Line]) -> list[Section]:
    """The sections of a review. The first is what stands before any title."""
    sections = [Section("top", 0.0, lines[0].number if lines else 1, loose=True)]
    around = 1
    for line in lines:
        section = _begun(line, around, sections[-1])
        around = line.level if line.kind == "heading" and line.live else around
        if section:
            sections.append(section)
        else:
            sections[-1].lines.append(line)
    return sections


def _begun(line: Line, around: int, current: Section) -> Section | None:
    """The section that begins with this line, if one does."""
    if not line.live or (line.depth > 1 and not line.lazy) or not line.text.strip():
        return None
    if line.kind == "heading":
        if named := title_of(line.own, colon=False):
            return _section(named, float(line.level), line, heading=True)
        return (
            Section("other", float(line.level), line.number, loose=True, lines=[line]) if _ends(line, current) else None
        )
    own = _TAG.sub("**", line.own)
    bold = re.match(r"\s*(?:\*\*|__)", own) is not None
    if line.depth and not line.lazy and not (line.marker and bold):
        return None
    only_bold = re.fullmatch(r"\s*(\*\*|__)(?!\s)[^*_]+\1\s*[:：]?\s*", own) is not None
    if named := title_of(own, colon=not only_bold):
        return _section(named, around + 0.5, line, heading=False)
    listed = line.depth and not line.lazy
    status = None if listed or current.kind in {"top", "other", "closing", "summary"} else stated(line)
    return Section("other", around + 0.5, line.number, loose=True, lines=[line]) if status and status[1] else None


def _ends(line: Line, current: Section) -> bool:
    """An unknown heading ends a section of its own level or a deeper one."""
    return current.kind != "top" and line.level <= current.level


def _section(named: tuple[SectionKind, str, str], level: float, line: Line, *, heading: bool) -> Section:
    kind, notes, rest = named
    depth = line.depth if line.marker else 0
    count = _COUNT.search(notes) or re.fullmatch(r"\s*(\d{1,4})\s*", rest)
    return Section(kind, level, line.number, int(count[1]) if count else None, rest, notes, heading, depth=depth)
