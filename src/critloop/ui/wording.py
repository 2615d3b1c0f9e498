"""The dashboard's own sentences about a run. Pure: state to words."""

from pathlib import PurePath

from critloop.export.standing import mechanical_words
from critloop.export.unit_words import DOING
from critloop.loop.state import Gate, RunState, Turn
from critloop.model.finding import FindingStatus
from critloop.model.outcome import Outcome
from critloop.model.run import RunSpec
from critloop.model.turn import AgentRef, Role
from critloop.ui.presentation import words
from critloop.ui.presentation.units import place_of
from critloop.ui.shown import current_unit
from critloop.ui.situation import Mode

COPIED = "through the terminal (OSC 52)"
PLAIN = ("fix", "review")
"""Duties that go without saying once a turn is over."""


def clock(seconds: float) -> str:
    """``02:14``, from an hour on ``1:02:14``."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes:02}:{rest:02}"


def waits_for_answer(state: RunState) -> bool:
    """True when the run goes on only after a human's answer."""
    return state.outcome is None and (state.open_gate is not None or bring_back_waits(state))


def bring_back_waits(state: RunState) -> bool:
    """True when the result is ready and the human has not said whether to bring it back."""
    return state.outcome is None and state.preview is not None and state.bring_back_accepted is None


def offerable(state: RunState) -> bool:
    """True when an approved result was declined, or taken out again: it can be offered once more."""
    approved = state.outcome in (Outcome.APPROVED, Outcome.APPROVED_WITH_KNOWN_ISSUES)
    return approved and (state.bring_back_accepted is False or state.bring_back_undone)


def standing(state: RunState, mode: Mode) -> str:
    """Where a run stands, in a few words."""
    if state.outcome is not None:
        return f"{words.OUTCOME[state.outcome]}{_known(state)}{mechanical_words(state)}{_aftermath(state)}"
    if state.open_gate is not None:
        return f"waiting: {state.open_gate.causes[0].reason.words}"
    if bring_back_waits(state):
        return "waiting: bring back?"
    return _going(state, mode)


def _known(state: RunState) -> str:
    """How many findings were accepted, behind an approval with known issues."""
    known = sum(item.status is FindingStatus.ACCEPTED for item in state.findings.values())
    return f": {known}" if known and state.outcome is Outcome.APPROVED_WITH_KNOWN_ISSUES else ""


def _aftermath(state: RunState) -> str:
    if state.bring_back_undone:
        return ", undone"
    return ", not brought back" if state.bring_back_accepted is False else ""


def _going(state: RunState, mode: Mode) -> str:
    turn = state.running_turn
    doing = f"{turn.role.value} {DOING[turn.duty]}" if turn else "between turns" if state.prepared else "preparing"
    match mode:
        case "driving":
            return doing
        case "paused":
            return f"paused, {doing}" if turn else "paused"
        case "watching":
            return f"running elsewhere: {doing}"
        case "idle":
            return "stopped" if state.stopped else "interrupted" if state.prepared else "not started"


def mark(state: RunState) -> str:
    """How the header marks where a run stands: ``wait``, ``good``, ``bad`` or nothing."""
    if waits_for_answer(state):
        return "wait"
    match state.outcome:
        case None:
            return ""
        case Outcome.APPROVED | Outcome.APPROVED_WITH_KNOWN_ISSUES:
            return "good"
        case _:
            return "bad"


def round_now(state: RunState) -> int:
    """The number of the round in work on the unit in work, or of its last one; 0 before any."""
    turn, unit = state.running_turn, current_unit(state)
    if turn is not None and turn.duty not in ("create", "extract"):
        return max(turn.round, unit.rounds if unit and unit.unit.id == turn.unit else 0)
    return unit.rounds if unit else 0


def retryable(state: RunState) -> bool:
    """True for a run that ended because nobody could read its reports: it can be taken up again."""
    return state.outcome is Outcome.NOT_REVIEWED


def subject(spec: RunSpec) -> str:
    """``plan · docs/plan.md``."""
    return f"{spec.loop} · {spec.title}"


def pane_title(role: Role, turn: Turn | None, state: RunState, mode: Mode) -> str:
    """``Maker  builtin · writing``."""
    agent = turn.agent if turn else state.spec.maker if role is Role.MAKER else state.spec.critic
    return f"{words.ROLE[role]}  {agent_words(agent)} · {_unit_of(turn, state)}{turn_words(turn, mode)}"


def _unit_of(turn: Turn | None, state: RunState) -> str:
    """``chunk 2 of 5 · `` for a turn on another unit than the one in work."""
    unit = current_unit(state)
    if turn is None or unit is None or turn.unit == unit.unit.id:
        return ""
    place = place_of(state, turn.unit)
    return f"{place.short} · " if place else ""


def agent_words(agent: AgentRef) -> str:
    """``claude · sonnet``; a file is named without its folders."""
    kind, _, detail = agent.agent.partition(":")
    return " · ".join(filter(None, (kind, PurePath(detail).name, agent.model)))


def turn_words(turn: Turn | None, mode: Mode) -> str:
    """What a turn is doing, or how it came out; what it was for, where that does not go without saying."""
    if turn is None:
        return "no turn yet"
    where = turn_place(turn)
    if turn.status == "running":
        going = mode in ("driving", "watching", "paused")
        return f"{where} · {DOING[turn.duty]}" + ("" if going else ", interrupted")
    doing = "" if turn.duty in PLAIN else f" · {DOING[turn.duty]}"
    return f"{where}{doing} · {_end_words(turn)}"


def turn_place(turn: Turn) -> str:
    """``round 2, try 2``; a first version is written, and criteria are found, before any round."""
    again = f"try {turn.attempt}" if turn.attempt > 1 else ""
    before = turn.duty in ("create", "extract")
    return ", ".join(filter(None, ("before round 1" if before else f"round {turn.round}", again)))


def _end_words(turn: Turn) -> str:
    match turn.status:
        case "failed":
            return "failed"
        case "cut":
            return "cut short"
        case _:
            unread = "no valid report" if turn.role is Role.CRITIC else "came to nothing"
            return unread if turn.problem else "done"


def causes(gate: Gate) -> list[str]:
    """Every reason of a gate, one sentence each."""
    return [f"{cause.reason.words.capitalize()}: {cause.detail}" for cause in gate.causes]


def decided(gate: Gate) -> str:
    """Who answered a gate, and how."""
    if gate.decision is None:
        return "the gate is open"
    match gate.decision.choice:
        case "continue":
            more = f" for {words.count(gate.decision.rounds, 'round')}" if gate.decision.rounds else ""
            said = f"continue{more}"
        case "approve":
            said = "approve with known issues"
        case "abort":
            said = "abort and discard the work copy" if gate.decision.discard else "abort"
    why = f" ({gate.decision.reason})" if gate.decision.choice == "continue" and gate.decision.reason else ""
    return f"{gate.decision.by} decided: {said}{why}"
