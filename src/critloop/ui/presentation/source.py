"""A text as source: its lines as they are, in pieces of a few dozen."""

from collections.abc import Iterator
from typing import Final

from critloop.ui.presentation.cleaning import clean_line
from critloop.ui.presentation.pieces import Frame, Plain

_RUN: Final = 25
_LONG: Final = 2000


def source_lines(text: str) -> list[str]:
    """The lines as git counts them; a final line end makes no line of its own."""
    lines = text.split("\n")
    if len(lines) > 1 and not lines[-1]:
        lines.pop()
    return lines


def plain_pieces(text: str, *, numbers: bool = False) -> Iterator[Plain]:
    """The text in pieces, with line numbers if wanted."""
    lines = source_lines(text)
    digits = len(str(len(lines))) if numbers else 0
    start = 0
    while start < len(lines):
        stop, size = start, 0
        while stop < len(lines) and stop - start < _RUN and size <= _LONG:
            size += len(lines[stop])
            stop += 1
        source = tuple(clean_line(line.removesuffix("\r")) for line in lines[start:stop])
        yield Plain(Frame(at=start + 1, until=stop), source, digits)
        start = stop
