"""Tables: how wide the columns are, and their rows as lines."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Final, Literal

from msgspec import Struct

from critloop.ui.presentation.inline import inline
from critloop.ui.presentation.lines import Line, Span, line_width, wrap

Align = Literal["left", "center", "right"]

GAP: Final = " │ "
_NARROWEST_COLUMN: Final = 3
_cell = lru_cache(maxsize=512)(inline)


class Shape(Struct, frozen=True):
    """The alignment of each column and its natural width: that of its widest cell, in cells."""

    aligns: tuple[Align, ...]
    natural: tuple[int, ...]

    def columns(self, width: int) -> tuple[int, ...]:
        """The column widths that fit into ``width``: the widest ones give way first."""
        room = width - len(GAP) * (len(self.natural) - 1)
        if sum(self.natural) <= room:
            return self.natural
        return _shrink(self.natural, max(room, _NARROWEST_COLUMN * len(self.natural)))


@lru_cache(maxsize=256)
def _shrink(natural: tuple[int, ...], room: int) -> tuple[int, ...]:
    """Cut all columns at one common level, the highest that fits."""
    low, high = _NARROWEST_COLUMN, max(natural)
    while low < high:
        level = (low + high + 1) // 2
        if sum(min(column, level) for column in natural) <= room:
            low = level
        else:
            high = level - 1
    columns = [min(column, low) for column in natural]
    spare = room - sum(columns)
    for index, column in enumerate(natural):
        if column > columns[index] and spare > 0:
            columns[index] += 1
            spare -= 1
    return tuple(columns)


def measure(aligns: Sequence[Align], rows: Iterable[Sequence[str]]) -> Shape:
    """The shape of a table with these rows, the header among them."""
    widths = [_NARROWEST_COLUMN] * len(aligns)
    for row in rows:
        for index, text in enumerate(row[: len(widths)]):
            widths[index] = max(widths[index], _natural(text))
    return Shape(tuple(aligns), tuple(widths))


@lru_cache(maxsize=512)
def _natural(text: str) -> int:
    """The cells that a cell's text takes on one line."""
    return line_width(_cell(text))


def row_lines(cells: Sequence[str], columns: Sequence[int], aligns: Sequence[Align], ink: str) -> list[Line]:
    """One row; as many lines as its longest cell needs."""
    padded = [*cells, *[""] * (len(columns) - len(cells))]
    wrapped = [wrap(_cell(text, ink), width) for text, width in zip(padded, columns, strict=False)]
    lines: list[Line] = []
    for parts in zip_longest(*wrapped, fillvalue=()):
        spans: list[Span] = []
        for index, part in enumerate(parts):
            if index:
                spans.append((GAP, "rule"))
            spans += _aligned(part, columns[index], aligns[index])
        lines.append(tuple(spans))
    return lines


def _aligned(part: Line, width: int, align: Align) -> list[Span]:
    """A cell's line, padded to its column."""
    spare = max(width - line_width(part), 0)
    before = {"left": 0, "center": spare // 2, "right": spare}[align]
    padding: list[Span] = [(" " * before, "")] if before else []
    after: list[Span] = [(" " * (spare - before), "")] if spare > before else []
    return [*padding, *part, *after]


def rule_line(columns: Sequence[int]) -> Line:
    """The line under the header."""
    return (("─┼─".join("─" * width for width in columns), "rule"),)


def split_row(text: str) -> tuple[str, ...]:
    """The cells of a source row; an escaped bar belongs to its cell."""
    cells: list[str] = []
    cell = ""
    bare = text.strip().removeprefix("|")
    at = 0
    while at < len(bare):
        if bare.startswith("\\|", at):
            cell += "|"
            at += 2
            continue
        if bare[at] == "|":
            cells.append(cell.strip())
            cell = ""
        else:
            cell += bare[at]
        at += 1
    if cell.strip() or not cells:
        cells.append(cell.strip())
    return tuple(cells)


def read_aligns(text: str) -> tuple[Align, ...]:
    """The alignments of a delimiter row."""
    return tuple(_align(cell) for cell in split_row(text))


def _align(cell: str) -> Align:
    """``:--`` left, ``--:`` right, ``:-:`` in the middle."""
    if cell.endswith(":"):
        return "center" if cell.startswith(":") else "right"
    return "left"
