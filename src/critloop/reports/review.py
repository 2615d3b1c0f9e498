"""The reader under all review formats: whose verdict it is, what it goes with, and what speaks against it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from critloop.model.report import Malformed, ReadResult, Report, Verdict
from critloop.reports.adverse import is_tagged, speaks_against
from critloop.reports.approval import doubtful
from critloop.reports.attribution import goes_on, introduced
from critloop.reports.characters import comparable
from critloop.reports.content import Content, content_of, is_conditional, not_reviewed, summary_of
from critloop.reports.cutoff import cut_off
from critloop.reports.fields import begins_field
from critloop.reports.formats import Format, VerdictLine
from critloop.reports.lines import Document, Line
from critloop.reports.reasons import EMPTY, LONG, MAX_LINES, MAX_REPLY, malformed, torn
from critloop.reports.sections import Section, cut
from critloop.reports.statuses import Statement, statements
from critloop.reports.titles import VerdictName, stated
from critloop.reports.wrapper import read_reply

_NEAR = 200
"""So many lines before and after a verdict are looked at for whose words it is."""

_REVIEW = re.compile(r"review|审查|審査|レビュー", re.IGNORECASE)


@dataclass(slots=True)
class Review:
    """A reply taken apart: what stands before the report, and the report with its sections and verdicts.

    ``told`` are the verdicts that count, by the lines of the format; ``notes`` the lines that belong
    to the summary wherever they stand.
    """

    format: Format
    whole: Document
    before: tuple[Line, ...]
    document: Document
    earlier: list[Section]
    sections: list[Section]
    stated_before: list[Statement]
    stated_here: list[Statement]
    content: Content
    told: dict[VerdictName, Statement] = field(default_factory=dict)
    notes: list[Line] = field(default_factory=list)

    @property
    def every(self) -> list[Statement]:
        """Every verdict of the reply."""
        return [*self.stated_before, *self.stated_here]

    @property
    def passed(self) -> bool | None:
        """True where every verdict of the format passes, None where one is missing or in doubt."""
        results = [said.passed for said in self.told.values()]
        if len(results) < len(self.format.verdicts) or None in results:
            return None
        return all(results)


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


def taken_apart(reply: str, style: Format) -> Review:
    """A reply as a review of a format, before anything is judged."""
    whole = read_reply(reply, style.begins)
    before, document = _report_part(whole, style)
    document, notes = _without_notes(document, style)
    sections, earlier = cut(document.lines, style), cut(before, style)
    here = statements(sections)
    content = content_of(sections, style, _numbers(here))
    review = Review(style, whole, before, document, earlier, sections, statements(earlier), here, content, notes=notes)
    for line in style.verdicts:
        own = (said for said in reversed(here) if said.name == line.key and _is_own(said, review))
        if said := next(own, None):
            review.told[line.key] = said
    return review


def titles_of(reply: str, style: Format) -> list[str]:
    """The titles of this format in a reply, as ``comparable`` gives them."""
    if len(reply) > MAX_REPLY or reply.count("\n") > MAX_LINES:
        return []
    return [comparable(line.text) for line in read_reply(reply, style.begins).lines if _is_title(line, style)]


def _without_notes(document: Document, style: Format) -> tuple[Document, list[Line]]:
    """The document with its notes made blank, and those."""
    if style.note is None:
        return document, []
    notes = [line for line in document.lines if _is_note(line, style.note)]
    numbers = {line.number for line in notes}
    lines = tuple(replace(line, kind="blank") if line.number in numbers else line for line in document.lines)
    return Document(lines, document.unclosed, document.torn), notes


def _is_note(line: Line, pattern: re.Pattern[str]) -> bool:
    plain = line.live and line.kind == "text" and not is_tagged(line.text) and not speaks_against(line.text)
    return plain and pattern.match(comparable(line.text)) is not None


def _numbers(stated_there: Sequence[Statement]) -> frozenset[int]:
    return frozenset(number for said in stated_there for number in range(said.number, said.number + said.size))


def _is_own(statement: Statement, review: Review) -> bool:
    """False for a passing verdict that the text around it, or around its report, makes somebody else's words."""
    lines, start = review.whole.lines, len(review.before)
    if statement.passed is not True:
        return True
    index = statement.number - lines[0].number
    titled = _is_title(lines[start], review.format)
    around = lines[max(start + titled, index - _NEAR) : index]
    return not (
        lines[index].html
        or _announced(around, review.content.spoken)
        or (titled and introduced(lines[max(start - _NEAR, 0) : start]))
        or goes_on(lines[index + statement.size : index + statement.size + _NEAR])
    )


def _announced(around: Sequence[Line], spoken: set[int]) -> bool:
    """True where the lines before a verdict announce a quotation; a finding's labelled value does so with a colon."""
    last = next((line for line in reversed(around) if line.kind != "blank"), None)
    if last is not None and last.kind in {"fence", "code"} and last.number in spoken:
        return False
    paragraph: list[Line] = []
    for line in reversed(around):
        if not line.content.strip() and paragraph:
            break
        paragraph += [line] if line.content.strip() else []
    labelled = any(begins_field(line) for line in paragraph)
    if paragraph and labelled and paragraph[0].number in spoken:
        return paragraph[0].live and paragraph[0].text.rstrip().rstrip("*_").endswith(":")
    return introduced(around)


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
    titled = _is_title(review.document.lines[0], review.format)
    return (
        None if titled or (not review.passed and _has_the_shape(review)) else malformed("foreign review", review.format)
    )


def _other_reports(review: Review) -> Malformed | None:
    """A verdict in doubt beside one that passes, or reports that don't all approve."""
    if review.passed and any(said.passed is None for said in review.every):
        return malformed("verdicts", review.format)
    found = content_of(review.earlier, review.format)
    listed = bool(found.issues or found.gaps)
    several = any(_is_title(line, review.format) for line in review.before) and bool(listed or review.stated_before)
    return malformed("reports", review.format) if (listed if review.passed else several) else None


def _beside_pass(review: Review) -> Malformed | None:
    """Anything else that keeps a passing verdict from being believed."""
    taken = set(_numbers(review.every)) | review.content.quiet
    taken |= {line.number for line in review.whole.lines if _is_title(line, review.format)}
    beside = doubtful([*review.earlier, *review.sections], frozenset(taken))
    return malformed("beside", review.format) if beside else None


def _report_part(document: Document, style: Format) -> tuple[tuple[Line, ...], Document]:
    """What stands before the last title of a review, and the document from there on."""
    start = max((index for index, line in enumerate(document.lines) if _is_title(line, style)), default=0)
    lines = document.lines[start:]
    open_fence = document.torn if document.torn >= lines[0].number else 0
    return document.lines[:start], Document(lines, document.unclosed, open_fence)


def _is_title(line: Line, style: Format) -> bool:
    bold = re.match(r"\s*(?:\*\*|__)", line.text) is not None
    placed = line.live and not line.depth and (line.kind == "heading" or bold)
    return placed and bool(style.title.match(comparable(line.text)))


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
