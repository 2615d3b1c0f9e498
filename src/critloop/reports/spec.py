"""Reads a spec review (source: document-review.txt, "Spec Document Reviewer", Output format)."""

import re
from collections.abc import Sequence
from typing import cast

from critloop.model.report import Malformed, MalformedKind, ReadResult, Report, Verdict
from critloop.reports.approval import doubtful
from critloop.reports.attribution import goes_on, introduced
from critloop.reports.characters import comparable
from critloop.reports.content import Content, content_of, is_conditional, not_reviewed, summary_of
from critloop.reports.cutoff import cut_off
from critloop.reports.lines import Document, Line
from critloop.reports.sections import Section, cut
from critloop.reports.statuses import Statement, statements
from critloop.reports.titles import stated
from critloop.reports.verdicts import passes
from critloop.reports.wrapper import read_reply

MAX_REPLY = 1_000_000
MAX_LINES = 50_000
"""A longer reply, in characters or lines, is no report, and is not looked into."""

_NEAR = 200
"""So many lines before and after a verdict are looked at for whose words it is."""

_TITLE = re.compile(r"\W*(?:\d+[.)]\s+)?spec(?:ification)?(?: document)? review(?: report)?(?:\s*[:—–-].*|\s*\(.*\))?$")
_REVIEW = re.compile(r"review|审查|審査|レビュー", re.IGNORECASE)
_BEGINS = re.compile(r"[\s#*_]*(?:spec(?:ification)?(?: document)? review\b|status\s*:|verdict\s*:)", re.IGNORECASE)
_MALFORMED: dict[str, Malformed] = {
    case: Malformed(kind=kind, reason=reason)
    for case, kind, reason in (
        ("empty", "empty", "The reply was empty."),
        (
            "long",
            "truncated",
            f"The reply is too long to be a report: it has more than {MAX_REPLY:,} characters or {MAX_LINES:,} lines.",
        ),
        (
            "verdicts",
            "contradictory",
            "The reply states verdicts that disagree: write one report, with one line **Status:** and nothing else.",
        ),
        (
            "reports",
            "contradictory",
            "The reply holds more than one report, and not all of them approve: write exactly one.",
        ),
        (
            "beside",
            "contradictory",
            (
                "Beside the status Approved stands text that may be an issue, or that casts doubt on the status. Each"
                " issue belongs under **Issues (if any):** with the status Issues Found; what does not block belongs"
                " under Recommendations; no other lists, labels, tables or headings."
            ),
        ),
        (
            "silent",
            "no_verdict",
            (
                "The report states no verdict: it needs the line **Status:** Approved or **Status:** Issues Found,"
                " outside of fences and quotes."
            ),
        ),
        (
            "unclear",
            "unknown_verdict",
            "The status is not clear: write exactly Approved or exactly Issues Found, with nothing after it.",
        ),
        (
            "conditional",
            "contradictory",
            "An approval may depend on nothing: what has to change first is an issue; the status then is Issues Found.",
        ),
        (
            "disagree",
            "contradictory",
            (
                "The status and the list of issues disagree: Approved goes with no issue at all, Issues Found with at"
                " least one. What does not block belongs under Recommendations."
            ),
        ),
        (
            "counts",
            "contradictory",
            "The title of the issues section counts issues, and the status does not agree: Approved goes with none.",
        ),
        (
            "foreign",
            "contradictory",
            "The issues section holds a fence or a quote in place of a list: write None, or list the issues.",
        ),
        (
            "foreign review",
            "missing_section",
            "The reply is no spec review: it needs the title ## Spec Review and the sections of the format.",
        ),
        (
            "unlisted",
            "missing_section",
            "The status Issues Found needs a section **Issues (if any):** with a list of them.",
        ),
        (
            "none",
            "no_findings",
            "The status Issues Found needs at least one open issue, listed as “- [Section]: issue - why it matters”.",
        ),
    )
    for kind in (cast("MalformedKind", kind),)
}
"""Reasons speak of form alone: the next critic is fresh and may not learn what the last one found."""


def read_spec_review(reply: str) -> ReadResult:
    """What a reply says as a spec review; never raises.

    Strict in meaning: only a verdict of the closed vocabulary counts, the last one of the report,
    and only in the critic's own words; it must agree with the findings. Lenient in form: headings,
    bold, tables and list markers are taken as they come.
    """
    if len(reply) > MAX_REPLY or reply.count("\n") > MAX_LINES:
        return _MALFORMED["long"]
    whole = read_reply(reply, _BEGINS)
    if not comparable(reply):
        return _MALFORMED["empty"]
    before, document = _report_part(whole)
    sections, earlier = cut(document.lines), cut(before)
    content = content_of(sections)
    stated_here, stated_before = statements(sections), statements(earlier)
    own = (said for said in reversed(stated_here) if _is_own(said, whole.lines, len(before)))
    last = next(own, None)
    status = last.words if last else None
    passed = None if status is None else passes(status)
    titled = _is_title(document.lines[0])
    every = [*stated_before, *stated_here]
    return (
        not_reviewed(before, sections, content, passed=passed)
        or (_MALFORMED["verdicts"] if {True, False} <= {passes(statement.words) for statement in every} else None)
        or _unusable(document, status, passed=passed)
        or (None if titled or (not passed and _has_the_shape(sections)) else _MALFORMED["foreign review"])
        or _disagreeing(every, before, earlier, passed=bool(passed))
        or (_against_pass(document, sections, content) if passed else _against_fail(content))
        or (_beside_pass(whole, [*earlier, *sections], every) if passed else None)
        or _report(sections, content, status or "", passed=bool(passed))
    )


def _is_own(statement: Statement, lines: Sequence[Line], start: int) -> bool:
    """False for a passing verdict that the text around it, or around its report, makes somebody else's words."""
    if passes(statement.words) is not True:
        return True
    index = statement.number - lines[0].number
    titled = _is_title(lines[start])
    around = lines[max(start + titled, index - _NEAR) : index]
    return not (
        lines[index].html
        or introduced(around)
        or (titled and introduced(lines[max(start - _NEAR, 0) : start]))
        or goes_on(lines[index + statement.size : index + statement.size + _NEAR])
    )


def _disagreeing(
    stated_there: Sequence[Statement], before: Sequence[Line], earlier: Sequence[Section], *, passed: bool
) -> Malformed | None:
    """A verdict in doubt beside one that passes, or reports that don't all approve."""
    if passed and any(passes(statement.words) is None for statement in stated_there):
        return _MALFORMED["verdicts"]
    issues = content_of(earlier).issues
    several = any(_is_title(line) for line in before) and bool(issues or statements(earlier))
    return _MALFORMED["reports"] if (issues if passed else several) else None


def _beside_pass(whole: Document, sections: Sequence[Section], stated_there: Sequence[Statement]) -> Malformed | None:
    """Anything else that keeps a passing verdict from being believed."""
    taken = {number for said in stated_there for number in range(said.number, said.number + said.size)}
    taken |= {line.number for line in whole.lines if _is_title(line)}
    return _MALFORMED["beside"] if doubtful(sections, frozenset(taken)) else None


def _report_part(document: Document) -> tuple[tuple[Line, ...], Document]:
    """What stands before the last title of a spec review, and the document from there on."""
    start = max((index for index, line in enumerate(document.lines) if _is_title(line)), default=0)
    lines = document.lines[start:]
    torn = document.torn if document.torn >= lines[0].number else 0
    return document.lines[:start], Document(lines, document.unclosed, torn)


def _is_title(line: Line) -> bool:
    bold = re.match(r"\s*(?:\*\*|__)", line.text) is not None
    return (
        line.live and not line.depth and (line.kind == "heading" or bold) and bool(_TITLE.match(comparable(line.text)))
    )


def _has_the_shape(sections: Sequence[Section]) -> bool:
    """True for a review without a title: it has a section of issues, and no heading of another document."""
    headings = [line for section in sections for line in section.lines if line.kind == "heading" and line.live]
    grouped = [line for s in sections if s.kind in {"issues", "advice"} for line in s.lines if line.kind == "heading"]
    strange = [
        line for line in headings if line not in grouped and stated(line) is None and not _REVIEW.search(line.text)
    ]
    return any(section.kind == "issues" for section in sections) and not strange


def _unusable(document: Document, status: str | None, *, passed: bool | None) -> Malformed | None:
    """What is wrong with the reply whatever it finds."""
    if cut_short := cut_off(document):
        return Malformed(kind="truncated", reason=f"The report is cut off: {cut_short}.")
    if not status:
        return _MALFORMED["silent"]
    return _MALFORMED["unclear"] if passed is None else None


def _against_pass(document: Document, sections: Sequence[Section], content: Content) -> Malformed | None:
    """What keeps a passing verdict from being believed."""
    if content.issues:
        return _MALFORMED["disagree"]
    if content.claimed > len(content.dropped):
        return _MALFORMED["counts"]
    if content.foreign:
        return _MALFORMED["foreign"]
    if is_conditional(sections):
        return _MALFORMED["conditional"]
    torn = f"The fence that opens in line {document.torn} of the report is never closed."
    return Malformed(kind="truncated", reason=torn) if document.torn else None


def _against_fail(content: Content) -> Malformed | None:
    """A failing verdict needs an issue to go back with."""
    if content.issues:
        return None
    return _MALFORMED["none" if content.listed else "unlisted"]


def _report(sections: Sequence[Section], content: Content, status: str, *, passed: bool) -> Report:
    return Report(
        format="spec",
        verdicts=(Verdict(name="Status", text=status, passed=passed),),
        findings=(*content.issues, *content.advice),
        summary=summary_of(sections),
        dropped=tuple(content.dropped),
    )
