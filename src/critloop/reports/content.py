"""What the sections of a review hold: findings, what was left out, a summary, or word that nothing was read."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from critloop.model.finding import Finding, Severity
from critloop.model.report import CheckItem, NotReviewed
from critloop.reports.adverse import is_tagged, signs_failure, speaks_against
from critloop.reports.entries import Entry, entries
from critloop.reports.failing import fails_something
from critloop.reports.fields import begins_field, fenced_value
from critloop.reports.findings import Settled, read_finding, still_open
from critloop.reports.formats import Format
from critloop.reports.graded import graded_finding
from critloop.reports.heads import unnumbered
from critloop.reports.items import checked_in, texts_of, unverified_in
from critloop.reports.lines import Line
from critloop.reports.misgivings import misgiving
from critloop.reports.sections import Section
from critloop.reports.severities import tag_of
from critloop.reports.titles import stated
from critloop.reports.unread import says_unread

_SELF = re.compile(r"\b(?:I|we|my|our|reviewer)\b|我")
_CONDITION = re.compile(
    r"\b(?:approv(?:ed|al|e)|accept(?:ed|ance)|sign-?off)\b[^.;\n]{0,40}"
    r"\b(?:conditional|pending|subject to|provided|contingent|unless|only if|on condition)\b"
    r"|\bconditional(?:ly)?\s+(?:approv|accept)",
    re.IGNORECASE,
)
_ASIDE = {"advice", "unverified", "tests"}
"""Sections whose words say nothing of whether the review took place."""

_STRENGTHS = re.compile(r"\W*(?:strengths|positives|what works|优点|長所)", re.IGNORECASE)
_ISSUE = re.compile(r"\W*(?:issue|problem|finding)\W*:", re.IGNORECASE)
_PLACED = re.compile(r"(?:\*\*)?\[[^\[\]]{2,}\](?:\*\*)?\s*(?::|[-–—]\s)")


@dataclass(slots=True)
class Content:
    """Findings by kind, and what was left out of them, in words.

    ``advice`` holds what does not block. ``listed``: there is a section for issues; ``miscounted``:
    a title counts more of them than stand below it; ``foreign``: a section for issues holds fenced
    or quoted text in place of a list. ``spoken`` are the numbers of the lines of graded findings,
    ``quiet`` those of such as don't block. ``bare`` says that no section for issues has as much as the word None.
    """

    issues: list[Finding] = field(default_factory=list)
    gaps: list[Finding] = field(default_factory=list)
    advice: list[Finding] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    unverified: list[str] = field(default_factory=list)
    checked: list[CheckItem] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)
    quiet: set[int] = field(default_factory=set)
    spoken: set[int] = field(default_factory=set)
    listed: bool = False
    bare: bool = True
    miscounted: bool = False
    foreign: bool = False

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All of them: gaps, what blocks, and what doesn't."""
        return (*self.gaps, *self.issues, *self.advice)

    def blocking(self, holds: Literal["issues", "gaps"]) -> list[Finding]:
        """The findings that a verdict has to agree with."""
        return self.issues if holds == "issues" else self.gaps


def content_of(sections: Sequence[Section], style: Format, taken: frozenset[int] = frozenset()) -> Content:
    """What a review lists. ``taken`` are the numbers of the lines that state a verdict."""
    content = Content()
    for section in sections:
        if section.kind == "unverified":
            content.unverified += texts_of(section)
        elif section.kind == "tests":
            content.tests += texts_of(section)
        elif section.kind == "checked":
            content.checked += checked_in(section)
        else:
            _read(content, _without(section, taken), style)
    claimed = max(
        (section.count or 0 for section in sections if section.kind == "issues" and not section.group), default=0
    )
    total = len(content.issues) + len(content.dropped) + (len(content.advice) if style.graded else 0)
    content.miscounted = content.miscounted or claimed > total
    return content


def _without(section: Section, taken: frozenset[int]) -> Section:
    """A part that begins with a verdict, without the lines that state it."""
    if section.kind != "gaps" or not section.loose:
        return section
    return replace(section, lines=[line for line in section.lines if line.number not in taken])


def _read(content: Content, section: Section, style: Format) -> None:
    if section.kind == "issues":
        content.listed = True
        said = bool(section.rest) or section.count is not None or any(line.content.strip() for line in section.lines)
        content.bare = content.bare and not said
    read = 0
    for entry in _entries(section, style):
        if "unverified" in style.kinds and (item := unverified_in(entry)):
            content.unverified.append(item)
            content.quiet |= {line.number for line in entry.lines}
        elif entry.form == "block":
            content.foreign = content.foreign or section.kind == "issues"
        else:
            read += _add(content, section, entry, style)
    if section.group and (section.count or 0) > read:
        content.miscounted = True


def _entries(section: Section, style: Format) -> list[Entry]:
    """The entries of a section for findings; of an untitled part those that have the form of an issue."""
    if section.kind == "gaps" and section.loose:
        return [entry for entry in entries(section) if entry.form in {"item", "headed", "row"}]
    if section.kind in {"issues", "advice", "resolved", "gaps"}:
        return entries(section)
    placed = [entry for entry in entries(section) if entry.form == "item"] if section.loose else []
    return [entry for entry in placed if _is_placed(entry.lines[0].text.strip(), style)]


def _is_placed(words: str, style: Format) -> bool:
    return _PLACED.match(words) is not None or (style.graded and tag_of(unnumbered(words)) is not None)


def _add(content: Content, section: Section, entry: Entry, style: Format) -> int:
    """Take an entry in; 1 where it is something, 0 where it says that there is nothing."""
    if style.graded:
        found = graded_finding(entry, section, style)
    else:
        found = read_finding(entry, "advice" if section.kind == "advice" else "issues")
    if found is None:
        return 0
    lines = {line.number for line in entry.lines} if style.graded and section.kind == "issues" else set()
    content.spoken |= lines
    if isinstance(found, Settled) or (found.severity is Severity.LOW and is_genuine(found)):
        content.quiet |= set() if _hides_more(entry) else lines
    if isinstance(found, Settled):
        content.dropped.append(f"marked as fixed by the report: {found.title}")
    elif section.kind == "resolved" and not still_open(entry):
        content.dropped.append(f"listed as fixed by the report: {found.title}")
    elif section.kind == "gaps":
        content.gaps.append(found)
    elif found.severity is Severity.LOW and (style.graded or section.kind == "advice"):
        content.advice.append(found)
    else:
        content.issues.append(found)
    return 1


def _hides_more(entry: Entry) -> bool:
    """True for a finding of low severity below whose first line stands what may be one of its own."""
    if entry.form == "paragraph" and _is_loose(entry):
        return True
    below = [line for line in entry.lines[1:] if line.live]
    if sum(_ISSUE.match(line.text) is not None for line in below) > 1:
        return True
    own = [line for line in below if not begins_field(line)]
    loose = "\n".join(line.text for line in own if not line.depth or line.kind == "heading")
    return any(is_tagged(line.text) or signs_failure(line.text) for line in own) or speaks_against(loose)


def _is_loose(entry: Entry) -> bool:
    """True for a paragraph among findings of low severity that speaks of the whole, or bears a weight of its own."""
    words = "\n\n".join(line.text for line in entry.lines if line.live)
    weighty = any(is_tagged(line.text) or fails_something(line.own) or signs_failure(line.text) for line in entry.lines)
    return weighty or bool(speaks_against(words) or misgiving(words))


def not_reviewed(
    before: Sequence[Line], sections: Sequence[Section], content: Content, *, passed: bool | None
) -> NotReviewed | None:
    """The reply's own word, in or before its report, that nothing was reviewed.

    It counts unless the report lists a genuine issue under a verdict that doesn't pass.
    """
    genuine = any(is_genuine(issue) for issue in (*content.issues, *content.gaps))
    if genuine and passed is not True:
        return None
    words = _own_words(sections, {*_ASIDE, "issues", "gaps"} if genuine else _ASIDE, content.quiet)
    sentence = says_unread([*(line.text for line in before if line.live), *words])
    return NotReviewed(reason=f"The reply says that there was no review: {sentence}.") if sentence else None


def is_conditional(sections: Sequence[Section]) -> bool:
    """True where the critic's own words make the approval depend on something."""
    return any(_CONDITION.search(words) for words in _own_words(sections, {"advice"}, set()))


def is_genuine(issue: Finding) -> bool:
    """False for an issue that only says that the reviewer could not read."""
    placed = bool(issue.location.section or issue.location.start_line) and not _SELF.search(issue.issue)
    return placed or not says_unread([issue.issue, issue.why])


def _own_words(sections: Sequence[Section], skipped: set[str], quiet: set[int]) -> Iterator[str]:
    for section in sections:
        if section.kind not in skipped:
            yield section.rest
            yield from (line.text for line in section.lines if line.live and line.number not in quiet)


def summary_of(sections: Sequence[Section]) -> str:
    """The text of the last summary, up to a verdict that stands in it; without one, that of the strengths."""
    section = next((section for section in reversed(sections) if section.kind == "summary"), None)
    section = section or next((section for section in sections if _STRENGTHS.match(section.name)), None)
    if section is None:
        return ""
    lines: list[Line] = []
    for line in section.lines:
        if line.live and (said := stated(line)) and said.strong:
            break
        lines.append(line)
    fenced = None if section.rest else fenced_value(lines)
    text = "\n".join([section.rest, *(_as_written(line) for line in lines if line.kind != "rule")]).strip()
    return text if fenced is None else fenced


def _as_written(line: Line) -> str:
    return f"{line.marker} {line.own.rstrip()}" if line.marker and line.depth == 1 else line.own.rstrip()
