"""An agent that plays turns from a file: for demonstrations, tests, and comparing loops."""

import asyncio
from pathlib import Path

from critloop.agents.recording import (
    SUBJECT,
    RecordedCommit,
    RecordedEdit,
    RecordedFile,
    RecordedTurn,
    Recording,
    read_recording,
)
from critloop.agents.speaking import speak_at
from critloop.model.errors import AgentProblem, UnknownFinding, UsageProblem
from critloop.model.ports import Clock, Desk, Sink, TurnRequest
from critloop.model.turn import Reply
from critloop.model.usage import Usage


class ReplayAgent:
    """Plays the turns of one replay file.

    A turn is found by ``request.turn_number`` among those of its role, so that a resumed run goes
    on where it was, and a turn that was cut is played again.
    """

    def __init__(self, path: Path, clock: Clock) -> None:
        """Read the file at once.

        Raises:
            UsageProblem: It can't be read or is malformed; says where.
        """
        self._path = path
        self._clock = clock
        self._recording: Recording = read_recording(path)

    async def turn(self, request: TurnRequest, sink: Sink, desk: Desk | None) -> Reply:
        """Play one turn.

        Raises:
            AgentProblem: The recording has no such turn, an edit does not fit, or the turn is
                recorded as a failure.
        """
        line, recorded = self._found(request)
        pace = self._recording.pace
        await speak_at(recorded.thinking, sink.thinking, pace=pace, clock=self._clock)
        for call in recorded.tools:
            sink.tool(call)
        await speak_at(recorded.text, sink.text, pace=pace, clock=self._clock)
        if recorded.fail:
            raise AgentProblem(recorded.fail, text=recorded.text)
        if desk is not None:
            await self._work(recorded, line, request, desk)
        output = len(recorded.text.split())
        return Reply(text=recorded.text, stop=recorded.stop, tools=recorded.tools, usage=Usage(output=output))

    def _found(self, request: TurnRequest) -> tuple[int, RecordedTurn]:
        found = self._recording.turn(request.role, request.turn_number)
        if found is None:
            raise AgentProblem(
                f"the recording {self._path.name} has no more turns for the {request.role.value}",
                f"it has {sum(turn.role is request.role for _, turn in self._recording.turns)}",
                final=True,
            )
        line, recorded = found
        if recorded.duty not in (None, request.duty):
            raise AgentProblem(
                f"replay file {self._path}, line {line}: a turn of the duty {recorded.duty}, "
                f"and the run asks for {request.duty}",
                "record the turns of a role in the order in which the run asks for them",
                final=True,
            )
        return found

    async def _work(self, recorded: RecordedTurn, line: int, request: TurnRequest, desk: Desk) -> None:
        place = f"replay file {self._path}, line {line}"
        try:
            for commit in recorded.commits:
                await asyncio.to_thread(_apply, commit, request, place)
                await desk.commit_fix(commit.findings, commit.summary)
            # A commit takes along all that lies there, so what stays uncommitted is written after the last.
            await asyncio.to_thread(_apply, recorded, request, place)
            for command in recorded.tests:
                await desk.run_tests(command)
            for answer in recorded.answers:
                await desk.answer(answer.finding, answer.kind, answer.reason)
        except (UnknownFinding, UsageProblem) as problem:
            raise AgentProblem(f"{place}: {problem.message}", problem.remedy, final=True) from None


def _apply(recorded: RecordedTurn | RecordedCommit, request: TurnRequest, place: str) -> None:
    """Write the files and make the edits in the work copy; all of them fit, or none is written."""
    texts = {_inside(file, request, place): file.text for file in recorded.files}
    for edit in recorded.edits:
        path = _inside(edit, request, place)
        if path not in texts:
            texts[path] = _read(path, edit, place)
        texts[path] = _replaced(texts[path], edit, place)
    for path, text in texts.items():
        _write(path, text, place)


def _write(path: Path, text: str, place: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))
    except OSError as problem:
        raise AgentProblem(f"{place}: {path.name} can't be written: {problem.strerror}", final=True) from None


def _inside(file: RecordedEdit | RecordedFile, request: TurnRequest, place: str) -> Path:
    relative = request.unit.path if file.path == SUBJECT else file.path
    folder = request.folder.resolve()
    path = (folder / relative).resolve()
    inside = path.is_relative_to(folder) and path != folder
    if not inside or ".git" in path.relative_to(folder).parts:
        raise AgentProblem(f"{place}: the path {file.path!r} leaves the work copy", final=True)
    return path


def _read(path: Path, edit: RecordedEdit, place: str) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise AgentProblem(f"{place}: {edit.path} can't be edited: {problem}", final=True) from None


def _replaced(text: str, edit: RecordedEdit, place: str) -> str:
    """The text with ``old`` replaced; line breaks of the edit are those of the file."""
    newline = "\r\n" if "\r\n" in text else "\n"
    old, new = edit.old.replace("\n", newline), edit.new.replace("\n", newline)
    count = text.count(old)
    if count != 1:
        times = "does not have" if not count else f"has {count} times"
        first = edit.old.strip().split("\n", 1)[0]
        raise AgentProblem(f"{place}: {edit.path} {times} the text “{first[:60]}”", final=True)
    return text.replace(old, new)
