"""Docs: HIGH iterates until fixed, MEDIUM goes to the maker once, LOW gets a single pass at the end."""

import pytest

from critloop.export.result import result_of, unreviewed
from critloop.export.standing import standing
from critloop.loop.state import RunState
from critloop.model.context import PageContext, SourceHit
from critloop.model.events import ContextGathered, GateDecided, RunCreated, RunResumed
from critloop.model.finding import AnswerKind, Progress
from critloop.model.gate import GateDecision, GateReason
from critloop.model.outcome import Outcome
from critloop.model.run import Creation, Limits, Unit
from critloop.model.turn import Duty
from critloop.workflows.docs import DocsPolicy
from tests.support.replies import docs_report
from tests.support.world import Script, World, new_world

TWO, THREE = Script(text="# Orders\n\nTwo.\n"), Script(text="# Orders\n\nThree.\n")


def docs(critic: list[Script], maker: list[Script]) -> World:
    return new_world(critic, maker, loop="docs")


def duties(state: RunState) -> list[str]:
    return [turn.duty for turn in state.turns.values()]


def gate_reasons(state: RunState) -> list[GateReason]:
    return [cause.reason for cause in state.open_gate.causes] if state.open_gate else []


async def test_low_findings_get_one_pass_after_which_nobody_looks_again() -> None:
    maker = Script(text="# Orders\n\nTwo.\n", answers=(("F1", AnswerKind.FIXED, "reworded"),))
    state = await docs([docs_report("LOW wordy")], [maker]).advance(bring_back="yes")
    assert duties(state) == ["review", "close"]
    assert state.outcome is Outcome.APPROVED
    result = result_of(state)
    assert result.revision == "r0"
    assert [commit.sha for commit in result.unreviewed_commits] == ["r1"]
    assert result.findings[0].progress == "claimed"


async def test_a_low_finding_that_the_maker_leaves_leaves_the_approval_as_it_is() -> None:
    maker = Script(answers=(("F1", AnswerKind.CANNOT_FIX, "a matter of taste"),))
    state = await docs([docs_report("LOW wordy")], [maker]).advance(bring_back="yes")
    assert state.outcome is Outcome.APPROVED
    assert not unreviewed(state)
    assert state.findings["F1"].is_open


async def test_low_findings_wait_while_others_iterate() -> None:
    world = docs([docs_report("HIGH wrong", "LOW wordy"), docs_report()], [TWO])
    state = await world.advance(bring_back="yes")
    assert [item.finding.title for item in world.maker.requests[0].findings] == ["wrong"]
    assert duties(state) == ["review", "fix", "review"]


async def test_a_medium_finding_that_comes_back_is_a_human_s() -> None:
    state = await docs([docs_report("MEDIUM vague")], [TWO]).advance()
    assert duties(state) == ["review", "fix", "review"]
    assert gate_reasons(state) == [GateReason.MEDIUM_REMAINS]


async def test_a_medium_that_had_its_iteration_does_not_go_along_with_a_high() -> None:
    world = docs([docs_report("MEDIUM vague"), docs_report("HIGH wrong", "MEDIUM vague"), docs_report()], [TWO, THREE])
    state = await world.advance(bring_back="yes")
    asked = [[item.finding.title for item in request.findings] for request in world.maker.requests]
    assert asked == [["vague"], ["wrong"]]
    assert state.outcome is Outcome.APPROVED


async def test_at_the_cap_the_maker_fixes_what_it_can_and_the_outcome_stays() -> None:
    reports = [docs_report(f"HIGH problem {number}") for number in range(3)]
    maker = [Script(text=f"# Orders\n\nTry {number}.\n") for number in range(3)]
    state = await docs(reports, maker).advance()
    assert duties(state) == ["review", "fix"] * 3
    assert gate_reasons(state) == [GateReason.CAP]
    assert standing(state) is Outcome.CAP_REACHED
    assert [commit.commit.sha for commit in unreviewed(state)] == ["r3"]
    assert "nobody has judged that yet" in state.gates[-1].causes[0].detail


async def test_a_page_that_could_not_be_read_is_tried_again_on_resume() -> None:
    world = docs([Script(reply="Fine."), Script(reply="Fine."), docs_report()], [])
    state = await world.advance()
    assert state.outcome is Outcome.NOT_REVIEWED
    assert [turn.text for turn in state.turns.values()] == ["Fine.", "Fine."]
    assert state.open_gate is None
    world.say(RunResumed(by="test"))
    state = await world.advance(bring_back="yes")
    assert state.outcome is Outcome.APPROVED


async def test_what_belongs_to_the_page_is_gathered_for_the_critic_and_kept_once() -> None:
    world = docs([docs_report("HIGH wrong"), docs_report()], [TWO])
    world.gather = lambda _spec, _folder, _unit: PageContext(sources=(SourceHit(path="src/orders.py"),))
    state = await world.advance(bring_back="yes")
    assert "src/orders.py" in world.critic.requests[0].prompt
    assert state.pages["docs"].sources[0].path == "src/orders.py"
    assert sum(isinstance(item.event, ContextGathered) for item in world.journal.items) == 1


async def test_the_navigation_entry_may_be_changed_and_nothing_else() -> None:
    maker = Script(text="# Orders\n\nTwo.\n", outside="docs/other.md")
    state = await docs([docs_report("HIGH wrong"), docs_report()], [maker]).advance(bring_back="yes")
    assert [undone.paths for undone in state.undone] == [("docs/other.md",)]


async def test_approving_what_the_maker_did_at_the_cap_accepts_that_nobody_reviewed_it() -> None:
    reports = [docs_report(f"HIGH problem {number}") for number in range(3)]
    maker = [Script(text=f"# Orders\n\nTry {number}.\n") for number in range(3)]
    world = docs(reports, maker)
    state = await world.advance()
    assert state.open_gate is not None
    decision = GateDecision(choice="approve", by="test", reason="good enough")
    world.say(GateDecided(gate=state.open_gate.id, decision=decision))
    state = await world.advance(bring_back="yes")
    titles = [item.finding.title for item in state.findings.values() if item.status.value == "accepted"]
    assert "revision r3 not reviewed" in titles


async def test_a_report_that_is_headed_for_another_page_is_no_report_on_this_one() -> None:
    other = Script(reply=docs_report().reply.replace("spec.md", "other.md"))
    state = await docs([other], []).advance()
    assert state.outcome is Outcome.NOT_REVIEWED
    assert not state.rounds


async def test_a_maker_that_disputed_and_is_asked_again_with_guidance_is_heard_anew() -> None:
    disputes = Script(answers=(("F1", AnswerKind.DISPUTED, "it is right"),))
    world = docs([docs_report("HIGH wrong"), docs_report()], [disputes, TWO])
    world.journal.items[0] = world.journal.items[0].but(
        {"event": RunCreated(spec=world.state.spec.but({"limits": Limits(rounds=1)}), version="0")}
    )
    state = await world.advance()
    assert gate_reasons(state) == [GateReason.CAP]
    assert state.open_gate is not None
    decision = GateDecision(choice="continue", by="test", guidance="name the type")
    world.say(GateDecided(gate=state.open_gate.id, decision=decision))
    state = await world.advance(bring_back="yes")
    assert duties(state) == ["review", "fix", "fix", "review"]
    assert state.outcome is Outcome.APPROVED


async def test_a_finding_that_is_raised_again_after_such_a_second_answer_is_carried() -> None:
    disputes = Script(answers=(("F1", AnswerKind.DISPUTED, "it is right"),))
    world = docs([docs_report("HIGH wrong")], [disputes, TWO])
    world.journal.items[0] = world.journal.items[0].but(
        {"event": RunCreated(spec=world.state.spec.but({"limits": Limits(rounds=1)}), version="0")}
    )
    state = await world.advance()
    assert state.open_gate is not None
    decision = GateDecision(choice="continue", by="test", guidance="name the type")
    world.say(GateDecided(gate=state.open_gate.id, decision=decision))
    state = await world.advance()
    assert state.findings["F1"].progress is Progress.CARRIED


SKILL = Creation(skill="write-page", skill_path=".claude/skills/write-page/SKILL.md", arguments="Orders")


@pytest.mark.parametrize(
    ("path", "duty", "touch"),
    [
        ("docs/spec.md", "fix", "yes"),
        ("mkdocs.yml", "fix", "entry"),
        ("src/orders.py", "fix", "no"),
        ("src/orders.py", "create", "marked"),
        (".claude/skills/write-page/SKILL.md", "create", "no"),
        ("critloop.toml", "create", "no"),
        (".critloop/prompts/docs/critic.md", "create", "no"),
    ],
)
def test_a_skill_may_write_what_it_has_to_but_no_skill_and_no_setting(path: str, duty: Duty, touch: str) -> None:
    spec = docs([], []).state.spec.but({"create": SKILL})
    unit = Unit(id="docs", name="spec.md", path="docs/spec.md")
    assert DocsPolicy().may_touch(spec, unit, path, duty) == touch


async def test_the_page_of_a_skill_is_one_that_it_has_written() -> None:
    world = new_world([docs_report()], [Script("Page: docs/other.md")], loop="docs", create=SKILL, text="")
    world.workspace.before = ""
    state = await world.advance()
    assert gate_reasons(state) == [GateReason.FAILURE]
