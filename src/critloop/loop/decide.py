"""What is next in a run: a pure function of what has happened."""

from itertools import count

from critloop.loop.actions import (
    Action,
    Approve,
    Ask,
    BringBack,
    CutTurn,
    Done,
    ExpectUnit,
    Finish,
    KeepBest,
    LeaveBeside,
    LockCriteria,
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
from critloop.loop.choosing import best_of, for_closing, supplied_criteria
from critloop.loop.state import RunState, UnitState
from critloop.model.gate import GateReason
from critloop.model.items import item_words
from critloop.model.outcome import Outcome
from critloop.model.report import Report
from critloop.model.run import PolishInputs, Unit
from critloop.model.turn import Duty, Role
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
        return _beside(state, policy or policy_of(state.spec.loop)) or Wait("gate")
    if state.aborting is not None:
        reason = state.aborting.reason or "aborted by the human"
        return Finish(Outcome.ABORTED, reason)
    if state.prepared is None:
        return Prepare()
    if (ended := _unhandled(state)) is not None:
        return ended
    policy = policy or policy_of(state.spec.loop)
    if (unit := state.unit) is not None:
        return _next_in(state, unit, policy)
    return _conclude(state) if state.created else ExpectUnit(_coming(state))


def _beside(state: RunState, policy: Policy) -> Action | None:
    """At the cap, the best version lies beside the user's file; a text without a file of theirs has no such place."""
    gate = state.open_gate
    if gate is None or not policy.keeps_best or (state.beside is not None and state.beside.gate == gate.id):
        return None
    capped = any(cause.reason is GateReason.CAP for cause in gate.causes)
    piped = isinstance(state.spec.inputs, PolishInputs) and state.spec.inputs.stdin
    return (
        LeaveBeside(state.unit_of(gate.unit).unit, gate.id) if capped and not piped and _text_changed(state) else None
    )


def _next_in(state: RunState, unit: UnitState, policy: Policy) -> Action:
    ready = _made_ready(state, unit, policy)
    if ready is not None:
        return ready
    if (unit.snapshot is not None and _approved(state, unit)) and (unit.closed or not for_closing(state, unit, policy)):
        return Approve(unit.unit, unit.rounds, unit.snapshot.revision)
    causes = causes_of(state, unit, policy)
    if causes and policy.ends_unread and causes[0].reason is GateReason.MALFORMED:
        return Finish(Outcome.NOT_REVIEWED, f"{causes[0].detail}; resume tries again")
    if causes and (best := best_of(state, unit, policy)) is not None:
        return KeepBest(unit.unit, best)
    return OpenGate(unit.unit, causes) if causes else _turn_in(state, unit, policy)


def _made_ready(state: RunState, unit: UnitState, policy: Policy) -> Action | None:
    """What has to be there before a unit can be judged: criteria, and a snapshot of the text as it is now."""
    if unit.phase == "create":
        return None
    if policy.scored and state.criteria is None:
        supplied = supplied_criteria(state.spec)
        return LockCriteria(supplied) if supplied is not None else None
    stale = unit.phase == "review" and unit.snapshot is not None and unit.snapshot.revision != state.head
    if unit.phase == "begin" or unit.snapshot is None or stale:
        return TakeSnapshot(unit.unit, unit.rounds + 1)
    return None


def _turn_in(state: RunState, unit: UnitState, policy: Policy) -> Action:
    if unit.phase == "create":
        return _ask(state, unit.unit, Role.MAKER, "create")
    if policy.scored and state.criteria is None:
        return _ask(state, unit.unit, Role.CRITIC, "extract")
    if unit.phase == "review":
        if (review := _review_for(state, unit, policy)) is not None:
            return UseReview(unit.unit, review)
        return _ask(state, unit.unit, Role.CRITIC, "rereview" if _is_scoped(state, unit, policy) else "review")
    if _passes(state, unit):
        last = state.judged_round(unit.unit.id)
        if last is not None and last.scope == "scoped":
            return _ask(state, unit.unit, Role.CRITIC, "audit")
        if any(not item.by_human for item in state.open_items(unit.unit.id)):
            return _ask(state, unit.unit, Role.CRITIC, "look")
        return _ask(state, unit.unit, Role.MAKER, "close")
    return _ask(state, unit.unit, Role.MAKER, "fix")


def _review_for(state: RunState, unit: UnitState, policy: Policy) -> str | None:
    """The review that the run was given, where it is one of this unit and nobody has judged anything yet."""
    review = state.spec.review
    if review is None or any(item.critic_turn is None for item in state.rounds) or unit.rounds:
        return None
    place = 1 + state.units.index(unit)
    return review if isinstance(policy.read(review, state.criteria, unit.unit, place), Report) else None


def _is_scoped(state: RunState, unit: UnitState, policy: Policy) -> bool:
    """A re-review of what is open; nothing open means that there is nothing to scope it to."""
    wanted = state.spec.rereview == "scoped" and policy.can_scope and unit.rounds > 0
    return wanted and bool(state.blocking(unit.unit.id))


def _unhandled(state: RunState) -> Action | None:
    last = next(reversed(state.turns.values()), None)
    if last is None or last.status != "ended" or last.handled:
        return None
    return ReadReport(last.id) if last.role is Role.CRITIC else SettleMaker(last.id)


def _approved(state: RunState, unit: UnitState) -> bool:
    """An approving report of the whole unit from a critic's turn, on its current revision, with nothing left open."""
    last = state.judged_round(unit.unit.id)
    settled = {item_words(i.text) for i in state.items.values() if i.unit == unit.unit.id and i.status != "open"}
    return (
        _passes(state, unit)
        and last is not None
        and last.scope == "full"
        and not state.open_items(unit.unit.id)
        and all(item_words(text) in settled for text in last.report.cannot_verify)
    )


def _passes(state: RunState, unit: UnitState) -> bool:
    last = state.judged_round(unit.unit.id)
    return (
        unit.phase == "fix"
        and last is not None
        and unit.snapshot is not None
        and last.snapshot.revision == unit.snapshot.revision
        and last.critic_turn is not None
        and last.report.approves
        and not state.blocking(unit.unit.id)
    )


def _ask(state: RunState, unit: Unit, role: Role, duty: Duty) -> Ask:
    # A look settles what the last report has left open; every other turn works for the next one.
    round = state.unit_of(unit.id).rounds + (duty != "look")
    tries = [t for t in state.turns.values() if (t.role, t.duty, t.unit, t.round) == (role, duty, unit.id, round)]
    attempt = 1 + sum(1 for turn in tries if turn.status != "cut")
    return Ask(role, duty, unit, round, attempt, state.head, tries[-1].problem if tries else "")


def _coming(state: RunState) -> Unit:
    """The unit that a maker is to write next, under an id that no other has."""
    taken = {item.unit.id for item in (*state.units, *state.gone)}
    number = next(n for n in count(len(state.units) + 1) if f"chunk-{n}" not in taken)
    return Unit(id=f"chunk-{number}", name=f"Chunk {len(state.units) + 1}", path=state.spec.subject)


def _conclude(state: RunState) -> Action:
    if not state.units:
        return Finish(Outcome.NOT_REVIEWED, "there was nothing to judge")
    known = any(unit.outcome == "approved_with_known_issues" for unit in state.units)
    outcome = Outcome.APPROVED_WITH_KNOWN_ISSUES if known else Outcome.APPROVED
    if not _text_changed(state):
        return Finish(outcome, _unchanged_words(state, known=known))
    if state.preview is None:
        return OfferBringBack()
    if state.preview.mode == "nothing":
        one = state.spec.range is None
        return Finish(outcome, "your file already has this text" if one else "your files already are like this")
    if state.bring_back_accepted is None:
        return Wait("bring_back")
    if not state.bring_back_accepted:
        return Finish(outcome, "the result was not brought back; it stays in the work copy")
    if state.brought_back is None:
        return BringBack()
    return Finish(outcome, _brought_back_words(state))


def _unchanged_words(state: RunState, *, known: bool) -> str:
    """What to say where nothing is there to be brought back; with known issues something should have changed."""
    if state.spec.range is not None:
        return "nothing was changed" if known else "nothing had to change"
    return "the text was not changed" if known else "the text did not have to change"


def _text_changed(state: RunState) -> bool:
    return state.prepared is not None and state.head != state.prepared.origin.seed


def _brought_back_words(state: RunState) -> str:
    result = state.brought_back
    if result is not None and result.unreviewed:
        return "brought back by a merge that no critic has reviewed"
    if result is not None and result.mode == "branch":
        return f"left on the branch {result.branch} of your repository"
    if result is not None and result.mode == "fast_forward":
        return "brought back: your branch has the commits"
    return "brought back: the file is written, nothing is committed"
