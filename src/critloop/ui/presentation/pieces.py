"""Pieces of a document, small and independent of any width; each lays itself out when asked.

A piece is at most some 2,000 characters, 25 code lines or 25 table rows, so that laying one out
never takes long. ``first`` and ``rest`` stand before its first and its other lines (quote bars,
list markers), ``above`` before the empty line that ``gap`` asks for; ``at`` and ``until`` are its
1-based source lines.
"""

from collections.abc import Iterable
from typing import Protocol

from msgspec import Struct

from critloop.ui.presentation.inline import inline
from critloop.ui.presentation.lines import NARROWEST, Line, Span, fit, fold, line_width, wrap
from critloop.ui.presentation.table import Shape, row_lines, rule_line


class Piece(Protocol):
    """What a ``Flow`` lays out."""

    @property
    def at(self) -> int:
        """Its first source line, from 1."""

    @property
    def until(self) -> int:
        """Its last source line."""

    def lines(self, width: int) -> list[Line]:
        """Its lines at this width."""

    def rows(self, width: int) -> int:
        """About how many lines it takes, without laying it out."""


class Frame(Struct, frozen=True):
    """Where a block stands: behind which marks, how far from the one before."""

    first: Line = ()
    rest: Line = ()
    above: Line = ()
    gap: bool = False
    at: int = 1
    until: int = 1

    def inside(self, width: int) -> int:
        """The cells left for the block."""
        return max(width - line_width(self.first), NARROWEST)

    def around(self, lines: Iterable[Line]) -> list[Line]:
        """The lines with the marks before them and the gap above."""
        framed = [self.rest + line if number else self.first + line for number, line in enumerate(lines)]
        return [self.above, *framed] if self.gap else framed


class Block(Struct, frozen=True):
    """The base of the pieces that markdown is read into."""

    frame: Frame

    @property
    def at(self) -> int:
        """Its first source line, from 1."""
        return self.frame.at

    @property
    def until(self) -> int:
        """Its last source line."""
        return self.frame.until

    def lines(self, width: int) -> list[Line]:
        """Its lines at this width, its frame included."""
        return self.frame.around(self.body(self.frame.inside(width)))

    def places(self, width: int) -> list[tuple[int, int]]:
        """For each of its lines, the first and last source line that it shows; (0, 0) for the gap."""
        inside: list[tuple[int, int]] = self.body_places(self.frame.inside(width))
        return [(0, 0), *inside] if self.frame.gap else inside

    def body_places(self, width: int) -> list[tuple[int, int]]:
        """The same for the lines inside the frame."""
        return [(self.at, self.until)] * len(self.body(width))

    def body(self, width: int) -> list[Line]:
        """The lines inside the frame."""
        del width
        return [()]

    def rows(self, width: int) -> int:
        """About how many lines it takes."""
        del width
        return 1 + self.frame.gap


class Prose(Block, frozen=True):
    """A paragraph or a heading; ``ink`` is that of the whole block."""

    text: str
    ink: str = ""

    def body(self, width: int) -> list[Line]:
        """The text, wrapped."""
        return wrap(inline(self.text, self.ink), width)

    def rows(self, width: int) -> int:
        """From the number of characters."""
        return len(self.text) // self.frame.inside(width) + 1 + self.frame.gap


class Code(Block, frozen=True):
    """Lines of a code block, folded where they are too wide; ``label`` is the fence's info string."""

    code: tuple[str, ...]
    label: str = ""

    def body(self, width: int) -> list[Line]:
        """The code on its own background, over the whole width."""
        room = max(width - 2, NARROWEST)
        label: list[Line] = [((fit(f" {self.label}", width), "code-block dim"),)] if self.label else []
        return label + [((f" {fit(part, room)} ", "code-block"),) for line in self.code for part in fold(line, room)]

    def body_places(self, width: int) -> list[tuple[int, int]]:
        """Each code line is a source line; a fence's own line comes before the first."""
        room, start = max(width - 2, NARROWEST), self.until - len(self.code) + 1
        places = [(self.at, self.at)] if self.label else []
        for offset, line in enumerate(self.code):
            places += [(start + offset, start + offset)] * len(fold(line, room))
        return places

    def rows(self, width: int) -> int:
        """From the number of characters of each line."""
        room = max(self.frame.inside(width) - 2, NARROWEST)
        return sum(len(line) // room + 1 for line in self.code) + bool(self.label) + self.frame.gap


class Table(Block, frozen=True):
    """Rows of a table; ``header`` is None where the table goes on from another piece."""

    shape: Shape
    header: tuple[str, ...] | None
    cells: tuple[tuple[str, ...], ...]

    def body(self, width: int) -> list[Line]:
        """The rows in the shape's columns, shrunk to the width."""
        columns = self.shape.columns(width)
        lines: list[Line] = []
        if self.header is not None:
            lines += row_lines(self.header, columns, self.shape.aligns, "table-head")
            lines.append(rule_line(columns))
        for row in self.cells:
            lines += row_lines(row, columns, self.shape.aligns, "")
        return lines

    def body_places(self, width: int) -> list[tuple[int, int]]:
        """Each row is a source line; the header and its rule are two more."""
        columns, start = self.shape.columns(width), self.until - len(self.cells) + 1
        places: list[tuple[int, int]] = []
        if self.header is not None:
            height = len(row_lines(self.header, columns, self.shape.aligns, ""))
            places = [(self.at, self.at)] * height + [(self.at + 1, self.at + 1)]
        for offset, row in enumerate(self.cells):
            places += [(start + offset, start + offset)] * len(row_lines(row, columns, self.shape.aligns, ""))
        return places

    def rows(self, width: int) -> int:
        """One line a row."""
        del width
        return len(self.cells) + 2 * (self.header is not None) + self.frame.gap


class Rule(Block, frozen=True):
    """A thematic break."""

    def body(self, width: int) -> list[Line]:
        """A line across."""
        return [(("─" * width, "rule"),)]


class Note(Block, frozen=True):
    """Plain text in one ink, no markup: a tool call, a title. With ``single``, cut to one line."""

    text: str
    ink: str = "dim"
    single: bool = True

    def body(self, width: int) -> list[Line]:
        """The line, or the wrapped lines."""
        if not self.single:
            return wrap([(self.text, self.ink)], width)
        return [((fit(self.text, width).rstrip(), self.ink),)]


class Title(Block, frozen=True):
    """The line between two turns: a title set into a rule."""

    text: str

    def body(self, width: int) -> list[Line]:
        """``── title ───────``."""
        head = fit(f"── {self.text} ", min(width, line_width([(f"── {self.text} ", "")])))
        return [((head, "turn"), ("─" * (width - line_width([(head, "")])), "turn"))]


class Plain(Block, frozen=True):
    """Source lines as they are, wrapped or not, behind their numbers where ``digits`` is not 0."""

    source: tuple[str, ...]
    digits: int = 0

    def body(self, width: int) -> list[Line]:
        """Each source line on as many lines as it needs."""
        lines: list[Line] = []
        gutter = self.digits + 1 if self.digits else 0
        for offset, text in enumerate(self.source):
            number: Span = (f"{self.frame.at + offset:>{self.digits}} ", "number")
            for place, part in enumerate(wrap_source(text, width - gutter)):
                mark: Line = () if not gutter else ((number,) if place == 0 else ((" " * gutter, "number"),))
                lines.append((*mark, (part, "")) if part else mark)
        return lines

    def body_places(self, width: int) -> list[tuple[int, int]]:
        """Each source line, as often as it is wrapped."""
        room = width - (self.digits + 1 if self.digits else 0)
        return [(self.at + offset,) * 2 for offset, text in enumerate(self.source) for _ in wrap_source(text, room)]

    def rows(self, width: int) -> int:
        """From the number of characters of each line."""
        room = max(width - self.digits - 1, NARROWEST)
        return sum(len(line) // room + 1 for line in self.source)


def wrap_source(text: str, width: int) -> list[str]:
    """One source line in pieces of at most ``width`` cells, broken at spaces, its indentation kept."""
    if not text or (len(text) <= width and text.isascii()):
        return [text]
    indent = len(text) - len(text.lstrip(" "))
    if indent * 2 > width:
        return fold(text, width)
    wrapped = wrap([(text[indent:], "")], width - indent)
    return [" " * indent + "".join(part for part, _ in line) for line in wrapped]
