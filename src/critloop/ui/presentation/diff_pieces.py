"""Diffs as pieces: file headers, hunk headers and runs of rows, below or beside each other."""

from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from msgspec import Struct

from critloop.ui.presentation.cleaning import clean_line
from critloop.ui.presentation.diff import DiffRow, FileDiff, Hunk, pairs
from critloop.ui.presentation.diff_words import changed_words
from critloop.ui.presentation.lines import Line, add_ink, fit, line_width, wrap
from critloop.ui.presentation.pieces import Piece

Pair = tuple[DiffRow | None, DiffRow | None]
_RUN: Final = 40
_SIGN: Final = {"same": " ", "added": "+", "removed": "-", "note": "\\"}
_INK: Final = {"same": "", "added": "added", "removed": "removed", "note": "dim"}
_MIDDLE: Final = " │ "


class DiffPiece(Struct, frozen=True):
    """The base: a diff has no source lines of its own, so a piece counts from its place in the diff."""

    at: int
    until: int

    def lines(self, width: int) -> list[Line]:
        """Its lines at this width."""
        del width
        return [()]

    def rows(self, width: int) -> int:
        """About how many lines it takes."""
        del width
        return 1


class FileHeader(DiffPiece, frozen=True):
    """The name of a file, what happened to it, and whether it lies outside the unit."""

    path: str
    note: str
    outside: bool
    first: bool

    def lines(self, width: int) -> list[Line]:
        """The name over a rule, below an empty line."""
        spans = [(self.path, "file")]
        if self.note:
            spans.append((f"  {self.note}", "dim"))
        if self.outside:
            spans.append(("  ! outside the unit", "warning strong"))
        head = wrap(spans, width)
        return [*([] if self.first else [()]), *head, (("─" * width, "rule"),)]

    def rows(self, width: int) -> int:
        """Two or three."""
        del width
        return 2 + (not self.first)


class HunkHeader(DiffPiece, frozen=True):
    """Where a hunk begins."""

    text: str

    def lines(self, width: int) -> list[Line]:
        """One line."""
        return [((fit(self.text, width), "hunk"),)]


class DiffRows(DiffPiece, frozen=True):
    """Some rows of a hunk, in pairs; ``digits`` is the width of the line numbers."""

    pairs: tuple[Pair, ...]
    digits: int
    beside: bool

    def lines(self, width: int) -> list[Line]:
        """The rows with their numbers and signs, wrapped."""
        if self.beside:
            return [line for pair in self.pairs for line in self._side_by_side(pair, width)]
        return self._unified(width)

    def rows(self, width: int) -> int:
        """From the number of characters."""
        room = max((width // 2 if self.beside else width) - self.digits * 2 - 4, 8)
        heights = [[len(row.text) // room + 1 for row in pair if row] for pair in self.pairs]
        if self.beside:
            return sum(max(height) for height in heights)
        return sum(
            height[0] if pair[0] is pair[1] else sum(height) for height, pair in zip(heights, self.pairs, strict=True)
        )

    def _unified(self, width: int) -> list[Line]:
        """Removed lines of a run first, then the added ones."""
        lines: list[Line] = []
        held: list[Line] = []
        for old, new in self.pairs:
            if old is new and old is not None:
                lines += held
                held = []
                lines += self._row(old, ((old.text, ""),), width)
                continue
            left, right = _marked(old, new)
            if old is not None:
                lines += self._row(old, left, width)
            if new is not None:
                held += self._row(new, right, width)
        return lines + held

    def _row(self, row: DiffRow, text: Line, width: int) -> list[Line]:
        """One row of the unified form."""
        numbers = f"{_number(row.old, self.digits)} {_number(row.new, self.digits)} "
        return _wrapped(numbers, row.kind, text, width)

    def _side_by_side(self, pair: Pair, width: int) -> Iterator[Line]:
        """One pair of the form with two columns."""
        old, new = pair
        left_text, right_text = _marked(old, new)
        half = (width - len(_MIDDLE)) // 2
        left = self._side(old, old.old if old else None, left_text, half)
        right = self._side(new, new.new if new else None, right_text, width - len(_MIDDLE) - half)
        empty: Line = ((" " * half, ""),)
        for one, other in zip_longest(left, right):
            yield (*(one or empty), (_MIDDLE, "rule"), *(other or ()))

    def _side(self, row: DiffRow | None, number: int | None, text: Line, width: int) -> list[Line]:
        return [] if row is None else _wrapped(f"{_number(number, self.digits)} ", row.kind, text, width)


def diff_pieces(
    files: Sequence[FileDiff], *, side_by_side: bool = False, outside: Collection[str] = ()
) -> Iterator[Piece]:
    """All pieces of a diff, made no faster than they are taken."""
    at = 1
    for index, file in enumerate(files):
        yield FileHeader(at, at, clean_line(file.path), clean_line(file.note), file.path in outside, index == 0)
        at += 1
        digits = max((len(str(max(hunk.old, hunk.new) + len(hunk.rows))) for hunk in file.hunks), default=1)
        for hunk in file.hunks:
            yield HunkHeader(at, at, _hunk_text(hunk))
            at += 1
            for part in _parts(hunk):
                yield DiffRows(at, at + len(part) - 1, part, digits, side_by_side)
                at += len(part)


def _parts(hunk: Hunk) -> Iterator[tuple[Pair, ...]]:
    """A hunk's pairs in runs; a run never ends between a removed line and its added one."""
    part: list[Pair] = []
    for pair in pairs(hunk.rows):
        if len(part) >= _RUN and (pair[0] is pair[1] or len(part) >= _RUN * 5):
            yield tuple(part)
            part = []
        part.append(pair)
    if part:
        yield tuple(part)


def _hunk_text(hunk: Hunk) -> str:
    """``@@ line 41 → 43 @@ Storage``."""
    return f"@@ line {hunk.old} → {hunk.new} @@ {hunk.context}".rstrip()


def _marked(old: DiffRow | None, new: DiffRow | None) -> tuple[Line, Line]:
    """Both texts of a pair, the changed words marked."""
    if old is not None and new is not None and old is not new:
        return changed_words(old.text, new.text)
    return ((old.text, ""),) if old else (), ((new.text, ""),) if new else ()


def _number(number: int | None, digits: int) -> str:
    return " " * digits if number is None else f"{number:>{digits}}"


def _wrapped(numbers: str, kind: str, text: Line, width: int) -> list[Line]:
    """A row on as many lines as it needs, its background over the whole width."""
    ink, room = _INK[kind], max(width - len(numbers) - 2, 1)
    lines: list[Line] = []
    for place, part in enumerate(_fill(text, room)):
        head = f"{numbers}{_SIGN[kind]} " if place == 0 else " " * (len(numbers) + 2)
        body = tuple((piece, add_ink(ink, more)) for piece, more in part)
        spare = room - line_width(part)
        lines.append(((head, add_ink(ink, "number")), *body, *(((" " * spare, ink),) if spare > 0 else ())))
    return lines


def _fill(text: Line, room: int) -> list[Line]:
    """Spans wrapped, with the indentation of the first line before all of them."""
    if line_width(text) <= room:
        return [text]
    lead = text[0][0]
    indent = len(lead) - len(lead.lstrip(" "))
    if indent == 0 or indent * 2 > room:
        return wrap(text, room)
    bare = ((lead[indent:], text[0][1]), *text[1:])
    return [((" " * indent, text[0][1]), *line) for line in wrap(bare, room - indent)]
