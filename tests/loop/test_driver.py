"""A spec run, played to every one of its ends."""

import asyncio
from typing import Literal

import pytest

from critloop.loop.control import Control
from critloop.model import events as ev
from critloop.model.finding import AnswerKind, FindingStatus, Progress
from critloop.model.gate import Acceptance, GateDecision, GateReason
from critloop.model.outcome import Outcome
from critloop.model.run import Limits
from critloop.model.turn import Role
from critloop.model.workcopy import BringBackPreview
from tests.support.world import Script, World, approves, new_world, objects

FIXED, DISPUTED, CANNOT = AnswerKind.FIXED, AnswerKind.DISPUTED, AnswerKind.CANNOT_FIX


def fix(number: int, *findings: str) -> Script:
    """A maker's turn that changes the text and commits it as the fix of these findings."""
    answers = tuple((finding, FIXED, "") for finding in findings)
    return Script(reply="done", text=f"# Orders\n\nText {number}.\n", fixes=findings, answers=answers)


def reasons(world: World) -> list[GateReason]:
    gate = world.state.open_gate
    return [cause.reason for cause in gate.causes] if gate else []


def decide(world: World, decision: GateDecision) -> None:
    gate = world.state.open_gate
    assert gate is not None
    world.say(ev.GateDecided(gate=gate.id, decision=decision))


async def test_an_approving_first_report_ends_the_run_without_a_maker() -> None:
    world = new_world([approves()])
    state = await world.advance()
    assert state.outcome is Outcome.APPROVED
    assert len(state.rounds) == 1
    assert world.maker.requests == []


async def test_a_fixed_issue_is_reviewed_again_by_a_fresh_critic_and_offered() -> None:
    world = new_world([objects("vague"), approves()], [fix(1, "F1")])
    state = await world.advance()
    assert state.outcome is None
    assert state.preview is not None
    assert state.bring_back_accepted is None
    assert state.findings["F1"].status is FindingStatus.FIXED
    assert state.units[0].outcome == "approved"
    assert [request.conversation for request in world.critic.requests] == [None, None]
    assert "vague" not in world.critic.requests[1].prompt


async def test_a_result_is_brought_back_without_asking_only_where_the_caller_said_so() -> None:
    world = new_world([objects("vague"), approves()], [fix(1, "F1")])
    state = await world.advance(bring_back="yes")
    assert state.outcome is Outcome.APPROVED
    assert state.brought_back is not None


@pytest.mark.parametrize(("kind", "branch"), [("git", "critloop/run1"), ("plain", None)])
async def test_a_merge_is_never_done_without_a_reader_and_the_branch_is_left_instead(
    kind: Literal["git", "plain"], branch: str | None
) -> None:
    world = new_world([objects("vague"), approves()], [fix(1, "F1")])
    world.workspace.kind = kind
    world.workspace.offer = BringBackPreview(mode="merge", diff="both changed")
    for _ in range(2):
        state = await world.advance(bring_back="yes")
        assert state.outcome is None
        assert state.brought_back is None
        assert state.preview is not None
        assert (state.preview.mode, state.preview.branch) == ("merge", branch)


async def test_a_declined_result_stays_in_the_work_copy() -> None:
    world = new_world([objects("vague"), approves()], [fix(1, "F1")])
    await world.advance()
    world.say(ev.BringBackAnswered(accepted=False, by="test"))
    state = await world.advance()
    assert state.outcome is Outcome.APPROVED
    assert state.brought_back is None
    assert "not brought back" in state.outcome_reason


async def test_the_fifth_report_that_does_not_approve_asks_a_human_before_the_next_fix() -> None:
    world = new_world([objects(f"issue {n}") for n in range(1, 8)], [fix(n, f"F{n}") for n in range(1, 8)])
    state = await world.advance()
    assert reasons(world) == [GateReason.ITERATIONS]
    assert len(state.rounds) == 5
    assert len(world.maker.requests) == 4


async def test_continue_gives_as_many_rounds_as_were_said_and_passes_the_guidance_on_once() -> None:
    world = new_world([objects(f"issue {n}") for n in range(1, 9)], [fix(n, f"F{n}") for n in range(1, 9)])
    await world.advance()
    decide(world, GateDecision(choice="continue", by="ann", rounds=2, guidance="Prefer short sentences"))
    state = await world.advance()
    assert len(state.rounds) == 7
    assert reasons(world) == [GateReason.ITERATIONS]
    heard = ["Prefer short sentences" in request.prompt for request in world.maker.requests]
    assert heard == [False, False, False, False, True, False]


async def test_approving_with_known_issues_accepts_each_open_finding_with_its_reason() -> None:
    world = new_world([objects("a", "b")], [Script(answers=(("F1", CANNOT, "x"), ("F2", CANNOT, "y")))])
    await world.advance()
    known = Acceptance(finding="F2", reason="by design", owner="bob", expires="2027-01-01")
    decide(world, GateDecision(choice="approve", by="ann", reason="ship it", acceptances=(known,)))
    state = await world.advance()
    assert state.outcome is Outcome.APPROVED_WITH_KNOWN_ISSUES
    first, second = state.findings["F1"], state.findings["F2"]
    assert (first.status, first.note, first.owner) == (FindingStatus.ACCEPTED, "ship it", "ann")
    assert (second.note, second.owner, second.expires) == ("by design", "bob", "2027-01-01")


async def test_approving_a_revision_that_nobody_reviewed_accepts_that_as_a_known_issue() -> None:
    world = new_world([Script(reply="hello")])
    await world.advance()
    assert reasons(world) == [GateReason.MALFORMED]
    decide(world, GateDecision(choice="approve", by="ann", reason="read it myself"))
    state = await world.advance()
    assert state.outcome is Outcome.APPROVED_WITH_KNOWN_ISSUES
    [known] = state.findings.values()
    assert known.finding.title == "revision r0 not reviewed"
    assert known.status is FindingStatus.ACCEPTED


@pytest.mark.parametrize("discard", [True, False])
async def test_abort_ends_the_run_and_discards_only_when_told(discard: bool) -> None:
    world = new_world([objects("a")], [Script(answers=(("F1", CANNOT, "x"),))])
    await world.advance()
    decide(world, GateDecision(choice="abort", by="ann", discard=discard))
    state = await world.advance()
    assert state.outcome is Outcome.ABORTED
    assert world.workspace.discarded is discard


async def test_a_malformed_report_is_asked_again_with_the_reason_but_without_the_bad_reply() -> None:
    world = new_world([Script(reply="All fine, I think."), approves()])
    state = await world.advance()
    assert state.outcome is Outcome.APPROVED
    again = world.critic.requests[1]
    problem = next(iter(state.turns.values())).problem
    assert problem
    assert problem in again.prompt
    assert "All fine" not in again.prompt
    assert again.attempt == 2
    assert len(state.rounds) == 1


async def test_two_malformed_reports_in_a_row_open_the_gate_and_continue_asks_anew() -> None:
    world = new_world([Script(reply="hm"), Script(reply="hm"), approves()])
    await world.advance()
    assert reasons(world) == [GateReason.MALFORMED]
    decide(world, GateDecision(choice="continue", by="ann"))
    state = await world.advance()
    assert state.outcome is Outcome.APPROVED


async def test_a_reply_that_says_it_could_not_read_is_no_review_and_no_pass() -> None:
    unread = Script(reply="I am unable to read the file docs/spec.md, so no review took place.")
    world = new_world([unread])
    state = await world.advance()
    assert reasons(world) == [GateReason.FAILURE]
    assert state.rounds == ()


async def test_a_failed_turn_is_tried_once_more() -> None:
    world = new_world([Script(fail="connection lost"), approves()])
    assert (await world.advance()).outcome is Outcome.APPROVED


async def test_what_a_failed_turn_committed_is_put_aside_and_counts_for_nothing() -> None:
    broken = Script(text="# Orders\n\nHalf.\n", fixes=("F1",), fail="connection lost")
    world = new_world([objects("a"), approves()], [broken, fix(1, "F1")])
    state = await world.advance()
    assert [made.turn for made in state.commits] == ["t3"]
    [kept] = state.undone
    assert (kept.turn, kept.kept) == ("t2", "refs/cut/t2")
    assert state.units[0].outcome == "approved"


async def test_two_failed_turns_ask_a_human_with_the_reason() -> None:
    world = new_world([Script(fail="connection lost")])
    await world.advance()
    gate = world.state.open_gate
    assert gate is not None
    assert gate.causes[0].reason is GateReason.FAILURE
    assert "connection lost" in gate.causes[0].detail
    assert len(world.critic.requests) == 2


async def test_a_final_failure_is_not_tried_again() -> None:
    world = new_world([Script(fail="unknown model", final=True)])
    await world.advance()
    assert len(world.critic.requests) == 1
    assert reasons(world) == [GateReason.FAILURE]


@pytest.mark.parametrize("stop", ["max_tokens", "refusal", "cut"])
async def test_a_reply_that_ended_early_is_never_a_report(stop: str) -> None:
    early = Script(reply=approves().reply, stop=stop)  # type: ignore[arg-type]
    world = new_world([early])
    state = await world.advance()
    assert state.outcome is None
    assert state.rounds == ()
    assert reasons(world) == [GateReason.FAILURE]
    assert all("Approved" in turn.text for turn in state.turns.values())


async def test_cannot_fix_to_all_that_blocks_asks_the_author_without_another_review() -> None:
    world = new_world([objects("a", "b")], [Script(answers=(("F1", CANNOT, "x"), ("F2", CANNOT, "y")))])
    state = await world.advance()
    assert reasons(world) == [GateReason.NEEDS_AUTHOR]
    assert len(state.rounds) == 1


async def test_the_same_dispute_in_three_rounds_asks_a_human() -> None:
    dispute = Script(answers=(("F1", DISPUTED, "the text says so in line 3"),))
    world = new_world([objects("a")], [dispute])
    state = await world.advance()
    assert reasons(world) == [GateReason.DISAGREEMENT]
    assert len(state.rounds) == 3
    assert state.findings["F1"].progress is Progress.DISPUTED


async def test_a_dispute_without_a_reason_counts_for_nothing() -> None:
    world = new_world([objects("a")], [Script(answers=(("F1", DISPUTED, "  "),))])
    await world.advance()
    assert GateReason.DISAGREEMENT not in reasons(world)


async def test_two_rounds_without_change_or_answer_are_a_stall() -> None:
    world = new_world([objects("a")], [Script(reply="I had a look.")])
    state = await world.advance()
    assert reasons(world) == [GateReason.STALL]
    assert len(state.rounds) == 2


async def test_a_section_that_returns_to_an_earlier_text_is_a_stall() -> None:
    there, back = "# Orders\n\nThere.\n", "# Orders\n\nOne.\n"
    maker = [Script(text=there, fixes=("F1",)), Script(text=back, fixes=("F2",))]
    world = new_world([objects("a"), objects("b"), objects("c")], maker)
    await world.advance()
    gate = world.state.open_gate
    assert gate is not None
    assert [cause.reason for cause in gate.causes] == [GateReason.STALL]
    assert "“Orders” has returned to its text of round 1" in gate.causes[0].detail


async def test_the_token_limit_is_checked_before_each_turn_and_continue_grants_as_much_again() -> None:
    critic = [Script(reply=objects(f"issue {n}").reply, tokens=60) for n in range(1, 9)]
    world = new_world(critic, [fix(n, f"F{n}") for n in range(1, 9)], limits=Limits(max_tokens=100))
    state = await world.advance()
    assert reasons(world) == [GateReason.BUDGET]
    assert state.usage.tokens == 120
    decide(world, GateDecision(choice="continue", by="ann"))
    state = await world.advance()
    assert reasons(world) == [GateReason.BUDGET]
    assert state.usage.tokens == 240


async def test_one_gate_carries_all_reasons_the_leading_one_first() -> None:
    world = new_world([objects("a")], [Script(reply="Nothing to do.")], limits=Limits(rounds=2))
    await world.advance()
    assert reasons(world) == [GateReason.ITERATIONS, GateReason.STALL]


@pytest.mark.parametrize(("rounds", "said"), [(1, "1 round was allowed"), (2, "2 rounds were allowed")])
async def test_a_gate_at_the_limit_says_how_many_rounds_were_allowed(rounds: int, said: str) -> None:
    world = new_world([objects("a")], [fix(1, "F1")], limits=Limits(rounds=rounds))
    state = await world.advance()
    assert state.open_gate is not None
    assert state.open_gate.causes[0].detail.endswith(said)


async def test_a_text_that_was_not_changed_did_not_have_to_be_unless_something_is_known_of_it() -> None:
    state = await new_world([approves()]).advance()
    assert state.outcome_reason == "the text did not have to change"
    world = new_world([objects("a")], [Script(answers=(("F1", AnswerKind.CANNOT_FIX, "no"),))])
    await world.advance()
    decide(world, GateDecision(choice="approve", by="ann", reason="fine"))
    state = await world.advance()
    assert state.outcome is Outcome.APPROVED_WITH_KNOWN_ISSUES
    assert state.outcome_reason == "the text was not changed"


async def test_fixed_without_a_change_at_its_place_is_claimed_and_not_fixed() -> None:
    world = new_world([objects("a")], [Script(answers=(("F1", FIXED, "done"),))])
    state = await world.advance()
    assert state.findings["F1"].status is FindingStatus.OPEN
    assert state.findings["F1"].progress is Progress.CLAIMED


async def test_what_a_later_critic_does_not_repeat_on_unchanged_text_is_never_called_fixed() -> None:
    text = "# Orders\n\nOne.\n\n## Storage\n\nTwo.\n"
    world = new_world(
        [objects("a", "b"), approves()],
        [Script(text=text, fixes=("F1",), answers=(("F1", FIXED, ""), ("F2", DISPUTED, "it is clear")))],
    )
    world.journal.items.clear()
    review = "## Spec Review\n\n**Status:** Issues Found\n\n**Issues (if any):**\n\n"
    items = "- [Orders]: (clarity) a - b\n- [Storage]: (clarity) c - d\n"
    world = new_world(
        [Script(reply=review + items), approves()],
        [Script(text=text.replace("One", "Uno"), fixes=("F1",), answers=(("F1", FIXED, ""),))],
        text=text.replace("Two", "Two"),
    )
    state = await world.advance()
    assert state.findings["F2"].progress is Progress.UNRAISED
    assert state.findings["F2"].status is FindingStatus.OPEN


async def test_a_finding_that_comes_back_after_it_was_fixed_has_resurfaced() -> None:
    world = new_world(
        [objects("a"), objects("b"), objects("a"), approves()],
        [fix(1, "F1"), fix(2, "F2"), fix(3, "F1")],
    )
    state = await world.advance()
    assert [s.round for s in state.findings["F1"].sightings] == [1, 3]
    assert state.rounds[2].raised == ("F1",)


async def test_recommendations_are_kept_deferred_and_never_block() -> None:
    advice = "\n**Recommendations (advisory):**\n\n- Add a diagram.\n"
    world = new_world([Script(reply=approves().reply + advice)])
    state = await world.advance()
    assert state.outcome is Outcome.APPROVED
    [kept] = state.findings.values()
    assert (kept.status, kept.blocking) == (FindingStatus.DEFERRED, False)
    assert kept.note


async def test_edits_left_uncommitted_are_committed_under_the_findings_they_are_said_to_fix() -> None:
    maker = Script(text="# Orders\n\nTwo.\n", answers=(("F1", FIXED, "reworded"),))
    world = new_world([objects("a"), approves()], [maker])
    state = await world.advance()
    [made] = state.commits
    assert made.by == "orchestrator"
    assert made.commit.findings == ("F1",)
    assert made.commit.subject.startswith("spec(spec): fix HIGH/clarity — ")


async def test_edits_outside_the_unit_are_undone_and_shown() -> None:
    maker = Script(text="# Orders\n\nTwo.\n", fixes=("F1",), outside="README.md")
    world = new_world([objects("a"), approves()], [maker])
    state = await world.advance()
    [undone] = state.undone
    assert undone.paths == ("README.md",)
    assert undone.kept


async def test_a_critic_that_changed_a_file_has_failed_its_turn() -> None:
    meddler = Script(reply=approves().reply, text="# Orders\n\nMine.\n")
    world = new_world([meddler])
    state = await world.advance()
    assert state.outcome is None
    assert reasons(world) == [GateReason.FAILURE]
    copy = world.workspace.copy
    assert copy is not None
    assert copy.text == "# Orders\n\nOne.\n"
    assert state.undone


async def test_an_existing_review_is_the_first_round() -> None:
    world = new_world([approves()], [fix(1, "F1")], review=objects("a").reply)
    state = await world.advance()
    assert [item.critic_turn is None for item in state.rounds] == [True, False]
    assert state.units[0].outcome == "approved"


async def test_a_stopped_run_keeps_what_it_had_heard_and_goes_on_where_it_was() -> None:
    world = new_world([Script(reply="## Spec", hang=True), approves()])
    control = Control()
    running = asyncio.ensure_future(world.advance(control=control))
    await world.critic.hanging.wait()
    control.stop("ann")
    state = await running
    assert state.stopped
    [turn] = state.turns.values()
    assert (turn.status, turn.text) == ("cut", "## Spec")
    world.critic._turns = [approves()]
    state = await world.advance()
    assert state.outcome is Outcome.APPROVED


async def test_somebody_who_speaks_while_a_stopped_run_is_taken_up_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    world = new_world([approves()])
    world.say(ev.RunStopped(by="ann"))
    read = world.journal.read

    def overtaken(run: str, after: int = 0) -> list[ev.Recorded]:
        items = list(read(run, after))
        monkeypatch.setattr(world.journal, "read", read)
        world.say(ev.RunResumed(by="bob"))
        return items

    monkeypatch.setattr(world.journal, "read", overtaken)
    assert (await world.advance()).outcome is Outcome.APPROVED
    resumed = [item.event.by for item in world.journal.items if isinstance(item.event, ev.RunResumed)]
    assert resumed == ["bob"]


async def test_a_paused_run_starts_no_turn_until_it_goes_on() -> None:
    world = new_world([approves()])
    control = Control()
    control.pause()
    running = asyncio.ensure_future(world.advance(control=control))
    for _ in range(20):
        await asyncio.sleep(0)
    assert world.critic.requests == []
    control.resume()
    assert (await running).outcome is Outcome.APPROVED


async def test_a_turn_without_a_sign_of_life_fails() -> None:
    world = new_world([Script(hang=True)], limits=Limits(turn_idle=0.5))
    state = await world.advance()
    assert reasons(world) == [GateReason.FAILURE]
    assert all("no sign of life" in turn.error for turn in state.turns.values())


async def test_every_turn_journals_the_exact_prompt_its_hash_and_the_revision() -> None:
    world = new_world([objects("a"), approves()], [fix(1, "F1")])
    state = await world.advance()
    for request, turn in zip(
        [world.critic.requests[0], world.maker.requests[0], world.critic.requests[1]], state.turns.values(), strict=True
    ):
        assert turn.prompt == request.prompt
        assert len(turn.prompt_hash) == 64
    assert [turn.role for turn in state.turns.values()] == [Role.CRITIC, Role.MAKER, Role.CRITIC]
    assert [turn.revision for turn in state.turns.values()] == ["r0", "r0", "r1"]
