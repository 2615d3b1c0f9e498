"""From a report to a round: identity, what blocks, and what became of the findings it no longer raises."""

from collections.abc import Callable
from typing import Literal

from critloop.loop.evidence import with_evidence
from critloop.loop.lineage import identify
from critloop.loop.state import RunState, TrackedFinding, UnitState
from critloop.model.events import Match, Reviewed
from critloop.model.finding import Finding
from critloop.model.items import item_words
from critloop.model.report import Report
from critloop.model.sections import section_hashes
from critloop.model.workcopy import Snapshot
from critloop.workflows.policy import Policy

Reader = Callable[[str], str | None]
"""Gives the text of a file, by its path, at the revision that was judged; None where there is no such text."""


def triage(
    state: RunState, unit: UnitState, report: Report, turn: str | None, policy: Policy, read: Reader
) -> Reviewed:
    """The round that this report makes on the unit's current snapshot; ``read`` gives a file's text in it."""
    if unit.snapshot is None:
        raise ValueError("a report judges a snapshot")
    held = tuple(_held(finding, unit, read) for finding in report.findings)
    report = report.but({"findings": held})
    identities = identify(state.findings.values(), report.findings, unit.unit.id)
    matches = tuple(
        _match(key, reason, finding, report, policy)
        for (key, reason), finding in zip(identities, report.findings, strict=True)
    )
    duty = state.turns[turn].duty if turn is not None else "review"
    raised = {match.finding for match in matches}
    gaps = {item.finding for item in state.items.values()}
    silent = [f for f in state.open_findings(unit.unit.id) if f.id not in raised and f.id not in gaps]
    return Reviewed(
        turn=turn,
        unit=unit.unit.id,
        round=unit.rounds + 1,
        revision=unit.snapshot.revision,
        report=report,
        matches=matches,
        settled={item.id: _settled(state, item, unit.snapshot) for item in silent},
        scope="scoped" if duty == "rereview" else "full",
        items=_items(state, unit, report),
    )


def _held(finding: Finding, unit: UnitState, read: Reader) -> Finding:
    """The finding with what is true of its quote, in the file that it names or else in the unit's own."""
    path = finding.location.path or unit.unit.path
    return with_evidence(finding, read(path) or "", path)


def _items(state: RunState, unit: UnitState, report: Report) -> tuple[str, ...]:
    """Ids for what the report could not verify: the same words about the same unit are the same item."""
    known = {item_words(item.text): item.id for item in state.items.values() if item.unit == unit.unit.id}
    ids: list[str] = []
    for text in report.cannot_verify:
        fresh = len({key for key in ids if key not in state.items})
        ids.append(known.setdefault(item_words(text), f"V{len(state.items) + fresh + 1}"))
    return tuple(ids)


def _match(key: str, reason: str, finding: Finding, report: Report, policy: Policy) -> Match:
    blocking = policy.blocks(finding, report)
    deferred = "" if blocking else policy.deferral(finding)
    return Match(finding=key, blocking=blocking, deferred=deferred, reason=reason)


def _settled(state: RunState, tracked: TrackedFinding, now: Snapshot) -> Literal["fixed", "unraised"]:
    seen = next(r for r in state.rounds if r.unit == tracked.unit and r.number == tracked.last_round)
    return "fixed" if place_changed(tracked.finding, seen.snapshot, now) else "unraised"


def place_changed(finding: Finding, before: Snapshot, after: Snapshot) -> bool:
    """True when the text of the section that a finding names differs between two snapshots.

    A finding that names no section, or one that neither snapshot has, is about the whole text.
    """
    section = finding.location.section
    if not section and finding.location.path in before.sections.keys() | after.sections.keys():
        # A part of a diff is cut at files.
        path = finding.location.path or ""
        return before.sections.get(path) != after.sections.get(path)
    if section:
        old = section_hashes(before.sections, section)
        new = section_hashes(after.sections, section)
        if old is not None or new is not None:
            return old != new
    return before.text_hash != after.text_hash
