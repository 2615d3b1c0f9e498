"""The board keeps up with what other processes do."""

import pytest

from critloop.model.events import RunCreated
from critloop.ui.screens import board
from critloop.ui.screens.board import BoardScreen
from tests.support.dashboard import dashboard
from tests.support.fake_runs import fake_runs
from tests.support.world import Script, approves, new_world, objects, run_spec


async def test_a_run_that_another_process_starts_appears_and_moves_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "LOOK_SECONDS", 0.05)
    runs = fake_runs([objects("a"), approves()], [Script(text="# Orders\n\nTwo.\n", fixes=("F1",))])
    async with dashboard(runs, run=None) as shown:
        screen = await shown.screen(BoardScreen)
        await shown.until(lambda: screen.table.row_count == 1, "the first run")
        other = new_world([approves()])
        other.journal.items.clear()
        other.say(RunCreated(spec=run_spec().but({"run": "other"}), version="0"))
        runs.more.append(other)
        await shown.until(lambda: screen.table.row_count == 2, "the run of the other process")
        await other.driver.advance("other", by="somebody")
        await shown.until(lambda: "approved" in str(screen.table.get_row("other")), "its end")
