"""A finding's quote, held against the text that was judged."""

from critloop.model.finding import Evidence, EvidenceStatus, Finding
from critloop.model.sections import is_within, section_at

NEAR = 3
"""Lines by which a quote may miss the lines that its finding names."""


def with_evidence(finding: Finding, text: str, path: str) -> Finding:
    """The finding with what is true of its quote; ``path`` is where it points when it names no file.

    White space counts as one space; all else has to be there as it is quoted.
    """
    location = finding.location
    if location.path is None:
        location = location.but({"path": path})
    quote = finding.evidence.quote
    evidence = Evidence(quote=quote, status=_status(finding, quote, text) if quote and quote.strip() else "absent")
    return finding.but({"location": location, "evidence": evidence})


def _status(finding: Finding, quote: str, text: str) -> EvidenceStatus:
    spans = _lines_of(" ".join(quote.split()), text)
    if not spans:
        return "unverified"
    return "verified" if any(_at_place(finding, text, first, last) for first, last in spans) else "moved"


def _lines_of(quote: str, text: str) -> list[tuple[int, int]]:
    """Every place of a quote, as its first and last line (1-based)."""
    words: list[str] = []
    line_at: list[int] = []
    for number, line in enumerate(text.splitlines(), start=1):
        squeezed = " ".join(line.split())
        if squeezed:
            words.append(squeezed)
            line_at += [number] * (len(squeezed) + 1)
    whole = " ".join(words)
    spans: list[tuple[int, int]] = []
    at = whole.find(quote)
    while at >= 0:
        spans.append((line_at[at], line_at[at + len(quote) - 1]))
        at = whole.find(quote, at + 1)
    return spans


def _at_place(finding: Finding, text: str, first: int, last: int) -> bool:
    location = finding.location
    if location.start_line is not None:
        end = location.end_line or location.start_line
        return first <= end + NEAR and last >= location.start_line - NEAR
    return location.section is None or is_within(section_at(text, first), location.section)
