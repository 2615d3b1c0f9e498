"""A unified diff: its rows below or beside each other, changed words marked, hunk by hunk."""

from collections.abc import Iterable
from typing import Unpack

from critloop.ui.presentation.diff import FileDiff, drop_common_returns, parse_diff
from critloop.ui.presentation.diff_pieces import HunkHeader, diff_pieces
from critloop.ui.presentation.pieces import Frame, Note, Piece
from critloop.ui.widgets.flow_view import FlowView
from critloop.ui.widgets.surface import Names


class DiffView(FlowView):
    """Shows a diff. Only parsing is done up front; rows are laid out, and words compared, when they are seen."""

    def __init__(self, **names: Unpack[Names]) -> None:
        """Take what every Textual widget takes."""
        super().__init__(**names)
        self._files: list[FileDiff] = []
        self._outside: frozenset[str] = frozenset()
        self._side_by_side = False
        self._hunk = -1

    @property
    def side_by_side(self) -> bool:
        """True while old and new stand beside each other."""
        return self._side_by_side

    @side_by_side.setter
    def side_by_side(self, value: bool) -> None:
        if value != self._side_by_side:
            self._side_by_side = value
            self.begin_pieces(self._pieces())
            self._go_to(self._hunk)

    @property
    def hunk_count(self) -> int:
        """All hunks of the diff."""
        return sum(len(file.hunks) for file in self._files)

    @property
    def hunk(self) -> int:
        """The hunk that was gone to last, from 0; -1 before that."""
        return self._hunk

    def show(self, diff: str, side_by_side: bool | None = None, *, outside: Iterable[str] = ()) -> None:
        """Show another diff. ``side_by_side`` None leaves that as it is; ``outside`` are paths outside the unit."""
        self._files = parse_diff(diff)
        drop_common_returns(self._files)
        self._outside = frozenset(outside)
        self._hunk = -1
        if side_by_side is not None:
            self._side_by_side = side_by_side
        self.begin_pieces(self._pieces())

    def next_hunk(self) -> bool:
        """Go to the next hunk; False when there is none."""
        return self._go_to(self._hunk + 1)

    def previous_hunk(self) -> bool:
        """Go to the hunk before; False when there is none."""
        return self._go_to(self._hunk - 1)

    def _pieces(self) -> Iterable[Piece]:
        if not self._files:
            return [Note(Frame(), "no changes", "dim")]
        return diff_pieces(self._files, side_by_side=self._side_by_side, outside=self._outside)

    def _go_to(self, hunk: int) -> bool:
        if not 0 <= hunk < self.hunk_count:
            return False
        seen = -1
        index = 0
        while seen < hunk:
            if index >= len(self.flow.pieces):
                self.read_on()
            seen += isinstance(self.flow.pieces[index], HunkHeader)
            index += 1
        self._hunk = hunk
        self.settle_at(index - 1)
        return True
