"""What a human says to a run: the answer to a gate, to an offered result, and an undo.

Each is one event. Where two people answer at once, the first one counts and the second is told so.
"""

from datetime import date

from critloop.loop.fold import apply, fold
from critloop.loop.numbering import next_number
from critloop.loop.state import Gate, RunState
from critloop.model.errors import StaleVersion, UsageProblem
from critloop.model.events import (
    BringBackAnswered,
    BringBackOffered,
    BringBackUndone,
    Event,
    GateDecided,
    ItemRuled,
    RunResumed,
)
from critloop.model.gate import GateDecision, GateReason
from critloop.model.items import ItemStatus
from critloop.model.outcome import Outcome
from critloop.model.ports import Clock, Journal, Workspace


class Decisions:
    """Writes a human's words into the journal, after holding them against the run as it is."""

    def __init__(self, journal: Journal, clock: Clock) -> None:
        """Use this store and this clock."""
        self._journal = journal
        self._clock = clock

    def decide(self, run: str, decision: GateDecision) -> RunState:
        """Answer the open gate."""
        state = self._read(run)
        gate = state.open_gate
        if gate is None:
            raise _no_gate(state)
        _check(state, gate, decision)
        return self._say(state, GateDecided(gate=gate.id, decision=decision))

    def answer_bring_back(self, run: str, *, accepted: bool, by: str) -> RunState:
        """Say yes or no to the offered result."""
        state = self._read(run)
        if state.preview is None or state.bring_back_accepted is not None or state.outcome is not None:
            raise UsageProblem(f"run {run} offers no result to bring back", f"see: critloop show {run}")
        if accepted and state.preview.mode == "blocked":
            raise UsageProblem(f"the result can't be brought back now: {state.preview.reason}", "mend that first")
        return self._say(state, BringBackAnswered(accepted=accepted, by=by))

    def offer_again(self, run: str, workspace: Workspace) -> RunState:
        """Offer a result that the user declined or took out again; nothing happens where there is none."""
        state = self._read(run)
        ended = state.outcome in (Outcome.APPROVED, Outcome.APPROVED_WITH_KNOWN_ISSUES)
        declined = state.bring_back_accepted is False or state.bring_back_undone
        if not ended or not declined or state.prepared is None:
            return state
        preview = workspace.open(run).preview(state.prepared.origin)
        return state if preview.mode == "nothing" else self._say(state, BringBackOffered(preview=preview))

    def undo(self, run: str, workspace: Workspace, *, by: str) -> RunState:
        """Take a brought-back result out again."""
        state = self._read(run)
        if state.brought_back is None or state.prepared is None or state.bring_back_undone:
            words = "was undone already" if state.bring_back_undone else "has brought nothing back"
            raise UsageProblem(f"run {run} {words}", f"see: critloop show {run}")
        workspace.open(run).take_back(state.prepared.origin, state.brought_back)
        return self._say(state, BringBackUndone(by=by))

    def rule(self, run: str, item: str, ruling: ItemStatus, *, reason: str, by: str) -> RunState:
        """Settle what a reviewer could not verify. Where that was all the gate was about, the run can go on."""
        state = self._read(run)
        row = state.items.get(item.upper())
        if row is None or row.status != "open":
            rows = ", ".join(i.id for i in state.items.values() if i.status == "open") or "none"
            raise UsageProblem(f"{item} is no open item of run {run}", f"open items: {rows}")
        if not reason.strip():
            raise UsageProblem(f"settling {row.id} needs a reason", "say why: --reason TEXT")
        gap = f"F{next_number(state)}" if ruling in ("gap", "accepted") and row.finding is None else None
        state = self._say(state, ItemRuled(item=row.id, ruling=ruling, reason=reason, by=by, finding=gap))
        gate = state.open_gate
        if gate is None or state.open_items(gate.unit) or len(gate.causes) > 1:
            return state
        if gate.causes[0].reason is not GateReason.CANNOT_VERIFY:
            return state
        # No round is granted and no reason is put off: what is true after the rulings is looked at anew.
        decision = GateDecision(choice="continue", by=by, rounds=0, reason="each item is settled")
        return self._say(state, GateDecided(gate=gate.id, decision=decision))

    def retry(self, run: str, *, by: str) -> RunState:
        """Take a run up again that ended as not reviewed; nothing happens to any other."""
        state = self._read(run)
        if state.outcome is not Outcome.NOT_REVIEWED:
            return state
        return self._say(state, RunResumed(by=by))

    def _read(self, run: str) -> RunState:
        return fold(self._journal.read(run))

    def _say(self, state: RunState, event: Event) -> RunState:
        run = state.spec.run
        try:
            recorded = self._journal.append(run, state.version, [event], at=self._clock.now())
        except StaleVersion:
            raise UsageProblem(f"run {run} has moved on meanwhile", f"look again: critloop show {run}") from None
        for item in recorded:
            state = apply(state, item)
        return state


def _no_gate(state: RunState) -> UsageProblem:
    run = state.spec.run
    last = state.gates[-1].decision if state.gates else None
    if state.outcome is not None:
        return UsageProblem(f"run {run} has ended: {state.outcome.value}", f"see: critloop show {run}")
    if last is not None:
        return UsageProblem(f"run {run}: the gate was answered already: {last.choice}, by {last.by}")
    return UsageProblem(f"run {run} waits for no decision", f"go on with it: critloop resume {run}")


def _check(state: RunState, gate: Gate, decision: GateDecision) -> None:
    if decision.choice == "continue" and decision.rounds < 1:
        raise UsageProblem("continue needs at least one round", "for example: continue:1")
    if decision.choice != "approve":
        return
    if state.unit_of(gate.unit).phase == "create":
        raise UsageProblem("nothing has been written yet that could be approved", "continue, or abort")
    named = {item.finding: item for item in decision.acceptances}
    still_open = [item.id for item in state.open_findings(gate.unit)]
    still_open += [item.id for item in state.open_items(gate.unit)]
    if unknown := [key for key in named if key not in still_open]:
        raise UsageProblem(f"{unknown[0]} is no open finding of this gate", f"open: {', '.join(still_open) or 'none'}")
    silent = [key for key in still_open if not named.get(key) or not named[key].reason.strip()]
    if not decision.reason.strip() and (silent or not still_open):
        what = f"why {', '.join(silent)} may stay" if silent else "why the run is approved"
        raise UsageProblem("approving with known issues needs a reason", f"say {what}: --reason TEXT")
    for item in decision.acceptances:
        _check_date(item.expires)


def _check_date(text: str | None) -> None:
    if text is None:
        return
    try:
        date.fromisoformat(text)
    except ValueError:
        raise UsageProblem(f"{text!r} is no date", "write it as YYYY-MM-DD") from None
