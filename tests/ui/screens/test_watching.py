"""Several processes on one run, and several runs on one board."""

import pytest

from critloop.loop.fold import fold
from critloop.model.errors import StoreProblem
from critloop.model.gate import GateDecision
from critloop.model.outcome import Outcome
from critloop.model.turn import AgentRef
from critloop.ui.app import CritloopApp, Opened
from critloop.ui.screens.board import BoardScreen
from critloop.ui.screens.gate import GateScreen
from critloop.ui.screens.run import RunScreen
from critloop.ui.tabs.findings import FindingsTab
from critloop.ui.wording import standing
from tests.support.dashboard import Dashboard, dashboard
from tests.support.fake_runs import RUN, FakeRuns, fake_runs
from tests.support.world import Power, approves, objects


async def test_a_run_that_another_process_holds_is_followed() -> None:
    runs = fake_runs([objects("an issue"), approves()], rounds=1)
    runs.holder_name = "process 7 on there"
    async with dashboard(runs) as shown:
        screen = await shown.run_screen()
        await shown.until(lambda: screen.session.mode == "watching", "watching")
        await shown.until(lambda: "running elsewhere: " in shown.standing, "the standing")
        assert not shown.enabled("stop")
        await runs.world.advance()
        await shown.screen(GateScreen)
        await shown.press("escape")
        await shown.until(lambda: shown.one(FindingsTab).rows == 1, "the finding")
        assert screen.session.mode == "idle", "nobody advances a run that waits"


async def test_an_answer_given_here_goes_on_here_when_the_lease_is_free() -> None:
    runs = fake_runs([objects("an issue"), approves()], rounds=1)
    await runs.world.advance()
    async with dashboard(runs, advance=False) as shown:
        await shown.screen(GateScreen)
        await shown.press("c", "enter")
        await shown.until(lambda: runs.world.state.outcome is not None, "the end")
        assert runs.advances == 1


async def test_an_answer_from_elsewhere_is_taken_up_by_the_process_that_drove() -> None:
    runs = fake_runs([objects("an issue"), approves()], rounds=1)
    async with dashboard(runs) as shown:
        await shown.screen(GateScreen)
        runs.decide(RUN, GateDecision(choice="continue", by="bob"))
        await shown.until(lambda: runs.world.state.outcome is not None, "the end")
        assert runs.advances == 2


async def test_a_run_opened_only_to_be_looked_at_is_not_taken_up() -> None:
    runs = fake_runs([objects("an issue"), approves()], rounds=1)
    async with dashboard(runs, advance=False) as shown:
        await shown.run_screen()
        await shown.until(lambda: shown.standing == "not started", "the standing")
        assert runs.advances == 0
        await shown.press("space")
        await shown.screen(GateScreen)


def rows(shown: Dashboard) -> list[str]:
    """The states on the board."""
    board = shown.app.screen
    assert isinstance(board, BoardScreen)
    return [str(board.table.get_row_at(index)[0]) for index in range(board.table.row_count)]


async def two_runs() -> FakeRuns:
    """One that has ended, and one that waits."""
    runs = fake_runs([objects("an issue")], rounds=1)
    await runs.world.advance()
    done = fake_runs([approves()], run="run2")
    await done.world.driver.advance("run2", by="test")
    runs.more.append(done.world)
    return runs


async def test_the_board_has_those_that_wait_first() -> None:
    async with dashboard(await two_runs(), None) as shown:
        await shown.screen(BoardScreen)
        await shown.until(lambda: rows(shown) == ["▲ waiting: many rounds, no approval", "✓ approved"], "both states")
        await shown.press("/", *"approved")
        await shown.until(lambda: rows(shown) == ["✓ approved"], "one row")
        await shown.press("escape")
        await shown.until(lambda: len(rows(shown)) == 2, "both rows")
        await shown.press("up", "enter")
        await shown.screen(GateScreen)


async def test_the_board_tells_running_elsewhere_from_interrupted_and_ticks_only_approvals() -> None:
    runs = fake_runs([objects("an issue")])
    runs.world.journal.fail_after = 2
    with pytest.raises(Power):
        await runs.world.advance()
    ended = fake_runs([objects("an issue")], rounds=1, run="run2")
    await ended.world.driver.advance("run2", by="test")
    runs.more.append(ended.world)
    runs.decide("run2", GateDecision(choice="abort", by="bob"))
    await ended.world.driver.advance("run2", by="test")
    async with dashboard(runs, None) as shown:
        await shown.screen(BoardScreen)
        await shown.until(lambda: rows(shown) == ["○ interrupted", "✗ aborted"], "both states")
        runs.holder_name = "process 7 on there"
        await shown.press("r")
        await shown.until(lambda: rows(shown)[0].startswith("● running elsewhere: "), "the other process")


def test_the_end_of_a_run_says_what_became_of_the_result() -> None:
    state = fold(fake_runs([approves()]).world.journal.items).but({"outcome": Outcome.APPROVED})
    builtin = state.but({"spec": state.spec.but({"critic": AgentRef(agent="builtin")})})
    assert standing(builtin, "idle") == "approved (mechanical checks only)"
    assert standing(state, "idle") == "approved"
    assert standing(state.but({"bring_back_accepted": False}), "idle") == "approved, not brought back"
    assert standing(state.but({"bring_back_undone": True}), "idle") == "approved, undone"


async def test_the_board_comes_up_from_a_run_and_goes_away_again() -> None:
    async with dashboard(await two_runs(), advance=False) as shown:
        screen = await shown.look_around()
        await shown.press("b")
        board = await shown.screen(BoardScreen)
        await shown.until(lambda: "✓ approved" in rows(shown), "the states")
        await shown.press("b")
        await shown.until(lambda: shown.app.screen is screen, "the run")
        await shown.press("b")
        await shown.until(
            lambda: isinstance(shown.app.screen, BoardScreen) and shown.app.screen is not board, "a board"
        )
        await shown.until(lambda: "✓ approved" in rows(shown), "the states")
        await shown.press("down", "enter")
        other = await shown.run_screen()
        await shown.until(lambda: other.session.run == "run2" and shown.standing.endswith("approved"), "the other run")


async def test_an_empty_board_says_how_to_begin() -> None:
    runs = fake_runs([])
    runs.hidden = True
    async with dashboard(runs, None) as shown:
        await shown.screen(BoardScreen)
        await shown.until(lambda: shown.words("#board-note").startswith("No run yet."), "the words")
        await shown.press("enter", "b")
        assert isinstance(shown.app.screen, BoardScreen)
        assert not shown.enabled("open")


async def test_a_human_is_called_once_a_question() -> None:
    runs = fake_runs([objects("an issue")], rounds=1)
    async with dashboard(runs) as shown:
        await shown.screen(GateScreen)
        await shown.until(lambda: shown.app.waiting == 1, "the call")
        await shown.press("x", "enter", "y")
        await shown.screen(RunScreen)
        await shown.until(lambda: shown.app.waiting == 0, "the end of it")


async def test_a_store_that_cannot_be_opened_closes_the_dashboard_with_its_error() -> None:
    def refuse() -> Opened:
        raise StoreProblem("critloop.db: not a database")

    app = CritloopApp(refuse, RUN, user="ada")
    async with app.run_test() as pilot:
        while app.is_running:
            await pilot.pause(0.005)
    assert isinstance(app.failure, StoreProblem)


async def test_an_advance_that_fails_is_told_and_not_repeated() -> None:
    runs = fake_runs([approves()])
    runs.broken = StoreProblem("critloop.db: the disk is full")
    async with dashboard(runs) as shown:
        await shown.run_screen()
        await shown.until(lambda: shown.notes == ["critloop.db: the disk is full"], "the words")
        await shown.press("5", "1")
        assert runs.advances == 1
