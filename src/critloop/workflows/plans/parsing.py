"""One parse of a plan: its lines, and what each of its headings announces."""

import re
from collections.abc import Iterator, Sequence

from critloop.model.base import Frozen
from critloop.model.headings import Heading, headings, hidden_lines, lines_of
from critloop.workflows.plans.naming import Name, name_of

_BOLD = re.compile(r" {0,3}(?:(?:[-*+]|\d+[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?\*\*(?P<text>[^*]+)\*\*(?P<rest>.*)$")
_BOX = re.compile(r" {0,3}(?:[-*+]|\d+[.)])[ \t]+\[[ xX]\][ \t]+(?P<text>[^\s#*].*)$")


class Lines(Frozen):
    """A range of 1-based lines, both ends included; empty where ``end`` is before ``start``."""

    start: int
    end: int

    def of(self, lines: Sequence[str]) -> str:
        """The text of the range."""
        return "\n".join(lines[self.start - 1 : self.end])


class Entry(Frozen):
    """A heading of a plan. ``end_line`` is the last line of the heading itself; ``text`` its words as written.

    ``section_end`` is the last line of its section, subsections included; ``parent`` the number of the
    entry that it stands below.
    """

    line: int
    end_line: int
    level: int
    text: str
    name: Name
    section_end: int = 0
    parent: int | None = None


class Plan(Frozen):
    """A plan's lines and headings. ``hidden`` are the lines in code, comments and front matter."""

    lines: tuple[str, ...]
    entries: tuple[Entry, ...]
    hidden: frozenset[int]

    def visible(self, lines: Lines) -> list[str]:
        """The lines of a range that are the author's own words."""
        return [self.lines[n - 1] for n in range(lines.start, lines.end + 1) if n not in self.hidden]


def read_plan(text: str) -> Plan:
    """Parse a plan. Where no heading is a task, lines that begin with one in bold or with a box count as headings."""
    lines = lines_of(text)
    hidden = hidden_lines(lines)
    found = [_entry(heading) for heading in headings(lines)]
    if not any(entry.name.kind in ("task", "chunk") for entry in found):
        found = sorted([*found, *_lines_as_headings(lines, found, hidden)], key=lambda entry: entry.line)
    return Plan(lines=tuple(lines), entries=tuple(_nested(found, len(lines))), hidden=hidden)


def _entry(heading: Heading) -> Entry:
    name = name_of(heading.text)
    return Entry(line=heading.line, end_line=heading.end_line, level=heading.level, text=heading.text, name=name)


def _nested(entries: Sequence[Entry], last: int) -> list[Entry]:
    """The same entries, each with its parent and the end of its section."""
    ends, parents = [last for _ in entries], list[int | None](None for _ in entries)
    open_numbers: list[int] = []
    for number, entry in enumerate(entries):
        while open_numbers and entries[open_numbers[-1]].level >= entry.level:
            ends[open_numbers.pop()] = entry.line - 1
        parents[number] = open_numbers[-1] if open_numbers else None
        open_numbers.append(number)
    return [
        entry.but({"section_end": end, "parent": parent})
        for entry, end, parent in zip(entries, ends, parents, strict=True)
    ]


def _lines_as_headings(lines: Sequence[str], real: Sequence[Entry], hidden: frozenset[int]) -> list[Entry]:
    """Tasks on lines of their own, one level below the heading over them; none where they are a mere list of names."""
    found = list(_task_lines(lines, hidden))
    numbers = [number for number, _, _ in found]
    ends = [number - 1 for number in numbers[1:]] + [len(lines)]
    filled = [any(map(str.strip, lines[start:end])) for start, end in zip(numbers, ends, strict=False)]
    if sum(filled) * 2 <= len(filled):
        return []
    levels = {number: max((e.level for e in real if e.line < number), default=0) for number in numbers}
    return [
        Entry(line=number, end_line=number, level=levels[number] + 1, text=text, name=name)
        for number, text, name in found
    ]


def _task_lines(lines: Sequence[str], hidden: frozenset[int]) -> Iterator[tuple[int, str, Name]]:
    for number, line in enumerate(lines, start=1):
        match = None if number in hidden else (_BOLD.match(line) or _BOX.match(line))
        if match is None:
            continue
        text = (match["text"] + match.groupdict().get("rest", "")).strip()
        name = name_of(text)
        if name.kind == "task":
            yield number, text, name
