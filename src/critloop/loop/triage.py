"""From a report to a round: identity, what blocks, and what became of the findings it no longer raises."""

from typing import Literal

from critloop.loop.evidence import with_evidence
from critloop.loop.lineage import identify
from critloop.loop.state import RunState, TrackedFinding, UnitState
from critloop.model.events import Match, Reviewed
from critloop.model.finding import Finding
from critloop.model.report import Report
from critloop.model.sections import section_hashes
from critloop.model.workcopy import Snapshot
from critloop.workflows.policy import Policy


def triage(state: RunState, unit: UnitState, report: Report, turn: str | None, policy: Policy, text: str) -> Reviewed:
    """The round that this report makes on the unit's current snapshot, whose text is ``text``."""
    if unit.snapshot is None:
        raise ValueError("a report judges a snapshot")
    held = tuple(with_evidence(finding, text, unit.unit.path) for finding in report.findings)
    report = report.but({"findings": held})
    identities = identify(state.findings.values(), report.findings, unit.unit.id)
    matches = tuple(
        _match(key, reason, finding, policy) for (key, reason), finding in zip(identities, report.findings, strict=True)
    )
    raised = {match.finding for match in matches}
    silent = [item for item in state.open_findings(unit.unit.id) if item.id not in raised]
    return Reviewed(
        turn=turn,
        unit=unit.unit.id,
        round=unit.rounds + 1,
        revision=unit.snapshot.revision,
        report=report,
        matches=matches,
        settled={item.id: _settled(state, item, unit.snapshot) for item in silent},
    )


def _match(key: str, reason: str, finding: Finding, policy: Policy) -> Match:
    blocking = policy.blocks(finding)
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
    if section:
        old = section_hashes(before.sections, section)
        new = section_hashes(after.sections, section)
        if old is not None or new is not None:
            return old != new
    return before.text_hash != after.text_hash
