"""The Findings tab."""

from textual.app import ComposeResult

from critloop.loop.state import TrackedFinding
from critloop.model.items import Unverified
from critloop.ui.session import RunSession
from critloop.ui.shown import Shown
from critloop.ui.tabs.tab import Tab
from critloop.ui.widgets.findings_table import FindingsTable


class FindingsTab(Tab):
    """The table of findings as they stood at the moment.

    Attributes:
        table: The table.
    """

    def __init__(self, name: str, session: RunSession) -> None:
        super().__init__(name, session)
        self.table = FindingsTable(id="findings-table")

    _placed: str | None = None
    _rounds: int = 0

    def compose(self) -> ComposeResult:
        """The table; it says itself why it is empty."""
        yield self.table

    @property
    def rows(self) -> int:
        """Findings that the filter lets through."""
        return self.table.row_count

    @property
    def order(self) -> list[str]:
        """Their ids, as they are sorted."""
        return self.table.shown_ids

    @property
    def highlighted(self) -> str | None:
        """The finding under the cursor."""
        return self.table.highlighted

    def show(self, shown: Shown) -> None:
        """Fill the table."""
        findings, items = list(shown.state.findings.values()), list(shown.state.items.values())
        unread = shown.unread
        if self.is_new((tuple(map(id, (*findings, *items))), len(shown.state.rounds), unread)):
            last = shown.round
            untouched = self.table.highlighted == self._placed
            self.table.set_findings(findings, current_round=last.number if last else 0, items=items, unread=unread)
            if untouched:
                self._place(shown)
            self.copyable = "\n".join([*map(_line, findings), *map(_item_line, items)])
            self.post_message(self.Ready())

    def _place(self, shown: Shown) -> None:
        """When a round has ended, the cursor goes to the first open finding unless the human has moved it."""
        rounds = len(shown.state.rounds)
        if shown.live and rounds > self._rounds:
            found = shown.state.findings
            first = next((key for key in self.order if key in found and found[key].is_open), None)
            if first is not None:
                self.table.select(first)
            self._rounds = rounds
        self._placed = self.highlighted

    def search(self, wanted: str) -> None:
        """Leave only rows that contain these words."""
        self.table.filter = wanted
        self.post_message(self.Ready())


def _line(tracked: TrackedFinding) -> str:
    finding = tracked.finding
    standing = tracked.progress.value if tracked.progress else tracked.status.value
    return f"{finding.severity.value.upper()} {finding.dimension} ({standing}): {finding.title}"


def _item_line(item: Unverified) -> str:
    return f"{item.id} cannot verify ({item.status}): {item.text}"
