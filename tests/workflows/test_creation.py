"""A maker that writes first: a whole subject at once, or a plan part by part."""

import pytest

from critloop.loop.state import RunState
from critloop.model.events import GateDecided, UnitsCut
from critloop.model.gate import GateDecision, GateReason
from critloop.model.outcome import Outcome
from critloop.model.run import Creation, Limits
from tests.support.replies import plan_review
from tests.support.world import Script, World, approves, new_world, objects

WRITE = Creation(instruction="a spec of orders")
ONE = "# Plan\n\n## Chunk 1: Ground\n\n- [ ] dig\n"
TWO = ONE + "\n## Chunk 2: House\n\n- [ ] build\n"


def created(loop: str, critic: list[Script], maker: list[Script]) -> World:
    world = new_world(critic, maker, loop=loop, create=WRITE, text="")
    world.workspace.before = ""
    return world


def duties(state: RunState) -> list[tuple[str, str]]:
    return [(turn.duty, turn.unit) for turn in state.turns.values()]


async def test_a_spec_is_written_and_then_reviewed() -> None:
    world = created("spec", [approves()], [Script(text="# Orders\n\nOne.\n")])
    state = await world.advance(bring_back="yes")
    assert state.outcome is Outcome.APPROVED
    assert [turn.duty for turn in state.turns.values()] == ["create", "review"]
    assert [made.commit.subject for made in state.commits] == ["spec(spec): write the first version"]


async def test_what_the_maker_wrote_goes_back_to_it_with_what_is_wrong() -> None:
    first, better = Script(text="# Orders\n\nOne.\n"), Script(text="# Orders\n\nTwo.\n")
    world = created("spec", [objects("a"), approves()], [first, better])
    state = await world.advance(bring_back="yes")
    assert [turn.duty for turn in state.turns.values()] == ["create", "review", "fix", "review"]
    assert state.outcome is Outcome.APPROVED


async def test_a_maker_that_writes_nothing_twice_asks_a_human_who_can_not_approve_nothing() -> None:
    state = await created("spec", [approves()], [Script(reply="Done.")]).advance()
    assert state.open_gate is not None
    assert [cause.reason for cause in state.open_gate.causes] == [GateReason.FAILURE]
    assert "changed nothing" in state.open_gate.causes[0].detail
    assert state.unit is not None
    assert state.unit.phase == "create"


async def test_a_plan_is_written_chunk_by_chunk_each_reviewed_before_the_next() -> None:
    critic = [plan_review("dig where?"), plan_review(), plan_review()]
    deeper = ONE.replace("dig", "dig in the garden")
    maker = [
        Script(text=ONE),
        Script(text=deeper),
        Script(text=deeper + TWO.removeprefix(ONE)),
        Script("Plan complete"),
    ]
    state = await created("plan", critic, maker).advance(bring_back="yes")
    assert duties(state) == [
        ("create", "chunk-1"),
        ("review", "chunk-1"),
        ("fix", "chunk-1"),
        ("review", "chunk-1"),
        ("create", "chunk-2"),
        ("review", "chunk-2"),
        ("create", "chunk-3"),
    ]
    assert state.outcome is Outcome.APPROVED
    assert [unit.outcome for unit in state.units] == ["approved", "approved"]


async def test_the_last_chunk_can_say_that_the_plan_is_complete() -> None:
    maker = [Script(text=ONE), Script("Plan complete", text=TWO)]
    state = await created("plan", [plan_review()], maker).advance(bring_back="yes")
    assert duties(state)[-1] == ("review", "chunk-2")
    assert state.outcome is Outcome.APPROVED


async def test_a_later_fix_that_changes_an_approved_chunk_has_it_reviewed_again() -> None:
    changed_both = TWO.replace("dig", "dig deeper").replace("build", "build higher")
    world = new_world(
        [plan_review(), plan_review("too low"), plan_review(), plan_review()],
        [Script(text=changed_both)],
        text=TWO,
        loop="plan",
    )
    state = await world.advance(bring_back="yes")
    assert duties(state) == [
        ("review", "chunk-1"),
        ("review", "chunk-2"),
        ("fix", "chunk-2"),
        ("review", "chunk-1"),
        ("review", "chunk-2"),
    ]
    assert state.outcome is Outcome.APPROVED
    head = world.workspace.open("run1").head
    assert all(unit.snapshot is not None and unit.snapshot.revision == head for unit in state.units)


async def test_an_approved_chunk_is_judged_again_when_what_binds_it_changes() -> None:
    bound = "# Plan\n\nUse Python 3.11.\n" + TWO.removeprefix("# Plan\n")
    loosened = bound.replace("3.11", "2.7").replace("build", "build higher")
    critic = [plan_review(), plan_review("too low"), plan_review(), plan_review()]
    state = await new_world(critic, [Script(text=loosened)], text=bound, loop="plan").advance(bring_back="yes")
    assert [unit for _, unit in duties(state)] == ["chunk-1", "chunk-2", "chunk-2", "chunk-1", "chunk-2"]
    assert state.outcome is Outcome.APPROVED


async def test_a_last_word_that_changes_the_preamble_has_the_chunks_judged_again() -> None:
    bound = ONE.replace("# Plan\n", "# Plan\n\nUse Python 3.11.\n")
    maker = [Script(text=bound), Script("Plan complete", text=bound.replace("3.11", "2.7"))]
    state = await created("plan", [plan_review()], maker).advance(bring_back="yes")
    assert [duty for duty, _ in duties(state)] == ["create", "review", "create", "review"]


async def test_a_chunk_that_was_approved_with_known_issues_stays_so_when_it_is_judged_again() -> None:
    blank = TWO.replace("- [ ] dig", "- [ ]  dig").replace("build", "build higher")
    critic = [plan_review("dig where?"), plan_review("too low"), plan_review(), plan_review()]
    world = new_world(critic, [Script(text=blank)], text=TWO, loop="plan", limits=Limits(rounds=1))
    for choice in ("approve", "continue"):
        state = await world.advance()
        assert state.open_gate is not None
        decision = GateDecision(choice=choice, by="test", reason="we know the garden")
        world.say(GateDecided(gate=state.open_gate.id, decision=decision))
    state = await world.advance(bring_back="yes")
    assert [unit for _, unit in duties(state)] == ["chunk-1", "chunk-2", "chunk-2", "chunk-1", "chunk-2"]
    assert [unit.outcome for unit in state.units] == ["approved_with_known_issues", "approved"]
    assert state.outcome is Outcome.APPROVED_WITH_KNOWN_ISSUES


@pytest.mark.parametrize("title", ["Plan Review — Chunk 7", "Plan Review - Task 9: Roof"])
async def test_a_review_that_is_headed_for_another_chunk_is_no_report_on_this_one(title: str) -> None:
    other = Script(reply=plan_review().reply.replace("Plan Review", title))
    state = await new_world([other], text=TWO, loop="plan").advance()
    assert not state.rounds
    assert "another chunk" in state.last_problem


async def test_an_approved_chunk_whose_text_stays_is_not_reviewed_again() -> None:
    world = new_world(
        [plan_review(), plan_review("too low"), plan_review()],
        [Script(text=TWO.replace("build", "build higher"))],
        text=TWO,
        loop="plan",
    )
    state = await world.advance(bring_back="yes")
    assert [unit for _, unit in duties(state)] == ["chunk-1", "chunk-2", "chunk-2", "chunk-2"]


async def test_a_maker_may_not_drop_a_chunk_to_be_rid_of_its_findings() -> None:
    world = new_world([plan_review("dig where?")], [Script(text=TWO.replace(ONE, "# Plan\n"))], text=TWO, loop="plan")
    state = await world.advance()
    assert state.open_gate is not None
    assert state.open_gate.causes[0].reason is GateReason.FAILURE
    assert "“Ground” was dropped" in state.last_problem
    assert world.workspace.open("run1").text == TWO


async def test_a_maker_that_destroys_the_plan_has_its_turn_undone() -> None:
    world = new_world([plan_review("dig where?")], [Script(text="gone\n")], text=TWO, loop="plan")
    state = await world.advance()
    assert state.open_gate is not None
    assert state.open_gate.causes[0].reason is GateReason.FAILURE
    assert world.workspace.open("run1").text == TWO
    assert sum(isinstance(item.event, UnitsCut) for item in world.journal.items) == 1
