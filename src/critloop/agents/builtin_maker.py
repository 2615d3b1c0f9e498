"""The built-in maker: repairs what is mechanical, and says of the rest that an author has to."""

import asyncio
from collections.abc import Sequence

from critloop.agents.speaking import speak
from critloop.model.errors import AgentProblem
from critloop.model.ports import Desk, Sink, TurnRequest
from critloop.model.turn import Reply


class BuiltinMaker:
    """Makes mechanical repairs, and answers every finding; it writes nothing new."""

    def __init__(self, disabled: Sequence[str] = ()) -> None:
        """``disabled`` names checks that are left out."""
        self._disabled = tuple(disabled)

    async def turn(self, request: TurnRequest, sink: Sink, desk: Desk | None) -> Reply:
        """Answer each finding of the request; in polish the reply is the whole revised text.

        Raises:
            AgentProblem: The file can't be read or written, there is no desk, or something new is asked for.
        """
        if desk is None:
            raise AgentProblem("the built-in maker has no desk to commit at", final=True)
        if request.duty == "create":
            raise AgentProblem(
                "the built-in maker repairs, and writes nothing new",
                "name another maker, such as --maker human",
                final=True,
            )
        if request.loop == "polish":
            return await _revised(request, sink, desk)
        # The parser is loaded with the first turn, not with the program.
        from critloop.agents.builtin.repairing import Repairs  # noqa: PLC0415

        return await Repairs(request, sink, desk, self._disabled).done()


async def _revised(request: TurnRequest, sink: Sink, desk: Desk) -> Reply:
    from critloop.agents.builtin.revising import revise  # noqa: PLC0415 - the same
    from critloop.reports.artifact import write_artifact  # noqa: PLC0415 - only polish needs it

    revision = await asyncio.to_thread(revise, request)
    for key, answer in revision.answers.items():
        await desk.answer(key, answer.kind, answer.reason)
    text = write_artifact(revision.text)
    await speak(text, sink.text)
    return Reply(text=text)
