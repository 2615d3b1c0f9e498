"""A finding: what a critic objects to, where, and on what evidence."""

from enum import StrEnum
from typing import Literal

from critloop.model.base import Frozen


class Severity(StrEnum):
    """How much a finding matters, in data; a report's own word is kept in ``Finding.label``."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"

    @property
    def rank(self) -> int:
        """0 for high, 1 for medium, 2 for low: sorts the worst first."""
        return ("high", "medium", "low").index(self.value)


class Location(Frozen):
    """Where a finding points. Lines are 1-based and inclusive; ``path`` is relative to the project root."""

    path: str | None = None
    start_line: int | None = None
    end_line: int | None = None
    section: str | None = None


EvidenceStatus = Literal["verified", "moved", "unverified", "absent"]


class Evidence(Frozen):
    """The text that a finding quotes, and whether the judged revision has it.

    ``verified``: found where the finding says. ``moved``: found elsewhere. ``unverified``: a quote
    was given and the revision doesn't have it. ``absent``: no quote was given.
    """

    quote: str | None = None
    status: EvidenceStatus = "absent"


class Finding(Frozen):
    """One objection of one report, as read; it has no identity of its own yet.

    ``label`` is the report's own word for the severity (``Issue``, ``Important``, ``高``).
    ``title`` is a single line; ``issue`` says what is wrong and may have several lines; ``why``
    says why it matters.
    """

    severity: Severity
    label: str
    dimension: str
    title: str
    issue: str
    why: str = ""
    location: Location = Location()
    evidence: Evidence = Evidence()
    suggested_fix: str | None = None


class FindingStatus(StrEnum):
    """Where a finding stands. Only ``open`` ones have a ``Progress``."""

    OPEN = "open"
    FIXED = "fixed"
    REFUTED = "refuted"
    ACCEPTED = "accepted"
    DEFERRED = "deferred"


class Progress(StrEnum):
    """How an open finding came here.

    ``claimed``: the maker says fixed and nothing changed at its place. ``unraised``: a later critic
    did not repeat it although its text did not change; it is never called fixed.
    """

    NEW = "new"
    CARRIED = "carried"
    RESURFACED = "resurfaced"
    DISPUTED = "disputed"
    CLAIMED = "claimed"
    UNRAISED = "unraised"


class AnswerKind(StrEnum):
    """What a maker can say to a finding."""

    FIXED = "fixed"
    DISPUTED = "disputed"
    CANNOT_FIX = "cannot_fix"


class Answer(Frozen):
    """A maker's answer to a finding; ``disputed`` and ``cannot_fix`` carry a reason."""

    kind: AnswerKind
    reason: str = ""
