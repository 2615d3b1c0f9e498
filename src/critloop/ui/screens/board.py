"""The board: all runs of a project, those that wait for a human first."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import DataTable, Input, Static

from critloop.loop.state import RunState
from critloop.model.ports import RunRow
from critloop.resources import style_path
from critloop.ui.actions import View, bindings_of
from critloop.ui.chrome.header import Header
from critloop.ui.chrome.keybar import KeyBar
from critloop.ui.presentation.cleaning import clean_line
from critloop.ui.presentation.words import count
from critloop.ui.requests import RunWanted
from critloop.ui.runs import Runs
from critloop.ui.screens.acting import ActingScreen
from critloop.ui.screens.board_rows import BoardRow, ordered
from critloop.ui.session import RunSession
from critloop.ui.situation import Situation

LOOK_SECONDS = 1.0
"""How often the board looks for what other processes did."""

COLUMNS = ("State", "Loop", "Subject", "Unit", "Round", "Open", "Changed", "Run")


class BoardScreen(ActingScreen[None]):
    """A list of runs. Their states are read one after the other, and shown as they come."""

    CSS_PATH = style_path("board.tcss")
    VIEW: ClassVar[View] = "board"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("board"))

    class Read(Message):
        """The state of one run is known."""

        def __init__(self, row: BoardRow) -> None:
            super().__init__()
            self.row = row

    def __init__(
        self,
        runs: Runs,
        root: Path | None,
        sessions: Mapping[str, RunSession],
        now: Callable[[], float],
        *,
        closable: bool,
    ) -> None:
        super().__init__()
        self._runs = runs
        self._root = root
        self._sessions = sessions
        self._now = now
        self._closable = closable
        self._rows: dict[str, BoardRow] = {}
        self._words = ""
        self._token = 0

    def compose(self) -> ComposeResult:
        """Header, filter, table, keys."""
        yield Header()
        with Vertical(id="board"):
            yield Input(placeholder="words to filter by", id="board-filter", compact=True)
            yield Static("Reading the runs …", id="board-note", classes="note", markup=False)
            yield DataTable(id="runs", cursor_type="row", zebra_stripes=False)
        yield KeyBar()
        yield self.too_small()

    def on_mount(self) -> None:
        """Read the list."""
        if self.is_closing:
            return
        self.query_one(Header).subject = f"runs of {self._root.name or self._root}" if self._root else "all runs"
        self.table.add_columns(*COLUMNS)
        self.table.focus()
        self.refresh_keys()
        self.do_refresh()
        self.set_interval(LOOK_SECONDS, self._look_again)

    @property
    def table(self) -> DataTable[Text]:
        """The table."""
        return self.query_one(DataTable)

    @property
    def under_cursor(self) -> str | None:
        """The run under the cursor."""
        if not self.table.row_count:
            return None
        return self.table.coordinate_to_cell_key(self.table.cursor_coordinate).row_key.value

    def situation(self) -> Situation:
        """Whether there is a run to open, and one to go back to."""
        return Situation(runs=self.table.row_count, closable=self._closable)

    def run_changed(self, session: RunSession) -> None:
        """Show a run anew that this process has open."""
        known, state = self._rows.get(session.run), session.state
        if known is not None and state is not None and not self.is_closing:
            self._take(BoardRow(known.row.but({"changed_at": state.changed_at}), state, session.mode))

    def do_refresh(self) -> None:
        """Read all again."""
        self.run_worker(self._read(), group="board", exclusive=True, exit_on_error=False)

    def _look_again(self) -> None:
        """Read what has changed, wherever it was changed; not while a reading is under way."""
        if not any(worker.group == "board" and worker.is_running for worker in self.workers):
            self.run_worker(self._read_changes(), group="board", exit_on_error=False)

    async def _read_changes(self) -> None:
        self._token, rows = await asyncio.to_thread(self._runs.changed_since, self._token, self._root)
        if self.is_closing or not rows:
            return
        self._rows |= {row.spec.run: BoardRow(row) for row in rows if row.spec.run not in self._rows}
        for row in rows:
            self.post_message(self.Read(await self._row(row)))

    async def _read(self) -> None:
        self._token, _ = await asyncio.to_thread(self._runs.changed_since, 0, self._root)
        rows = await asyncio.to_thread(self._runs.rows, self._root)
        if self.is_closing:
            return
        self._rows = {row.spec.run: self._rows.get(row.spec.run, BoardRow(row)) for row in rows}
        self._fill()
        for row in rows:
            self.post_message(self.Read(await self._row(row)))

    async def _row(self, row: RunRow) -> BoardRow:
        session = self._sessions.get(row.spec.run)
        if session is not None and session.state is not None:
            return BoardRow(row, session.state, session.mode)
        state, holder = await asyncio.to_thread(self._look, row.spec.run)
        return BoardRow(row, state, "watching" if holder else "idle")

    def _look(self, run: str) -> tuple[RunState, str | None]:
        return self._runs.state(run), self._runs.holder(run)

    @on(Read)
    def _one_read(self, read: Read) -> None:
        self._take(read.row)

    def _take(self, row: BoardRow) -> None:
        if self.is_closing:
            return
        run = row.row.spec.run
        before = self._rows.get(run)
        self._rows[run] = row
        if before == row:
            return
        self._fill()

    def _fill(self) -> None:
        kept = self.under_cursor
        shown = [row for row in ordered(list(self._rows.values())) if row.contains(self._words)]
        self.table.clear()
        for row in shown:
            self.table.add_row(*(Text(clean_line(cell)) for cell in row.cells(self._now())), key=row.row.spec.run)
        ids = [row.row.spec.run for row in shown]
        if kept in ids:
            self.table.move_cursor(row=ids.index(kept), animate=False)
        self._note(len(shown))
        self.refresh_keys()

    def _note(self, shown: int) -> None:
        if not self._rows:
            words = "No run yet. Start one with: critloop spec FILE (or docs, plan, task, branch, polish, chain)"
        elif shown < len(self._rows):
            words = f"{shown} of {count(len(self._rows), 'run')}"
        else:
            words = count(shown, "run")
        self.query_one("#board-note", Static).update(words)

    @on(DataTable.RowSelected)
    def _row_selected(self) -> None:
        self.do_open()

    def do_open(self) -> None:
        """Show the run under the cursor."""
        if run := self.under_cursor:
            self.post_message(RunWanted(run))

    def do_filter(self) -> None:
        """Type words that rows must contain."""
        self.query_one("#board-filter", Input).focus()

    @on(Input.Changed, "#board-filter")
    def _filter_changed(self, changed: Input.Changed) -> None:
        self._words = changed.value
        self._fill()

    @on(Input.Submitted, "#board-filter")
    def _filter_done(self) -> None:
        self.table.focus()

    def do_close(self) -> None:
        """Back to the run."""
        self.dismiss(None)

    def do_close_too(self) -> None:
        """Leave the filter, or go back to the run."""
        entry = self.query_one("#board-filter", Input)
        if entry.has_focus or entry.value:
            entry.value = ""
            self.table.focus()
        elif self._closable:
            self.dismiss(None)
