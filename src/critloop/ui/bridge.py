"""From the driver's callbacks to Textual messages, at a rate that a screen can follow."""

import asyncio
from collections.abc import Callable

from textual.message import Message

from critloop.model.ports import Piece

RATE = 15.0
"""Messages a second, at most, of each kind and run."""


class RunChanged(Message):
    """New events were folded into a run's history, or what this process does with the run changed."""

    def __init__(self, run: str) -> None:
        super().__init__()
        self.run = run


class PiecesArrived(Message):
    """Live pieces of a run's turns, joined where they belong together."""

    def __init__(self, run: str, pieces: tuple[Piece, ...]) -> None:
        super().__init__()
        self.run = run
        self.pieces = pieces


class RunProblem(Message):
    """Something about a run went wrong, in words for the human."""

    def __init__(self, run: str, words: str) -> None:
        super().__init__()
        self.run = run
        self.words = words


class Throttle:
    """Calls an action at once, and then at most ``RATE`` times a second while it is poked."""

    def __init__(self, action: Callable[[], None], rate: float = RATE) -> None:
        self._action = action
        self._gap = 1 / rate
        self._waiting: asyncio.TimerHandle | None = None
        self._again = False

    def poke(self) -> None:
        """Ask for a call."""
        if self._waiting is not None:
            self._again = True
            return
        self._waiting = asyncio.get_running_loop().call_later(self._gap, self._elapsed)
        self._action()

    def flush(self) -> None:
        """Make the call that was asked for, if one was, without waiting."""
        if self._again:
            self._again = False
            self._action()

    def close(self) -> None:
        """Forget what was asked for."""
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
        self._again = False

    def _elapsed(self) -> None:
        self._waiting = None
        if self._again:
            self._again = False
            self.poke()


class PieceBuffer:
    """A ``Watcher`` that joins pieces and posts them as one message, in the name of the run that speaks then."""

    def __init__(self, run: Callable[[], str], post: Callable[[Message], object]) -> None:
        self._run = run
        self._post = post
        self._pieces: list[Piece] = []
        self._throttle = Throttle(self._send)

    def __call__(self, piece: Piece) -> None:
        """Take one piece."""
        self._pieces.append(piece)
        self._throttle.poke()

    def flush(self) -> None:
        """Send what has come together."""
        self._throttle.flush()

    def _send(self) -> None:
        if self._pieces:
            pieces, self._pieces = joined(self._pieces), []
            self._post(PiecesArrived(self._run(), pieces))


def joined(pieces: list[Piece]) -> tuple[Piece, ...]:
    """The same text in fewer pieces: neighbours of one turn and kind become one; tool calls stay single."""
    result: list[list[Piece]] = []
    for piece in pieces:
        last = result[-1][-1] if result else None
        if last and piece.kind != "tool" and (last.turn, last.kind) == (piece.turn, piece.kind):
            result[-1].append(piece)
        else:
            result.append([piece])
    return tuple(group[0].but({"text": "".join(p.text for p in group)}) for group in result)
