"""Pieces one below the other at one width: which line is where, laid out no earlier than needed.

The lines of a piece are kept only near where someone looks; elsewhere only their number is, so the
memory of a long text is that of its source. After a change of width all numbers are estimates
until ``settle`` or ``settle_more`` has been there.
"""

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from critloop.ui.presentation.lines import Line
from critloop.ui.presentation.pieces import Piece

KEPT: Final = 400
"""Pieces whose lines are kept."""


class Anchor(NamedTuple):
    """A place that survives a change of width: a piece, and how far into it (0 to 1)."""

    piece: int
    part: float


class Flow:
    """A document of pieces. ``tail`` pieces at its end may be replaced at any time."""

    def __init__(self, width: int = 80) -> None:
        self.width = width
        self._pieces: list[Piece] = []
        self._heights: list[int] = []
        self._starts: list[int] = [0]
        self._guessed: set[int] = set()
        self._fixed = 0
        self._kept: OrderedDict[int, list[Line]] = OrderedDict()

    @property
    def height(self) -> int:
        """All lines."""
        return self._starts[-1]

    @property
    def fixed_height(self) -> int:
        """The lines before the tail: those that the next ``extend`` leaves as they are."""
        return self._starts[min(self._fixed, len(self._pieces))]

    @property
    def pieces(self) -> Sequence[Piece]:
        """All pieces, the tail included."""
        return self._pieces

    @property
    def settled(self) -> bool:
        """True when no height is a guess."""
        return not self._guessed

    def clear(self) -> None:
        """Forget everything but the width."""
        self.__init__(self.width)  # type: ignore[misc]

    def extend(self, pieces: Iterable[Piece], tail: Iterable[Piece] = (), *, exact: bool = True) -> None:
        """Put pieces at the end, in place of the old tail, and a new tail after them.

        With ``exact`` they are laid out now, else only their height is guessed.
        """
        self._cut(self._fixed)
        for piece in pieces:
            self._add(piece, exact=exact)
        self._fixed = len(self._pieces)
        for piece in tail:
            self._add(piece, exact=True)

    def replace(self, index: int, piece: Piece) -> None:
        """Put another piece in the place of one."""
        self._pieces[index] = piece
        self._kept.pop(index, None)
        self._heights[index] = len(self._lines(index))
        self._guessed.discard(index)
        self._restart(index)

    def drop_first(self, count: int) -> int:
        """Forget the first pieces; how many lines went with them."""
        gone = self._starts[count]
        del self._pieces[:count], self._heights[:count]
        self._guessed = {index - count for index in self._guessed if index >= count}
        self._fixed -= count
        self._kept.clear()
        self._starts = [0]
        self._restart(0)
        return gone

    def resize(self, width: int) -> None:
        """Take another width; every height is guessed anew."""
        if width != self.width:
            self.width = width
            self.refit()

    def refit(self) -> None:
        """Guess every height anew: the pieces lay themselves out differently from now on."""
        self._kept.clear()
        self._heights = [piece.rows(self.width) for piece in self._pieces]
        self._guessed = set(range(len(self._pieces)))
        self._restart(0)

    def line(self, row: int) -> Line:
        """The line at a row; an empty one outside the text."""
        if not 0 <= row < self.height:
            return ()
        index = self.piece_at(row)
        lines, offset = self._lines(index), row - self._starts[index]
        return lines[offset] if offset < len(lines) else ()

    def piece_at(self, row: int) -> int:
        """The piece that a row belongs to."""
        return min(max(bisect_right(self._starts, row) - 1, 0), max(len(self._pieces) - 1, 0))

    def start_of(self, index: int) -> int:
        """The row at which a piece begins."""
        return self._starts[index]

    def anchor(self, row: int) -> Anchor:
        """The place of a row."""
        if not self._pieces:
            return Anchor(0, 0.0)
        index = self.piece_at(row)
        return Anchor(index, (row - self._starts[index]) / max(self._heights[index], 1))

    def row_of(self, anchor: Anchor) -> int:
        """The row of a place."""
        if not self._pieces:
            return 0
        index = min(anchor.piece, len(self._pieces) - 1)
        return self._starts[index] + int(anchor.part * self._heights[index] + 1e-6)

    def settle(self, anchor: Anchor, rows: int) -> None:
        """Lay out exactly what a window of ``rows`` lines around a place shows, above it and below it."""
        if not self._guessed:
            return
        index, left = min(anchor.piece, len(self._pieces) - 1), rows
        while index < len(self._pieces) and left > 0:
            left -= self._exact(index)
            index += 1
        index, left = min(anchor.piece, len(self._pieces) - 1) - 1, rows
        first = index + 1
        while index >= 0 and left > 0:
            left -= self._exact(index)
            first, index = index, index - 1
        self._restart(first)

    def settle_more(self, anchor: Anchor, count: int) -> None:
        """Lay out up to ``count`` more pieces, the nearest to a place first."""
        nearest = sorted(self._guessed, key=lambda index: abs(index - anchor.piece))[:count]
        for index in nearest:
            self._exact(index)
        if nearest:
            self._restart(min(nearest))

    def _exact(self, index: int) -> int:
        """The exact height of a piece."""
        if index in self._guessed:
            self._heights[index] = len(self._lines(index))
            self._guessed.discard(index)
        return self._heights[index]

    def _add(self, piece: Piece, *, exact: bool) -> None:
        index = len(self._pieces)
        self._pieces.append(piece)
        if exact:
            self._heights.append(len(self._lines(index)))
        else:
            self._heights.append(piece.rows(self.width))
            self._guessed.add(index)
        self._starts.append(self._starts[-1] + self._heights[-1])

    def _cut(self, count: int) -> None:
        """Forget all pieces from ``count`` on."""
        for index in range(count, len(self._pieces)):
            self._kept.pop(index, None)
            self._guessed.discard(index)
        del self._pieces[count:], self._heights[count:], self._starts[count + 1 :]

    def _restart(self, first: int) -> None:
        """Count the starts anew from a piece on."""
        base = self._starts[first]
        self._starts[first:] = accumulate(self._heights[first:], initial=base)

    def _lines(self, index: int) -> list[Line]:
        """A piece's lines, kept for the next time."""
        lines = self._kept.get(index)
        if lines is None:
            lines = self._pieces[index].lines(self.width)
            self._kept[index] = lines
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(index)
        return lines
