"""Which fences an author meant to belong together.

CommonMark closes a block with the first bare fence that is long enough; authors think in pairs, like
brackets. Where the two readings differ, the intended one is the one in which the fewest fences with
an info string (which can only open a block) end up as text of another block.
"""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from dataclasses import dataclass

from critloop.checks.source import SourceText

_MARKS = re.compile(r"(?P<indent>[ \t>]*)(?P<marks>`{3,}|~{3,})(?P<info>[^`]*)$")
_DEEPEST = 12
# Marks indented this much more than the fence around them are text in it.
_TEXT_INDENT = 4
_INFO = re.compile(r"[\w+#.-]+(?:[\s{,:]|$)|\{")


@dataclass(frozen=True, slots=True)
class Marker:
    """A line of fence marks. ``info`` is its info string, empty for a bare one; ``indent`` counts columns, up to 12."""

    line: int
    marks: str
    info: str
    indent: int


@dataclass(frozen=True, slots=True)
class Meant:
    """Where a block was meant to end: the line, and whether no other line does as well.

    ``longest`` is the number of marks of the longest fence inside.
    """

    line: int
    certain: bool
    longest: int


def marker(line: str, number: int) -> Marker | None:
    """The fence on a line, None when there is none."""
    match = _MARKS.match(line)
    info = match["info"].strip() if match else ""
    if not match or (info and not _INFO.match(info)):
        return None
    indent = match["indent"].rpartition(">")[2].expandtabs(4)
    return Marker(number, match["marks"], info, min(len(indent), _DEEPEST))


class Pairing:
    """The fences of a text, and what it costs to read them one way or the other."""

    def __init__(self, source: SourceText) -> None:
        """Find all lines of fence marks; linear in the size of the text."""
        found = (marker(line, number) for number, line in enumerate(source.lines, start=1))
        self.markers = [item for item in found if item]
        self._at = {item.line: index for index, item in enumerate(self.markers)}
        self._bare: dict[tuple[str, int], list[int]] = defaultdict(list)
        self._named: dict[tuple[str, int], list[int]] = defaultdict(list)
        kinds = {(item.marks, item.indent) for item in self.markers}
        for index, item in enumerate(self.markers):
            for marks, indent in kinds:
                if item.marks.startswith(marks) and item.indent < indent + _TEXT_INDENT:
                    (self._named if item.info else self._bare)[marks, indent].append(index)
        self._costs = self._all_costs()

    def meant(self, line: int) -> Meant | None:
        """Where the block opened on a line was meant to end; None where CommonMark's reading is the best."""
        start = self._at.get(line)
        if start is None:
            return None
        found = self._candidates(start)
        lowest = min((cost[:2] for cost in found), default=None)
        if lowest is None or lowest[0] >= self._costs[start]:
            return None
        ends = [index for total, spent, index in found if (total, spent) == lowest]
        longest = max(len(item.marks) for item in self.markers[start + 1 : ends[0] + 1])
        return Meant(self.markers[ends[0]].line, certain=len(ends) == 1, longest=longest)

    def is_unpaired(self, line: int) -> bool:
        """True for a fence that opens a block, and reads better alone: its partner is missing, or it is too many.

        A bare one with the next fence right below it is rather an example of how a fence looks.
        """
        start = self._at.get(line)
        if start is None or (not self.markers[start].info and line + 1 in self._at):
            return False
        others = min((total for total, _, _ in self._candidates(start)), default=self._costs[start])
        return self._costs[start + 1] < self._costs[start] and self._costs[start + 1] <= others

    def swallowed(self, line: int) -> Marker | None:
        """The first fence with an info string that lies as text in the block opened on a line."""
        start = self._at.get(line)
        if start is None:
            return None
        named = self._named[self._kind(start)]
        position = bisect_right(named, start)
        end = self._close(start)
        inside = position < len(named) and (end is None or named[position] < end)
        return self.markers[named[position]] if inside else None

    def closed_at(self, line: int) -> int | None:
        """The line that closes the block opened on a line, by this reading of CommonMark."""
        start = self._at.get(line)
        end = None if start is None else self._close(start)
        return None if end is None else self.markers[end].line

    def _kind(self, index: int) -> tuple[str, int]:
        return self.markers[index].marks, self.markers[index].indent

    def _close(self, index: int) -> int | None:
        """The marker that closes the block which this one opens."""
        bare = self._bare[self._kind(index)]
        position = bisect_right(bare, index)
        return bare[position] if position < len(bare) else None

    def _inside(self, first: int, last: int) -> int:
        """How many markers with an info string lie as text between two."""
        named = self._named[self._kind(first)]
        return bisect_left(named, last) - bisect_right(named, first)

    def _all_costs(self) -> list[int]:
        """For each marker the cost of reading on from it, outside any block."""
        costs = [0] * (len(self.markers) + 1)
        for index in range(len(self.markers) - 1, -1, -1):
            end = self._close(index)
            last = len(self.markers) if end is None else end
            costs[index] = self._inside(index, last) + (1 if end is None else costs[last + 1])
        return costs

    def _candidates(self, start: int) -> list[tuple[int, int, int]]:
        """The places where a block could end if the fences in it are read as pairs.

        For each the cost of the whole reading, that of the block alone, and the marker.
        """
        closers = set(self._bare[self._kind(start)])
        found: list[tuple[int, int, int]] = []
        spent, index = 0, start + 1
        while index < len(self.markers):
            if index in closers:
                found.append((spent + self._costs[index + 1], spent, index))
            end = self._close(index)
            if end is None:
                break
            spent += self._inside(index, end)
            index = end + 1
        return found
