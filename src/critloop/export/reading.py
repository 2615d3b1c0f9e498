"""``critloop.report/1`` from the text of a review."""

from collections.abc import Callable, Sequence
from typing import Literal

from critloop.export.result import finding_json
from critloop.export.shapes import FindingJson, ReportJson
from critloop.model.finding import Finding, Severity
from critloop.model.report import Malformed, NotReviewed, ReadResult, Report
from critloop.reports.reading import read_report
from critloop.workflows.policy import Policy
from critloop.workflows.registry import POLICIES


def report_json(text: str, style: str) -> ReportJson:
    """The review as it is read in one loop's format; with ``auto``, in the first one that takes it."""
    name, result = read_report(text, style)
    return _published(name, result, POLICIES.get(name))


def _published(name: str, result: ReadResult, policy: Policy | None) -> ReportJson:
    match result:
        case Report():
            return ReportJson(
                format=result.format,
                status="approved" if result.approves else "issues",
                reason="; ".join(result.dropped),
                verdicts=result.verdicts,
                findings=_findings(result.findings, lambda finding: _blocks(policy, finding, result)),
                cannot_verify=result.cannot_verify,
                tests_wanted=result.tests_wanted,
            )
        case Malformed():
            listed = _findings(result.findings, lambda finding: finding.severity is not Severity.LOW)
            return _unread(name, "malformed", result.reason, listed)
        case NotReviewed():
            return _unread(name, "not_reviewed", result.reason)


def _unread(
    name: str,
    status: Literal["malformed", "not_reviewed"],
    reason: str,
    findings: tuple[FindingJson, ...] = (),
) -> ReportJson:
    """A text that is no report; what it lists all the same is shown, and no loop acts on it."""
    return ReportJson(
        format=name, status=status, reason=reason, verdicts=(), findings=findings, cannot_verify=(), tests_wanted=()
    )


def _findings(findings: Sequence[Finding], blocks: Callable[[Finding], bool]) -> tuple[FindingJson, ...]:
    return tuple(
        FindingJson(**finding_json(item, number, "", blocking=blocks(item))) for number, item in enumerate(findings, 1)
    )


def _blocks(policy: Policy | None, finding: Finding, report: Report) -> bool:
    return finding.severity is not Severity.LOW if policy is None else policy.blocks(finding, report)
