"""Writes reports in the forms that the readers of this package read back."""

from critloop.model.finding import Finding, Location, Severity
from critloop.model.report import Report


def write_spec_review(report: Report) -> str:
    """A spec review, in the format that ``read_spec_review`` reads."""
    issues = [finding for finding in report.findings if finding.severity is not Severity.LOW]
    advice = [finding for finding in report.findings if finding.severity is Severity.LOW]
    lines = ["## Spec Review", "", f"**Status:** {'Approved' if report.approves else 'Issues Found'}", ""]
    lines += ["**Issues (if any):**", *_items(issues), "", "**Recommendations (advisory):**", *_items(advice), ""]
    return "\n".join(lines)


def _items(findings: list[Finding]) -> list[str]:
    return [line for finding in findings for line in _item(finding)] or ["- None"]


def _item(finding: Finding) -> list[str]:
    why = f" - {finding.why}" if finding.why else ""
    lines = [f"- [{_where(finding.location)}]: ({finding.dimension}) {finding.issue}{why}"]
    if finding.evidence.quote:
        lines.append(f'  Quote: "{finding.evidence.quote}"')
    if finding.suggested_fix:
        lines.append(f"  Fix: {finding.suggested_fix}")
    return lines


def _where(location: Location) -> str:
    start, end = location.start_line, location.end_line
    lines = "" if start is None else f"line {start}" if end in (None, start) else f"lines {start}-{end}"
    return ", ".join(part for part in (location.section or "", lines) if part) or "General"
