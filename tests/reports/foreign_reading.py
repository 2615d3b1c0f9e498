"""What a review from anywhere is read as, in one word, for tests."""

from critloop.model.report import Malformed, Report
from critloop.reports.foreign import read_foreign_review

TITLE = "# Code review\n\n"
SECTIONS = "\n\n## Findings\n\n### Critical\n\nNone.\n\n### Important\n\nNone.\n\n### Minor\n\n- Rename the counter.\n"


def outcome(text: str) -> str:
    """``approved``, ``issues``, ``not reviewed``, or the kind of a malformed review."""
    read = read_foreign_review(text)
    if isinstance(read, Report):
        return "approved" if read.approves else "issues"
    return read.kind if isinstance(read, Malformed) else "not reviewed"


def weights(text: str) -> list[str]:
    """The severities of the open findings, in the order of the text."""
    read = read_foreign_review(text)
    return [finding.severity.value for finding in getattr(read, "findings", ())]


def titles(text: str) -> list[str]:
    """The titles of the open findings, in the order of the text."""
    return [finding.title for finding in getattr(read_foreign_review(text), "findings", ())]


def dropped(text: str) -> int:
    """How many findings the report itself settles."""
    read = read_foreign_review(text)
    return len(read.dropped) if isinstance(read, Report) else 0
