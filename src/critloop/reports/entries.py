"""The entries of a section: list items, headed passages, table rows, or plain paragraphs."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from critloop.reports.fields import begins_field
from critloop.reports.heads import unnumbered
from critloop.reports.lines import Line
from critloop.reports.sections import Section
from critloop.reports.severities import tag_of

Form = Literal["item", "headed", "row", "paragraph", "block"]
"""``block`` is text that is not the critic's own: fenced, quoted or hidden."""

_ROW = re.compile(r"\s*\|.*\|\s*$")
_DIVIDER = re.compile(r"\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-*:?\s*)*$")


@dataclass(slots=True)
class Entry:
    """One entry and the heading above it inside its section. ``columns`` are a row's titles."""

    form: Form
    group: str = ""
    lines: list[Line] = field(default_factory=list)
    columns: tuple[str, ...] = ()


def entries(section: Section) -> list[Entry]:
    """The entries of a section, in order.

    Paragraphs and blocks introduce or follow a list where there is one; they are entries only
    where there is nothing else.
    """
    found = list(_rest(section))
    current: Entry | None = None
    group, gap = "", False
    for line in section.lines:
        begun = _begun(line, current, group, depth=section.depth, gap=gap)
        if line.kind == "heading" and line.live:
            group = line.own
        if begun:
            current = begun
            found.append(current)
        elif line.kind == "rule":
            current = None
        elif current:
            current.lines.append(line)
        gap = line.kind == "blank"
    found = [entry for entry in _tables(found) if not _is_label(entry)]
    listed = [entry for entry in found if entry.form in {"item", "headed", "row"}]
    return listed or found


def _rest(section: Section) -> Iterator[Entry]:
    if section.rest and not section.rest.strip().isdigit():
        yield Entry("paragraph", lines=[Line(section.number, section.rest, section.rest, section.rest)])


def _begun(line: Line, current: Entry | None, group: str, *, depth: int, gap: bool) -> Entry | None:
    """The entry that begins with this line, if one does."""
    if line.kind in {"blank", "rule"}:
        return None
    if line.kind == "heading" and not line.quoted:
        return Entry("headed", "", [line])
    if line.kind != "text" or line.quoted:
        return None if current else Entry("block", group, [line])
    if line.depth and not line.lazy:
        begins = line.depth <= depth + 1 and line.marker and not (current and begins_field(line))
        return Entry("item", group, [line]) if begins or current is None else None
    if _ROW.match(line.text):
        return Entry("row", group, [line])
    if current is None or (not line.lazy and gap and current.form in {"item", "paragraph"} and not begins_field(line)):
        return Entry("paragraph", group, [line])
    return Entry("paragraph", group, [line]) if current.form in {"row", "block"} else None


def _tables(found: list[Entry]) -> Iterator[Entry]:
    """The entries with the titles of its columns given to each table row."""
    columns: tuple[str, ...] = ()
    rows = [entry.form == "row" for entry in found]
    for index, entry in enumerate(found):
        if entry.form != "row":
            columns = ()
            yield entry
        elif index + 1 < len(found) and rows[index + 1] and _DIVIDER.match(found[index + 1].lines[0].text):
            columns = tuple(entry.lines[0].own.split("|"))
        elif not _DIVIDER.match(entry.lines[0].text):
            entry.columns = columns
            yield entry


def _is_label(entry: Entry) -> bool:
    """True for a heading that only says what kind of entries follows it."""
    if entry.form != "headed" or any(line.kind != "blank" for line in entry.lines[1:]):
        return False
    tag = tag_of(unnumbered(entry.lines[0].own))
    return not (entry.lines[0].struck or (tag and tag.rest.strip()))
