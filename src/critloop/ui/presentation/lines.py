"""Styled lines, the currency between the pure renderers and the widgets, and how text is wrapped to them.

A line is a tuple of (text, ink): ``ink`` names the styles, joined by spaces (``heading strong``),
and a widget turns each name into a style of the theme. Widths are terminal cells.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from rich.cells import cell_len, chop_cells, set_cell_size

Span = tuple[str, str]
Line = tuple[Span, ...]

NARROWEST: Final = 4
"""No text is laid out narrower than this many cells; what is too wide then is cut when painted."""

_WIDE = (
    r"\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff"
    r"\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\U00020000-\U0003fffd"
)
_CLOSING = "、。，．！？；：）」』】》〉・ー…"
_ASCII_ATOM = re.compile(r"\n|[ ]+|[^ \n]+")


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """An atom of any text, and a wide character; compiled when there is more than ASCII, as it takes long."""
    return re.compile(rf"\n|[ ]+|[{_WIDE}][{_CLOSING}]*|[^ \n{_WIDE}]+"), re.compile(f"[{_WIDE}]")


def _atoms(text: str) -> list[str]:
    """Line ends, runs of spaces, wide characters and pieces of words."""
    return (_ASCII_ATOM if text.isascii() else _patterns()[0]).findall(text)


def line_width(line: Iterable[Span]) -> int:
    """The cells a line takes."""
    return sum(cell_len(text) for text, _ in line)


def add_ink(ink: str, more: str) -> str:
    """Both inks, the later one winning where they differ."""
    return f"{ink} {more}" if ink and more else ink or more


def fold(text: str, width: int) -> list[str]:
    """Text cut into pieces of at most ``width`` cells, wherever that falls; always one piece at least."""
    width = max(width, NARROWEST)
    if len(text) * 2 <= width or cell_len(text) <= width:
        return [text]
    if text.isascii():
        return [text[start : start + width] for start in range(0, len(text), width)]
    return [piece for piece in chop_cells(text, width) if piece]


def fit(text: str, width: int) -> str:
    """Text in exactly ``width`` cells: padded, or cut with an ellipsis."""
    if width <= 0:
        return ""
    if cell_len(text) > width:
        return set_cell_size(set_cell_size(text, width - 1).rstrip() + "…", width)
    return set_cell_size(text, width)


def wrap(spans: Sequence[Span], width: int) -> list[Line]:
    """Spans broken into lines at spaces and between wide characters; a line feed always breaks.

    A word that is wider than a line is cut. The result has one line at least.
    """
    width = max(width, NARROWEST)
    if len(spans) == 1 and "\n" not in spans[0][0] and cell_len(spans[0][0]) <= width:
        return [(spans[0],)]
    wrapper = _Wrapper(width)
    for text, ink in spans:
        for atom in _atoms(text):
            wrapper.take(atom, ink)
    return wrapper.finish()


class _Wrapper:
    """Fills lines greedily. A word may have several inks; it waits until a break is allowed after it."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.lines: list[Line] = []
        self.row: list[Span] = []
        self.used = 0
        self.space: Span | None = None
        self.word: list[Span] = []
        self.word_width = 0

    def take(self, atom: str, ink: str) -> None:
        """Add a run of spaces, a line end, a wide character or a piece of a word."""
        if atom == "\n":
            self._flush()
            self._break()
        elif atom[0] == " ":
            self._flush()
            if self.row:
                self.space = (atom, ink)
        elif atom.isascii() or _patterns()[1].match(atom) is None:
            self.word.append((atom, ink))
            self.word_width += len(atom) if atom.isascii() else cell_len(atom)
        else:
            self._flush()
            self.word, self.word_width = [(atom, ink)], cell_len(atom)
            self._flush()

    def finish(self) -> list[Line]:
        """All lines."""
        self._flush()
        if self.row or not self.lines:
            self._break()
        return self.lines

    def _flush(self) -> None:
        """Put the waiting word on the row, or on a new one."""
        if not self.word:
            return
        gap = len(self.space[0]) if self.space else 0
        if self.used + gap + self.word_width > self.width and self.row:
            self._break()
            gap = 0
        if self.space and self.row:
            self.row.append(self.space)
            self.used += gap
        self.space = None
        if self.word_width > self.width:
            self._cut_word()
        else:
            self.row.extend(self.word)
            self.used += self.word_width
        self.word, self.word_width = [], 0

    def _cut_word(self) -> None:
        """Spread a word that is wider than a line over as many as it needs."""
        for text, ink in self.word:
            rest = text
            while rest:
                if self.used >= self.width:
                    self._break()
                head = fold(rest, self.width - self.used)[0] if self.width - self.used >= NARROWEST else rest[:1]
                self.row.append((head, ink))
                self.used += cell_len(head)
                rest = rest[len(head) :]

    def _break(self) -> None:
        """End the row."""
        self.lines.append(merge(self.row))
        self.row, self.used, self.space = [], 0, None


def merge(spans: Iterable[Span]) -> Line:
    """Neighbours of the same ink joined, empty ones dropped."""
    return tuple(_merged(spans))


def _merged(spans: Iterable[Span]) -> Iterator[Span]:
    """The joined spans, one by one."""
    held, held_ink = "", ""
    for text, ink in spans:
        if ink == held_ink:
            held += text
            continue
        if held:
            yield held, held_ink
        held, held_ink = text, ink
    if held:
        yield held, held_ink
