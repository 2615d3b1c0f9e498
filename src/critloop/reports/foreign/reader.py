"""Reads a review from anywhere: what it decides, and what it finds."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from critloop.model.report import Malformed, MalformedKind, NotReviewed, ReadResult, Report, Verdict
from critloop.reports.characters import comparable, whole
from critloop.reports.cutoff import cut_off
from critloop.reports.foreign.collected import Collected
from critloop.reports.foreign.collecting import collect
from critloop.reports.foreign.doubts import against, one_sided, partial, stale
from critloop.reports.foreign.ending import begins_late, breaks_off
from critloop.reports.foreign.kind import calls_itself_review, is_unfinished, relays, why_no_review
from critloop.reports.foreign.labels import speak_of_the_whole
from critloop.reports.foreign.parts import Part, parts_of
from critloop.reports.foreign.resolution import closed_later
from critloop.reports.foreign.rounds import last_round
from critloop.reports.foreign.silence import states_none
from critloop.reports.foreign.statements import Statement, statements_of
from critloop.reports.lines import Document, Line
from critloop.reports.markdown import read_document
from critloop.reports.unread import says_unread

MAX_CHARACTERS = 1_000_000
MAX_LINES = 50_000
"""A longer text is not looked into."""

MAX_LINE = 2_000
"""A longer line is read up to here, and keeps an approval from being believed."""

_SHOWN = 120
_SHORT_REPLY = 80
"""So many lines may say that nothing was read; a longer text without an approval speaks of other things."""

_UNVERIFIABLE = re.compile(
    r"\W*(?:cannot|can't|could not|unable to) (?:be )?verif(?:y|ied)(?: from (?:the )?(?:diff"
    r"|code))?\W{0,4}[:：—–]\W{0,4}(?P<what>\S.*)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Review:
    """A review as it was taken apart. ``verdicts`` are the last of each name, ``every`` all that it states."""

    document: Document
    lines: tuple[Line, ...]
    parts: Sequence[Part]
    found: Collected
    every: Sequence[Statement]
    verdicts: Sequence[Statement]

    @property
    def approving(self) -> bool:
        return bool(self.verdicts) and all(said.meaning == "pass" for said in self.verdicts)

    @property
    def failing(self) -> bool:
        return any(said.meaning in {"fail", "conditional"} for said in self.verdicts)


def read_foreign_review(text: str) -> ReadResult:
    """What a review in any form says; never raises.

    Strict in meaning: only a verdict in the closed vocabulary counts, in its own field, heading,
    table or paragraph, in the reviewer's own words; the last of each name; and an approval stands
    only beside findings of low severity. Lenient in form: headings, bold, lists, tables, three
    languages. A text that isn't a review, or states no verdict, is Malformed with what it lists.
    """
    if len(text) > MAX_CHARACTERS or text.count("\n") > MAX_LINES:
        return Malformed(
            kind="truncated",
            reason=f"The text is too long for a review: over {MAX_CHARACTERS:,} characters or {MAX_LINES:,} lines.",
        )
    if not comparable(text):
        return Malformed(kind="empty", reason="The text is empty.")
    review = _taken_apart(read_document(whole(text)))
    return _no_review(review) or _not_read(review) or _without_verdict(review) or _decided(review)


def _taken_apart(whole_document: Document) -> _Review:
    document = Document(tuple(map(_short_line, whole_document.lines)), whole_document.unclosed, whole_document.torn)
    parts, earlier = last_round(parts_of(document.lines))
    found = collect(parts)
    found.dropped = [*earlier, *found.dropped]
    shown = tuple(line for part in parts for line in part.lines)
    every = statements_of(parts, document.lines, found.taken)
    return _Review(document, shown, parts, closed_later(found, parts, every), every, _last_of_each(every))


def _short_line(line: Line) -> Line:
    if len(line.content) <= MAX_LINE:
        return line
    return replace(line, content=line.content[:MAX_LINE], own=line.own[:MAX_LINE], text=line.text[:MAX_LINE])


def _last_of_each(every: Sequence[Statement]) -> list[Statement]:
    strong = [said for said in every if not said.weak or said.meaning in {"pass", "fail", "conditional"}]
    return list({said.group: said for said in strong or every}.values())


def _no_review(review: _Review) -> Malformed | None:
    """A text that is something else, whatever it says of approval."""
    lines = review.document.lines
    if not any(line.live for line in lines):
        return Malformed(
            kind="no_verdict",
            reason="The whole text stands in a fence, a quote or a comment, and is nobody's own word.",
        )
    if why := why_no_review(review.parts, lines):
        return Malformed(kind="missing_section", reason=f"The text is no review: {why}.")
    if review.found.sections or (calls_itself_review(review.parts, lines) and not relays(lines)):
        return None
    if relays(lines) or not _stands_for_itself(review):
        short = len(review.lines) <= _SHORT_REPLY and not review.found.open
        if short and says_unread([line.text for line in review.lines if line.live]):
            return None
        return Malformed(
            kind="missing_section",
            reason="The text is no review: it has no title that says so, and no section of findings.",
        )
    return None


def _stands_for_itself(review: _Review) -> bool:
    """True for a verdict under a name of its own, or findings that bear a weight."""
    named = any(not said.weak and said.name != "Review" for said in review.every)
    return named or bool(review.found.open)


def _not_read(review: _Review) -> NotReviewed | None:
    if not review.approving and (review.found.open or len(review.lines) > _SHORT_REPLY):
        return None
    skipped = review.found.taken
    own = [line.text for line in review.lines if line.live and line.number not in skipped]
    titles = [part.title for part in review.parts]
    if sentence := says_unread([*titles, *own]):
        return NotReviewed(reason=f"The text says that there was no review: {sentence}.")
    if not review.approving:
        return None
    if sentence := stale(review.document.lines):
        return NotReviewed(reason=f"The review is bound to another revision: {_short(sentence)}")
    if sentence := partial([line for line in review.lines if line.number not in skipped]):
        return NotReviewed(reason=f"The review says that it read a part only: {_short(sentence)}")
    return None


def _without_verdict(review: _Review) -> Malformed | None:
    kept = tuple(review.found.open)
    if not review.verdicts:
        reason = "The review states no verdict, outside of fences and quotes."
        return Malformed(kind="no_verdict", reason=reason, findings=kept)
    doubtful = [said for said in review.verdicts if said.meaning in {"undecided", "unclear"}]
    if doubtful and not (review.failing or (review.found.gating and doubtful[0].meaning == "undecided")):
        said = doubtful[0]
        return Malformed(
            kind="unknown_verdict",
            reason=f"The verdict neither approves nor refuses: {said.name}: {_short(said.words) or 'nothing'}.",
            findings=kept,
        )
    return None


def _decided(review: _Review) -> ReadResult:
    if review.approving:
        return _doubted(review) or _report(review)
    if review.found.open:
        return _report(review)
    reason = "The verdict does not approve, and no finding is listed."
    kind: MalformedKind = "no_findings"
    if any(said.meaning == "pass" for said in review.every) or any(
        states_none(line.own) for line in review.lines if line.live
    ):
        kind, reason = "contradictory", "The verdict does not approve, and the review says that it found nothing."
    if any(said.meaning == "conditional" for said in review.verdicts):
        kind, reason = "contradictory", "The approval depends on something that is listed as no finding."
    return Malformed(kind=kind, reason=reason)


def _doubted(review: _Review) -> Malformed | None:
    """What keeps an approval from being believed."""
    kept = tuple(review.found.open)
    if cut_short := cut_off(review.document) or breaks_off(review.document) or begins_late(review.document):
        return Malformed(kind="truncated", reason=f"The review is cut off: {cut_short}.", findings=kept)
    if long := next((line.number for line in review.document.lines if len(line.content) >= MAX_LINE), 0):
        reason = f"Line {long} is too long to be read whole: over {MAX_LINE:,} characters."
        return Malformed(kind="truncated", reason=reason, findings=kept)
    if review.document.torn:
        return Malformed(kind="truncated", reason="The review holds a fence that is never closed.", findings=kept)
    if not speak_of_the_whole([said.group for said in review.verdicts]):
        return Malformed(kind="no_verdict", reason="The review states no verdict on the whole.", findings=kept)
    if is_unfinished(review.parts, review.document.lines):
        reason = "The title says that this is a part, a draft, an example, or the author's own review."
        return Malformed(kind="no_verdict", reason=reason, findings=kept)
    if any(said.meaning in {"fail", "conditional"} or _is_pending(said) for said in review.every):
        return Malformed(kind="contradictory", reason="The review states verdicts that disagree.", findings=kept)
    if words := against(review.parts, review.found):
        return Malformed(
            kind="contradictory",
            reason=f"Beside the approval stands what speaks against it: {_short(words)}.",
            findings=kept,
        )
    if one_sided(review.parts):
        return Malformed(
            kind="missing_section",
            reason="The review has a section for issues that don't block, and none for those that do.",
            findings=kept,
        )
    return None


def _is_pending(said: Statement) -> bool:
    """True for a general verdict that is still to come (``verdict: pending``)."""
    return said.meaning == "undecided" and not said.group and (not said.weak or "status" in said.name.lower())


def _report(review: _Review) -> Report:
    verdicts = tuple(
        Verdict(name=said.name, text=said.words, passed=said.meaning == "pass") for said in review.verdicts
    )
    return Report(
        format="review",
        verdicts=verdicts,
        findings=tuple(review.found.open),
        cannot_verify=tuple(_unverifiable(review.lines)),
        dropped=tuple(review.found.dropped),
    )


def _unverifiable(lines: Sequence[Line]) -> Iterator[str]:
    """What the review says that it could not check."""
    for line in lines:
        match = _UNVERIFIABLE.match(line.own) if line.live else None
        if match and not states_none(match["what"]):
            yield match["what"].strip()


def _short(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"
