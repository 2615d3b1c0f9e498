"""The built-in maker on files: the checks' mechanical repairs, one commit a finding, and an answer to every finding."""

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path

from critloop.agents.builtin.changes import is_markdown, judged_files, markdown_problems, on_added
from critloop.agents.builtin.documents import kept_in
from critloop.agents.builtin.judgement import read_call
from critloop.agents.builtin.problems import everything, problems_of, text_of
from critloop.agents.speaking import speak
from critloop.checks.diffs.patches import new_side
from critloop.checks.findings import is_ours, match
from critloop.checks.framework import Problem
from critloop.checks.run import fix_text
from critloop.model.errors import AgentProblem, UsageProblem
from critloop.model.finding import Answer, AnswerKind, Finding
from critloop.model.ports import Desk, OpenFinding, Sink, TurnRequest
from critloop.model.turn import Reply, ToolCall
from critloop.reports.answers import write_answers

Finder = Callable[[str], list[Problem]]


@dataclass(slots=True)
class _File:
    """A file under repair: its text and problems now, and the problems that it had at first."""

    path: str
    text: str
    find: Finder
    now: list[Problem]
    first: list[Problem]


@dataclass(slots=True)
class Repairs:
    """One turn at work. In a diff it is the documents among the changed files that are repaired."""

    request: TurnRequest
    sink: Sink
    desk: Desk
    disabled: Collection[str]
    files: dict[str, _File | None] = field(default_factory=dict)
    tools: list[ToolCall] = field(default_factory=list)
    fixed: int = 0

    async def done(self) -> Reply:
        """The reply, once every finding is answered.

        Raises:
            AgentProblem: The file can't be read or written.
        """
        if not self._is_diff:
            await self._opened(self.request.unit.path)
        said: list[str] = []
        for item in self.request.findings:
            answer = await self._answer(item)
            await self.desk.answer(item.id, answer.kind, answer.reason)
            said.append(f"- {write_answers({item.id: answer})}\n")
            await speak(said[-1], self.sink.text)
        if self.fixed and self._is_diff and self.request.tests:
            said.append(await self._tests(self.request.tests[0]))
            await speak(said[-1], self.sink.text)
        return Reply(text="".join(said) or "There is nothing to answer.\n", tools=tuple(self.tools))

    @property
    def _is_diff(self) -> bool:
        return self.request.loop in ("task", "branch")

    async def _answer(self, item: OpenFinding) -> Answer:
        path = self.request.unit.path
        if self._is_diff:
            path = item.finding.location.path or ""
            if not is_markdown(path) or path not in {file.path for file in judged_files(self.request)}:
                reason = "the built-in maker repairs documents, and this is about code; an author has to settle it"
                return Answer(kind=AnswerKind.CANNOT_FIX, reason=reason)
        file = await self._opened(path)
        if file is None:
            return Answer(kind=AnswerKind.CANNOT_FIX, reason=f"{path} can't be read as text")
        return await self._repaired(item, file)

    async def _repaired(self, item: OpenFinding, file: _File) -> Answer:
        problem = match(item.finding, file.now)
        if problem is None:
            return _gone(item.finding, file.first)
        text = fix_text(file.text, problem)
        if text is None or problem.fix is None:
            return Answer(kind=AnswerKind.CANNOT_FIX, reason=f"only the author can settle it: {problem.advice}")
        after = await asyncio.to_thread(file.find, text)
        if len(after) >= len(file.now):
            reason = "the mechanical repair would not settle it here; the author has to look"
            return Answer(kind=AnswerKind.CANNOT_FIX, reason=reason)
        await asyncio.to_thread(_write, self.request.folder / file.path, text)
        file.text, file.now = text, after
        await self.desk.commit_fix([item.id], problem.fix.summary)
        self.fixed += 1
        self._tell(ToolCall(name="Edit", argument=file.path, result=problem.fix.summary))
        return Answer(kind=AnswerKind.FIXED, reason=problem.fix.summary)

    async def _opened(self, path: str) -> _File | None:
        """The file, read once; None for one of a diff that is gone or no text."""
        if path not in self.files:
            try:
                self.files[path] = await asyncio.to_thread(self._read, path)
            except AgentProblem:
                if not self._is_diff:
                    raise
                self.files[path] = None
        return self.files[path]

    def _read(self, path: str) -> _File:
        text = text_of(self.request.folder / path)
        self._tell(read_call(path, text))
        find = self._finder(path, text)
        found = find(text)
        return _File(path, text, find, found, found)

    def _finder(self, path: str, judged: str) -> Finder:
        """Finds what the critic would find: in the unit, or on the lines that the diff adds."""
        request, disabled = self.request, self.disabled
        if self._is_diff:
            sides = [new_side(file) for file in judged_files(request) if file.path == path]
            kept = on_added(judged, sides[0]) if sides else everything
            return lambda text: markdown_problems(text, path, request, disabled, kept)
        place, root, loop, kept = request.folder / path, request.folder, request.loop, kept_in(request)
        return lambda text: problems_of(text, place, root=root, loop=loop, disabled=disabled, kept=kept)

    async def _tests(self, command: str) -> str:
        """Run the tests that cover what was changed; what came of it, in words."""
        try:
            ran = await self.desk.run_tests(command)
        except UsageProblem as problem:
            return f"\nNo tests were run: {problem.message}.\n"
        ended = "took too long and was ended" if ran.exit is None else f"ended with {ran.exit}"
        known = ", as known of this very tree" if ran.reused else ""
        self._tell(ToolCall(name="Tests", argument=command, result=ended))
        return f"\nTests after the fixes: `{command}` {ended}{known}.\n"

    def _tell(self, call: ToolCall) -> None:
        self.sink.tool(call)
        self.tools.append(call)


def _gone(finding: Finding, first: list[Problem]) -> Answer:
    """The answer to a finding that the text does not bear out (any more)."""
    if match(finding, first):
        return Answer(kind=AnswerKind.FIXED, reason="went with an earlier fix of this turn")
    if is_ours(finding):
        reason = "the text has no such fault at present; the check that reports it finds nothing"
        return Answer(kind=AnswerKind.DISPUTED, reason=reason)
    reason = "it takes judgement, and the built-in maker makes mechanical repairs only; the author has to settle it"
    return Answer(kind=AnswerKind.CANNOT_FIX, reason=reason)


def _write(path: Path, text: str) -> None:
    try:
        path.write_bytes(text.encode("utf-8"))
    except OSError as problem:
        raise AgentProblem(f"{path} can't be written: {problem.strerror or problem}") from None
