"""The Units tab: the parts of a subject, or the links of a chain, one a row."""

from collections.abc import Mapping, Sequence
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.message import Message

from critloop.loop.state import RunState
from critloop.ui import leading
from critloop.ui.presentation import links, units, words
from critloop.ui.session import RunSession
from critloop.ui.shown import Shown
from critloop.ui.situation import Mode
from critloop.ui.tabs.tab import Tab
from critloop.ui.widgets.unit_list import Drawn, UnitList


class UnitsTab(Tab):
    """What the run consists of, and how far each part is.

    Attributes:
        list: The rows; their keys are ids of units, or of runs (``-<n>`` for a link that has none yet).
    """

    class LinksRead(Message):
        """The states of runs that the chain has behind it."""

        def __init__(self, states: dict[str, RunState]) -> None:
            super().__init__()
            self.states = states

    def __init__(self, name: str, session: RunSession) -> None:
        super().__init__(name, session)
        self._behind: dict[str, RunState] = {}
        self._asked: list[str] = []
        self.list = UnitList(id="unit-list")
        self._placed: str | None = None

    def compose(self) -> ComposeResult:
        """A note, and the list."""
        yield self._note
        yield self.list

    def show(self, shown: Shown) -> None:
        """List the units, or the links."""
        if leading.is_chain(shown.state):
            self._show_links(shown)
        else:
            self._show_units(shown)

    def _show_units(self, shown: Shown) -> None:
        rows = units.unit_rows(shown.state)
        here = shown.unit.unit.id if shown.unit else ""
        if not self.is_new((tuple(rows), here)):
            return
        drawn: list[tuple[str, Drawn]] = [(row.id, partial(units.unit_line, row)) for row in rows]
        self._fill(units.units_header, drawn, here)
        done = sum(row.standing.startswith("approved") for row in rows)
        more = "" if shown.state.created else " · more may be written"
        noun = units.kind_of(shown.state)
        self.note(f"{words.count(len(shown.state.units), noun)}, {done} approved{more} · ↵ shows its last round")

    def _show_links(self, shown: Shown) -> None:
        child = self.session.child
        known: dict[str, tuple[RunState, Mode]] = {run: (state, "idle") for run, state in self._behind.items()}
        if child is not None and child.state is not None:
            known[child.run] = (child.state, child.mode)
        self._read_passed(shown, known)
        rows = links.link_rows(shown.state, known)
        if not self.is_new(tuple(rows)):
            return
        drawn: list[tuple[str, Drawn]] = [
            (row.run or f"-{number}", partial(links.link_line, row)) for number, row in enumerate(rows)
        ]
        self._fill(links.links_header, drawn, self.session.leads or "")
        waits = any(row.mark == "wait" for row in rows)
        self.note(f"{links.passed_words(shown.state)} · " + ("↵ leads to the question" if waits else "↵ opens the run"))

    def _read_passed(self, shown: Shown, known: Mapping[str, object]) -> None:
        """Read once the runs that the chain has behind it."""
        unread = [item.run for item in shown.state.links if item.passed and item.run not in known]
        if unread and unread != self._asked:
            self._asked = unread
            self.run_worker(self._read(unread), group="links", exclusive=True, exit_on_error=False)

    async def _read(self, runs: Sequence[str]) -> None:
        self.post_message(self.LinksRead(await self.session.states(runs)))

    @on(LinksRead)
    def _links_read(self, read: LinksRead) -> None:
        self._behind |= read.states
        if self._moment is not None:
            self.show(self._moment)

    def _fill(self, header: Drawn, rows: list[tuple[str, Drawn]], here: str) -> None:
        """The cursor goes along with what is in work, unless the human has moved it."""
        untouched = self.list.highlighted == self._placed
        self.list.show(header, rows)
        if untouched and here:
            self.list.select(here)
        self._placed = self.list.highlighted if untouched else None
        self.copyable = "\n".join("".join(text for text, _ in line(120)).rstrip() for _, line in rows)
        self.post_message(self.Ready())
