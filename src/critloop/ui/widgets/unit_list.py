"""A list under a header, one line a row, for units of a run and links of a chain."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Unpack

from textual.message import Message

from critloop.ui.presentation.lines import Line
from critloop.ui.widgets.row_list import RowList
from critloop.ui.widgets.surface import Names

Drawn = Callable[[int], Line]
"""A line at a width in cells."""


class UnitList(RowList):
    """Shows rows that know how to draw themselves at a width; tells which one is chosen by its key."""

    HEADER: ClassVar[int] = 1

    @dataclass
    class Opened(Message):
        """Enter, or a second click, on a row."""

        key: str

    def __init__(self, **names: Unpack[Names]) -> None:
        """Take what every Textual widget takes."""
        super().__init__(**names)
        self._header: Drawn = lambda _: ()
        self._rows: Sequence[tuple[str, Drawn]] = ()

    def show(self, header: Drawn, rows: Sequence[tuple[str, Drawn]]) -> None:
        """Show these rows, each with its key; the cursor stays on its row if that is still there."""
        held = self.highlighted
        self._header, self._rows = header, rows
        keys = [key for key, _ in rows]
        self.rows_changed()
        if held in keys:
            self._cursor = keys.index(held)

    def select(self, key: str) -> None:
        """Put the cursor on a row."""
        keys = [name for name, _ in self._rows]
        if key in keys:
            self.cursor = keys.index(key)

    @property
    def highlighted(self) -> str | None:
        """The key of the row under the cursor."""
        return self._rows[self.cursor][0] if self._rows else None

    @property
    def row_count(self) -> int:
        """All rows."""
        return len(self._rows)

    def row_line(self, row: int) -> Line:
        """One row."""
        return self._rows[row][1](self.text_width)

    def header_at(self, row: int) -> Line:
        """The names of the columns."""
        del row
        return self._header(self.text_width)

    def empty_line(self) -> Line:
        """Why the list is empty."""
        return (("nothing has been cut into units yet", "dim"),)

    def opened(self) -> None:
        """Tell which row was chosen."""
        if self.highlighted is not None:
            self.post_message(self.Opened(self.highlighted))
