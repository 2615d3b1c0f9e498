"""Each condition of an approval is needed by itself."""

from collections.abc import Callable

import pytest

from critloop.loop.actions import Approve, Ask
from critloop.loop.decide import next_action
from critloop.loop.fold import fold
from critloop.loop.state import Round, RunState
from critloop.model import events as ev
from critloop.model.report import Verdict
from critloop.model.turn import Role
from tests.support.world import Power, approves, new_world, objects


async def approved_but_not_yet_written() -> RunState:
    world = new_world([approves()])
    await world.advance()
    items = world.journal.items
    end = next(i for i, item in enumerate(items) if isinstance(item.event, ev.UnitApproved))
    return fold(items[:end])


def with_last_round(state: RunState, change: Callable[[Round], dict[str, object]]) -> RunState:
    last = state.rounds[-1]
    return state.but({"rounds": (*state.rounds[:-1], last.but(change(last)))})


async def test_an_approving_report_on_the_current_revision_approves() -> None:
    assert isinstance(next_action(await approved_but_not_yet_written()), Approve)


def failed_verdict(last: Round) -> dict[str, object]:
    verdict = Verdict(name="Status", text="Issues Found", passed=False)
    return {"report": last.report.but({"verdicts": (verdict,)})}


def no_verdict(last: Round) -> dict[str, object]:
    return {"report": last.report.but({"verdicts": ()})}


def unverified(last: Round) -> dict[str, object]:
    return {"report": last.report.but({"cannot_verify": ("the port",)})}


def no_turn(last: Round) -> dict[str, object]:
    del last
    return {"critic_turn": None}


def other_revision(last: Round) -> dict[str, object]:
    return {"snapshot": last.snapshot.but({"revision": "r9"})}


@pytest.mark.parametrize("change", [failed_verdict, no_verdict, unverified, no_turn, other_revision])
async def test_without_one_of_its_conditions_there_is_no_approval(
    change: Callable[[Round], dict[str, object]],
) -> None:
    state = with_last_round(await approved_but_not_yet_written(), change)
    assert not isinstance(next_action(state), Approve)


async def test_an_open_finding_that_blocks_keeps_an_approving_verdict_from_counting() -> None:
    world = new_world([objects("a")])
    await world.advance()
    reviewed = next(i for i, item in enumerate(world.journal.items) if isinstance(item.event, ev.Reviewed))
    state = fold(world.journal.items[: reviewed + 1])
    passed = Verdict(name="Status", text="Approved", passed=True)
    state = with_last_round(state, lambda last: {"report": last.report.but({"verdicts": (passed,)})})
    action = next_action(state)
    assert isinstance(action, Ask)
    assert action.role is Role.MAKER


async def test_what_somebody_edits_in_the_work_copy_between_two_sessions_is_not_what_is_reviewed() -> None:
    world = new_world([objects("a"), approves()])
    world.journal.fail_after = 4
    with pytest.raises(Power):
        await world.advance()
    world.journal.fail_after = None
    copy = world.workspace.copy
    assert copy is not None
    copy.text = "# Orders\n\nSomething else.\n"
    state = await world.advance()
    assert copy.text == "# Orders\n\nOne.\n"
    assert "failed" not in {turn.status for turn in state.turns.values()}
