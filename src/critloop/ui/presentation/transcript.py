"""What a live pane shows: turns one after the other, each with text, thinking and tool calls."""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from critloop.ui.presentation.cleaning import clean_line
from critloop.ui.presentation.lines import Line, fit, wrap
from critloop.ui.presentation.markdown import MarkdownFeed
from critloop.ui.presentation.pieces import Block, Frame, Note, Piece, Title
from critloop.ui.presentation.words import count

Kind = Literal["text", "thinking", "tool"]

MOST_PIECES: Final = 20_000
"""Pieces that are kept; beyond them the oldest are forgotten, a quarter at a time."""
_THOUGHT: Final = 2000
_GAP: Final = Frame(gap=True)
_CLOSE: Final = Frame()


class Transcript:
    """Takes what a turn says and gives pieces, finished ones once and open ones every time."""

    def __init__(self) -> None:
        self.folded = True
        self._markdown: MarkdownFeed | None = None
        self._thought: _Thought | None = None
        self._done: list[Piece] = []
        self._last: str = ""
        self._turn = False

    @property
    def is_open(self) -> bool:
        """True while more of the same turn is expected."""
        return self._turn

    def add(self, kind: Kind | Literal["begin", "end"], piece: str) -> None:
        """Add a piece; a change of kind ends what was open."""
        self._turn = kind != "end"
        match kind:
            case "text":
                self._text(piece)
            case "thinking":
                self._think(piece)
            case "tool":
                self._finish()
                self._tool(piece)
            case "begin":
                self._finish()
                self._put(Title(_GAP if self._last else _CLOSE, clean_line(piece)), "title")
            case "end":
                self._finish()

    def take(self) -> list[Piece]:
        """The pieces finished since the last call."""
        if self._markdown is not None:
            self._put_blocks(self._markdown.take())
        done, self._done = self._done, []
        return done

    def tail(self) -> list[Piece]:
        """The pieces still open."""
        if self._thought is not None:
            return self._thought.live(self)
        if self._markdown is not None:
            return list(self._spaced(self._markdown.tail()))
        return []

    def surplus(self, pieces: Sequence[Piece]) -> int:
        """How many pieces at the start are beyond the bound."""
        return len(pieces) - MOST_PIECES * 3 // 4 if len(pieces) > MOST_PIECES else 0

    def _text(self, piece: str) -> None:
        if self._thought is not None:
            self._finish()
        if self._markdown is None:
            self._markdown = MarkdownFeed()
        self._markdown.feed(piece)

    def _think(self, piece: str) -> None:
        if self._markdown is not None:
            self._finish()
        if self._thought is None:
            self._thought = _Thought([])
        self._thought.parts.append(piece)

    def _tool(self, piece: str) -> None:
        for line in piece.strip("\n").split("\n"):
            gap = self._last not in {"", "tool", "title"}
            self._put(Note(_GAP if gap else _CLOSE, f"· {clean_line(line)}", "dim"), "tool")

    def _finish(self) -> None:
        """End the open text or thought."""
        if self._markdown is not None:
            self._put_blocks(self._markdown.finish())
            self._markdown = None
        if self._thought is not None:
            for piece in self._thought.finished(self):
                self._put(piece, "thinking")
            self._thought = None

    def _put_blocks(self, blocks: list[Block]) -> None:
        if blocks:
            self._done += self._spaced(blocks)
            self._last = "text"

    def _spaced(self, blocks: list[Block]) -> list[Piece]:
        """The first block after something else gets a gap above it."""
        if blocks and self._last not in {"", "text"} and not blocks[0].frame.gap:
            return [replace(blocks[0], frame=replace(blocks[0].frame, gap=True)), *blocks[1:]]
        return list(blocks)

    def _put(self, piece: Piece, kind: str) -> None:
        self._done.append(piece)
        self._last = kind


class _Thought(Struct):
    """A thought that is still going on."""

    parts: list[str]

    def _text(self) -> str:
        self.parts = ["".join(self.parts)]
        return self.parts[0]

    def live(self, transcript: Transcript) -> list[Piece]:
        """As it stands: how long it is, and the end of it when thoughts are unfolded."""
        text = self._text()
        return [ThoughtHead(transcript, _line_count(text)), ThoughtPart(transcript, text[-_THOUGHT:])]

    def finished(self, transcript: Transcript) -> list[Piece]:
        """All of it, in pieces that are quickly laid out."""
        text = self._text()
        parts: list[Piece] = [ThoughtHead(transcript, _line_count(text))]
        start = 0
        while start < len(text):
            cut = text.rfind("\n", start, start + _THOUGHT) + 1 or start + _THOUGHT
            parts.append(ThoughtPart(transcript, text[start:cut]))
            start = cut
        return parts


def _line_count(text: str) -> int:
    return text.strip("\n").count("\n") + 1


class ThoughtHead(Struct, frozen=True):
    """The one dim line that stands for a thought. It is on no source line."""

    transcript: Transcript
    count: int
    at: int = 0
    until: int = 0

    def lines(self, width: int) -> list[Line]:
        """``… thought for 12 lines``."""
        return [((fit(f"… thought for {count(self.count, 'line')}", width).rstrip(), "dim em"),)]

    def rows(self, width: int) -> int:
        """One."""
        del width
        return 1


class ThoughtPart(Struct, frozen=True):
    """Some of a thought: nothing while thoughts are folded. It is on no source line."""

    transcript: Transcript
    text: str
    at: int = 0
    until: int = 0

    def lines(self, width: int) -> list[Line]:
        """The text, set in and dim."""
        if self.transcript.folded:
            return []
        source = self.text.strip("\n").split("\n")
        wrapped = [line for text in source for line in wrap([(clean_line(text), "dim")], width - 2)]
        return [(("  ", ""), *line) for line in wrapped]

    def rows(self, width: int) -> int:
        """None, or from the number of characters."""
        return 0 if self.transcript.folded else len(self.text) // max(width - 2, 1) + 1
