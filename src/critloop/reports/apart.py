"""A reply taken apart: the report in it, its sections, and the verdicts that are its own."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from critloop.reports.adverse import is_tagged, speaks_against
from critloop.reports.attribution import goes_on, introduced
from critloop.reports.characters import comparable
from critloop.reports.content import Content, content_of
from critloop.reports.fields import begins_field
from critloop.reports.formats import Format
from critloop.reports.lines import Document, Line
from critloop.reports.reasons import MAX_LINES, MAX_REPLY
from critloop.reports.sections import Section, cut
from critloop.reports.statuses import Statement, statements
from critloop.reports.titles import VerdictName
from critloop.reports.wrapper import read_reply

_NEAR = 200
"""So many lines before and after a verdict are looked at for whose words it is."""


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


def taken_apart(reply: str, style: Format) -> Review:
    """A reply as a review of a format, before anything is judged."""
    whole = read_reply(reply, style.begins)
    before, document = _report_part(whole, style)
    document, notes = _without_notes(document, style)
    sections, earlier = cut(document.lines, style), cut(before, style)
    here = statements(sections)
    content = content_of(sections, style, numbers_of(here))
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
    return [comparable(line.text) for line in read_reply(reply, style.begins).lines if is_title(line, style)]


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


def numbers_of(stated_there: Sequence[Statement]) -> frozenset[int]:
    """The numbers of the lines that state these verdicts."""
    return frozenset(number for said in stated_there for number in range(said.number, said.number + said.size))


def _is_own(statement: Statement, review: Review) -> bool:
    """False for a passing verdict that the text around it, or around its report, makes somebody else's words."""
    lines, start = review.whole.lines, len(review.before)
    if statement.passed is not True:
        return True
    index = statement.number - lines[0].number
    titled = is_title(lines[start], review.format)
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


def _report_part(document: Document, style: Format) -> tuple[tuple[Line, ...], Document]:
    """What stands before the last title of a review, and the document from there on."""
    start = max((index for index, line in enumerate(document.lines) if is_title(line, style)), default=0)
    lines = document.lines[start:]
    open_fence = document.torn if document.torn >= lines[0].number else 0
    return document.lines[:start], Document(lines, document.unclosed, open_fence)


def is_title(line: Line, style: Format) -> bool:
    """True for the title of a report of this format."""
    bold = re.match(r"\s*(?:\*\*|__)", line.text) is not None
    placed = line.live and not line.depth and (line.kind == "heading" or bold)
    return placed and bool(style.title.match(comparable(line.text)))
