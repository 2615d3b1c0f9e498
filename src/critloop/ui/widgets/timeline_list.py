"""Every event of a run with its time, tokens and seconds."""

from collections.abc import Sequence
from typing import Unpack

from critloop.model.events import Recorded
from critloop.ui.presentation.lines import Line
from critloop.ui.presentation.timeline import timeline_line
from critloop.ui.widgets.row_list import RowList
from critloop.ui.widgets.surface import Names


class TimelineList(RowList):
    """Lists events in order and stays at the end while the cursor is on the last one."""

    def __init__(self, **names: Unpack[Names]) -> None:
        """Take what every Textual widget takes."""
        super().__init__(**names)
        self._events: Sequence[Recorded] = ()

    def show(self, events: Sequence[Recorded]) -> None:
        """Show these events."""
        at_end = self.cursor >= len(self._events) - 1
        self._events = events
        self.rows_changed()
        if at_end:
            self.cursor = len(events) - 1

    @property
    def row_count(self) -> int:
        """All events."""
        return len(self._events)

    def row_line(self, row: int) -> Line:
        """One event."""
        return timeline_line(self._events[row], self.text_width)

    def empty_line(self) -> Line:
        """Why the list is empty."""
        return (("nothing has happened yet", "dim"),)
