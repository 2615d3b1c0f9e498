"""The built-in maker: repairs what is mechanical, and says of the rest that an author has to."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from critloop.agents.speaking import speak
from critloop.checks.findings import is_ours, match
from critloop.checks.folding import folded
from critloop.checks.framework import Problem
from critloop.checks.run import check_text, fix_text, read_text
from critloop.checks.surroundings import Surroundings
from critloop.model.errors import AgentProblem, UsageProblem
from critloop.model.finding import Answer, AnswerKind, Finding
from critloop.model.ports import Desk, OpenFinding, Sink, TurnRequest
from critloop.model.turn import Reply, ToolCall
from critloop.reports.answers import write_answers


class BuiltinMaker:
    """Applies the checks' mechanical fixes, one commit a finding, and answers every finding."""

    def __init__(self, disabled: Sequence[str] = ()) -> None:
        """``disabled`` names checks that are left out."""
        self._disabled = tuple(disabled)

    async def turn(self, request: TurnRequest, sink: Sink, desk: Desk | None) -> Reply:
        """Answer each finding of the request; fixes are committed through the desk.

        Raises:
            AgentProblem: The file can't be read or written, or there is no desk.
        """
        if desk is None:
            raise AgentProblem("the built-in maker has no desk to commit at", final=True)
        work = _Work(request, sink, desk, self._disabled)
        return await work.done()


@dataclass(slots=True)
class _Work:
    """One turn at work on one file."""

    request: TurnRequest
    sink: Sink
    desk: Desk
    disabled: tuple[str, ...]

    async def done(self) -> Reply:
        """The reply, once every finding is answered."""
        path = self.request.folder / self.request.unit.path
        text = await asyncio.to_thread(_read, path)
        first = await self._problems(path, text)
        call = ToolCall(name="Read", argument=self.request.unit.path, result=f"{len(text.splitlines())} lines")
        self.sink.tool(call)
        said: list[str] = []
        tools = [call]
        for item in self.request.findings:
            answer, text, edit = await self._answer(item, path, text, first)
            await self.desk.answer(item.id, answer.kind, answer.reason)
            if edit is not None:
                self.sink.tool(edit)
                tools.append(edit)
            line = f"- {write_answers({item.id: answer})}\n"
            await speak(line, self.sink.text)
            said.append(line)
        return Reply(text="".join(said) or "There is nothing to answer.\n", tools=tuple(tools))

    async def _problems(self, path: Path, text: str) -> list[Problem]:
        around = Surroundings.of(self.request.folder, path)
        found = await asyncio.to_thread(check_text, text, around, loop=self.request.loop, disabled=self.disabled)
        return folded(found)

    async def _answer(
        self, item: OpenFinding, path: Path, text: str, first: list[Problem]
    ) -> tuple[Answer, str, ToolCall | None]:
        """The answer to one finding, the text after it, and the edit that was made for it."""
        now = await self._problems(path, text)
        problem = match(item.finding, now)
        if problem is None:
            return _gone(item.finding, first), text, None
        fixed = fix_text(text, problem)
        if fixed is None or problem.fix is None:
            return (
                Answer(kind=AnswerKind.CANNOT_FIX, reason=f"only the author can settle it: {problem.advice}"),
                text,
                None,
            )
        if len(await self._problems(path, fixed)) >= len(now):
            reason = "the mechanical repair would not settle it here; the author has to look"
            return Answer(kind=AnswerKind.CANNOT_FIX, reason=reason), text, None
        await asyncio.to_thread(_write, path, fixed)
        await self.desk.commit_fix([item.id], problem.fix.summary)
        edit = ToolCall(name="Edit", argument=self.request.unit.path, result=problem.fix.summary)
        return Answer(kind=AnswerKind.FIXED, reason=problem.fix.summary), fixed, edit


def _gone(finding: Finding, first: list[Problem]) -> Answer:
    """The answer to a finding that the text does not bear out (any more)."""
    if match(finding, first):
        return Answer(kind=AnswerKind.FIXED, reason="went with an earlier fix of this turn")
    if is_ours(finding):
        reason = "the text has no such fault at present; the check that reports it finds nothing"
        return Answer(kind=AnswerKind.DISPUTED, reason=reason)
    reason = "it takes judgement, and the built-in maker makes mechanical repairs only; the author has to settle it"
    return Answer(kind=AnswerKind.CANNOT_FIX, reason=reason)


def _read(path: Path) -> str:
    try:
        return read_text(path)
    except UsageProblem as problem:
        raise AgentProblem(problem.message, problem.remedy, final=True) from None


def _write(path: Path, text: str) -> None:
    try:
        path.write_bytes(text.encode("utf-8"))
    except OSError as problem:
        raise AgentProblem(f"{path} can't be written: {problem.strerror or problem}") from None
