"""What a human should know at the gate beside its reasons: ways out, and which version is meant. Pure."""

import shlex

from critloop.loop.state import Gate, RunState
from critloop.model.gate import GateReason
from critloop.ui.presentation.cleaning import clean_line
from critloop.ui.shown import kept_best


def gate_notes(state: RunState, gate: Gate, *, changed: bool) -> list[str]:
    """The notes, one a line; ``changed``: the user's file is another one than when the run began."""
    return [clean_line(note) for note in (_way_out(state, gate, changed=changed), _beside(state, gate)) if note]


def _way_out(state: RunState, gate: Gate, *, changed: bool) -> str:
    """What somebody who can edit the file can do."""
    again = _again(state)
    if changed:
        return f"Your file has changed since this run began; this run doesn't see that. {again} starts a new one."
    if any(cause.reason is GateReason.NEEDS_AUTHOR for cause in gate.causes):
        what = "the files" if state.spec.range else "the file"
        return f"To settle it yourself, edit {what}, then review it again: {again}"
    return ""


def _again(state: RunState) -> str:
    """What begins a review of the same subject anew, as it is typed."""
    spec = state.spec
    subject = f" {shlex.quote(spec.subject)}" if spec.subject and not spec.range else ""
    return f"critloop {spec.loop}{subject}{' --goal …' if spec.loop == 'polish' else ''}"


def _beside(state: RunState, gate: Gate) -> str:
    """Where the best version lies, and which one an approval takes."""
    beside = state.beside
    if beside is None or beside.gate != gate.id:
        return ""
    unit = state.unit_of(gate.unit)
    number = kept_best(state, unit) or unit.judged
    where = f"lies beside your file: {beside.path}" if beside.path else "could not be put beside your file"
    return f"The best version, of round {number}, {where}; approve takes that version."
