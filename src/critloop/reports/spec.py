"""Reads a spec review (source: document-review.txt, "Spec Document Reviewer", Output format)."""

import re

from critloop.model.finding import Evidence, Finding, Location, Severity
from critloop.model.report import Malformed, ReadResult, Report, Verdict

_STATUS = re.compile(r"^\*\*Status:\*\*\s*(.*?)\s*$")
_SECTION = re.compile(r"^\*\*(Issues|Recommendations)\b.*:\*\*\s*$")
_ITEM = re.compile(r"^- (?:\[(?P<where>[^\]]*)\]:\s*)?(?:\((?P<dimension>\w+)\)\s*)?(?P<text>.+)$")
_FIELD = re.compile(r"^ {2}(Quote|Fix):\s*(.+)$")


def read_spec_review(reply: str) -> ReadResult:
    """What a reply says as a spec review; never raises."""
    if not reply.strip():
        return Malformed(kind="empty", reason="The reply was empty.")
    status, section, fenced = "", "", False
    findings: list[Finding] = []
    for line in reply.splitlines():
        fenced ^= line.lstrip().startswith("```")
        if fenced or line.startswith(">"):
            continue
        if match := _STATUS.match(line):
            status = match.group(1)
        elif match := _SECTION.match(line):
            section = match.group(1)
        elif section and (match := _ITEM.match(line)) and match.group("text").strip(" .").lower() != "none":
            findings.append(_finding(match, advisory=section == "Recommendations"))
        elif findings and (match := _FIELD.match(line)):
            findings[-1] = _with_field(findings[-1], match.group(1), match.group(2))
    return _judge(status, findings)


def _judge(status: str, findings: list[Finding]) -> ReadResult:
    issues = [finding for finding in findings if finding.severity is Severity.HIGH]
    if not status:
        return Malformed(kind="no_verdict", reason="The report has no **Status:** line.")
    if status not in {"Approved", "Issues Found"}:
        return Malformed(kind="unknown_verdict", reason=f"The status {status!r} is neither Approved nor Issues Found.")
    if status == "Approved" and issues:
        return Malformed(kind="contradictory", reason="The status is Approved, but issues are listed.")
    if status != "Approved" and not issues:
        return Malformed(kind="no_findings", reason="The status is Issues Found, but no issue is listed.")
    verdict = Verdict(name="Status", text=status, passed=status == "Approved")
    return Report(format="spec", verdicts=(verdict,), findings=tuple(findings))


def _finding(match: re.Match[str], *, advisory: bool) -> Finding:
    issue, _, why = match.group("text").rpartition(" - ")
    issue, why = (issue, why) if issue else (why, "")
    where = re.match(r"(.*?)(?:,?\s*lines? (\d+)(?:-(\d+))?)?$", match.group("where") or "")
    section, start, end = where.groups() if where else ("", None, None)
    return Finding(
        severity=Severity.LOW if advisory else Severity.HIGH,
        label="Recommendation" if advisory else "Issue",
        dimension=match.group("dimension") or ("advisory" if advisory else "general"),
        title=issue[:90],
        issue=issue,
        why=why,
        location=Location(
            section=section or None,
            start_line=int(start) if start else None,
            end_line=int(end or start) if start else None,
        ),
    )


def _with_field(finding: Finding, name: str, value: str) -> Finding:
    if name == "Fix":
        return finding.model_copy(update={"suggested_fix": value})
    return finding.model_copy(update={"evidence": Evidence(quote=value.strip('"'), status="unverified")})
