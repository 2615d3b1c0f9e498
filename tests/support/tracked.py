"""Tracked findings, made short."""

from critloop.loop.state import Sighting, TrackedFinding
from critloop.model.finding import Evidence, EvidenceStatus, Finding, FindingStatus, Location, Progress, Severity


def tracked(
    identity: str,
    severity: Severity = Severity.HIGH,
    *,
    rounds: tuple[int, ...] = (1,),
    title: str = "no outcome for a partial write",
    dimension: str = "coverage",
    status: FindingStatus = FindingStatus.OPEN,
    progress: Progress | None = Progress.NEW,
    evidence: EvidenceStatus = "verified",
    location: Location | None = None,
    issue: str = "",
) -> TrackedFinding:
    """A finding that these rounds raised."""
    finding = Finding(
        severity=severity,
        label="Issue",
        dimension=dimension,
        title=title,
        issue=issue or title,
        location=location or Location(section="Storage", start_line=90),
        evidence=Evidence(quote="a partial write", status=evidence),
    )
    return TrackedFinding(
        id=identity,
        unit="spec",
        finding=finding,
        blocking=severity is not Severity.LOW,
        status=status,
        progress=progress if status is FindingStatus.OPEN else None,
        sightings=tuple(Sighting(round=number, finding=finding, reason="new") for number in rounds),
    )
