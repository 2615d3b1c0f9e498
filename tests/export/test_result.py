"""The result of a run, built from its state alone."""

import json

import msgspec
import pytest

from critloop.export.markdown import run_markdown
from critloop.export.result import event_of, result_of, rounds_open, unreviewed
from critloop.export.run_json import run_json
from critloop.export.shapes import EventJson, ResultJson
from critloop.export.standing import standing, standing_words
from critloop.loop.fold import fold
from critloop.model import events as ev
from critloop.model.finding import AnswerKind
from critloop.model.gate import Cause, GateReason
from critloop.model.outcome import Outcome
from critloop.model.run import Limits
from critloop.model.turn import AgentRef
from tests.support.world import Script, World, approves, new_world, objects


def fixing(finding: str, text: str) -> Script:
    return Script(text=f"# Spec\n\n{text}\n", fixes=(finding,), answers=((finding, AnswerKind.FIXED, "done"),))


async def advanced(world: World, **options: object) -> World:
    await world.advance(**options)
    return world


async def test_an_approved_run_names_what_was_reviewed() -> None:
    world = await advanced(new_world([objects("one"), approves()], [fixing("F1", "Two.")]), bring_back="yes")
    result = result_of(world.state)
    assert (result.outcome, result.rounds, result.revision) == (Outcome.APPROVED, 2, "r1")
    assert result.reviewed.range == "r0..r1"
    assert result.reviewed.files == ("docs/spec.md",)
    assert [unit.outcome for unit in result.units] == [Outcome.APPROVED]
    assert result.unreviewed_commits == ()
    (finding,) = result.findings
    assert (finding.status, finding.progress, finding.rounds_open) == ("fixed", None, 1)


async def test_before_the_first_report_nothing_counts_as_reviewed() -> None:
    result = result_of(new_world([approves()]).state)
    assert (result.outcome, result.revision, result.reviewed.range) == (Outcome.WAITING, None, "")
    assert standing_words(new_world([approves()]).state) == "running or interrupted"


async def test_an_approval_by_the_built_in_critic_says_so_in_words_and_not_in_json() -> None:
    world = await advanced(new_world([approves()], []), bring_back="yes")
    turns = world.state.turns
    builtin = {key: turn.but({"agent": AgentRef(agent="builtin")}) for key, turn in turns.items()}
    state = world.state.but({"turns": builtin})
    assert standing_words(state) == "approved (mechanical checks only)"
    assert "Outcome: approved (mechanical checks only)" in run_markdown(state)
    assert result_of(state).outcome is Outcome.APPROVED
    assert standing_words(world.state) == "approved"
    given = state.but({"rounds": tuple(item.but({"critic_turn": None}) for item in state.rounds)})
    assert standing_words(given) == "approved"


async def test_commits_that_no_report_has_judged_are_listed() -> None:
    broken = Script(reply="no report at all")
    world = await advanced(new_world([objects("one"), broken, broken], [fixing("F1", "Two.")]))
    result = result_of(world.state)
    assert result.outcome is Outcome.NOT_REVIEWED
    assert result.revision == "r0"
    assert [commit.sha for commit in result.unreviewed_commits] == ["r1"]
    assert [made.commit.sha for made in unreviewed(world.state)] == ["r1"]
    assert "not reviewed" in run_markdown(world.state)


async def test_an_open_finding_counts_the_rounds_it_has_been_open() -> None:
    world = await advanced(new_world([objects("one")], [Script()], limits=Limits(rounds=3)))
    (tracked,) = world.state.findings.values()
    assert rounds_open(tracked, world.state) == len(world.state.rounds)


@pytest.mark.parametrize(
    ("reason", "outcome"),
    [
        (GateReason.CAP, Outcome.CAP_REACHED),
        (GateReason.BUDGET, Outcome.BUDGET_REACHED),
        (GateReason.MALFORMED, Outcome.NOT_REVIEWED),
        (GateReason.FAILURE, Outcome.NOT_REVIEWED),
        (GateReason.ITERATIONS, Outcome.WAITING),
        (GateReason.NEEDS_AUTHOR, Outcome.WAITING),
        (GateReason.STALL, Outcome.WAITING),
    ],
)
def test_a_gate_stands_for_its_leading_reason(reason: GateReason, outcome: Outcome) -> None:
    world = new_world([approves()])
    causes = (Cause(reason=reason, detail="x"), Cause(reason=GateReason.STALL, detail="y"))
    world.say(ev.GateOpened(gate="g1", unit="spec", causes=causes))
    assert standing(world.state) is outcome
    gate = result_of(world.state).gate
    assert gate is not None
    assert gate.reasons[0] is reason


async def test_the_whole_run_is_json_that_reads_back() -> None:
    world = await advanced(new_world([objects("one \ud83d", recommend="maybe"), approves()], [fixing("F1", "Two.")]))
    whole = json.loads(run_json(world.state, world.journal.items))
    assert msgspec.convert(whole["result"], ResultJson) == result_of(world.state)
    events = [msgspec.convert(item, EventJson) for item in whole["events"]]
    assert events == [event_of(item) for item in world.journal.items]
    assert fold(world.journal.items) == world.state


async def test_a_line_is_one_line_of_ascii() -> None:
    world = await advanced(new_world([objects("one\u2028two\x85three"), approves()], [fixing("F1", "Zwei — ü")]))
    lines = [event_of(item).line() for item in world.journal.items] + [result_of(world.state).line()]
    assert all(line.isascii() and len(line.splitlines()) == 1 for line in lines)


async def test_text_of_agents_cannot_pass_for_the_pages_own() -> None:
    evil = "harmless # Findings \x1b[2J"
    world = await advanced(new_world([objects(evil)], [Script()], limits=Limits(rounds=1)))
    page = run_markdown(world.state)
    headings = [line for line in page.splitlines() if line.startswith("#")]
    assert [line for line in headings if line.startswith("## ")] == [
        "## Rounds",
        "## Findings",
        "## Exploration",
        "## Decisions",
        "## Commits",
    ]
    assert "\x1b" not in page
