"""Writes reports in the forms that the readers of this package read back, to the character."""

import json
import re
from collections.abc import Iterator, Sequence

from critloop.model.finding import Evidence, Finding, Location, Severity
from critloop.model.report import Report
from critloop.reports.characters import clean, whole
from critloop.reports.cutoff import cut_off
from critloop.reports.entries import entries
from critloop.reports.fields import ESCAPED
from critloop.reports.findings import read_finding
from critloop.reports.heads import DIMENSIONS, title_of
from critloop.reports.locations import write_lines, write_location
from critloop.reports.markdown import read_document
from critloop.reports.sections import cut
from critloop.reports.spec import read_spec_review
from critloop.reports.verdicts import passes, words_of

_ISSUES, _ADVICE = "**Issues (if any):**", "**Recommendations (advisory):**"
_LONGEST = 1000


def write_spec_review(report: Report) -> str:
    """A spec review, in the format that ``read_spec_review`` reads.

    Findings of low severity are written as recommendations, all others as issues. A report whose
    verdict disagrees with its findings is written as it is, and read as malformed. What a spec
    review has no place for (``cannot_verify``, ``tests_wanted``, ``dropped``) is not written.
    """
    text = _review(report, _summary(report.summary, plain=True))
    if not report.summary:
        return text
    read = read_spec_review(text)
    if isinstance(read, Report) and read.summary == report.summary:
        return text
    return _review(report, _summary(report.summary, plain=False))


def _review(report: Report, summary: Sequence[str]) -> str:
    issues = [finding for finding in report.findings if finding.severity is not Severity.LOW]
    advice = [finding for finding in report.findings if finding.severity is Severity.LOW]
    lines = ["## Spec Review", "", f"**Status:** {_status(report)}", "", *summary]
    lines += [_ISSUES, *_list(issues), "", _ADVICE, *_list(advice), ""]
    return "\n".join(lines)


def _status(report: Report) -> str:
    """The verdict's own words where they say the same, else those of the format."""
    own = report.verdicts[0].text if len(report.verdicts) == 1 else ""
    if own == words_of(own) and passes(own) is report.approves:
        return own
    return "Approved" if report.approves else "Issues Found"


def _summary(summary: str, *, plain: bool) -> list[str]:
    if not summary:
        return []
    if plain and _fits_a_line(summary):
        return [f"**Summary:** {summary}", ""]
    return ["**Summary:**", "", *_fence(summary), ""]


def _list(findings: Sequence[Finding]) -> list[str]:
    return [line for finding in findings for line in _item(finding)] or ["- None"]


def _item(finding: Finding) -> list[str]:
    """The first and plainest of the item's forms from which the same finding is read."""
    lines: list[str] = []
    for lines in _forms(finding):
        if _reads_as(lines, finding):
            return lines
    return lines


def _forms(finding: Finding) -> Iterator[list[str]]:
    """One line; with a title of its own; with labelled text; with every value labelled; with all of it fenced."""
    own = finding.dimension in DIMENSIONS and finding.dimension != _default(finding)
    begin = f"- [{write_location(finding.location)}]: {f'({finding.dimension}) ' if own else ''}"
    issue, title = " ".join(finding.issue.split()), " ".join(finding.title.split())
    why = f" - {' '.join(finding.why.split())}" if finding.why else ""
    evidence: dict[str, str | None] = {"Quote": finding.evidence.quote, "Fix": finding.suggested_fix}
    if finding.title == title_of(finding.issue):
        yield [f"{begin}{issue}{why}", *_fields(evidence)]
    yield [f"{begin}{issue}{why}", *_fields({"Title": finding.title, **evidence})]
    yield [f"{begin}{title}", *_fields({"Issue": finding.issue, "Why": finding.why or None, **evidence})]
    every = _every_value(finding) | evidence
    yield ["- [General]: as follows", *_fields(every)]
    yield ["- [General]: as follows", *_fields(every, fenced=True)]


def _every_value(finding: Finding) -> dict[str, str | None]:
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


def _fields(values: dict[str, str | None], *, fenced: bool = False) -> list[str]:
    lines: list[str] = []
    for label, value in values.items():
        if value is None:
            continue
        if label == "Lines" or (not fenced and _fits_a_line(value)):
            lines.append(f'  - {label}: "{value}"' if label == "Quote" else f"  - {label}: {value}")
        else:
            lines += [f"  - {label}:", *(f"    {line}" for line in _fence(value))]
    return lines


def _fits_a_line(value: str) -> bool:
    plain = value and clean(value) == value == " ".join(value.split()) and "~~" not in value
    return bool(plain) and len(value) <= _LONGEST


def _fence(value: str) -> list[str]:
    """A fence longer than any inside; as one JSON string where line ends would not survive."""
    if whole(value) != value:
        return [f"```{ESCAPED}", json.dumps(value), "```"]
    longest = max((len(run) for run in re.findall(r"`+", value)), default=0)
    mark = "`" * max(3, longest + 1)
    return [f"{mark}text", *(value.split("\n") if value else []), mark]


def _reads_as(lines: Sequence[str], finding: Finding) -> bool:
    document = read_document("\n".join([_ISSUES, "", *lines]))
    sections = cut(document.lines)
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
        "location": _canonical(finding.location),
    }
    return finding.but(changes)


def _canonical(place: Location) -> Location:
    end = place.start_line if place.end_line is None else place.end_line
    return place.but({"end_line": end if place.start_line is not None else None})


def _default(finding: Finding) -> str:
    return "advisory" if finding.severity is Severity.LOW else "general"
