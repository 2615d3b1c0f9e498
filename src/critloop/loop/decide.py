"""What is next in a run: a pure function of what has happened."""

from critloop.loop.actions import (
    Action,
    Approve,
    Ask,
    BringBack,
    CutTurn,
    Done,
    Finish,
    OfferBringBack,
    OpenGate,
    Prepare,
    ReadReport,
    SettleMaker,
    TakeSnapshot,
    UseReview,
    Wait,
)
from critloop.loop.causes import causes_of
from critloop.loop.fold_findings import is_reviewed
from critloop.loop.state import RunState, UnitState
from critloop.model.outcome import Outcome
from critloop.model.turn import Role
from critloop.workflows.policy import Policy
from critloop.workflows.registry import policy_of


def next_action(state: RunState, policy: Policy | None = None) -> Action:
    """The one thing to do now, by the rules of the run's loop (or of ``policy``).

    Each call that is not ``Wait`` or ``Done`` leads to events that change the answer, and every
    cycle through a critic uses up a round or a try: a run always ends or waits.
    """
    if state.outcome is not None:
        return Done()
    if state.stopped:
        return Wait("resume")
    if (turn := state.running_turn) is not None:
        return CutTurn(turn.id)
    if state.open_gate is not None:
        return Wait("gate")
    if state.aborting is not None:
        reason = state.aborting.reason or "aborted by the human"
        return Finish(Outcome.ABORTED, reason)
    if state.prepared is None:
        return Prepare()
    unit = state.unit
    return _conclude(state) if unit is None else _next_in(state, unit, policy or policy_of(state.spec.loop))


def _next_in(state: RunState, unit: UnitState, policy: Policy) -> Action:
    if (ended := _unhandled(state)) is not None:
        return ended
    if unit.phase == "begin" or unit.snapshot is None:
        return TakeSnapshot(unit.unit, unit.rounds + 1)
    if _approved(state, unit):
        return Approve(unit.unit, unit.rounds, unit.snapshot.revision)
    if causes := causes_of(state, unit, policy):
        return OpenGate(unit.unit, causes)
    if unit.phase == "review":
        if state.spec.review is not None and unit.rounds == 0:
            return UseReview(unit.unit, state.spec.review)
        return _ask(state, unit, Role.CRITIC, unit.snapshot.revision)
    return _ask(state, unit, Role.MAKER, unit.snapshot.revision)


def _unhandled(state: RunState) -> Action | None:
    last = next(reversed(state.turns.values()), None)
    if last is None or last.status != "ended" or last.handled:
        return None
    return ReadReport(last.id) if last.role is Role.CRITIC else SettleMaker(last.id)


def _approved(state: RunState, unit: UnitState) -> bool:
    """An approving report from a critic's turn, on the current revision, with nothing left open by it."""
    last = state.last_round(unit.unit.id)
    return (
        unit.phase == "fix"
        and last is not None
        and is_reviewed(state, unit)
        and last.report.approves
        and not last.report.cannot_verify
        and not state.blocking(unit.unit.id)
    )


def _ask(state: RunState, unit: UnitState, role: Role, revision: str) -> Ask:
    round = unit.rounds + 1
    tries = [t for t in state.turns.values() if (t.role, t.unit, t.round) == (role, unit.unit.id, round)]
    attempt = 1 + sum(1 for turn in tries if turn.status != "cut")
    problem = tries[-1].problem if role is Role.CRITIC and tries else ""
    return Ask(role, unit.unit, round, attempt, revision, problem)


def _conclude(state: RunState) -> Action:
    known = any(unit.outcome == "approved_with_known_issues" for unit in state.units)
    outcome = Outcome.APPROVED_WITH_KNOWN_ISSUES if known else Outcome.APPROVED
    if not _text_changed(state):
        return Finish(outcome, "the text did not have to change")
    if state.preview is None:
        return OfferBringBack()
    if state.preview.mode == "nothing":
        return Finish(outcome, "your file already has this text")
    if state.bring_back_accepted is None:
        return Wait("bring_back")
    if not state.bring_back_accepted:
        return Finish(outcome, "the result was not brought back; it stays in the work copy")
    if state.brought_back is None:
        return BringBack()
    return Finish(outcome, _brought_back_words(state))


def _text_changed(state: RunState) -> bool:
    origin = state.prepared.origin if state.prepared else None
    return any(u.snapshot is not None and origin and u.snapshot.text_hash != origin.subject_hash for u in state.units)


def _brought_back_words(state: RunState) -> str:
    result = state.brought_back
    if result is not None and result.unreviewed:
        return "brought back by a merge that no critic has reviewed"
    if result is not None and result.mode == "fast_forward":
        return "brought back: your branch has the commits"
    return "brought back: the file is written, nothing is committed"
