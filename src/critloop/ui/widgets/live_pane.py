"""A turn as it is written: markdown, thinking and tool calls, following the end or paused."""

import sys
from collections import deque
from dataclasses import dataclass
from time import monotonic, perf_counter
from typing import ClassVar, Final, Literal, Unpack

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer

from critloop.ui.presentation.lines import fit
from critloop.ui.presentation.transcript import Kind, ThoughtHead, Transcript
from critloop.ui.widgets.collector import spare_what_is_loaded
from critloop.ui.widgets.flow_view import SLICE, FlowView
from critloop.ui.widgets.surface import Names

_LIVE: Final = 0.1
"""Seconds between two repaints while text comes in and is followed."""
_STEP: Final = 4
"""Lines that the view moves at once while it follows: text that stands still is easier to read, and cheaper."""
_BAR: Final = 1.0
"""Seconds between two moves of the scroll bar while following."""
_AWAY: Final = 0.5
"""The same while the view is paused: only the count of new lines changes."""
_BUSY: Final = 0.01
"""Seconds until the next slice when more text waits than one slice takes."""
_CHUNK: Final = 4000


class LivePane(FlowView):
    """Follows what it is fed. Scrolling up pauses; ``End``, or scrolling to the end, resumes.

    ``feed`` only stores a piece; the work is done some ten times a second, and not at all while
    the pane is hidden.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("end", "follow", "Follow", show=False),
        Binding("enter", "toggle_thinking", "Thinking", show=False),
    ]

    @dataclass
    class Following(Message):
        """The pane follows the end from now on, or has stopped to."""

        following: bool
        pane: "LivePane"

        @property
        def control(self) -> "LivePane":
            """The pane, for ``@on`` selectors."""
            return self.pane

    def __init__(self, **names: Unpack[Names]) -> None:
        """Take what every Textual widget takes."""
        super().__init__(**names)
        self.transcript = Transcript()
        self._waiting: deque[tuple[Kind | Literal["begin", "end"], str]] = deque()
        self._timer: Timer | None = None
        self._following = True
        self._own_move = False
        self._seen = 0
        self._hidden = False
        self._bar_moved = 0.0
        self._shown_at = 0.0
        self._changed = sys.maxsize

    @property
    def following(self) -> bool:
        """True while the view stays at the end."""
        return self._following

    @property
    def new_lines(self) -> int:
        """Lines that came in since the view was paused."""
        return 0 if self._following else max(self.flow.height - self._seen, 0)

    def begin(self, title: str) -> None:
        """Start a turn under a title line."""
        spare_what_is_loaded()
        self._store("begin", title)

    def feed(self, kind: Kind, piece: str) -> None:
        """Add a piece of the running turn: reply text, thinking, or one tool call (a line each)."""
        self._store(kind, piece)

    def end(self) -> None:
        """The turn is over."""
        self._store("end", "")

    def show(self, text: str) -> None:
        """Show one finished turn from its top, in place of everything."""
        self.clear()
        self._set_following(following=False, tell=False)
        self._waiting.append(("text", text))
        self._waiting.append(("end", ""))
        self._seen = sys.maxsize
        self._tick()

    def clear(self) -> None:
        """Forget everything and follow again."""
        self._waiting.clear()
        self.transcript = Transcript()
        self.flow.clear()
        self._seen = 0
        self._set_following(following=True)
        self.move_to(0)
        self._after_change()

    def action_follow(self) -> None:
        """Go to the end and stay there."""
        self._set_following(following=True)
        self._tick()
        self._to_end()

    def action_toggle_thinking(self) -> None:
        """Unfold what the agent thought, or fold it again."""
        self.transcript.folded = not self.transcript.folded
        anchor = self.flow.anchor(self.scroll_offset.y)
        self.flow.refit()
        self.settle_at(anchor.piece, anchor.part)
        if self._following:
            self._to_end()

    def _store(self, kind: Kind | Literal["begin", "end"], piece: str) -> None:
        self._seen = min(self._seen, self.flow.height)
        last = self._waiting[-1] if self._waiting else None
        if last is not None and last[0] == kind and kind in {"text", "thinking"} and len(last[1]) < _CHUNK:
            self._waiting[-1] = (kind, last[1] + piece)
        else:
            self._waiting.append((kind, piece))
        self._arm_next()

    def _arm_next(self) -> None:
        """Work at the next beat of a clock that all panes share, so that one repaint serves them all."""
        beat = _LIVE if self._following else _AWAY
        self._arm(beat - monotonic() % beat)

    def _arm(self, seconds: float) -> None:
        """Work later, once, unless that is planned already or nobody looks."""
        if self._timer is None and not self._hidden and self.is_mounted:
            self._timer = self.set_timer(seconds, self._tick)

    def _tick(self, slice_seconds: float = SLICE, chunk: int = _CHUNK) -> None:
        """Read what waits, for one slice, and show it."""
        self._timer = None
        if not self.is_attached or not self.size or self._hidden or not self._visible():
            return
        self._changed = min(self._changed, self.flow.fixed_height)
        self._read_waiting(slice_seconds, chunk)
        self.flow.extend(self.transcript.take(), self.transcript.tail())
        self._forget_oldest()
        if not self._waiting or monotonic() - self._shown_at >= _LIVE:
            self._show_change()
        if self._waiting:
            self._arm(_BUSY)

    def _visible(self) -> bool:
        """False while another screen covers this one entirely; looks again once a second."""
        if self.screen.is_current:
            return True
        self._timer = self.set_timer(1.0, self._tick)
        return False

    def _read_waiting(self, seconds: float, chunk: int) -> None:
        stop = perf_counter() + seconds
        while self._waiting:
            kind, piece = self._waiting.popleft()
            if len(piece) > chunk and kind in {"text", "thinking"}:
                self._waiting.appendleft((kind, piece[chunk:]))
                piece = piece[:chunk]
            self.transcript.add(kind, piece)
            if perf_counter() > stop:
                return

    def _forget_oldest(self) -> None:
        """Keep the transcript within its bound."""
        count = self.transcript.surplus(self.flow.pieces)
        if count:
            gone = self.flow.drop_first(count)
            self._changed = 0
            self._seen = max(self._seen - gone, 0)
            if not self._following:
                self._shift(-gone)

    def _show_change(self) -> None:
        """Repaint from the first changed row on: only rows that show something else."""
        changed, self._changed, self._shown_at = self._changed, sys.maxsize, monotonic()
        self.set_extent(self._full_height())
        top, bottom = self.scroll_offset.y, self.scroll_offset.y + self.text_height
        if self._following and top != self.max_scroll_y:
            self._to_end()
        elif changed < bottom:
            self.refresh_lines(max(changed, top), bottom - max(changed, top))
        elif not self._following:
            self.refresh_lines(bottom - 1)

    def set_extent(self, height: int, width: int | None = None) -> None:
        """While following, move the scroll bar once a second at most: painting it costs as much as the text."""
        now = monotonic()
        still = self._following and self.transcript.is_open and self.show_vertical_scrollbar
        if still and self.is_mounted and now - self._bar_moved < _BAR:
            size = Size(self.text_width if width is None else width, height)
            self.set_reactive(LivePane.virtual_size, size)
            return
        self._bar_moved = now
        super().set_extent(height, width)
        if self.show_vertical_scrollbar:
            self.vertical_scrollbar.window_virtual_size = height
            self.vertical_scrollbar.position = self.max_scroll_y if self._following else self.scroll_y

    def _full_height(self) -> int:
        """All lines; while a turn is open, and some empty ones that it will fill, in steps."""
        over = self.flow.height - self.text_height
        step = min(_STEP, self.text_height // 4)
        if over <= 0 or step == 0 or not self.transcript.is_open:
            return self.flow.height
        return self.text_height + -(-over // step) * step

    def _to_end(self) -> None:
        self._own_move = True
        self.scroll_to(y=self.max_scroll_y, animate=False, force=True)
        self._own_move = False

    def _set_following(self, *, following: bool, tell: bool = True) -> None:
        if following == self._following:
            return
        self._following = following
        self._seen = self.flow.height
        self.refresh()
        if tell:
            self.post_message(self.Following(following, self))

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """A move of the user's pauses or resumes."""
        if self._own_move and self._following:
            self.refresh()
            return
        super().watch_scroll_y(old_value, new_value)
        if not self._own_move and round(old_value) != round(new_value):
            self._set_following(following=round(new_value) >= self.max_scroll_y)

    def move_to(self, row: int) -> None:
        """Scroll without a change of mode."""
        self._own_move = True
        super().move_to(row)
        self._own_move = False

    def render_line(self, y: int) -> Strip:
        """A row of the window; the last one tells of new lines while paused."""
        if self.new_lines and y == self.text_height - 1:
            plural = "" if self.new_lines == 1 else "s"
            text = f" ▼ {self.new_lines} new line{plural} · End follows "
            return Strip([Segment(fit(text, self.text_width), self.ink("accent strong code-block"))], self.text_width)
        return super().render_line(y)

    def render_lines(self, crop: Region) -> list[Strip]:
        """The rows; the first picture comes before the pane hears of its size, and has the text already."""
        if self._waiting and not self.flow.pieces and not self._following:
            self.flow.resize(self._flow_width)
            self._tick(0, 2 * self.text_width * self.text_height)  # enough to fill it, also with much markup
        return super().render_lines(crop)

    def on_click(self, event: events.Click) -> None:
        """A click on the marker line resumes, one on a folded thought unfolds the thoughts."""
        offset = event.get_content_offset(self)
        if offset is None or not self.flow.pieces:
            return
        if self.new_lines and offset.y == self.text_height - 1:
            self.action_follow()
        elif isinstance(self.flow.pieces[self.flow.piece_at(offset.y + self.scroll_offset.y)], ThoughtHead):
            self.action_toggle_thinking()

    def on_resize(self, event: events.Resize) -> None:
        """Keep the end, or the first visible line, where it is."""
        if not self._following:
            super().on_resize(event)
            return
        if self._flow_width != self.flow.width:
            self.flow.resize(self._flow_width)
            self.flow.settle(self.flow.anchor(self.flow.height), self._window())
        self._after_change()
        self.set_extent(self._full_height())
        self._to_end()
        self._arm_next()

    def on_show(self) -> None:
        """Catch up."""
        self._hidden = False
        self._tick()

    def on_hide(self) -> None:
        """Rest."""
        self._hidden = True
