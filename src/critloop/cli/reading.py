"""``read``: a review from anywhere, as critloop reads it."""

import sys
from pathlib import Path

from critloop.export.reading import report_json
from critloop.model.errors import UsageProblem

LARGEST_REVIEW = 10_000_000


def read_report(report: str, *, style: str) -> int:
    """Print a review as ``critloop.report/1``; 0, whatever the review says.

    Raises:
        UsageProblem: It can't be read as text.
    """
    print(
        report_json(
            standard_input("pass a review as text") if report == "-" else read_review(Path(report)), style
        ).line()
    )
    return 0


def read_review(path: Path) -> str:
    """The text of an existing review.

    Raises:
        UsageProblem: It can't be read as text.
    """
    try:
        if path.exists() and not path.is_file():
            raise UsageProblem(f"{path}: no regular file", "name a file with a review")
        if path.stat().st_size > LARGEST_REVIEW:
            raise UsageProblem(f"{path}: too large for a review", f"at most {LARGEST_REVIEW:,} bytes")
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageProblem(f"{path}: can't read it: {error.strerror}", "name a file with a review") from None
    except UnicodeDecodeError:
        raise UsageProblem(f"{path}: not UTF-8 text", "name a file with a review") from None


def standard_input(remedy: str) -> str:
    """The whole of standard input as text.

    Raises:
        UsageProblem: It is no UTF-8; the remedy says what to pass.
    """
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageProblem("standard input: not UTF-8 text", remedy) from None
