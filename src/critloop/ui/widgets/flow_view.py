"""A document of pieces in a scrolling widget: read and laid out in short slices, the visible part first."""

from collections.abc import Iterable, Iterator
from time import perf_counter
from typing import ClassVar, Final, Unpack

from textual import events
from textual.binding import Binding, BindingType
from textual.timer import Timer

from critloop.ui.presentation.flow import Flow
from critloop.ui.presentation.lines import NARROWEST, Line
from critloop.ui.presentation.pieces import Piece
from critloop.ui.widgets.surface import LineSurface, Names

SLICE: Final = 0.008
"""Seconds of work between two looks at the event loop."""
_PAUSE: Final = 0.01
_MARGIN: Final = 2


class FlowView(LineSurface):
    """Shows a ``Flow``. ``begin_pieces`` gives it a new document, piece by piece; the rest comes by itself."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_up", "Up", show=False),
        Binding("down", "scroll_down", "Down", show=False),
        Binding("pageup", "page_up", "Page up", show=False),
        Binding("pagedown", "page_down", "Page down", show=False),
        Binding("home", "scroll_home", "Start", show=False),
        Binding("end", "scroll_end", "End", show=False),
    ]

    def __init__(self, **names: Unpack[Names]) -> None:
        """Take what every Textual widget takes."""
        super().__init__(**names)
        self.flow = Flow()
        self.margin = 0
        self._source: Iterator[Piece] | None = None
        self._worker: Timer | None = None

    def line_at(self, row: int) -> Line:
        """The flow's line."""
        return self.flow.line(row)

    def begin_pieces(self, pieces: Iterable[Piece]) -> None:
        """Show another document from its top."""
        self.flow.clear()
        self._source = iter(pieces)
        self.scroll_to(y=0, animate=False)
        self._read(until_height=self._window())
        self._after_change()

    def read_until(self, line: int) -> None:
        """Have everything up to a source line (from 1) in the flow now."""
        while self._source is not None and not (self.flow.pieces and self.flow.pieces[-1].at > line):
            self._read(until_height=self.flow.height + 1)
        self._after_change()

    def read_on(self) -> None:
        """Have more of the document in the flow now."""
        self._read(until_height=self.flow.height + 1)
        self._after_change()

    def layout_changed(self) -> None:
        """The width is another one: what was known about rows no longer holds."""

    @property
    def _flow_width(self) -> int:
        return max(self.text_width - self.margin, NARROWEST)

    def _window(self) -> int:
        return max(self.text_height, 1) * _MARGIN

    def _read(self, until_height: int | None = None) -> None:
        """Take more pieces from the source, for one slice or until the flow is that high."""
        stop, batch = perf_counter() + SLICE, []
        while self._source is not None:
            piece = next(self._source, None)
            if piece is None:
                self._source = None
                break
            if until_height is None:
                batch.append(piece)
                if perf_counter() > stop:
                    break
                continue
            self.flow.extend([piece])
            if self.flow.height >= until_height:
                break
        if batch:
            self.flow.extend(batch, exact=False)

    def _after_change(self) -> None:
        """Tell the scroll bar, repaint, and go on with what is left later."""
        self.set_extent(self.flow.height)
        self.refresh()
        if self._worker is None and self.is_mounted and (self._source is not None or not self.flow.settled):
            self._worker = self.set_timer(_PAUSE, self._work)

    def _work(self) -> None:
        """One slice of what is left to read and to lay out."""
        self._worker = None
        if not self.is_attached:
            return
        if self._source is not None:
            self._read()
        else:
            self._settle_slice()
        self._after_change()

    def _settle_slice(self) -> None:
        """Lay out some more pieces; the visible lines stay where they are."""
        anchor, stop = self.flow.anchor(self.scroll_offset.y), perf_counter() + SLICE
        before = self.flow.row_of(anchor)
        while not self.flow.settled and perf_counter() < stop:
            self.flow.settle_more(anchor, 20)
        self._shift(self.flow.row_of(anchor) - before)

    def _shift(self, lines: int) -> None:
        """Scroll along with lines that came or went above the window."""
        if lines:
            self.set_extent(self.flow.height)
            self.move_to(self.scroll_offset.y + lines)

    def move_to(self, row: int) -> None:
        """Scroll to a row at once."""
        self.scroll_to(y=row, animate=False, force=True)

    def on_resize(self, event: events.Resize) -> None:
        """Take the new width: the visible part now, the rest in slices."""
        del event
        if self._flow_width != self.flow.width:
            anchor = self.flow.anchor(self.scroll_offset.y)
            self.flow.resize(self._flow_width)
            self.layout_changed()
            self.settle_at(anchor.piece, anchor.part)
        else:
            self._after_change()

    def settle_at(self, piece: int, part: float = 0.0) -> None:
        """Lay out what is visible around a place and show it at the top of the window."""
        anchor = self.flow.anchor(0)._replace(piece=piece, part=part)
        self.flow.settle(anchor, self._window())
        if self._source is not None:
            self._read(until_height=self.flow.row_of(anchor) + self._window())
        self.set_extent(self.flow.height)
        self.move_to(self.flow.row_of(anchor))
        self._after_change()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Have exact lines where the window goes."""
        if not self.flow.settled:
            anchor = self.flow.anchor(round(new_value))
            self.flow.settle(anchor, self._window())
            self._shift(self.flow.row_of(anchor) - round(new_value))
        super().watch_scroll_y(old_value, new_value)
