"""How a run stands, in the words of the interface, whether or not it has ended."""

from critloop.loop.state import RunState
from critloop.model.chain import standing_at
from critloop.model.gate import GateReason
from critloop.model.outcome import Outcome

BY_REASON = {
    GateReason.CAP: Outcome.CAP_REACHED,
    GateReason.BUDGET: Outcome.BUDGET_REACHED,
    GateReason.MALFORMED: Outcome.NOT_REVIEWED,
    GateReason.FAILURE: Outcome.NOT_REVIEWED,
}


def standing(state: RunState) -> Outcome:
    """The outcome; of a run that waits, what the leading reason of its gate makes of it.

    A run that was stopped, or whose result waits to be brought back, is ``waiting``.
    """
    if state.outcome is not None:
        return state.outcome
    gate = state.open_gate
    if state.blocked is not None:
        return state.blocked.outcome
    if (at := standing_at(state.links)) is not None:
        # A chain stands where the run does that it is at.
        return at.outcome or Outcome.WAITING
    return BY_REASON.get(gate.causes[0].reason, Outcome.WAITING) if gate else Outcome.WAITING


def waits_for_bring_back(state: RunState) -> bool:
    """True when the result is ready and the user has not said whether to take it."""
    return state.outcome is None and state.preview is not None and state.bring_back_accepted is None


def standing_words(state: RunState, *, held: bool | None = None) -> str:
    """The same for people, who are also told of runs that neither wait nor have ended.

    ``held`` says whether a process is advancing the run, where that is known.
    """
    if state.stopped:
        return "stopped"
    if state.open_gate is not None:
        return f"waiting: {state.open_gate.causes[0].reason.words}"
    if waits_for_bring_back(state):
        return "waiting: bring back?"
    if state.outcome is None and state.blocked is not None and not held:
        return f"{state.blocked.link}: {state.blocked.words}"
    if state.outcome is None and state.links and not held:
        at = standing_at(state.links) or state.links[-1]
        if at.outcome is not None:
            return f"{at.link}: {at.words or 'between links'}"
    if state.outcome is None:
        return {True: "running", False: "interrupted", None: "running or interrupted"}[held]
    return standing(state).value.replace("_", " ") + mechanical_words(state) + _aftermath(state)


def mechanical_words(state: RunState) -> str:
    """What an approval by the built-in critic adds to the outcome; empty where anybody else judged the last version."""
    if state.outcome is not Outcome.APPROVED or state.links:
        return ""
    last = {item.unit: state.turns.get(item.critic_turn or "") for item in state.rounds}
    agents = [turn.agent if turn else None for turn in last.values()] or [state.spec.critic]
    only = all(agent is not None and agent.agent == "builtin" for agent in agents)
    return " (mechanical checks only)" if only else ""


def _aftermath(state: RunState) -> str:
    if state.bring_back_undone:
        return ", undone"
    return ", not brought back" if state.bring_back_accepted is False else ""
