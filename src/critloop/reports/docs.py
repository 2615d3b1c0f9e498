"""Reads and writes a docs critic's report (source: docs-critique.txt, "Report Format" and "Phase 3")."""

import re

from critloop.model.finding import Severity
from critloop.model.report import Malformed, ReadResult, Report
from critloop.reports.apart import Review
from critloop.reports.formats import Format, VerdictLine, begins_pattern, title_pattern
from critloop.reports.grading import headed, list_of
from critloop.reports.locations import PAGE
from critloop.reports.review import read_review
from critloop.reports.severities import count_of
from critloop.reports.values import with_summary
from critloop.reports.verdicts import passes, words_of

_WORDS = r"(?:docs?|documentation)(?: page)?(?: critic(?:'s)?| critique)?(?: review)? (?:report|review)"
DOCS = Format(
    name="docs",
    shown="## Docs Critic Report: <file>",
    title=title_pattern(_WORDS),
    begins=begins_pattern(_WORDS),
    verdicts=(
        VerdictLine(
            key="status",
            name="Verdict",
            marker="### Verdict",
            passing="APPROVED",
            failing="ITERATE — N high, M medium issues remain",
            holds="issues",
            listed="### Findings",
            item="“#### [HIGH/dimension] title”",
        ),
    ),
    dimensions=("quality", "accuracy", "completeness", "consistency"),
    default="general",
    lesser="a finding of severity LOW",
    files=PAGE,
    graded=True,
    strict=True,
    empty="contradictory",
    note=re.compile(
        r"\W*(?:note\W+)?(?:the |this )?required[- ]sections?\b[^.]{0,60}"
        r"\b(?:skipped|not (?:run|made|done|applied|performed|possible)|could not be (?:run|made|done|applied))\b"
    ),
)
_COUNTS = Malformed(
    kind="contradictory",
    reason="The numbers in the verdict ITERATE differ from the findings of severity HIGH and MEDIUM that are listed.",
)


def read_docs_report(reply: str) -> ReadResult:
    """What a reply says as a docs critic's report; never raises.

    HIGH and MEDIUM go with ITERATE alone, LOW with either verdict. A note that the check of required
    sections was skipped belongs to the summary wherever it stands.
    """
    return read_review(reply, DOCS, _counts_agree)


def _counts_agree(review: Review) -> Malformed | None:
    words = review.told["status"].words
    told = {severity: count_of(words, severity) for severity in (Severity.HIGH, Severity.MEDIUM)}
    listed = [finding.severity for finding in review.content.issues]
    wrong = any(count is not None and count != listed.count(severity) for severity, count in told.items())
    return _COUNTS if not review.passed and wrong else None


def write_docs_report(report: Report, path: str) -> str:
    """A docs critic's report on a page in the form that ``read_docs_report`` reads.

    A report whose verdict disagrees with its findings is written as it is, and read as malformed.
    """
    findings = list_of(report.findings, DOCS, headed)
    start = [f"## Docs Critic Report: {' '.join(path.split())}", ""]
    end = ["### Findings", "", *findings, "", "### Verdict", "", _verdict(report), ""]
    return with_summary(report, "### Summary", start, end, read_docs_report)


def _verdict(report: Report) -> str:
    """The verdict's own words where they say the same, else those of the format."""
    severities = [finding.severity for finding in report.findings]
    counts = {severity: severities.count(severity) for severity in (Severity.HIGH, Severity.MEDIUM)}
    own = report.verdicts[0].text if len(report.verdicts) == 1 else ""
    agrees = all(count_of(own, severity) in {None, count} for severity, count in counts.items())
    if own == words_of(own) and passes(own) is report.approves and agrees:
        return own
    high, medium = counts.values()
    return "APPROVED" if report.approves else f"ITERATE — {high} high, {medium} medium issues remain"
