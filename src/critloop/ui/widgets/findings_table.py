"""The findings of a run in a table, the worst first; below them what could not be verified."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Unpack

from textual.message import Message

from critloop.loop.state import TrackedFinding
from critloop.model.items import Unverified
from critloop.ui.presentation import findings as table
from critloop.ui.presentation.findings import Row
from critloop.ui.presentation.lines import Line
from critloop.ui.widgets.row_list import RowList
from critloop.ui.widgets.surface import Names


class FindingsTable(RowList):
    """Findings sorted by severity, then by rounds open; ``filter`` hides those without its words.

    Ids are those of findings (``F1``) and, below these, of what could not be verified (``V1``).
    """

    HEADER: ClassVar[int] = 1

    @dataclass
    class Opened(Message):
        """Enter, or a second click, on a finding."""

        finding_id: str
        table: "FindingsTable"

        @property
        def control(self) -> "FindingsTable":
            """The table, for ``@on`` selectors."""
            return self.table

    @dataclass
    class Highlighted(Message):
        """The cursor is on another finding."""

        finding_id: str
        table: "FindingsTable"

        @property
        def control(self) -> "FindingsTable":
            """The table, for ``@on`` selectors."""
            return self.table

    def __init__(self, **names: Unpack[Names]) -> None:
        """Take what every Textual widget takes."""
        super().__init__(**names)
        self._findings: dict[str, TrackedFinding | Unverified] = {}
        self._rows: dict[str, Row] = {}
        self._shown: list[str] = []
        self._filter = ""
        self._round = 0
        self._unread = False

    def set_findings(
        self,
        findings: Sequence[TrackedFinding],
        *,
        current_round: int,
        items: Sequence[Unverified] = (),
        unread: bool = False,
    ) -> None:
        """Show these findings and items; the cursor stays on its row if that is still there.

        ``unread``: there is a report that nobody has read yet.
        """
        self._unread = unread
        before = self._findings
        self._findings = {item.id: item for item in table.ordered(findings, current_round)}
        self._findings |= {item.id: item for item in items}
        self._rows = {key: row for key, row in self._rows.items() if self._findings.get(key) == before[key]}
        self._round = current_round
        self._choose()

    def _row(self, finding_id: str) -> Row:
        """A finding ready to be shown, made when it is seen or searched."""
        row = self._rows.get(finding_id)
        if row is None:
            item = self._findings[finding_id]
            made = table.item_row(item) if isinstance(item, Unverified) else table.row_of(item)
            row = self._rows[finding_id] = made
        return row

    @property
    def filter(self) -> str:
        """Words that a finding must have, all of them, in any of its fields."""
        return self._filter

    @filter.setter  # noqa: A003  the property's own name, not the builtin
    def filter(self, wanted: str) -> None:
        self._filter = wanted
        self._choose()

    @property
    def highlighted(self) -> str | None:
        """The id of the finding under the cursor."""
        return self._shown[self.cursor] if self._shown else None

    @property
    def shown_ids(self) -> list[str]:
        """The ids of the findings that are shown, in order."""
        return list(self._shown)

    def select(self, finding_id: str) -> None:
        """Put the cursor on a finding, if it is shown."""
        ids = self.shown_ids
        if finding_id in ids:
            self.cursor = ids.index(finding_id)

    def _choose(self) -> None:
        """Apply the filter and keep the cursor on its finding."""
        held = self.highlighted
        ids = self._shown = self._matching()
        self.rows_changed()
        self._cursor = ids.index(held) if held in ids else max(min(self._cursor, len(ids) - 1), 0)
        if self.is_mounted:
            self.show_row(self.cursor)
        if self.highlighted is not None and self.highlighted != held:
            self.cursor_moved()

    def _matching(self) -> list[str]:
        if not self._filter.strip():
            return list(self._findings)
        return [row.id for row in table.matching([self._row(key) for key in self._findings], self._filter)]

    @property
    def row_count(self) -> int:
        """The findings that the filter lets through."""
        return len(self._shown)

    def row_line(self, row: int) -> Line:
        """A finding."""
        return table.table_line(self._row(self._shown[row]).cells, table.column_widths(self.text_width))

    def header_at(self, row: int) -> Line:
        """The names of the columns."""
        del row
        return table.header_line(table.column_widths(self.text_width))

    def empty_line(self) -> Line:
        """Why the table is empty."""
        return (
            (table.empty_text(len(self._findings), self._filter, judged=self._round > 0, unread=self._unread), "dim"),
        )

    def cursor_moved(self) -> None:
        """Tell which finding it is on."""
        if self.highlighted is not None:
            self.post_message(self.Highlighted(self.highlighted, self))

    def opened(self) -> None:
        """Tell which finding was opened."""
        if self.highlighted is not None:
            self.post_message(self.Opened(self.highlighted, self))
