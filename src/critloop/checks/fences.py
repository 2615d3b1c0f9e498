"""Fenced blocks that end where the author did not mean them to (CommonMark, "Fenced code blocks")."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from critloop.checks.document import Document, Fence
from critloop.checks.framework import Check, Edit, LineEdit, Problem
from critloop.checks.surroundings import Surroundings
from critloop.model.finding import Severity

_MARKS = re.compile(r"(?P<indent>[ \t>]*)(?P<marks>`{3,}|~{3,})[ \t]*(?P<info>[^`]*?)[ \t]*$")


@dataclass(frozen=True, slots=True)
class _Nest:
    """An outer fence, the inner one that ends it too early, and the line that was to end it."""

    outer: Fence
    inner: int
    meant_end: int
    longest: int


def _nested(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    del around
    for nest in _nests(document):
        outer = nest.outer
        yield check.problem(
            document,
            outer.line,
            "a code block ends too early",
            f"The block opened with “{_shown(document, outer.line)}” ends with the block inside it that "
            f"“{_shown(document, nest.inner)}” opens, because both fences have marks of one length; "
            "the rest of it falls out.",
            advice=f"Make the outer fence (lines {outer.line} and {nest.meant_end}) longer than any fence inside it.",
            end_line=nest.meant_end,
            fix=_lengthened(document, nest),
        )


def _nests(document: Document) -> Iterator[_Nest]:
    """Fences whose content opens another one: the author counted fences as pairs, CommonMark does not."""
    openers = {fence.line: fence for fence in document.fences}
    covered = 0
    for fence in document.fences:
        if fence.line <= covered or not fence.closed:
            continue
        nest = _nest_of(document, fence, openers)
        if nest:
            covered = nest.meant_end
            yield nest


def _nest_of(document: Document, outer: Fence, openers: dict[int, Fence]) -> _Nest | None:
    inner = next((n for n in range(outer.line + 1, outer.end_line) if _opens_inside(document, n, outer)), None)
    if inner is None:
        return None
    depth, longest = 1, 0
    for number in range(outer.line + 1, len(document.source.lines) + 1):
        match = _MARKS.match(document.source.line(number))
        if not match or match["marks"][0] != outer.marks[0] or len(match["marks"]) < len(outer.marks):
            continue
        longest = max(longest, len(match["marks"]))
        depth += 1 if match["info"] else -1
        if depth == 0:
            # The reading holds only where the parser took the line that was to close for one that opens.
            took = openers.get(number)
            return _Nest(outer, inner, number, longest) if took and not took.info and number > outer.end_line else None
    return None


def _opens_inside(document: Document, number: int, outer: Fence) -> bool:
    """True for a line inside a fence that would open one of the same kind: marks with an info string."""
    match = _MARKS.match(document.source.line(number))
    return bool(match and match["info"] and match["marks"][0] == outer.marks[0] and _is_word(match["info"]))


def _is_word(info: str) -> bool:
    return re.match(r"[\w+#.-]+(\s|\{|$)", info) is not None


def _lengthened(document: Document, nest: _Nest) -> Edit:
    marks = nest.outer.marks[0] * (nest.longest + 1)
    edits = []
    for number in (nest.outer.line, nest.meant_end):
        old = document.source.line(number)
        edits.append(LineEdit(number, old, old.replace(_marks_of(old), marks, 1)))
    return Edit(tuple(edits), "lengthen the outer fence")


def _shown(document: Document, number: int) -> str:
    return document.source.line(number).strip()[:40]


def _marks_of(line: str) -> str:
    match = _MARKS.match(line)
    return match["marks"] if match else ""


def _unclosed(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    del around
    nests = list(_nests(document))
    for fence in document.fences:
        if fence.closed or any(nest.outer.line <= fence.line <= nest.meant_end for nest in nests):
            continue
        end = fence.end_line
        stray = _stray_closer(document, fence)
        where = "the end of the document" if end >= len(document.source.lines) else "the end of its list item"
        opening = _shown(document, fence.line)
        yield check.problem(
            document,
            fence.line,
            "a code block is never closed",
            f"No closing fence follows “{opening}”, so everything down to {where} is shown as code."
            if stray is None
            else f"The fence that is to close “{opening}” is indented less than the list item around the block, "
            "so it opens a new block instead and turns what follows into code.",
            advice="Close the block where the code ends." if stray is None else "Indent the closing fence as the item.",
            end_line=end,
            fix=_closed(document, fence, stray),
        )
        if stray is not None:
            return


def _stray_closer(document: Document, fence: Fence) -> int | None:
    """The line that was to close a fence in a list, and stands outside the item."""
    following = document.source.line(fence.end_line + 1)
    match = _MARKS.match(following)
    if not fence.nested or not match or match["info"] or match["marks"][0] != fence.marks[0]:
        return None
    return fence.end_line + 1 if len(match["indent"]) < len(fence.indent) else None


def _closed(document: Document, fence: Fence, stray: int | None) -> Edit | None:
    """A fix where there is one reading: a closer to indent, or code without a blank line up to the end."""
    if stray is not None:
        old = document.source.line(stray)
        return Edit((LineEdit(stray, old, fence.indent + old.strip()),), "indent the closing fence")
    last = fence.end_line
    while last > fence.line and not document.source.line(last).strip():
        last -= 1
    held = [document.source.line(number).strip() for number in range(fence.line + 1, last + 1)]
    if not held or "" in held or any(_MARKS.match(line) for line in held) or ">" in fence.indent:
        return None
    old = document.source.line(last)
    indent = fence.indent if not fence.indent.strip() else " " * len(fence.indent)
    return Edit((LineEdit(last, old, f"{old}\n{indent}{fence.marks}"),), "close the code block")


NESTED = Check(
    id="fence",
    dimension="clarity",
    severity=Severity.HIGH,
    explanation="a fenced block that an inner fence closes too early",
    why="what follows is shown as code, or code as text, and headings in it disappear",
    find=_nested,
    wording=r"The block opened with “",
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
