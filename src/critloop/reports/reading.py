"""Every report format by name, for reviews from anywhere."""

from collections.abc import Callable

from critloop.model.errors import UsageProblem
from critloop.model.report import Malformed, NotReviewed, ReadResult, Report
from critloop.reports.characters import comparable
from critloop.reports.foreign import read_foreign_review
from critloop.reports.markdown import read_document
from critloop.reports.spec import SPEC, read_spec_review

READERS: dict[str, Callable[[str], ReadResult]] = {"spec": read_spec_review, "review": read_foreign_review}
"""The formats of the loops, then ``review``, which is any form at all."""

_OWN = {"spec": SPEC}
"""Formats whose title alone says that a text claims to be one."""


def read_report(text: str, format: str = "auto") -> tuple[str, ReadResult]:  # noqa: A002 - the option's own name
    """The format of a review and what it was read as.

    ``auto`` takes the first loop's format in which the text is a report, and ``review`` where it is
    one in none. A text under a loop's own title that contradicts itself in that format is not read
    as an approval in another.

    Raises:
        UsageProblem: There is no such format.
    """
    if format != "auto":
        return format, _reader(format)(text)
    results = {name: reader(text) for name, reader in READERS.items()}
    found = next((name for name, read in results.items() if isinstance(read, Report)), "review")
    if found == "review" and getattr(results[found], "approves", False):
        found = next((name for name in _OWN if _refuses(results[name]) and _titled(text, name)), found)
    return found, results[found]


def _refuses(read: ReadResult) -> bool:
    return isinstance(read, NotReviewed) or (
        isinstance(read, Malformed) and read.kind in {"contradictory", "truncated"}
    )


def _titled(text: str, name: str) -> bool:
    """True for a text with the title of a loop's report."""
    headings = (line for line in read_document(text).lines if line.kind == "heading" and line.live)
    return any(_OWN[name].title.match(comparable(line.text)) for line in headings)


def _reader(name: str) -> Callable[[str], ReadResult]:
    try:
        return READERS[name]
    except KeyError:
        raise UsageProblem(f"no report format is called {name!r}", f"formats: auto, {', '.join(READERS)}") from None
