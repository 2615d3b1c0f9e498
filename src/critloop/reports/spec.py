"""Reads a spec review (source: document-review.txt, "Spec Document Reviewer", Output format)."""

from critloop.model.report import ReadResult
from critloop.reports.formats import Format, VerdictLine, begins_pattern, title_pattern
from critloop.reports.heads import DIMENSIONS
from critloop.reports.review import read_review

STATUS = VerdictLine(
    key="status",
    name="Status",
    marker="**Status:**",
    passing="Approved",
    failing="Issues Found",
    holds="issues",
    listed="**Issues (if any):**",
    item="“- [Section]: issue - why it matters”",
)
_WORDS = "spec(?:ification)?(?: document)? review(?: report)?"
SPEC = Format(
    name="spec",
    shown="## Spec Review",
    title=title_pattern(_WORDS),
    begins=begins_pattern("spec(?:ification)?(?: document)? review"),
    verdicts=(STATUS,),
    dimensions=DIMENSIONS,
    default="general",
    lesser="Recommendations",
)


def read_spec_review(reply: str) -> ReadResult:
    """What a reply says as a spec review; never raises."""
    return read_review(reply, SPEC)
