"""Writes findings that bear a severity, as they are read back to the character."""

from collections.abc import Callable, Iterator, Sequence

from critloop.model.finding import Evidence, Finding, Severity
from critloop.reports.cutoff import cut_off
from critloop.reports.documents import canonical, every_value
from critloop.reports.entries import entries
from critloop.reports.formats import Format
from critloop.reports.graded import COMPLIANCE, GAP, graded_finding
from critloop.reports.heads import title_of
from critloop.reports.items import AS_FOLLOWS
from critloop.reports.locations import write_location
from critloop.reports.markdown import read_document
from critloop.reports.sections import Section, cut
from critloop.reports.severities import severity_of
from critloop.reports.values import labelled, plainest

GROUPS = {"Critical": Severity.HIGH, "Important": Severity.MEDIUM, "Minor": Severity.LOW}
"""The groups of a review of code (source: task-review.txt, "Verdict")."""

_PARTS = 3
"""Sections of a list that is tried: what is before its title, the list, and what comes after it."""

Forms = Callable[[Finding, Format, str], Iterator[list[str]]]
"""The forms of a finding, the plainest first; the last word is the group that it stands in, if any."""


def list_of(findings: Sequence[Finding], style: Format, forms: Forms, group: str = "") -> list[str]:
    """Findings in a list, each in its plainest form; the word None where there are none."""
    lists = [written(finding, style, forms, group) for finding in findings]
    if forms is headed:
        lists = [[*lines, ""] for lines in lists[:-1]] + lists[-1:]
    return [line for lines in lists for line in lines] or ["- None" if forms is item else "None."]


def groups_of(findings: Sequence[Finding], style: Format) -> list[str]:
    """Findings under the groups of a review of code."""
    lines = ["### Issues", ""]
    for group, severity in GROUPS.items():
        own = [finding for finding in findings if finding.severity is severity]
        lines += [f"#### {group}", "", *list_of(own, style, item, group), ""]
    return lines


def written(finding: Finding, style: Format, forms: Forms, group: str) -> list[str]:
    """The first form of a finding from which the same finding is read."""
    return plainest(forms(finding, style, group), lambda lines: _reads_as(lines, finding, style, group))


def headed(finding: Finding, style: Format, group: str) -> Iterator[list[str]]:
    """Under a heading of its own, ``#### [HIGH/accuracy] title``."""
    del group
    label = label_of(finding)
    own = {"Issue": finding.issue, "Why": finding.why or None, **_evidence(finding)}
    place = {"Location": write_location(finding.location)}
    head = f"#### [{label}/{finding.dimension or style.default}] {' '.join(finding.title.split())}"
    yield [head, *labelled(place | own, bullet="", bold=True)]
    every = {"Severity": label, **every_value(finding), **_evidence(finding)}
    head = f"#### [{finding.severity.value.upper()}/{style.default}] {AS_FOLLOWS}"
    yield [head, *labelled(every, bullet="", bold=True)]
    yield [head, *labelled(every, bullet="", bold=True, fenced=True)]


def item(finding: Finding, style: Format, group: str) -> Iterator[list[str]]:
    """As an item of a list, ``- `src/a.py:12` — what is wrong - why it matters``."""
    label = label_of(finding)
    tag = "" if label in {group, GAP} else f"[{label}] "
    place = finding.location
    lines = "" if place.start_line is None else f":{_span(place.start_line, place.end_line)}"
    begin = f"- {tag}`{place.path}{lines}` — " if place.path else f"- {tag}"
    issue, why = " ".join(finding.issue.split()), " ".join(finding.why.split())
    head = f"{begin}{issue}{f' - {why}' if why else ''}"
    default = COMPLIANCE if group == GAP else style.default
    dimension = {"Category": finding.dimension if finding.dimension != default else None}
    evidence = {"Quote": finding.evidence.quote, "Fix": finding.suggested_fix}
    if finding.title == title_of(finding.issue):
        yield [head, *labelled({**dimension, **evidence})]
    yield [head, *labelled({"Title": finding.title, **dimension, **evidence})]
    severity = {"Severity": label} if tag else {}
    yield [f"- {AS_FOLLOWS}", *labelled({**severity, **every_value(finding), **evidence})]
    yield [f"- {AS_FOLLOWS}", *labelled({**severity, **every_value(finding), **evidence}, fenced=True)]


def label_of(finding: Finding) -> str:
    """The report's own word where it names the severity, else the severity's name."""
    own = finding.label
    return own if own == GAP or severity_of(own) is finding.severity else finding.severity.value.upper()


def _evidence(finding: Finding) -> dict[str, str | None]:
    return {"Evidence": finding.evidence.quote, "Suggested fix": finding.suggested_fix}


def _span(start: int, end: int | None) -> str:
    return str(start) if end in {None, start} else f"{start}-{end}"


def _reads_as(lines: Sequence[str], finding: Finding, style: Format, group: str) -> bool:
    listed = lines[0].startswith("- ")
    return all(
        _reads_after(before, lines, finding, style, group) for before in ([], *([["- first"]] if listed else []))
    )


def _reads_after(before: Sequence[str], lines: Sequence[str], finding: Finding, style: Format, group: str) -> bool:
    """True for lines that are read as the finding where they follow others in their list."""
    title = "### Gaps" if group == GAP else f"### {group or 'Issues'}"
    document = read_document("\n".join([title, "", *before, *lines, "", "## End"]))
    sections = cut(document.lines, style)
    if len(sections) != _PARTS or document.lines[-1].html or document.torn or cut_off(document):
        return False
    return _after(sections[1], style, len(before)) == _as_read(finding, group)


def _after(section: Section, style: Format, before: int) -> object:
    """The finding of the only entry after so many."""
    found = entries(section)
    return graded_finding(found[-1], section, style) if len(found) == before + 1 else None


def _as_read(finding: Finding, group: str) -> Finding:
    """The finding with what such a report can say of it."""
    quote = finding.evidence.quote
    changes = {
        "severity": Severity.HIGH if group == GAP else finding.severity,
        "label": label_of(finding),
        "evidence": Evidence(quote=quote, status="unverified") if quote else Evidence(),
        "location": canonical(finding.location),
    }
    return finding.but(changes)
