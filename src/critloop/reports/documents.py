"""Writes reviews of documents, of specs and of chunks of plans, as they are read back to the character."""

from collections.abc import Iterator, Sequence

from critloop.model.finding import Evidence, Finding, Location, Severity
from critloop.model.report import Report
from critloop.reports.cutoff import cut_off
from critloop.reports.entries import entries
from critloop.reports.findings import read_finding
from critloop.reports.formats import Format
from critloop.reports.heads import DIMENSIONS, title_of
from critloop.reports.locations import write_lines, write_location
from critloop.reports.markdown import read_document
from critloop.reports.review import read_review
from critloop.reports.sections import cut
from critloop.reports.values import fence, fits_a_line, labelled, plainest
from critloop.reports.verdicts import passes, words_of

_ISSUES, _ADVICE = "**Issues (if any):**", "**Recommendations (advisory):**"


def write_document_review(report: Report, style: Format, title: str) -> str:
    """A review under this title, in a format of documents.

    Findings of low severity are written as recommendations, all others as issues. A report whose
    verdict disagrees with its findings is written as it is, and read as malformed. What such a
    review has no place for (``cannot_verify``, ``tests_wanted``, ``dropped``) is not written.
    """
    text = _review(report, style, title, summary_lines(report.summary, plain=True))
    if not report.summary:
        return text
    read = read_review(text, style)
    if isinstance(read, Report) and read.summary == report.summary:
        return text
    return _review(report, style, title, summary_lines(report.summary, plain=False))


def _review(report: Report, style: Format, title: str, summary: Sequence[str]) -> str:
    issues = [finding for finding in report.findings if finding.severity is not Severity.LOW]
    advice = [finding for finding in report.findings if finding.severity is Severity.LOW]
    lines = [title, "", f"**Status:** {_status(report)}", "", *summary]
    lines += [_ISSUES, *_list(issues, style), "", _ADVICE, *_list(advice, style), ""]
    return "\n".join(lines)


def _status(report: Report) -> str:
    """The verdict's own words where they say the same, else those of the style."""
    own = report.verdicts[0].text if len(report.verdicts) == 1 else ""
    if own == words_of(own) and passes(own) is report.approves:
        return own
    return "Approved" if report.approves else "Issues Found"


def summary_lines(summary: str, *, plain: bool) -> list[str]:
    """A summary under its title in bold; on its line, or in a fence."""
    if not summary:
        return []
    if plain and fits_a_line(summary):
        return [f"**Summary:** {summary}", ""]
    return ["**Summary:**", "", *fence(summary), ""]


def _list(findings: Sequence[Finding], style: Format) -> list[str]:
    return [line for finding in findings for line in _item(finding, style)] or ["- None"]


def _item(finding: Finding, style: Format) -> list[str]:
    """The first and plainest of the item's forms from which the same finding is read."""
    return plainest(_forms(finding), lambda lines: _reads_as(lines, finding, style))


def _forms(finding: Finding) -> Iterator[list[str]]:
    """One line; with a title of its own; with labelled text; with every value labelled; with all of it fenced."""
    own = finding.dimension in DIMENSIONS and finding.dimension != _default(finding)
    begin = f"- [{write_location(finding.location)}]: {f'({finding.dimension}) ' if own else ''}"
    issue, title = " ".join(finding.issue.split()), " ".join(finding.title.split())
    why = f" - {' '.join(finding.why.split())}" if finding.why else ""
    evidence: dict[str, str | None] = {"Quote": finding.evidence.quote, "Fix": finding.suggested_fix}
    if finding.title == title_of(finding.issue):
        yield [f"{begin}{issue}{why}", *labelled(evidence)]
    yield [f"{begin}{issue}{why}", *labelled({"Title": finding.title, **evidence})]
    yield [f"{begin}{title}", *labelled({"Issue": finding.issue, "Why": finding.why or None, **evidence})]
    every = every_value(finding) | evidence
    yield ["- [General]: as follows", *labelled(every)]
    yield ["- [General]: as follows", *labelled(every, fenced=True)]


def every_value(finding: Finding) -> dict[str, str | None]:
    """Every value of a finding by the label that it is read under."""
    place = finding.location
    return {
        "Title": finding.title,
        "Section": place.section,
        "File": place.path,
        "Lines": write_lines(place.start_line, place.end_line) or None,
        "Category": finding.dimension,
        "Issue": finding.issue,
        "Why": finding.why or None,
    }


def _reads_as(lines: Sequence[str], finding: Finding, style: Format) -> bool:
    document = read_document("\n".join([_ISSUES, "", *lines]))
    sections = cut(document.lines, style)
    if len(sections) != 2 or document.torn or cut_off(document):  # noqa: PLR2004 - before the title, and under it
        return False
    found = entries(sections[1])
    advisory = finding.severity is Severity.LOW
    read = read_finding(found[0], "advice" if advisory else "issues") if len(found) == 1 else None
    return read == _as_read(finding)


def _as_read(finding: Finding) -> Finding:
    """The finding with what a spec review can say of it."""
    advisory, quote = finding.severity is Severity.LOW, finding.evidence.quote
    changes = {
        "severity": Severity.LOW if advisory else Severity.HIGH,
        "label": "Recommendation" if advisory else "Issue",
        "evidence": Evidence(quote=quote, status="unverified") if quote else Evidence(),
        "location": canonical(finding.location),
    }
    return finding.but(changes)


def canonical(place: Location) -> Location:
    """A place as it is read back: a single line is its own end."""
    end = place.start_line if place.end_line is None else place.end_line
    return place.but({"end_line": end if place.start_line is not None else None})


def _default(finding: Finding) -> str:
    return "advisory" if finding.severity is Severity.LOW else "general"
