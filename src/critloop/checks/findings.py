"""Problems as findings, and findings as problems again."""

import re
from collections.abc import Sequence

from critloop.checks.catalogue import CHECKS
from critloop.checks.framework import Problem
from critloop.model.finding import Evidence, Finding, Location, Severity


def to_finding(problem: Problem, path: str | None = None) -> Finding:
    """A problem as the finding of a report; ``path`` is relative to the project root."""
    return Finding(
        severity=problem.severity,
        label="Recommendation" if problem.severity is Severity.LOW else "Issue",
        dimension=problem.check.dimension,
        title=problem.title,
        issue=problem.issue,
        why=problem.why,
        location=Location(
            path=path, start_line=problem.line, end_line=problem.end_line, section=problem.section or None
        ),
        evidence=Evidence(quote=problem.quote or None, status="verified" if problem.quote else "absent"),
        suggested_fix=problem.advice,
    )


def match(finding: Finding, problems: Sequence[Problem]) -> Problem | None:
    """The problem that a finding is about, whatever its line has become; None when there is none.

    The words decide, then the section, then the quoted line, then the distance.
    """
    said = _words(finding.issue)
    same = [problem for problem in problems if _words(problem.issue) in said]
    if not same:
        return None
    line = finding.location.start_line or 0
    section, quote = _words(finding.location.section or ""), _words(finding.evidence.quote or "")

    def distance(problem: Problem) -> tuple[bool, bool, int, int]:
        return (
            _words(problem.section or "") != section,
            _words(problem.quote) != quote,
            len(said) - len(problem.issue),
            abs(problem.line - line),
        )

    return min(same, key=distance)


def is_ours(finding: Finding) -> bool:
    """True when the words of a finding are those of one of the checks."""
    return any(re.search(check.wording, finding.issue) for check in CHECKS)


def _words(text: str) -> str:
    return " ".join(text.casefold().replace("`", "").split()).rstrip(".")
