"""The base of the widgets that list things one a row, with a cursor."""

from typing import ClassVar, Unpack

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size

from critloop.ui.presentation.lines import Line
from critloop.ui.widgets.surface import LineSurface, Names


class RowList(LineSurface):
    """Rows under an optional fixed header. A subclass gives ``row_count``, ``row_line`` and the header."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Up", show=False),
        Binding("down", "move(1)", "Down", show=False),
        Binding("pageup", "page(-1)", "Page up", show=False),
        Binding("pagedown", "page(1)", "Page down", show=False),
        Binding("home", "first", "First", show=False),
        Binding("end", "last", "Last", show=False),
        Binding("enter", "open", "Open", show=False),
    ]

    HEADER: ClassVar[int] = 0
    """Rows of the header."""

    def __init__(self, **names: Unpack[Names]) -> None:
        """Take what every Textual widget takes."""
        super().__init__(**names)
        self._cursor = 0

    @property
    def row_count(self) -> int:
        """All rows."""
        return 0

    def row_line(self, row: int) -> Line:
        """One row."""
        del row
        return ()

    def header_at(self, row: int) -> Line:
        """One row of the header."""
        del row
        return ()

    def empty_line(self) -> Line:
        """What stands there when there is no row."""
        return ()

    @property
    def cursor(self) -> int:
        """The row of the cursor, from 0; -1 when there is none."""
        return min(self._cursor, self.row_count - 1)

    @cursor.setter
    def cursor(self, row: int) -> None:
        before = self.cursor
        self._cursor = max(min(row, self.row_count - 1), 0)
        if self.cursor != before:
            self._repaint_row(before)
            self._repaint_row(self.cursor)
            self.cursor_moved()
        self.show_row(self.cursor)

    def cursor_moved(self) -> None:
        """The cursor is on another row."""

    def opened(self) -> None:
        """The row of the cursor was chosen."""

    @property
    def page_rows(self) -> int:
        """The rows that are visible at once."""
        return max(self.text_height - self.HEADER, 1)

    def show_row(self, row: int) -> None:
        """Scroll so that a row is visible."""
        top = self.scroll_offset.y
        if row < top:
            self.scroll_to(y=max(row, 0), animate=False)
        elif row >= top + self.page_rows:
            self.scroll_to(y=row - self.page_rows + 1, animate=False)

    def rows_changed(self) -> None:
        """Other rows: a new extent, a new picture."""
        self.set_extent(self.row_count + self.HEADER if self.row_count else 0)
        self.refresh()

    def line_at(self, row: int) -> Line:
        """The header stays; the rows move under it."""
        y = row - self.scroll_offset.y
        if y < self.HEADER:
            return self.header_at(y)
        row -= self.HEADER
        if self.row_count == 0:
            return self.empty_line() if row == 0 else ()
        return self.row_line(row) if row < self.row_count else ()

    def row_ink(self, row: int) -> str:
        """The cursor's row has its own background."""
        at_cursor = row - self.HEADER == self.cursor and row - self.scroll_offset.y >= self.HEADER
        return "cursor" if at_cursor and self.row_count else ""

    def _repaint_row(self, row: int) -> None:
        if row >= 0:
            self.refresh_lines(row + self.HEADER)

    def action_move(self, rows: int) -> None:
        """Move the cursor."""
        self.cursor += rows

    def action_page(self, pages: int) -> None:
        """Move the cursor by screens."""
        self.cursor += pages * self.page_rows

    def action_first(self) -> None:
        """To the first row."""
        self.cursor = 0

    def action_last(self) -> None:
        """To the last row."""
        self.cursor = self.row_count - 1

    def action_open(self) -> None:
        """Choose the row of the cursor."""
        if self.row_count:
            self.opened()

    def on_click(self, event: events.Click) -> None:
        """A click moves the cursor, a second one on the same row opens it."""
        offset = event.get_content_offset(self)
        if offset is None or offset.y < self.HEADER:
            return
        row = offset.y - self.HEADER + self.scroll_offset.y
        if row < self.row_count:
            again = row == self.cursor and event.chain > 1
            self.cursor = row
            if again:
                self.opened()

    def on_resize(self, event: events.Resize) -> None:
        """The lines depend on the width; the cursor stays visible."""
        del event
        self.rows_changed()
        self.show_row(self.cursor)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """For ``height: auto``: all rows and the header."""
        del container, viewport, width
        return max(self.row_count, 1) + self.HEADER
