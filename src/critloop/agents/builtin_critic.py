"""The built-in critic: the checks, written as a review in the loop's own format."""

import asyncio
from collections.abc import Sequence

from critloop.agents.builtin.judgement import Judgement
from critloop.agents.speaking import speak
from critloop.model.ports import Desk, Sink, TurnRequest
from critloop.model.turn import Reply


class BuiltinCritic:
    """Judges by what can be known without a model; no network, no key. A re-review or an audit is a review to it."""

    def __init__(self, disabled: Sequence[str] = ()) -> None:
        """``disabled`` names checks that are left out."""
        self._disabled = tuple(disabled)

    async def turn(self, request: TurnRequest, sink: Sink, desk: Desk | None = None) -> Reply:
        """Read what is judged and write what the duty asks for.

        Raises:
            AgentProblem: The file can't be read, is no UTF-8 text, or the goal is beyond the checks.
        """
        del desk
        said = await asyncio.to_thread(_judge, request, self._disabled)
        for call in said.tools:
            sink.tool(call)
        await speak(said.text, sink.text)
        return Reply(text=said.text, tools=said.tools)


def _judge(request: TurnRequest, disabled: tuple[str, ...]) -> Judgement:
    # Each loop loads what it needs: the parser comes with the first turn, not with the program.
    if request.duty == "look":
        from critloop.agents.builtin.looking import look  # noqa: PLC0415

        return look(request)
    if request.loop == "polish":
        from critloop.agents.builtin.scoring import evaluate, extract  # noqa: PLC0415

        return extract(request) if request.duty == "extract" else evaluate(request)
    if request.loop in ("task", "branch"):
        from critloop.agents.builtin.diffs import judge_branch, judge_task  # noqa: PLC0415

        return (judge_task if request.loop == "task" else judge_branch)(request, disabled)
    from critloop.agents.builtin.documents import judge_document  # noqa: PLC0415

    return judge_document(request, disabled)
