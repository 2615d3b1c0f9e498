"""One turn of an agent: its live pieces, its time limit, and every way it can end."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal

from critloop.loop.control import Control
from critloop.model.errors import AgentProblem
from critloop.model.ports import Agent, Clock, Desk, Piece, TurnRequest, Watcher
from critloop.model.turn import Reply, ToolCall
from critloop.model.usage import Usage


class TurnStopped(Exception):
    """The human stopped the run while the turn ran."""


class LiveSink:
    """Passes live pieces on to whoever watches, and keeps the text in case the turn is cut."""

    def __init__(
        self,
        request: TurnRequest,
        watch: Watcher | None,
        call_ended: Callable[[str, Usage], Awaitable[None]],
        clock: Clock,
    ) -> None:
        """Pieces are labelled with the request's run, turn and role."""
        self._request = request
        self._watch = watch
        self._call_ended = call_ended
        self._clock = clock
        self._pieces: list[str] = []
        self.last_sign = clock.now()

    @property
    def received(self) -> str:
        """The reply's text so far."""
        return "".join(self._pieces)

    def text(self, piece: str) -> None:
        """A piece of the reply."""
        self._pieces.append(piece)
        self._show("text", piece)

    def thinking(self, piece: str) -> None:
        """A piece of the agent's reasoning."""
        self._show("thinking", piece)

    def tool(self, call: ToolCall) -> None:
        """A tool call, as one line."""
        parts = [call.name, call.argument, f"→ {call.result}" if call.result else ""]
        self._show("tool", " ".join(filter(None, parts)))

    async def call_ended(self, text: str, usage: Usage) -> None:
        """A finished model call, journaled before the agent goes on."""
        self.last_sign = self._clock.now()
        await self._call_ended(text, usage)

    def _show(self, kind: Literal["text", "thinking", "tool"], text: str) -> None:
        self.last_sign = self._clock.now()
        if self._watch is not None:
            run, turn, role = self._request.run, self._request.turn, self._request.role
            self._watch(Piece(run=run, turn=turn, role=role, kind=kind, text=text))


async def run_turn(
    agent: Agent, request: TurnRequest, sink: LiveSink, desk: Desk | None, control: Control, clock: Clock
) -> Reply:
    """The agent's reply, with the seconds that it took.

    Raises:
        AgentProblem: It gave nothing usable, or no sign of life for ``request.idle_seconds``.
        TurnStopped: The human stopped the run.
    """
    started = clock.now()
    turn = asyncio.ensure_future(agent.turn(request, sink, desk))
    stop = asyncio.ensure_future(control.stopped())
    try:
        while not turn.done():
            left = request.idle_seconds - (clock.now() - sink.last_sign)
            if left <= 0:
                raise AgentProblem(f"no sign of life for {request.idle_seconds:g} seconds")
            await asyncio.wait({turn, stop}, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            if stop.done() and not turn.done():
                raise TurnStopped
        return _timed(_result(turn, request), clock.now() - started)
    finally:
        stop.cancel()
        await _ended(turn)


async def _ended(turn: asyncio.Future[Reply]) -> None:
    """Cancel a turn that is still running and wait until it is really over."""
    if not turn.done():
        turn.cancel()
        await asyncio.wait({turn})
    if not turn.cancelled():
        turn.exception()


def _result(turn: asyncio.Future[Reply], request: TurnRequest) -> Reply:
    try:
        return turn.result()
    except (AgentProblem, asyncio.CancelledError):
        raise
    except Exception as error:
        message = f"{request.agent} broke off: {type(error).__name__}: {error}"
        raise AgentProblem(message) from error


def _timed(reply: Reply, seconds: float) -> Reply:
    if reply.usage.seconds:
        return reply
    return reply.but({"usage": reply.usage.but({"seconds": seconds})})
