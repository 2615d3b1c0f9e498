"""A re-review that is scoped to what is open converges; one fresh look at all of it has the last word."""

from critloop.loop.state import RunState
from critloop.model.events import GateDecided
from critloop.model.gate import GateDecision
from critloop.model.outcome import Outcome
from critloop.model.turn import AgentRef
from tests.support.world import Script, approves, new_world, objects

BETTER = Script(text="# Orders\n\nTwo.\n")


def duties(state: RunState) -> list[str]:
    return [turn.duty for turn in state.turns.values()]


async def test_a_scoped_approval_is_audited_before_it_counts() -> None:
    world = new_world([objects("a"), approves(), approves()], [BETTER], rereview="scoped")
    state = await world.advance(bring_back="yes")
    assert duties(state) == ["review", "fix", "rereview", "audit"]
    assert [round.scope for round in state.rounds] == ["full", "scoped", "full"]
    assert state.outcome is Outcome.APPROVED


async def test_the_scoped_critic_is_told_what_is_open_and_what_changed_the_auditor_is_not() -> None:
    world = new_world([objects("the total is wrong"), approves(), approves()], [BETTER], rereview="scoped")
    await world.advance(bring_back="yes")
    _, scoped, audit = world.critic.requests
    assert "the total is wrong" in scoped.prompt
    assert "r0..r1" in scoped.prompt
    assert "the total is wrong" not in audit.prompt


async def test_an_audit_that_objects_goes_back_to_the_maker() -> None:
    world = new_world(
        [objects("a"), approves(), objects("b"), approves(), approves()],
        [BETTER, Script(text="# Orders\n\nThree.\n")],
        rereview="scoped",
    )
    state = await world.advance(bring_back="yes")
    assert duties(state) == ["review", "fix", "rereview", "audit", "fix", "rereview", "audit"]
    assert state.outcome is Outcome.APPROVED


async def test_a_first_report_that_approves_all_of_it_needs_no_audit() -> None:
    state = await new_world([approves()], rereview="scoped").advance(bring_back="yes")
    assert duties(state) == ["review"]


async def test_the_auditor_is_the_agent_that_is_named_for_it() -> None:
    world = new_world([objects("a"), approves(), approves()], [BETTER], rereview="scoped")
    spec = world.state.spec.but({"auditor": AgentRef(agent="scripted", model="other")})
    created = world.journal.items[0]
    world.journal.items[0] = created.but({"event": created.event.but({"spec": spec})})
    state = await world.advance(bring_back="yes")
    agents = {turn.duty: str(turn.agent) for turn in state.turns.values()}
    assert agents["audit"] == "scripted:other"
    assert agents["rereview"] == "scripted"


async def test_approving_what_only_a_scoped_look_has_passed_accepts_that_nobody_audited_it() -> None:
    world = new_world([objects("a"), approves(), Script(reply="Fine.")], [BETTER], rereview="scoped")
    state = await world.advance()
    assert state.open_gate is not None
    world.say(GateDecided(gate=state.open_gate.id, decision=GateDecision(choice="approve", by="test", reason="fine")))
    state = await world.advance(bring_back="yes")
    assert [f.finding.title for f in state.findings.values() if f.status.value == "accepted"] == [
        "revision r1 not reviewed"
    ]
