"""Reads and writes the review of one chunk of a plan (source: document-review.txt, "Plan Document Reviewer")."""

from dataclasses import replace

from critloop.model.report import ReadResult, Report
from critloop.reports.documents import write_document_review
from critloop.reports.formats import Format, begins_pattern, title_pattern
from critloop.reports.heads import DIMENSIONS
from critloop.reports.review import read_review
from critloop.reports.spec import STATUS

_WORDS = "(?:implementation )?plan(?: document| chunk)? review(?: report)?(?: chunk \\d+)?|chunk \\d+ (?:plan )?review"
PLAN = Format(
    name="plan",
    shown="## Plan Review — Chunk N",
    title=title_pattern(_WORDS),
    begins=begins_pattern(_WORDS),
    verdicts=(STATUS,),
    dimensions=DIMENSIONS,
    default="general",
    lesser="Recommendations",
)


def read_plan_review(reply: str, *, whole: bool = False) -> ReadResult:
    """What a reply says as the review of a plan's chunk; never raises.

    ``whole``: an approval needs its list of issues, with None in it. The verdict comes first in this
    format, so that a reply that was cut off behind it would pass otherwise.
    """
    return read_review(reply, replace(PLAN, strict=True) if whole else PLAN)


def write_plan_review(report: Report, chunk: str) -> str:
    """A plan review in the form that ``read_plan_review`` reads. ``chunk`` is its number, or number and name."""
    title = " ".join(chunk.split())
    return write_document_review(report, PLAN, f"## Plan Review — {title}" if title else "## Plan Review")
