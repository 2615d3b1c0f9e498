"""What a human says to a run, held against where it stands."""

from typing import cast

import pytest

from critloop.decisions import Decisions
from critloop.model import events as ev
from critloop.model.errors import UsageProblem
from critloop.model.finding import AnswerKind
from critloop.model.gate import Acceptance, GateDecision
from critloop.model.outcome import Outcome
from critloop.model.ports import Workspace
from critloop.model.workcopy import BringBackPreview, BroughtBack
from tests.support.world import Script, World, approves, new_world, objects

FIX = Script(text="# Orders\n\nTwo.\n", fixes=("F1",))


def decisions(world: World) -> Decisions:
    return Decisions(world.journal, world.clock)


async def waiting() -> World:
    world = new_world(
        [objects("a", "b")], [Script(answers=tuple((k, AnswerKind.CANNOT_FIX, "x") for k in ("F1", "F2")))]
    )
    await world.advance()
    return world


async def test_an_approval_needs_a_reason_for_each_finding_that_stays() -> None:
    world = await waiting()
    named = Acceptance(finding="F1", reason="later", owner="bob")
    for decision in (
        GateDecision(choice="approve", by="ann"),
        GateDecision(choice="approve", by="ann", reason="  "),
        GateDecision(choice="approve", by="ann", acceptances=(named,)),
    ):
        with pytest.raises(UsageProblem, match="needs a reason"):
            decisions(world).decide("run1", decision)
    assert world.state.open_gate is not None


@pytest.mark.parametrize(
    ("decision", "said"),
    [
        (GateDecision(choice="continue", by="ann", rounds=0), "at least one round"),
        (
            GateDecision(
                choice="approve", by="ann", reason="r", acceptances=(Acceptance(finding="F9", reason="r", owner="b"),)
            ),
            "F9 is no open finding",
        ),
        (
            GateDecision(
                choice="approve",
                by="ann",
                reason="r",
                acceptances=(Acceptance(finding="F1", reason="r", owner="b", expires="soon"),),
            ),
            "'soon' is no date",
        ),
    ],
)
async def test_a_decision_that_lacks_something_is_refused_and_the_gate_stays_open(
    decision: GateDecision, said: str
) -> None:
    world = await waiting()
    with pytest.raises(UsageProblem, match=said):
        decisions(world).decide("run1", decision)
    assert world.state.open_gate is not None


async def test_of_two_answers_the_first_counts_and_the_second_is_told_so() -> None:
    world = await waiting()
    decisions(world).decide("run1", GateDecision(choice="continue", by="ann"))
    with pytest.raises(UsageProblem, match="answered already: continue, by ann"):
        decisions(world).decide("run1", GateDecision(choice="abort", by="bob"))


async def test_a_declined_result_can_be_offered_again_and_taken() -> None:
    world = new_world([objects("a"), approves()], [FIX])
    await world.advance()
    said = decisions(world)
    said.answer_bring_back("run1", accepted=False, by="ann")
    assert (await world.advance()).outcome is Outcome.APPROVED
    workspace = cast("Workspace", world.workspace)
    assert said.offer_again("run1", workspace).outcome is None
    said.answer_bring_back("run1", accepted=True, by="ann")
    state = await world.advance()
    assert state.outcome is Outcome.APPROVED
    assert state.brought_back is not None


async def test_a_result_that_was_taken_out_again_can_be_offered_again() -> None:
    world = new_world([objects("a"), approves()], [FIX])
    await world.advance(bring_back="yes")
    world.say(ev.BringBackUndone(by="ann"))
    state = decisions(world).offer_again("run1", cast("Workspace", world.workspace))
    assert state.outcome is None
    assert state.bring_back_accepted is None
    assert state.brought_back is None


async def test_what_was_brought_back_or_aborted_is_not_offered_again() -> None:
    world = new_world([objects("a"), approves()], [FIX])
    before = await world.advance(bring_back="yes")
    assert decisions(world).offer_again("run1", cast("Workspace", world.workspace)) == before


async def test_a_blocked_result_can_not_be_accepted() -> None:
    world = new_world([objects("a"), approves()], [FIX])
    world.workspace.offer = BringBackPreview(mode="blocked", reason="s.md is read-only")
    await world.advance()
    with pytest.raises(UsageProblem, match=r"s\.md is read-only"):
        decisions(world).answer_bring_back("run1", accepted=True, by="ann")


async def test_only_what_was_brought_back_can_be_undone_and_only_once() -> None:
    world = await waiting()
    workspace = cast("Workspace", world.workspace)
    with pytest.raises(UsageProblem, match="has brought nothing back"):
        decisions(world).undo("run1", workspace, by="ann")
    world.say(ev.BringBackDone(result=BroughtBack(mode="write", before_hash="a", after_hash="b", backup="c")))
    world.say(ev.BringBackUndone(by="ann"))
    with pytest.raises(UsageProblem, match="was undone already"):
        decisions(world).undo("run1", workspace, by="ann")
