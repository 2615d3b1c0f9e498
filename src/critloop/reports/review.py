"""The reader under all review formats: whose verdict it is, what it goes with, and what speaks against it."""

import re
from collections.abc import Callable

from critloop.model.report import Malformed, ReadResult, Report, Verdict
from critloop.reports.apart import Review, is_title, numbers_of, taken_apart
from critloop.reports.approval import doubtful
from critloop.reports.characters import comparable
from critloop.reports.content import content_of, is_conditional, not_reviewed, summary_of
from critloop.reports.cutoff import cut_off
from critloop.reports.formats import Format, VerdictLine
from critloop.reports.reasons import EMPTY, LONG, MAX_LINES, MAX_REPLY, malformed, torn
from critloop.reports.titles import stated

_REVIEW = re.compile(r"review|审查|審査|レビュー", re.IGNORECASE)


Check = Callable[[Review], Malformed | None]
"""What a format asks of a report beyond what all of them ask."""


def read_review(reply: str, style: Format, check: Check = lambda _: None) -> ReadResult:
    """What a reply says as a review of a format; never raises.

    Strict in meaning: only a verdict of the closed vocabulary counts, the last one of the report,
    and only in the critic's own words; it must agree with the findings. Lenient in form: headings,
    bold, tables and list markers are taken as they come.
    """
    if len(reply) > MAX_REPLY or reply.count("\n") > MAX_LINES:
        return LONG
    if not comparable(reply):
        return EMPTY
    review = taken_apart(reply, style)
    read = _read(review, check)
    return read.but({"findings": review.content.findings}) if isinstance(read, Malformed) else read


def _read(review: Review, check: Check) -> ReadResult:
    return (
        not_reviewed(review.before, review.sections, review.content, passed=review.passed)
        or _disagreeing_verdicts(review)
        or _unusable(review)
        or _foreign(review)
        or _other_reports(review)
        or _with_lists(review)
        or check(review)
        or (_beside_pass(review) if review.passed else None)
        or report_of(review)
    )


def _disagreeing_verdicts(review: Review) -> Malformed | None:
    """Statements of one verdict that differ, or one on the whole that differs from what its parts say."""
    for key in {said.name for said in review.every}:
        if {True, False} <= {said.passed for said in review.every if said.name == key}:
            return malformed("verdicts", review.format)
    own = {line.key for line in review.format.verdicts}
    others = {said.passed for said in review.every if said.name not in own}
    return malformed("verdicts", review.format) if review.passed is not None and others - {review.passed} else None


def _unusable(review: Review) -> Malformed | None:
    """What is wrong with the reply whatever it finds."""
    if cut_short := cut_off(review.document):
        return Malformed(kind="truncated", reason=f"The report is cut off: {cut_short}.")
    for line in review.format.verdicts:
        said = review.told.get(line.key)
        if said is None or not said.words:
            return malformed("silent", review.format, line)
        if said.passed is None:
            return malformed("unclear", review.format, line)
    order = [review.told[line.key].number for line in review.format.verdicts]
    return None if order == sorted(order) else malformed("order", review.format)


def _foreign(review: Review) -> Malformed | None:
    """A text without the title of a review; one that fails may do without."""
    titled = is_title(review.document.lines[0], review.format)
    return (
        None if titled or (not review.passed and _has_the_shape(review)) else malformed("foreign review", review.format)
    )


def _other_reports(review: Review) -> Malformed | None:
    """A verdict in doubt beside one that passes, or reports that don't all approve."""
    if review.passed and any(said.passed is None for said in review.every):
        return malformed("verdicts", review.format)
    found = content_of(review.earlier, review.format)
    listed = bool(found.issues or found.gaps)
    several = any(is_title(line, review.format) for line in review.before) and bool(listed or review.stated_before)
    return malformed("reports", review.format) if (listed if review.passed else several) else None


def _beside_pass(review: Review) -> Malformed | None:
    """Anything else that keeps a passing verdict from being believed."""
    taken = set(numbers_of(review.every)) | review.content.quiet
    taken |= {line.number for line in review.whole.lines if is_title(line, review.format)}
    beside = doubtful([*review.earlier, *review.sections], frozenset(taken))
    return malformed("beside", review.format) if beside else None


def _has_the_shape(review: Review) -> bool:
    """True for a review without a title: it has a section of issues, and no heading of another document."""
    lists = {"issues", "advice", "gaps"}
    headings = [line for s in review.sections for line in s.lines if line.kind == "heading" and line.live]
    grouped = [line for s in review.sections if s.kind in lists for line in s.lines if line.kind == "heading"]
    strange = [
        line for line in headings if line not in grouped and stated(line) is None and not _REVIEW.search(line.text)
    ]
    return any(section.kind in {"issues", "gaps"} for section in review.sections) and not strange


def _with_lists(review: Review) -> Malformed | None:
    """What does not go together: a verdict and the list that it speaks of."""
    for line in review.format.verdicts:
        against = _against_pass if review.told[line.key].passed else _against_fail
        if found := against(review, line):
            return found
    return _against_approval(review) if review.passed else None


def _against_pass(review: Review, line: VerdictLine) -> Malformed | None:
    """A verdict that passes over something that blocks."""
    return malformed("disagree", review.format, line) if review.content.blocking(line.holds) else None


def _against_fail(review: Review, line: VerdictLine) -> Malformed | None:
    """A failing verdict needs an item to go back with."""
    if review.content.blocking(line.holds):
        return None
    missing = line.holds == "issues" and not review.content.listed
    return malformed("unlisted" if missing else "none", review.format, line)


def _against_approval(review: Review) -> Malformed | None:
    """What keeps an approval as a whole from being believed."""
    content = review.content
    if content.miscounted:
        return malformed("counts", review.format)
    if content.foreign:
        return malformed("foreign", review.format)
    if is_conditional(review.sections):
        return malformed("conditional", review.format)
    if review.document.torn:
        return torn(review.document.torn)
    return malformed("no list", review.format) if review.format.strict and content.bare else None


def report_of(review: Review) -> Report:
    """The report that a review is, once nothing speaks against it."""
    content = review.content
    shown = {line.number for section in review.sections if section.kind == "summary" for line in section.lines}
    notes = (line.own.strip() for line in review.notes if line.number not in shown)
    return Report(
        format=review.format.name,
        verdicts=tuple(
            Verdict(name=line.name, text=said.words, passed=bool(said.passed))
            for line in review.format.verdicts
            if (said := review.told.get(line.key))
        ),
        findings=content.findings,
        summary="\n\n".join(part for part in (summary_of(review.sections), *notes) if part),
        cannot_verify=tuple(content.unverified),
        tests_wanted=tuple(content.tests),
        checked=tuple(content.checked),
        dropped=tuple(content.dropped),
    )
