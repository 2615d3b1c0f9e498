"""Every report format by name, for reviews from anywhere."""

from collections.abc import Callable

from critloop.model.errors import UsageProblem
from critloop.model.report import ReadResult, Report
from critloop.reports.spec import read_spec_review

READERS: dict[str, Callable[[str], ReadResult]] = {"spec": read_spec_review}


def read_report(text: str, format: str = "auto") -> tuple[str, ReadResult]:  # noqa: A002 - the option's own name
    """The format of a review and what it was read as.

    ``auto`` takes the first format in which the text is a report, and the first of all where it is
    one in none.

    Raises:
        UsageProblem: There is no such format.
    """
    if format != "auto":
        return format, _reader(format)(text)
    results = [(name, reader(text)) for name, reader in READERS.items()]
    return next((pair for pair in results if isinstance(pair[1], Report)), results[0])


def _reader(name: str) -> Callable[[str], ReadResult]:
    try:
        return READERS[name]
    except KeyError:
        raise UsageProblem(f"no report format is called {name!r}", f"formats: auto, {', '.join(READERS)}") from None
