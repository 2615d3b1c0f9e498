"""The part of the fold that is about what a reviewer could not verify: looks, rulings, confirmed gaps."""

from critloop.loop.state import RunState, Sighting, TrackedFinding
from critloop.model import events as ev
from critloop.model.finding import Finding, FindingStatus, Location, Progress, Severity
from critloop.model.items import ItemStatus, Unverified

LOOK = "a targeted look"


def looked(state: RunState, event: ev.ItemsLooked) -> RunState:
    """The state after a targeted look. What nobody could tell stays open, with the reason."""
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
        if look.kind == "unknown":
            item = state.items[key].but({"reason": look.reason, "by": LOOK})
            state = state.but({"items": {**state.items, key: item}})
        else:
            state = settled(state, key, look.kind, look.reason, LOOK, event.findings.get(key))
    return state


def ruled(state: RunState, event: ev.ItemRuled) -> RunState:
    """The state after a human's word on one item."""
    state = settled(state, event.item, event.ruling, event.reason, event.by, event.finding)
    if event.ruling != "gap":
        return state
    item = state.items[event.item].but({"by_human": True})
    return state.but({"items": {**state.items, event.item: item}})


def settled(state: RunState, key: str, status: ItemStatus, reason: str, by: str, finding: str | None) -> RunState:
    """The state with one item settled.

    A gap, and an item that is accepted as known, is a finding, under the id ``finding`` where it has none
    yet. One that holds settles the finding that it had become.
    """
    item = state.items[key]
    item = item.but({"status": status, "reason": reason, "by": by, "finding": item.finding or finding})
    state = state.but({"items": {**state.items, key: item}})
    if item.finding is None:
        return state
    if status == "gap":
        return _with_gap(state, item, item.finding)
    known = {"status": FindingStatus.ACCEPTED, "progress": None, "note": reason, "owner": by}
    held = {"status": FindingStatus.FIXED, "progress": None, "note": f"{item.id} holds now: {reason}"}
    tracked = state.findings.get(item.finding) or _finding_of(state, item, item.finding)
    tracked = tracked.but(known if status == "accepted" else held)
    return state.but({"findings": {**state.findings, item.finding: tracked}})


def _with_gap(state: RunState, item: Unverified, key: str) -> RunState:
    judged = state.unit_of(item.unit).judged
    old = state.findings.get(key)
    tracked = _finding_of(state, item, key)
    if old is not None:
        seen = {"status": FindingStatus.OPEN, "progress": Progress.CARRIED, "note": "", "unit": item.unit}
        tracked = old.but({**seen, "sightings": (*old.sightings, *tracked.sightings)})
    rounds = tuple(
        round.but({"raised": (*round.raised, key), "open": (*round.open, key)})
        if (round.unit, round.number) == (item.unit, judged) and key not in round.raised
        else round
        for round in state.rounds
    )
    return state.but({"findings": {**state.findings, key: tracked}, "rounds": rounds})


def _finding_of(state: RunState, item: Unverified, key: str) -> TrackedFinding:
    found = Finding(
        severity=Severity.HIGH,
        label="Gap" if item.status == "gap" else "Unverified",
        dimension="spec-compliance",
        title=item.text.split("\n", 1)[0],
        issue=item.text,
        why=item.reason,
        location=Location(),
    )
    words = "was confirmed as a gap" if item.status == "gap" else "was not verified"
    sighting = Sighting(round=state.unit_of(item.unit).judged, finding=found, reason=f"{item.id} {words}")
    return TrackedFinding(id=key, unit=item.unit, finding=found, blocking=True, sightings=(sighting,))
