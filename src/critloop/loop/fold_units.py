"""The part of the fold that is about what is judged: units, snapshots, criteria, unverified items, tests."""

from typing import assert_never

from critloop.loop import fold_items
from critloop.loop.state import RunState, UnitState
from critloop.model import events as ev
from critloop.model.finding import FindingStatus, Progress
from critloop.model.run import Unit

UnitEvent = ev.SnapshotTaken | ev.UnitApproved | ev.AnyUnitFact

PUT_ASIDE = "only a version that was put aside had it"
GONE = "the part of the diff that it was about is no longer there"


def apply(state: RunState, event: UnitEvent) -> RunState:
    """The state after an event about what is judged."""
    match event:
        case ev.SnapshotTaken():
            return _with_snapshot(state, event)
        case ev.UnitApproved():
            snapshot = state.unit_of(event.unit).snapshot
            known = any(f.unit == event.unit and f.status is FindingStatus.ACCEPTED for f in state.findings.values())
            outcome = "approved_with_known_issues" if known else "approved"
            done = {"phase": "done", "outcome": outcome, "done_hash": snapshot.text_hash if snapshot else ""}
            return state.but({"units": state.units_with(event.unit, done)})
        case ev.UnitsCut():
            return _cut(state, event)
        case ev.UnitComing():
            coming = UnitState(unit=event.unit, phase="create", allowed=state.spec.limits.rounds)
            return state.but({"units": (*state.units, coming)})
        case ev.CreationDone():
            kept = tuple(unit for unit in state.units if unit.phase != "create")
            return state.but({"created": True, "units": kept})
        case ev.ContextGathered() | ev.LeftBeside() | ev.TestsWereRun():
            return _noted(state, event)
        case ev.CriteriaLocked():
            return _locked(state, event)
        case ev.BestKept():
            return _back_to(state, event)
        case ev.ItemsLooked():
            return fold_items.looked(state, event)
        case ev.ItemRuled():
            return fold_items.ruled(state, event)
        case _:
            assert_never(event)


def _noted(state: RunState, event: ev.ContextGathered | ev.LeftBeside | ev.TestsWereRun) -> RunState:
    match event:
        case ev.ContextGathered():
            return state.but({"pages": {**state.pages, event.unit: event.context}})
        case ev.LeftBeside():
            return state.but({"beside": event})
        case ev.TestsWereRun():
            return state.but({"tests": (*state.tests, event)})
        case _:
            assert_never(event)


def _with_snapshot(state: RunState, event: ev.SnapshotTaken) -> RunState:
    snapshots = (*state.unit_of(event.unit).snapshots, event.snapshot)
    changes = {"phase": "review", "snapshot": event.snapshot, "snapshots": snapshots}
    return state.but({"units": state.units_with(event.unit, changes), "head": event.snapshot.revision})


def _back_to(state: RunState, event: ev.BestKept) -> RunState:
    """The state on an earlier version: what its report raised counts, what only later ones raised does not."""
    best = next(item for item in state.rounds_of(event.unit) if item.number == event.round)
    findings = dict(state.findings)
    for key, item in state.findings.items():
        if key in best.open and item.status in (FindingStatus.OPEN, FindingStatus.FIXED):
            findings[key] = item.but({"status": FindingStatus.OPEN, "progress": Progress.CARRIED, "note": ""})
        elif item.unit == event.unit and item.is_open:
            findings[key] = item.but({"status": FindingStatus.FIXED, "progress": None, "note": PUT_ASIDE})
    changes = {"judged": event.round, "snapshot": event.snapshot}
    units = state.units_with(event.unit, changes)
    return state.but({"units": units, "head": event.snapshot.revision, "findings": findings})


def _locked(state: RunState, event: ev.CriteriaLocked) -> RunState:
    turns = dict(state.turns)
    if event.turn is not None:
        turns[event.turn] = turns[event.turn].but({"handled": True})
    more = {"criteria": event.criteria, "criteria_hash": event.hash, "turns": turns}
    cap = {"allowed": event.criteria.cap}
    units = tuple(unit.but(cap) if unit.rounds == 0 else unit for unit in state.units)
    return state.but({**more, "units": units, "failures": 0, "rejections": 0, "last_problem": ""})


def _cut(state: RunState, event: ev.UnitsCut) -> RunState:
    known = {unit.unit.id: unit for unit in state.units}
    units = tuple(_as_cut(state, unit, known.get(unit.id), event.hashes[unit.id]) for unit in event.units)
    left = {unit.unit.id for unit in units}
    state = _moved(state, units[0].unit.id, left) if units else state
    owed = {item.finding for item in state.items.values()}
    findings = {
        key: item.but({"status": FindingStatus.FIXED, "progress": None, "note": GONE})
        if item.is_open and item.unit not in left and key not in owed
        else item
        for key, item in state.findings.items()
    }
    gone = tuple(item for item in (*state.gone, *state.units) if item.unit.id not in left and item.rounds)
    spec = state.spec
    if not spec.subject and units:
        # A skill has named its page.
        spec = spec.but({"subject": units[0].unit.path})
    return state.but({"units": units, "gone": gone, "hashes": event.hashes, "findings": findings, "spec": spec})


def _moved(state: RunState, first: str, left: set[str]) -> RunState:
    """What is owed about the requirement outlives the part of a diff that it was raised on."""
    items = {k: i if i.unit in left else i.but({"unit": first}) for k, i in state.items.items()}
    owed = {item.finding for item in items.values()}
    findings = {
        key: item.but({"unit": first}) if key in owed and item.unit not in left else item
        for key, item in state.findings.items()
    }
    return state.but({"items": items, "findings": findings})


def _as_cut(state: RunState, unit: Unit, old: UnitState | None, text_hash: str) -> UnitState:
    if old is None:
        return UnitState(unit=unit, allowed=state.spec.limits.rounds)
    if old.phase == "create":
        return old.but({"unit": unit, "phase": "begin"})
    if old.phase == "done" and old.done_hash and old.done_hash != text_hash:
        again = old.rounds + state.spec.limits.rounds
        return old.but({"unit": unit, "phase": "begin", "outcome": None, "closed": False, "allowed": again})
    return old.but({"unit": unit})
