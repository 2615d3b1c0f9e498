"""Where the chunks of a plan begin and end, so that each line belongs to one of them or to what all share."""

import re
from collections import Counter
from collections.abc import Sequence

from critloop.model.base import Frozen
from critloop.workflows.plans.parsing import Entry, Lines, Plan

_PART = re.compile(r"(?:files?|steps?|文件|步骤)\b", re.IGNORECASE)


class Span(Frozen):
    """A chunk's lines. ``unit`` is the number of its entry; None for the sections after the last task.

    ``shared`` are the lines over it that bind it and are another chunk's (the introduction of its phase).
    """

    lines: Lines
    unit: int | None
    shared: Lines | None = None


class Layout(Frozen):
    """A plan taken apart: every line is in ``preamble``, in ``constraints``, or in one of ``spans``."""

    preamble: Lines
    constraints: tuple[Lines, ...]
    spans: tuple[Span, ...]


def own_end(plan: Plan, unit: int, following: int | None) -> int | None:
    """The number of the first entry after a unit that isn't the unit's own; None where all are up to the next.

    Between two units, a section of their own level belongs to the first; after the last one it doesn't.
    """
    stop = len(plan.entries) if following is None else following
    level = plan.entries[unit].level
    inner = max((n for n in range(unit + 1, stop) if plan.entries[n].name.kind == "task"), default=unit)
    for number in range(inner + 1, stop):
        entry = plan.entries[number]
        ends_here = following is None or entry.name.kind == "constraints"
        if entry.level < level or (entry.level == level and ends_here and not _is_part(entry)):
            return number
    return None


def lay_out(plan: Plan, units: Sequence[int]) -> Layout:
    """Take a plan apart at these entries."""
    return _Layer(plan, units).layout()


def _is_part(entry: Entry) -> bool:
    return entry.name.word == "step" or bool(_PART.match(entry.name.text))


class _Layer:
    """Goes from unit to unit and gives away the lines in between."""

    def __init__(self, plan: Plan, units: Sequence[int]) -> None:
        self.plan = plan
        self.units = units
        self.spans: list[Span] = []
        self.constraints: list[Lines] = []
        self.over: tuple[Lines, int] | None = None
        self.fresh = False

    def layout(self) -> Layout:
        entries = self.plan.entries
        start = self._first_start()
        preamble = Lines(start=1, end=start - 1)
        before = [n for n in range(self.units[0]) if entries[n].line < start]
        binding = [self._section(n, start - 1) for n in before if entries[n].name.kind == "constraints"]
        self.constraints += _disjoint(binding)
        for position, unit in enumerate(self.units):
            following = self.units[position + 1] if position + 1 < len(self.units) else None
            start = self._take(unit, following, start)
        return Layout(preamble=preamble, constraints=tuple(self.constraints), spans=tuple(self.spans))

    def _first_start(self) -> int:
        """The first line of the first chunk: its heading, or the one of several phases that it stands in."""
        first = self.units[0]
        groups = Counter((e.level, e.name.word) for e in self.plan.entries if e.name.kind == "group")
        over = [
            n for n in self._over(0, first) if groups[self.plan.entries[n].level, self.plan.entries[n].name.word] > 1
        ]
        return self._lead(over[0], first) if over else self.plan.entries[first].line

    def _over(self, since: int, unit: int) -> list[int]:
        """The entries from ``since`` on that stand over a unit, the outermost first."""
        entries, level, found = self.plan.entries, self.plan.entries[unit].level, list[int]()
        for number in range(unit - 1, since - 1, -1):
            if entries[number].level < level:
                level = entries[number].level
                found.insert(0, number)
        return found

    def _lead(self, number: int, unit: int) -> int:
        """Note that a unit begins with the introduction of its group; its first line."""
        first = self.plan.entries[number]
        self.over = (Lines(start=first.line, end=self.plan.entries[unit].line - 1), first.level)
        self.fresh = True
        return first.line

    def _take(self, unit: int, following: int | None, start: int) -> int:
        """Give away the lines from ``start`` to the next unit; the first line of what follows."""
        entries, last = self.plan.entries, len(self.plan.lines)
        shared = self.over[0] if self.over and not self.fresh else None
        self.fresh = False
        until = entries[following].line - 1 if following is not None else last
        loose = own_end(self.plan, unit, following)
        if loose is None:
            self.spans.append(Span(lines=Lines(start=start, end=until), unit=unit, shared=shared))
            self._leave(following, None)
            return until + 1
        own = Span(lines=Lines(start=start, end=entries[loose].line - 1), unit=unit, shared=shared)
        return self._between(own, loose, following)

    def _between(self, own: Span, loose: int, following: int | None) -> int:
        """Give away loose sections: to the unit before them, to the group after them, or to all."""
        entries, last = self.plan.entries, len(self.plan.lines)
        stop = len(entries) if following is None else following
        over = [] if following is None else self._over(loose, following)
        over = [n for n in over if entries[n].name.kind != "constraints"]
        until = entries[over[0]].line - 1 if over else entries[following].line - 1 if following is not None else last
        fixed = [n for n in range(loose, stop) if entries[n].name.kind == "constraints" and entries[n].line <= until]
        binding = _disjoint([self._section(n, until) for n in fixed])
        self.constraints += binding
        rests = _rests(Lines(start=own.lines.end + 1, end=until), binding)
        self._leave(following, loose)
        start = until + 1
        if following is None:
            self.spans += [own, *(Span(lines=rest, unit=None) for rest in rests)]
            return start
        if rests and rests[0].start == own.lines.end + 1:
            own = own.but({"lines": Lines(start=own.lines.start, end=rests.pop(0).end)})
        self.spans.append(own)
        if rests and rests[-1].end == until:
            start = rests.pop().start
        self.spans += [Span(lines=rest, unit=None) for rest in rests]
        if over:
            self._lead(over[0], following)
        return start

    def _leave(self, following: int | None, loose: int | None) -> None:
        """Forget the group's introduction where the next unit does not stand in that group."""
        if self.over is None or following is None:
            return
        first = len(self.plan.entries) if loose is None else loose
        between = [self.plan.entries[following], *self.plan.entries[first:following]]
        if any(entry.level <= self.over[1] for entry in between):
            self.over = None

    def _section(self, number: int, until: int) -> Lines:
        entry = self.plan.entries[number]
        return Lines(start=entry.line, end=min(entry.section_end, until))


def _disjoint(ranges: Sequence[Lines]) -> list[Lines]:
    """The ranges that lie in no earlier one."""
    found: list[Lines] = []
    for one in ranges:
        if not found or one.start > found[-1].end:
            found.append(one)
    return found


def _rests(lines: Lines, taken: Sequence[Lines]) -> list[Lines]:
    """What is left of a range."""
    starts = [lines.start, *(one.end + 1 for one in taken)]
    ends = [*(one.start - 1 for one in taken), lines.end]
    return [Lines(start=start, end=end) for start, end in zip(starts, ends, strict=True) if start <= end]
