"""Markdown to styled lines, whole or as it streams in.

Every piece of text gives the same lines whether it comes at once or in any number of parts.
"""

from collections.abc import Iterator
from typing import Final

from critloop.ui.presentation.blocks import BlockReader
from critloop.ui.presentation.lines import Line
from critloop.ui.presentation.pieces import Block

LONG_LINE: Final = 2000
"""A longer source line is read in parts of at most this many characters, cut at a space where there is one."""

_STEP: Final = 4000


class MarkdownFeed:
    """Takes text in pieces of any size; ``take`` gives what is finished, ``tail`` what is still open."""

    def __init__(self) -> None:
        self._reader = BlockReader()
        self._partial = ""
        self._inside = False
        self._tail: list[Block] | None = None

    def feed(self, text: str) -> None:
        """Read more text."""
        if not text:
            return
        self._tail = None
        *lines, rest = text.split("\n")
        if lines:
            self._line(self._partial + lines[0])
            for line in lines[1:]:
                self._line(line)
            self._partial = rest
        else:
            self._partial += rest
        self._cut_partial()

    def take(self) -> list[Block]:
        """The pieces finished since the last call."""
        pieces = self._reader.pieces
        self._reader.pieces = []
        return pieces

    def tail(self) -> list[Block]:
        """The pieces of what is open, as if the text ended here."""
        if self._tail is None:
            fork = self._reader.fork()
            if self._partial:
                fork.push(self._partial.removesuffix("\r"), goes_on=self._inside)
            fork.close()
            self._tail = fork.pieces
        return self._tail

    def finish(self) -> list[Block]:
        """The text has ended: all pieces not taken yet."""
        self._tail = None
        if self._partial:
            self._line(self._partial)
            self._partial = ""
        self._reader.close()
        return self.take()

    def _line(self, line: str) -> None:
        """Read a line that has ended."""
        self._partial = line.removesuffix("\r")
        self._cut_partial()
        if self._partial or not self._inside:
            self._reader.push(self._partial, goes_on=self._inside)
        self._partial, self._inside = "", False

    def _cut_partial(self) -> None:
        """Read the beginning of an overlong line before its end is known."""
        while len(self._partial) > LONG_LINE:
            cut = self._partial.rfind(" ", LONG_LINE // 2, LONG_LINE) + 1 or LONG_LINE
            self._reader.push(self._partial[:cut], goes_on=self._inside)
            self._partial, self._inside = self._partial[cut:], True


def iter_markdown(text: str) -> Iterator[Block]:
    """A whole text in pieces, read no faster than they are taken."""
    feed = MarkdownFeed()
    for start in range(0, len(text), _STEP):
        feed.feed(text[start : start + _STEP])
        yield from feed.take()
    yield from feed.finish()


def read_markdown(text: str) -> list[Block]:
    """A whole text in pieces."""
    feed = MarkdownFeed()
    feed.feed(text)
    return feed.finish()


def render(text: str, width: int) -> list[Line]:
    """A whole text as lines of at most ``width`` cells."""
    return [line for piece in read_markdown(text) for line in piece.lines(width)]
