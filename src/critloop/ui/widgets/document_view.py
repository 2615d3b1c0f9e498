"""The artifact, raw or rendered, with its findings in the margin."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Unpack

from textual import events
from textual.message import Message

from critloop.ui.presentation.lines import Line
from critloop.ui.presentation.markdown import iter_markdown
from critloop.ui.presentation.marks import MARGIN, Mark, Marks, mark_quote
from critloop.ui.presentation.pieces import Frame, Note
from critloop.ui.presentation.source import plain_pieces, source_lines
from critloop.ui.widgets.flow_view import FlowView
from critloop.ui.widgets.surface import Names

__all__ = ["DocumentView", "Mark"]

PART: Final = ("▎ ", "accent")
"""Beside the lines of the part that is judged."""
_ABOVE: Final = 5
_KEPT: Final = 200


class DocumentView(FlowView):
    """Shows a text: raw with line numbers, wrapped at spaces, or as rendered markdown. Both have marks."""

    @dataclass
    class Marked(Message):
        """The view went to this finding, or its lines were clicked."""

        finding_id: str
        view: "DocumentView"

        @property
        def control(self) -> "DocumentView":
            """The view, for ``@on`` selectors."""
            return self.view

    def __init__(self, *, rendered: bool = False, **names: Unpack[Names]) -> None:
        """Begin raw, or ``rendered``."""
        super().__init__(**names)
        self.margin = MARGIN
        self._rendered = rendered
        self._text = ""
        self._marks = Marks()
        self._current: Mark | None = None
        self._part: tuple[int, int] | None = None
        self._places: dict[int, list[tuple[int, int]]] = {}

    @property
    def rendered(self) -> bool:
        """True for rendered markdown, False for the source with line numbers."""
        return self._rendered

    @rendered.setter
    def rendered(self, value: bool) -> None:
        if value != self._rendered:
            line = self.top_line
            self._rendered = value
            self._begin()
            self.go_to_line(line, above=0)

    @property
    def current(self) -> Mark | None:
        """The mark that was gone to last."""
        return self._current

    @property
    def top_line(self) -> int:
        """The source line at the top of the window, from 1."""
        return self._place(self.scroll_offset.y)[0] or 1

    def show(self, text: str, marks: Sequence[Mark] = (), part: tuple[int, int] | None = None) -> None:
        """Show a text from its top; the same text again keeps the place and only takes the new marks.

        ``part`` are the first and last line of what is judged of it: they have a bar beside them, and the
        text is shown from there.
        """
        moved, self._part = part != self._part, part
        self._marks = Marks(marks, source_lines(text))
        held = self._current.finding_id if self._current else None
        self._current = next((mark for mark in self._marks.ordered if mark.finding_id == held), None)
        if text != self._text or not self.flow.pieces:
            self._text, moved = text, True
            self._begin()
        if part is not None and moved:
            self.go_to_line(part[0], above=1)
        self.refresh()

    def next_mark(self) -> Mark | None:
        """Go to the next mark, from the last one to the first; None when there is none."""
        return self._step(1)

    def previous_mark(self) -> Mark | None:
        """Go to the mark before, from the first one to the last; None when there is none."""
        return self._step(-1)

    def go_to_mark(self, finding_id: str) -> bool:
        """Go to a finding's mark; False when it has none."""
        mark = next((mark for mark in self._marks.ordered if mark.finding_id == finding_id), None)
        if mark is not None:
            self._go_to(mark)
        return mark is not None

    def go_to_line(self, line: int, *, above: int | None = None) -> None:
        """Scroll so that a source line (from 1) has that many rows above it in the window; None: a few."""
        if above is None:
            above = min(self.text_height // 4, _ABOVE)
        self.read_until(line)
        if not self.flow.pieces:
            return
        index = next((i for i, piece in enumerate(self.flow.pieces) if piece.until >= line), len(self.flow.pieces) - 1)
        self.settle_at(index)
        places = self._places_of(index)
        offset = next((i for i, (_, last) in enumerate(places) if last >= line), 0)
        self.move_to(self.flow.start_of(index) + offset - above)

    def _begin(self) -> None:
        self._places.clear()
        if not self._text:
            self.begin_pieces([Note(Frame(), "the document is empty", "dim")])
        else:
            self.begin_pieces(iter_markdown(self._text) if self._rendered else plain_pieces(self._text, numbers=True))

    def _step(self, by: int) -> Mark | None:
        ordered = self._marks.ordered
        if not ordered:
            return None
        if self._current in ordered:
            index = (ordered.index(self._current) + by) % len(ordered)
        else:
            index = 0 if by > 0 else len(ordered) - 1
        self._go_to(ordered[index])
        return ordered[index]

    def _go_to(self, mark: Mark) -> None:
        self._current = mark
        self.go_to_line(mark.start_line)
        self.refresh()
        self.post_message(self.Marked(mark.finding_id, self))

    def line_at(self, row: int) -> Line:
        """The text behind its margin."""
        first, last = self._place(row)
        margin = self._marks.margin(first, last, head=self._place(row - 1) != (first, last))
        if self._part and first and margin[0].isspace() and first <= self._part[1] and last >= self._part[0]:
            margin = PART
        line = self.flow.line(row)
        quotes = [mark.quote for mark in self._marks.on(first, last) if mark.quote]
        return (margin, *(mark_quote(line, quotes) if quotes else line))

    def row_ink(self, row: int) -> str:
        """Marked lines have their own background, those of the current mark a stronger one."""
        here = self._marks.on(*self._place(row))
        if self._current in here:
            return "mark" if not (self._current and self._current.quote) else "marked"
        return "marked" if here else ""

    def _place(self, row: int) -> tuple[int, int]:
        """The source lines that a row shows; (0, 0) for none."""
        if not 0 <= row < self.flow.height:
            return (0, 0)
        index = self.flow.piece_at(row)
        places, offset = self._places_of(index), row - self.flow.start_of(index)
        return places[offset] if offset < len(places) else (0, 0)

    def _places_of(self, index: int) -> list[tuple[int, int]]:
        places = self._places.get(index)
        if places is None:
            if len(self._places) > _KEPT:
                self._places.clear()
            piece = self.flow.pieces[index]
            places = self._places[index] = piece.places(self.flow.width) if hasattr(piece, "places") else []
        return places

    def layout_changed(self) -> None:
        """Another width: other rows."""
        self._places.clear()

    def on_click(self, event: events.Click) -> None:
        """A click on marked lines tells whose they are."""
        offset = event.get_content_offset(self)
        here = self._marks.on(*self._place(offset.y + self.scroll_offset.y)) if offset else []
        if here:
            self._current = here[0]
            self.refresh()
            self.post_message(self.Marked(here[0].finding_id, self))
