"""Reads and writes the review of a whole branch (source: task-review.txt, "Final review stays broad")."""

from critloop.model.report import ReadResult, Report
from critloop.reports.formats import Format, VerdictLine, begins_pattern, title_pattern
from critloop.reports.grading import groups_of
from critloop.reports.locations import SOURCE
from critloop.reports.review import read_review
from critloop.reports.values import RULE, with_summary
from critloop.reports.verdicts import passes, words_of

_WORDS = (
    r"(?:(?:final|whole|full|complete) )*(?:branch|merge)(?: code)? review(?: report)?"
    r"|final(?: code| whole-branch)? review(?: report)?"
)
_MERGE = VerdictLine(
    key="merge",
    name="Ready to merge",
    marker="**Ready to merge:**",
    passing="Yes",
    failing="No or With fixes",
    holds="issues",
    listed="### Issues, in the groups Critical and Important",
    item="“- `path:line` — what is wrong - why it matters”",
)
BRANCH = Format(
    name="branch",
    shown="## Branch Review",
    title=title_pattern(_WORDS),
    begins=begins_pattern(_WORDS, "ready to merge"),
    verdicts=(_MERGE,),
    dimensions=(
        *("general", "architecture", "security", "scalability", "readiness", "production readiness", "plan"),
        *("quality", "clarity", "duplication", "errors", "error handling", "tests", "maintainability"),
    ),
    default="general",
    lesser="Minor",
    files=SOURCE,
    graded=True,
    strict=True,
)


def read_branch_review(reply: str) -> ReadResult:
    """What a reply says as a branch review; never raises. Only Yes passes; No and With fixes need something to fix."""
    return read_review(reply, BRANCH)


def write_branch_review(report: Report) -> str:
    """A branch review in the form that ``read_branch_review`` reads.

    A report whose verdict disagrees with its findings is written as it is, and read as malformed.
    """
    start = ["## Branch Review", ""]
    end, last = groups_of(report.findings, BRANCH), [f"**Ready to merge:** {_told(report)}", ""]
    text = with_summary(report, "### Strengths", start, [*end, *last], read_branch_review)
    if isinstance(read_branch_review(text), Report):
        return text
    return with_summary(report, "### Strengths", start, [*end, RULE, "", *last], read_branch_review)


def _told(report: Report) -> str:
    """The verdict's own words where they say the same, else those of the format."""
    own = report.verdicts[0].text if len(report.verdicts) == 1 else ""
    if own == words_of(own) and passes(own, "merge") is report.approves:
        return own
    return "Yes" if report.approves else "With fixes"
