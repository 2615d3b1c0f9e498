"""Fenced blocks that end where the author did not mean them to (CommonMark, "Fenced code blocks")."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from critloop.checks.document import Document, Fence
from critloop.checks.framework import Check, Edit, LineEdit, Problem
from critloop.checks.pairing import Meant, Pairing, marker
from critloop.checks.parsing import parse
from critloop.checks.surroundings import Surroundings
from critloop.model.finding import Severity

_MOST = 50
_PROSE_INFO = re.compile(r"(?:md|mdx|markdown|te?xt|plain\w*|prompt)\b", re.IGNORECASE)
_PROSE = re.compile(r"#{2,6}\s|- \[[ xX]\]\s|\*\*\w")


@dataclass(frozen=True, slots=True)
class Mended:
    """A document with the fences repaired that can be, every line at its number.

    ``breaks`` are the fences that were wrong, with where each was meant to end (None: unknown).
    What follows ``reliable`` can't be judged: a broken fence there has no certain repair.
    """

    document: Document
    breaks: tuple[tuple[Fence, Meant | None], ...]
    reliable: int


def mend(document: Document) -> Mended:
    """Repair one fence after another, reading on as the author meant it."""
    breaks: list[tuple[Fence, Meant | None]] = []
    while len(breaks) < _MOST:
        found = _first_break(document, after=breaks[-1][0].line if breaks else 0)
        if found is None:
            return Mended(document, tuple(breaks), len(document.source.lines) + 1)
        breaks.append(found)
        fence, meant = found
        text = _lengthened(document, fence, meant).apply(document.source) if meant and meant.certain else None
        if text is None:
            return Mended(document, tuple(breaks), fence.line)
        document = parse(text)
    return Mended(document, tuple(breaks), breaks[-1][0].line)


def _first_break(document: Document, after: int) -> tuple[Fence, Meant | None] | None:
    pairing: Pairing | None = None
    for fence in document.fences:
        if fence.line <= after or not _holds_marks(document, fence):
            continue
        pairing = pairing or Pairing(document.source)
        if pairing.swallowed(fence.line) is None or pairing.closed_at(fence.line) != _end(fence):
            continue
        found = _judged(document, fence, pairing)
        if found:
            return found
    return None


def _judged(document: Document, fence: Fence, pairing: Pairing) -> tuple[Fence, Meant | None] | None:
    """A fence with where its block was meant to end; None where nothing is wrong, or nothing certain can be said."""
    meant, alone = pairing.meant(fence.line), pairing.is_unpaired(fence.line)
    if not meant and not alone:
        return None
    if _goes_on_as_prose(document, fence, pairing):
        return fence, None
    if alone or (meant and not meant.certain and not fence.info):
        return None if fence.info else (fence, None)
    return fence, meant


def _goes_on_as_prose(document: Document, fence: Fence, pairing: Pairing) -> bool:
    """True for code that goes on as prose before the next fence: its end is missing."""
    if not fence.info or _PROSE_INFO.match(fence.info):
        return False
    inner = pairing.swallowed(fence.line)
    until = inner.line if inner else fence.end_line
    return any(_PROSE.match(document.source.line(number)) for number in range(fence.line + 1, until))


def _end(fence: Fence) -> int | None:
    return fence.end_line if fence.closed else None


def _holds_marks(document: Document, fence: Fence) -> bool:
    return any(marker(document.source.line(number), number) for number in range(fence.line + 1, fence.end_line))


def _lengthened(document: Document, fence: Fence, meant: Meant) -> Edit:
    marks = fence.marks[0] * (meant.longest + 1)
    edits = []
    for number in (fence.line, meant.line):
        old = document.source.line(number)
        found = marker(old, number)
        edits.append(LineEdit(number, old, old.replace(found.marks if found else fence.marks, marks, 1)))
    return Edit(tuple(edits), "lengthen the outer fence")


def _nested(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    del around
    for fence, meant in mend(document).breaks:
        yield _unpaired(check, document, fence) if meant is None else _too_short(check, document, fence, meant)


def _too_short(check: Check, document: Document, fence: Fence, meant: Meant) -> Problem:
    inner = Pairing(document.source).swallowed(fence.line)
    what = f" that “{_shown(document, inner.line)}” opens" if inner else ""
    return check.problem(
        document,
        fence.line,
        "a code block ends too early",
        f"The block opened with “{_shown(document, fence.line)}” ends with the block inside it{what}, because both "
        "fences have marks of one length; the rest of it falls out.",
        advice=f"Make the outer fence (lines {fence.line} and {meant.line}) longer than any fence inside it."
        if meant.certain
        else "Make the outer fence, where it opens and where it closes, longer than any fence inside it.",
        end_line=meant.line if meant.certain else fence.end_line,
        fix=_lengthened(document, fence, meant) if meant.certain else None,
    )


def _unpaired(check: Check, document: Document, fence: Fence) -> Problem:
    inner = Pairing(document.source).swallowed(fence.line)
    following = f"“{_shown(document, inner.line)}”" if inner else "the next block"
    opening = f"“{_shown(document, fence.line)}”"
    if not fence.info:
        opening = f"a bare fence after “{_shown_before(document, fence.line)}”"
    return check.problem(
        document,
        fence.line,
        "the fences of code blocks don't pair up",
        f"The block opened with {opening} is still open where {following} begins another, which becomes text in it.",
        advice="Close the block where its code ends; or look above it for a fence that is missing or too many.",
        end_line=fence.end_line,
    )


def _shown(document: Document, number: int) -> str:
    return document.source.line(number).strip()[:40]


def _shown_before(document: Document, number: int) -> str:
    lines = (document.source.line(earlier).strip() for earlier in range(number - 1, 0, -1))
    return next((line for line in lines if line), "")[:40]


def _unclosed(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    del around
    mended = mend(document)
    for fence in mended.document.fences:
        if fence.closed or fence.line >= mended.reliable:
            continue
        stray = _stray_closer(document, fence)
        yield _runs_on(check, document, fence) if stray is None else _outdented(check, document, fence, stray)
        if stray is not None:
            return


def _runs_on(check: Check, document: Document, fence: Fence) -> Problem:
    where = "the document" if fence.end_line >= len(document.source.lines) else "its list item"
    return check.problem(
        document,
        fence.line,
        "a code block is never closed",
        f"No closing fence follows “{_shown(document, fence.line)}”, so everything down to the end of {where} is "
        "shown as code.",
        advice="Close the block where the code ends.",
        end_line=fence.end_line,
        fix=_closed(document, fence),
    )


def _outdented(check: Check, document: Document, fence: Fence, stray: int) -> Problem:
    old = document.source.line(stray)
    return check.problem(
        document,
        fence.line,
        "a closing fence stands outside its list item",
        f"The fence that is to close “{_shown(document, fence.line)}” is indented less than the list item around the "
        "block, so it opens a new block instead and turns what follows into code.",
        advice=f"Indent the closing fence on line {stray} like the opening one.",
        end_line=stray,
        fix=Edit((LineEdit(stray, old, fence.indent + old.strip()),), "indent the closing fence"),
    )


def _stray_closer(document: Document, fence: Fence) -> int | None:
    """The line that was to close a fence in a list, and stands outside the item."""
    following = document.source.line(fence.end_line + 1)
    found = marker(following, fence.end_line + 1)
    if not fence.nested or fence.indent.strip() or not found or found.info or not found.marks.startswith(fence.marks):
        return None
    return found.line if len(following) - len(following.lstrip()) < len(fence.indent) else None


def _closed(document: Document, fence: Fence) -> Edit | None:
    """A closing fence at the end, where there is one reading: code without a blank line or another fence."""
    last = fence.end_line
    while last > fence.line and not document.source.line(last).strip():
        last -= 1
    held = {number: document.source.line(number) for number in range(fence.line + 1, last + 1)}
    doubtful = any(not line.strip() or marker(line, number) for number, line in held.items())
    if not held or doubtful or fence.indent.strip():
        return None
    old = document.source.line(last)
    return Edit((LineEdit(last, old, f"{old}\n{fence.indent}{fence.marks}"),), "close the code block")


NESTED = Check(
    id="fence",
    dimension="clarity",
    severity=Severity.HIGH,
    explanation="a fenced block that an inner fence closes too early, or fences that don't pair up",
    why="what follows is shown as code, or code as text, and headings in it disappear",
    find=_nested,
    wording=r"The block opened with (?:“|a bare fence)",
)
UNCLOSED = Check(
    id="fence-unclosed",
    dimension="clarity",
    severity=Severity.HIGH,
    explanation="a fenced block without a closing fence",
    why="the rest of the text is shown as code, its headings included",
    find=_unclosed,
    wording=r"No closing fence follows|The fence that is to close",
)
