"""What a critic's reply was read as."""

from typing import Literal

from critloop.model.base import Frozen
from critloop.model.criteria import Score
from critloop.model.finding import Finding, Location


class Verdict(Frozen):
    """An explicit verdict of a report: ``name`` (``Status``), its words, and whether they pass."""

    name: str
    text: str
    passed: bool


class CheckItem(Frozen):
    """Something that a reviewer was asked to check, with its answer in words, and where it looked."""

    text: str
    places: tuple[Location, ...] = ()


class Report(Frozen):
    """A well-formed report: its verdicts agree with its findings.

    ``dropped`` lists, in words, parts of the reply that were left out on purpose (findings that
    the report itself marks as fixed, say), so that nothing goes missing in silence. ``checked`` are
    the answered check items of a task review, ``scores`` those of an evaluation.
    """

    format: str
    verdicts: tuple[Verdict, ...]
    findings: tuple[Finding, ...] = ()
    summary: str = ""
    cannot_verify: tuple[str, ...] = ()
    tests_wanted: tuple[str, ...] = ()
    checked: tuple[CheckItem, ...] = ()
    scores: tuple[Score, ...] = ()
    dropped: tuple[str, ...] = ()

    @property
    def approves(self) -> bool:
        """True when every verdict passes."""
        return bool(self.verdicts) and all(verdict.passed for verdict in self.verdicts)


MalformedKind = Literal[
    "empty", "no_verdict", "unknown_verdict", "contradictory", "truncated", "missing_section", "no_findings"
]


class Malformed(Frozen):
    """A reply that is no valid report. ``reason`` is one sentence that can be sent to the next critic.

    ``findings`` are those that it lists all the same, for a person to read; no loop acts on them.
    """

    kind: MalformedKind
    reason: str
    findings: tuple[Finding, ...] = ()


class NotReviewed(Frozen):
    """A reply that says that no review took place (a file could not be read, a tool failed)."""

    reason: str


ReadResult = Report | Malformed | NotReviewed
