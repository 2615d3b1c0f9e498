"""Events to state. Pure: the same events always give the same state."""

from collections.abc import Iterable
from typing import assert_never

from critloop.loop import fold_findings, fold_turns, fold_units
from critloop.loop.state import Gate, RunState, UnitState
from critloop.model import events as ev
from critloop.model.chain import LinkRun
from critloop.model.events import Recorded


def fold(recorded: Iterable[Recorded]) -> RunState:
    """The state after these events, the first of which creates the run.

    Raises:
        ValueError: There are no events, or the first is no ``RunCreated``.
    """
    state: RunState | None = None
    for item in recorded:
        state = apply(state, item)
    if state is None:
        raise ValueError("a run has at least the event that creates it")
    return state


def apply(state: RunState | None, item: Recorded) -> RunState:
    """The state one event later."""
    if state is None:
        if not isinstance(item.event, ev.RunCreated):
            raise ValueError("the first event of a run creates it")
        return RunState(spec=item.event.spec, version=item.seq, created_at=item.at, changed_at=item.at)
    changed = _changed(state, item.event, item.at)
    return changed.but({"version": item.seq, "changed_at": item.at})


def _changed(state: RunState, event: ev.Event, at: float) -> RunState:
    match event:
        case ev.RunCreated():
            raise ValueError("a run is created once")
        case ev.RunPrepared():
            return _prepared(state, event)
        case (
            ev.TurnStarted()
            | ev.CallEnded()
            | ev.TurnEnded()
            | ev.TurnCut()
            | ev.TurnFailed()
            | ev.ReportRejected()
            | ev.MakerSettled()
        ):
            return fold_turns.apply(state, event, at)
        case ev.Reviewed() | ev.FindingAnswered() | ev.CommitMade():
            return fold_findings.apply(state, event, at)
        case ev.ChangesUndone():
            return state.but({"undone": (*state.undone, event)})
        case ev.SnapshotTaken() | ev.UnitApproved() | ev.UnitFact():
            return fold_units.apply(state, event)
        case ev.GateOpened():
            gate = Gate(id=event.gate, unit=event.unit, causes=event.causes, opened_at=at)
            return state.but({"gates": (*state.gates, gate)})
        case ev.GateDecided():
            return _decided(state, event, at)
        case ev.ChainFact():
            return _linked(state, event)
        case _:
            return _ending(state, event)


def _linked(state: RunState, event: ev.LinkBegun | ev.LinkRan | ev.LinkStood) -> RunState:
    match event:
        case ev.LinkBegun():
            return state.but({"begun": {**state.begun, event.link: event.parts}, "blocked": None})
        case ev.LinkRan():
            begun = LinkRun(link=event.link, part=event.part, run=event.run)
            return state.but({"links": (*state.links, begun), "blocked": None})
        case ev.LinkStood(run=""):
            return state.but({"blocked": event})
        case ev.LinkStood():
            stands = {"outcome": event.outcome, "words": event.words}
            links = tuple(r.but(stands) if r.run == event.run else r for r in state.links)
            return state.but({"links": links, "blocked": None})
        case _:
            assert_never(event)


def _ending(
    state: RunState,
    event: ev.BringBackOffered
    | ev.BringBackAnswered
    | ev.BringBackDone
    | ev.BringBackUndone
    | ev.RunStopped
    | ev.RunResumed
    | ev.RunFinished,
) -> RunState:
    update: dict[str, object]
    match event:
        case ev.BringBackOffered():
            # An offer after a “no” or an undo takes the run up again.
            update = {
                "preview": event.preview,
                "bring_back_accepted": None,
                "brought_back": None,
                "bring_back_undone": False,
                "outcome": None,
                "outcome_reason": "",
            }
        case ev.BringBackAnswered():
            update = {"bring_back_accepted": event.accepted}
        case ev.BringBackDone():
            update = {"brought_back": event.result}
        case ev.BringBackUndone():
            update = {"bring_back_undone": True}
        case ev.RunStopped():
            update = {"stopped": True}
        case ev.RunResumed():
            update = {"stopped": False}
            if state.outcome is not None:
                # Taken up again after it ended unread: everything is tried anew.
                update |= {"outcome": None, "outcome_reason": "", "failures": 0, "rejections": 0}
        case ev.RunFinished():
            update = {"outcome": event.outcome, "outcome_reason": event.reason}
        case _:
            assert_never(event)
    return state.but(update)


def _prepared(state: RunState, event: ev.RunPrepared) -> RunState:
    created = state.spec.create is None
    rounds = state.spec.limits.rounds
    units = tuple(UnitState(unit=unit, phase="begin" if created else "create", allowed=rounds) for unit in event.units)
    return state.but({"prepared": event, "units": units, "head": event.origin.seed, "created": created})


def _decided(state: RunState, event: ev.GateDecided, at: float) -> RunState:
    gate = state.open_gate
    if gate is None or gate.id != event.gate:
        raise ValueError(f"gate {event.gate} is not open")
    answered = gate.but({"decision": event.decision, "decided_at": at})
    state = state.but({"gates": (*state.gates[:-1], answered)})
    return fold_findings.decided(state, answered, event.decision)
