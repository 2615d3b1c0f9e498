"""How a polish run scored."""

from typing import Any, Literal

from critloop.export.shapes import ScoreJson
from critloop.loop.state import Round, RunState
from critloop.model.gate import GateReason


def scoring(state: RunState) -> dict[str, Any]:
    """The fields that a polish result has beside those of every result."""
    judged = judged_round(state)
    scores = judged.report.scores if judged else ()
    return {
        "status": status_of(state),
        "iterations": len(state.rounds),
        "scores": tuple(ScoreJson(criterion_id=s.criterion_id, passed=s.passed, gap=s.gap) for s in scores),
        "remaining_gaps": tuple(f"{s.criterion_id}: {s.gap}" for s in scores if not s.passed),
    }


def judged_round(state: RunState) -> Round | None:
    """The evaluation of the text as it stands: the latest, or the best where that version was taken back."""
    return state.judged_round(state.units[0].unit.id) if state.units else None


def status_of(state: RunState) -> Literal["CONVERGED", "CAP_REACHED"] | None:
    """How the loop came to its end (source: polish.txt, "Outputs"); None while it is at neither."""
    if state.units and state.units[0].outcome == "approved":
        return "CONVERGED"
    gate = state.gates[-1] if state.gates else None
    capped = gate is not None and any(cause.reason is GateReason.CAP for cause in gate.causes)
    goes_on = gate is not None and gate.decision is not None and gate.decision.choice == "continue"
    return "CAP_REACHED" if capped and not goes_on else None
