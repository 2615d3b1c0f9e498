"""What is lost by leaving now, as a question and its consequence. Pure."""

from collections.abc import Sequence

from critloop.ui.presentation.words import count
from critloop.ui.session import RunSession

CUT = "The turn that is running is cut short and done again when the run is resumed."


def farewell(sessions: Sequence[RunSession]) -> tuple[str, str] | None:
    """What to ask before the dashboard closes; None where nothing is lost."""
    in_turn = any(session.in_turn for session in sessions)
    unsent = sum(map(unsent_rows, sessions))
    forgotten = f"What you chose at the gate for {count(unsent, 'row')} was not sent and is forgotten."
    told = [*([forgotten] if unsent else []), *([CUT] if in_turn else [])]
    if not told:
        return None
    question = f"Leave with {count(unsent, 'choice')} unsent?" if unsent else "Leave while a turn is running?"
    return question, "\n".join(told)


def unsent_rows(session: RunSession) -> int:
    """Rows of the open gate of a run for which something is filled in that was not sent."""
    state, form = session.state, session.form
    gate = state.open_gate if state else None
    if state is None or gate is None or form is None or session.form_of != gate.id:
        return 0
    findings, items = state.open_findings(gate.unit), state.open_items(gate.unit)
    return form.unsent([*(item.id for item in findings), *(item.id for item in items)])
