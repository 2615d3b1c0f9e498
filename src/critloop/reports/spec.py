"""Reads a spec review (source: document-review.txt, "Spec Document Reviewer", Output format)."""

from dataclasses import replace

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


def read_spec_review(reply: str, *, whole: bool = False) -> ReadResult:
    """What a reply says as a spec review; never raises.

    ``whole``: an approval needs its list of issues, with None in it. The verdict comes first in this
    format, so that a reply that was cut off behind it would pass otherwise.
    """
    return read_review(reply, replace(SPEC, strict=True) if whole else SPEC)
