"""The part of the fold that is about what is judged: units, snapshots, criteria, unverified items, tests."""

from typing import assert_never

from critloop.loop.state import RunState, Sighting, TrackedFinding, UnitState
from critloop.model import events as ev
from critloop.model.finding import Finding, FindingStatus, Location, Progress, Severity
from critloop.model.items import Unverified
from critloop.model.run import Unit

UnitEvent = (
    ev.SnapshotTaken
    | ev.UnitApproved
    | ev.UnitsCut
    | ev.UnitComing
    | ev.CreationDone
    | ev.ContextGathered
    | ev.CriteriaLocked
    | ev.BestKept
    | ev.LeftBeside
    | ev.ItemsLooked
    | ev.ItemRuled
    | ev.TestsWereRun
)

PUT_ASIDE = "only a version that was put aside had it"
GONE = "the part of the diff that it was about is no longer there"


def apply(state: RunState, event: UnitEvent) -> RunState:
    """The state after an event about what is judged."""
    match event:
        case ev.SnapshotTaken():
            return _with_snapshot(state, event)
        case ev.UnitApproved():
            snapshot = state.unit_of(event.unit).snapshot
            done = {"phase": "done", "outcome": "approved", "done_hash": snapshot.text_hash if snapshot else ""}
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
            return _looked(state, event)
        case ev.ItemRuled():
            return settled(state, event.item, event.ruling, event.reason, event.by, event.finding)
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
    findings = {
        key: item.but({"status": FindingStatus.FIXED, "progress": None, "note": GONE})
        if item.is_open and item.unit not in left
        else item
        for key, item in state.findings.items()
    }
    gone = tuple(item for item in (*state.gone, *state.units) if item.unit.id not in left and item.rounds)
    spec = state.spec
    if not spec.subject and units:
        # A skill has named its page.
        spec = spec.but({"subject": units[0].unit.path})
    return state.but({"units": units, "gone": gone, "hashes": event.hashes, "findings": findings, "spec": spec})


def _as_cut(state: RunState, unit: Unit, old: UnitState | None, text_hash: str) -> UnitState:
    if old is None:
        return UnitState(unit=unit, allowed=state.spec.limits.rounds)
    if old.phase == "create":
        return old.but({"unit": unit, "phase": "begin"})
    if old.phase == "done" and old.done_hash and old.done_hash != text_hash:
        again = old.rounds + state.spec.limits.rounds
        return old.but({"unit": unit, "phase": "begin", "outcome": None, "closed": False, "allowed": again})
    return old.but({"unit": unit})


def _looked(state: RunState, event: ev.ItemsLooked) -> RunState:
    state = state.but(
        {
            "turns": {**state.turns, event.turn: state.turns[event.turn].but({"handled": True})},
            "units": state.units_with(event.unit, {"looked": state.unit_of(event.unit).rounds, "muted_until": 0}),
            "failures": 0,
            "rejections": 0,
            "last_problem": "",
        }
    )
    for key, look in event.looks.items():
        status = "open" if look.kind == "unknown" else look.kind
        state = settled(state, key, status, look.reason, "a targeted look", event.findings.get(key))
    return state


def settled(state: RunState, key: str, status: str, reason: str, by: str, finding: str | None) -> RunState:
    """The state with one unverified item settled; a confirmed gap is a finding of its round."""
    item = state.items[key].but({"status": status, "reason": reason, "by": by, "finding": finding})
    state = state.but({"items": {**state.items, key: item}})
    return state if finding is None else _with_gap(state, item, finding)


def _with_gap(state: RunState, item: Unverified, key: str) -> RunState:
    judged = state.unit_of(item.unit).judged
    found = Finding(
        severity=Severity.HIGH,
        label="Gap",
        dimension="spec-compliance",
        title=item.text.split("\n", 1)[0],
        issue=item.text,
        why=item.reason,
        location=Location(),
    )
    sighting = Sighting(round=judged, finding=found, reason=f"{item.id} was confirmed as a gap")
    tracked = TrackedFinding(id=key, unit=item.unit, finding=found, blocking=True, sightings=(sighting,))
    rounds = tuple(
        round.but({"raised": (*round.raised, key), "open": (*round.open, key)})
        if (round.unit, round.number) == (item.unit, judged)
        else round
        for round in state.rounds
    )
    return state.but({"findings": {**state.findings, key: tracked}, "rounds": rounds})
