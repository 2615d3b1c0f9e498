"""What the sections of a review hold: findings, what was left out, a summary, or word that nothing was read."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from critloop.model.finding import Finding
from critloop.model.report import NotReviewed
from critloop.reports.entries import Entry, entries
from critloop.reports.fields import fenced_value
from critloop.reports.findings import Settled, read_finding, still_open
from critloop.reports.lines import Line
from critloop.reports.sections import Section
from critloop.reports.titles import stated
from critloop.reports.unread import says_unread

_SELF = re.compile(r"\b(?:I|we|my|our|reviewer)\b|我")
_CONDITION = re.compile(
    r"\b(?:approv(?:ed|al|e)|accept(?:ed|ance)|sign-?off)\b[^.;\n]{0,40}"
    r"\b(?:conditional|pending|subject to|provided|contingent|unless|only if|on condition)\b"
    r"|\bconditional(?:ly)?\s+(?:approv|accept)",
    re.IGNORECASE,
)
_PLACED = re.compile(r"(?:\*\*)?\[[^\[\]]{2,}\](?:\*\*)?\s*(?::|[-–—]\s)")


@dataclass(slots=True)
class Content:
    """Findings by kind, and what was left out of them, in words.

    ``listed``: there is a section for issues; ``claimed`` is the number that its title gives, and
    ``foreign`` says that it holds fenced or quoted text in place of a list.
    """

    issues: list[Finding] = field(default_factory=list)
    advice: list[Finding] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    claimed: int = 0
    listed: bool = False
    foreign: bool = False


def content_of(sections: Sequence[Section]) -> Content:
    """The findings of a review."""
    content = Content()
    for section in sections:
        if section.kind == "issues":
            content.listed = True
            content.claimed = max(content.claimed, section.count or 0)
        for entry in _entries(section):
            if entry.form == "block":
                content.foreign = content.foreign or section.kind == "issues"
            else:
                _add(content, section, entry)
    return content


def _entries(section: Section) -> list[Entry]:
    """The entries of a section for findings; of an untitled part those that have the form of an issue."""
    if section.kind in {"issues", "advice", "resolved"}:
        return entries(section)
    placed = [entry for entry in entries(section) if entry.form == "item"] if section.loose else []
    return [entry for entry in placed if _PLACED.match(entry.lines[0].text.strip())]


def _add(content: Content, section: Section, entry: Entry) -> None:
    found = read_finding(entry, "advice" if section.kind == "advice" else "issues")
    if found is None:
        return
    if isinstance(found, Settled):
        content.dropped.append(f"marked as fixed by the report: {found.title}")
    elif section.kind == "resolved" and not still_open(entry):
        content.dropped.append(f"listed as fixed by the report: {found.title}")
    else:
        (content.advice if section.kind == "advice" else content.issues).append(found)


def not_reviewed(
    before: Sequence[Line], sections: Sequence[Section], content: Content, *, passed: bool | None
) -> NotReviewed | None:
    """The reply's own word, in or before its report, that nothing was reviewed.

    It counts unless the report lists a genuine issue under a verdict that doesn't pass.
    """
    genuine = any(_is_genuine(issue) for issue in content.issues)
    if genuine and passed is not True:
        return None
    words = _own_words(sections, skipped={"advice", "issues"} if genuine else {"advice"})
    sentence = says_unread([*(line.text for line in before if line.live), *words])
    return NotReviewed(reason=f"The reply says that there was no review: {sentence}.") if sentence else None


def is_conditional(sections: Sequence[Section]) -> bool:
    """True where the critic's own words make the approval depend on something."""
    return any(_CONDITION.search(words) for words in _own_words(sections, skipped={"advice"}))


def _is_genuine(issue: Finding) -> bool:
    """False for an issue that only says that the reviewer could not read."""
    placed = bool(issue.location.section or issue.location.start_line) and not _SELF.search(issue.issue)
    return placed or not says_unread([issue.issue, issue.why])


def _own_words(sections: Sequence[Section], skipped: set[str]) -> Iterator[str]:
    for section in sections:
        if section.kind not in skipped:
            yield section.rest
            yield from (line.text for line in section.lines if line.live)


def summary_of(sections: Sequence[Section]) -> str:
    """The text of the last summary, up to a verdict that stands in it."""
    section = next((section for section in reversed(sections) if section.kind == "summary"), None)
    if section is None:
        return ""
    lines: list[Line] = []
    for line in section.lines:
        if line.live and (said := stated(line)) and said[1]:
            break
        lines.append(line)
    fenced = None if section.rest else fenced_value(lines)
    text = "\n".join([section.rest, *(line.own.rstrip() for line in lines if line.kind != "rule")]).strip()
    return text if fenced is None else fenced
