"""The gate's list of what is still open, as high as the rest of the dialog leaves room."""

from collections.abc import Sequence

from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from critloop.ui.gate_form import Row
from critloop.ui.screens.gate_lines import Below, row_option

MARGIN = 3
LEAST = 3
FULL = 100
PART = 94
"""Per cent of the terminal's height that the dialog may take, narrow and wide."""


class OpenList(OptionList):
    """One option a row, by the row's id; ``write`` brings their texts up to date."""

    def __init__(self, rows: Sequence[Row], *, id: str) -> None:  # noqa: A002 - textual's own name
        super().__init__(*_options(rows), id=id, markup=False)
        self._written: dict[str, tuple[Below, int]] = {}

    @property
    def written(self) -> set[str]:
        """The ids of the rows that are listed."""
        return set(self._written)

    @property
    def chosen(self) -> str | None:
        """The id of the row under the cursor."""
        return self.highlighted_option.id if self.highlighted_option else None

    def begin(self) -> None:
        """Put the cursor on the first row."""
        self.highlighted = 0 if self.options else None

    def list_anew(self, rows: Sequence[Row]) -> None:
        """Rows have come or gone."""
        if [option.id for option in self.options] != [row.id for row in rows]:
            self._written.clear()
            self.set_options(_options(rows))
            self.begin()

    def write(self, rows: Sequence[Row], told: dict[str, Below]) -> None:
        """Bring the rows up to date, in lines that fit."""
        width = max(self.content_size.width - MARGIN, 0)
        known = {option.id for option in self.options}
        for row in rows:
            wanted = (told[row.id], width)
            if self._written.get(row.id) != wanted and row.id in known:
                self._written[row.id] = wanted
                self.replace_option_prompt(row.id, row_option(row, *wanted))

    def fit(self, *, narrow: bool) -> None:
        """Take all rows of the terminal that the rest of the dialog leaves."""
        dialog = self.parent
        if not isinstance(dialog, Widget):
            return
        most = self.screen.size.height * (FULL if narrow else PART) // 100
        others = sum(_height(widget) for widget in dialog.children if widget is not self and widget.display)
        room = max(most - dialog.gutter.height - others - self.styles.margin.height, LEAST)
        if self.styles.max_height is None or self.styles.max_height.value != room:
            self.styles.max_height = room
            self.call_after_refresh(self.scroll_to_highlight)


def _options(rows: Sequence[Row]) -> list[Option]:
    return [Option(row_option(row, Below(), 0), id=row.id) for row in rows]


def _height(widget: Widget) -> int:
    """The rows that a widget of the dialog takes."""
    return widget.outer_size.height + widget.styles.margin.height
