"""Polish: criteria are locked, the evaluator is fresh, the best version is what is left."""

from dataclasses import replace

import pytest

from critloop.loop.state import RunState
from critloop.model.criteria import Criteria, Criterion
from critloop.model.events import GateDecided
from critloop.model.finding import AnswerKind
from critloop.model.gate import GateDecision, GateReason
from critloop.model.outcome import Outcome
from critloop.model.run import PolishInputs
from tests.support.replies import artifact, criteria_reply, evaluation
from tests.support.world import Script, World, new_world

TWO = Criteria(criteria=(Criterion(id="C1", text="at most 5 words"), Criterion(id="C2", text="no word “very”")), cap=3)


def polishing(critic: list[Script], maker: list[Script], criteria: Criteria | None = TWO, **flags: object) -> World:
    inputs = PolishInputs(goal="short", criteria=criteria, **flags)  # type: ignore[arg-type] # flags of the inputs
    return new_world(critic, maker, text="one\n", loop="polish", inputs=inputs)


def scores(one: str, two: str) -> Script:
    return evaluation({"C1": one, "C2": two})


async def test_criteria_are_extracted_first_and_locked_by_their_hash() -> None:
    extractor = criteria_reply("at most 5 words", "no word “very”")
    world = polishing([extractor, scores("", "")], [], criteria=None)
    state = await world.advance(bring_back="yes")
    assert [turn.duty for turn in state.turns.values()] == ["extract", "review"]
    assert state.criteria is not None
    assert state.criteria_hash == state.criteria.hash
    assert [item.text for item in state.criteria.criteria] == ["at most 5 words", "no word “very”"]


async def test_an_extractor_has_no_say_in_how_many_pass_or_how_often_it_is_tried() -> None:
    easy = criteria_reply("at most 5 words", "no word “very”", threshold="pass_1", cap=8)
    state = await polishing([easy, scores("", "very"), scores("", "")], [artifact("two\n")], criteria=None).advance()
    assert state.criteria is not None
    assert (state.criteria.threshold, state.criteria.cap) == ("pass_all", 4)
    assert len(state.rounds) == 2


async def test_supplied_criteria_need_no_extractor_and_flags_beat_the_file() -> None:
    world = polishing([scores("long", "very")], [artifact("two\n")], threshold="pass_1", cap=1)
    state = await world.advance()
    assert state.criteria is not None
    assert (state.criteria.threshold, state.criteria.cap) == ("pass_1", 1)
    assert [turn.duty for turn in state.turns.values()] == ["review"]


async def test_criteria_that_can_not_be_read_are_asked_for_twice_and_then_of_a_human() -> None:
    state = await polishing([Script(reply="Make it nicer.")], [], criteria=None).advance()
    assert state.open_gate is not None
    assert state.open_gate.causes[0].reason is GateReason.MALFORMED
    assert not state.rounds


async def test_gaps_above_the_threshold_are_deferred_and_the_text_converges() -> None:
    one = TWO.but({"threshold": "pass_1"})
    critic = evaluation({"C1": "", "C2": "it says very"}, needed=1)
    state = await polishing([critic], [], criteria=one).advance(bring_back="yes")
    assert state.outcome is Outcome.APPROVED
    assert state.findings["F1"].status.value == "deferred"


async def test_the_generator_is_fresh_and_is_told_of_the_blocking_gaps_alone() -> None:
    world = polishing([scores("six words", ""), scores("", "")], [artifact("two\n")])
    state = await world.advance(bring_back="yes")
    asked = world.maker.requests[0]
    assert [item.finding.issue for item in asked.findings] == ["six words"]
    assert asked.conversation is None
    assert "no word" not in asked.prompt
    assert state.outcome is Outcome.APPROVED


async def at_the_cap() -> tuple[World, RunState]:
    critic = [scores("long", "very"), scores("", "very"), scores("long", "very")]
    world = polishing(critic, [artifact("two\n"), artifact("three\n")])
    return world, await world.advance()


async def test_at_the_cap_the_best_version_is_what_is_left() -> None:
    world, state = await at_the_cap()
    assert state.open_gate is not None
    assert state.open_gate.causes[0].reason is GateReason.CAP
    assert state.units[0].judged == 2
    assert world.workspace.open("run1").text == "two\n"
    assert [item.finding.issue for item in state.blocking("polish")] == ["very"]


async def test_the_gaps_of_the_best_version_are_open_again_and_those_of_later_ones_are_not() -> None:
    critic = [scores("long", ""), scores("", "very"), evaluation({"C1": "longer", "C2": "very much"})]
    state = await polishing(critic, [artifact("two\n"), artifact("three\n")]).advance()
    assert state.open_gate is not None
    assert [cause.reason for cause in state.open_gate.causes] == [GateReason.CAP]
    assert [item.finding.issue for item in state.open_findings("polish")] == ["very"]
    assert [item.finding.issue for item in state.blocking("polish")] == ["very"]


async def test_the_best_version_lies_beside_the_file_while_a_human_is_asked() -> None:
    world, state = await at_the_cap()
    copy = world.workspace.open("run1")
    assert copy.beside == "two\n"
    assert state.beside is not None
    assert state.beside.path == "docs/spec.best.md"
    assert state.open_gate is not None
    world.say(GateDecided(gate=state.open_gate.id, decision=GateDecision(choice="abort", by="test")))
    await world.advance()
    assert copy.beside is None


async def test_a_text_without_a_file_of_the_user_s_is_laid_nowhere() -> None:
    critic = [scores("long", "very")] * 3
    world = polishing(critic, [artifact("two\n"), artifact("three\n")], stdin=True)
    await world.advance()
    assert world.workspace.open("run1").beside is None


async def test_one_more_round_goes_on_from_the_best_version() -> None:
    world, state = await at_the_cap()
    assert state.open_gate is not None
    decision = GateDecision(choice="continue", by="test")
    world.say(GateDecided(gate=state.open_gate.id, decision=decision))
    state = await world.advance()
    assert world.maker.requests[-1].text == "two\n"
    assert state.units[0].rounds == 4


async def test_approving_at_the_cap_takes_the_best_version_and_names_its_gaps() -> None:
    world, state = await at_the_cap()
    assert state.open_gate is not None
    world.say(GateDecided(gate=state.open_gate.id, decision=GateDecision(choice="approve", by="test", reason="fine")))
    state = await world.advance(bring_back="yes")
    assert state.outcome is Outcome.APPROVED_WITH_KNOWN_ISSUES
    assert not any("not reviewed" in item.finding.title for item in state.findings.values())
    assert world.workspace.open("run1").text == "two\n"


async def test_of_equally_good_versions_the_later_one_is_kept() -> None:
    critic = [scores("long", ""), scores("", "very"), scores("long", "very")]
    state = await polishing(critic, [artifact("two\n"), artifact("three\n")]).advance()
    assert state.units[0].judged == 2


CANNOT, DISPUTED, FIXED = AnswerKind.CANNOT_FIX, AnswerKind.DISPUTED, AnswerKind.FIXED


@pytest.mark.parametrize(
    ("answers", "subject", "findings"),
    [
        ((), "polish(spec): fix HIGH/C1+C2 — close the gaps C1 and C2", ("F1", "F2")),
        ((("F1", CANNOT, "no"),), "polish(spec): fix HIGH/C2 — close the gap C2", ("F2",)),
        ((("F1", DISPUTED, "no"), ("F2", FIXED, "cut it")), "polish(spec): fix HIGH/C2 — cut it", ("F2",)),
        ((("F1", FIXED, "cut it"), ("F2", FIXED, "")), "polish(spec): fix HIGH/C1+C2 — close the gaps C1 and C2", None),
        ((("F1", FIXED, "cut"), ("F2", FIXED, "cut")), "polish(spec): fix HIGH/C1+C2 — cut", ("F1", "F2")),
        ((("F1", CANNOT, "no"), ("F2", CANNOT, "no")), "polish(spec): edits of round 2 that answer no finding", ()),
    ],
)
async def test_a_commit_of_the_whole_text_claims_no_gap_that_the_maker_turned_down(
    answers: tuple[tuple[str, AnswerKind, str], ...], subject: str, findings: tuple[str, ...] | None
) -> None:
    maker = replace(artifact("two\n"), answers=answers)
    state = await polishing([scores("long", "very"), scores("", "")], [maker]).advance()
    (made,) = state.commits
    assert made.commit.subject == subject
    assert made.commit.findings == (("F1", "F2") if findings is None else findings)


@pytest.mark.parametrize("reply", ["", "Here you are.", "<artifact>\n</artifact>", "<artifact>\nhalf"])
async def test_a_reply_without_the_whole_text_changes_nothing(reply: str) -> None:
    world = polishing([scores("long", "")], [Script(reply=reply)])
    state = await world.advance()
    assert state.open_gate is not None
    assert state.open_gate.causes[0].reason is GateReason.FAILURE
    assert world.workspace.open("run1").text == "one\n"
