"""Numbers that an author gave by hand: in headings, in bold step labels, in ordered lists."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from critloop.checks.document import Document

# "Step 3:", "Task 4a -", "Phase 1.5", "Tasks 3–5"; the number, a letter or fraction, the end of a range.
_LABEL = re.compile(
    r"(?P<lead>[^\w]*)(?P<word>Step|Task|Phase|Chunk|Stage|Milestone|Part|Chapter|Section)s?\s+"
    r"(?P<number>\d+)(?P<suffix>[a-z]\b|(?:\.\d+)+)?(?P<range>\s*(?:[-–—/&+,]|and|to)\s*(?P<to>\d+))?(?=\s*(?:[:.)(\[*_—–-]|$))",
    re.IGNORECASE,
)
_PLAIN = re.compile(r"(?P<prefix>(?:\d+\.)*?)(?P<number>\d+)(?:(?P<mark>[.):])|(?=\s))\s*(?=\D)(?P<rest>\S)")
_BOLD_STEP = re.compile(
    r"(?:\[[ xX]\]\s*)?(?:#+\s*)?(?:\*\*|__)\s*(?=Step\s+\d)|\[[ xX]\]\s*(?:#+\s*)?(?=Step\s+\d)", re.IGNORECASE
)
_PLAIN_STEP = re.compile(r"(?=Step\s+\d)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Numbered:
    """One number of a series: where it is written (``column`` is 0-based), and what it counts up to.

    ``exact`` is false with a letter or fraction (``3a``, ``1.5``), whose number may repeat.
    """

    line: int
    column: int
    number: int
    last: int
    exact: bool


@dataclass(frozen=True, slots=True)
class Series:
    """Numbers that count on from each other. ``label`` is ``Step``, ``Task``, or empty for plain numbers.

    ``scope`` is the range of lines in which references can mean it.
    """

    label: str
    prefix: str
    items: tuple[Numbered, ...]
    scope: tuple[int, int]


def heading_series(document: Document) -> Iterator[Series]:
    """Numbered headings under one parent, by label."""
    groups: dict[tuple[int | None, str, str], list[Numbered]] = defaultdict(list)
    for section in document.sections:
        source = document.source.line(section.heading.line)
        start = source.find(section.heading.raw)
        found = _read(section.heading.raw, section.heading.line, max(start, 0))
        if found:
            label, prefix, item = found
            groups[section.parent, label, prefix].append(item)
    for (parent, label, prefix), items in groups.items():
        scope = (1, len(document.source.lines))
        if parent is not None:
            above = document.sections[parent]
            scope = (above.heading.line, above.tree_end)
        yield Series(label, prefix, tuple(items), scope)


def _read(raw: str, line: int, start: int) -> tuple[str, str, Numbered] | None:
    if match := _LABEL.match(raw):
        return match["word"].capitalize(), "", _numbered(match, line, start)
    if match := _PLAIN.match(raw):
        number = int(match["number"])
        exact = match["mark"] is not None or bool(match["prefix"])
        item = Numbered(line, start + match.start("number"), number, number, exact=True)
        return ("", match["prefix"], item) if exact else None
    return None


def _numbered(match: re.Match[str], line: int, start: int) -> Numbered:
    number = int(match["number"])
    last = max(number, int(match["to"] or 0))
    return Numbered(line, start + match.start("number"), number, last, exact=not match["suffix"])


def step_series(document: Document) -> Iterator[Series]:
    """Steps in bold or with a checkbox, in each section, and plain ones in each list; a new 1 begins a new series."""
    groups: dict[tuple[int, int | None], list[list[Numbered]]] = defaultdict(list)
    for prose in document.prose:
        if prose.kind != "paragraph" or prose.quoted:
            continue
        marked = _BOLD_STEP.match(prose.masked)
        lead = marked or (_PLAIN_STEP.match(prose.masked) if prose.item else None)
        match = _LABEL.match(prose.masked, lead.end()) if lead else None
        if match is None:
            continue
        section = document.section_at(prose.line)
        column = document.source.line(prose.line).find(prose.content.split("\n", 1)[0])
        item = _numbered(match, prose.line, max(column, 0))
        runs = groups[section.heading.line if section else 0, None if marked else prose.list_id]
        if not runs or (item.number <= 1 and runs[-1][-1].number > 1):
            runs.append([])
        runs[-1].append(item)
    for runs in groups.values():
        for run in runs:
            section = document.section_at(run[0].line)
            scope = (section.heading.line, section.end) if section else (1, run[-1].line)
            yield Series("Step", "", tuple(run), scope)


def list_series(document: Document) -> Iterator[Series]:
    """Ordered lists whose numbers were meant: not all the same."""
    for numbered in document.numbered:
        if len({number for _, number in numbered.items}) < 2:  # noqa: PLR2004 - all ones
            continue
        items = []
        for line, number in numbered.items:
            source = document.source.line(line)
            match = re.search(rf"(?<!\d)0*{number}(?=[.)])", source)
            items.append(Numbered(line, match.start() if match else 0, number, number, exact=True))
        yield Series("", "", tuple(items), (items[0].line, items[-1].line))
