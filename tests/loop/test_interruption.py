"""A run that is interrupted at any point resumes, and ends as if nothing had happened."""

import asyncio

import pytest

from critloop.model import events as ev
from critloop.model.finding import AnswerKind
from critloop.model.outcome import Outcome
from tests.support.world import Power, Script, World, approves, new_world, objects


def story() -> World:
    fixed = (("F1", AnswerKind.FIXED, ""), ("F2", AnswerKind.DISPUTED, "it is said above"))
    maker = [
        Script(reply="working", text="# Orders\n\nTwo.\n", fixes=("F1",), answers=fixed),
        Script(reply="F2: fixed", text="# Orders\n\nThree.\n"),
    ]
    return new_world([objects("a", "b"), Script(reply="hm"), objects("b"), approves()], maker)


async def uninterrupted() -> World:
    world = story()
    await world.advance(bring_back="yes")
    return world


def appends() -> int:
    return asyncio.run(uninterrupted()).journal.appends


@pytest.mark.parametrize("after", range(1, appends()))
async def test_the_power_goes_at_any_append(after: int) -> None:
    world = story()
    world.journal.fail_after = after
    with pytest.raises(Power):
        await world.advance(bring_back="yes")
    world.journal.fail_after = None
    state = await world.advance(bring_back="yes")
    whole = (await uninterrupted()).state
    assert state.outcome is Outcome.APPROVED
    assert state.brought_back == whole.brought_back
    assert [(r.number, r.raised) for r in state.rounds] == [(r.number, r.raised) for r in whole.rounds]
    assert {k: (f.status, f.progress) for k, f in state.findings.items()} == {
        k: (f.status, f.progress) for k, f in whole.findings.items()
    }
    copy = world.workspace.copy
    assert copy is not None
    assert copy.text == "# Orders\n\nThree.\n"
    assert [made.commit.sha for made in state.commits] == [item[0] for item in copy.history[1:]]


async def test_a_turn_that_ended_is_never_done_again() -> None:
    world = story()
    world.journal.fail_after = 7
    with pytest.raises(Power):
        await world.advance(bring_back="yes")
    world.journal.fail_after = None
    await world.advance(bring_back="yes")
    ended = [item.event.turn for item in world.journal.items if isinstance(item.event, ev.TurnEnded)]
    assert len(ended) == len(set(ended)) == 6
