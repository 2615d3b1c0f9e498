"""The replay file: turns of a critic and a maker, one JSON object a line (``critloop.replay/1``)."""

from pathlib import Path
from typing import Annotated, Literal, TypeVar

import msgspec

from critloop.model.base import Frozen
from critloop.model.errors import UsageProblem
from critloop.model.finding import AnswerKind
from critloop.model.turn import Duty, Role, StopReason, ToolCall

SUBJECT = "$SUBJECT"
SCHEMA = "critloop.replay/1"

_Line = TypeVar("_Line", bound=Frozen)


class Header(Frozen):
    """The first line. ``pace`` is tokens per second, 0 for at once."""

    schema_: Literal["critloop.replay/1"] = msgspec.field(name="schema")
    pace: Annotated[float, msgspec.Meta(ge=0)] = 0


class RecordedEdit(Frozen, kw_only=True):
    """One replacement: ``old`` must stand in the file exactly once. ``$SUBJECT`` is the unit's path."""

    path: str = SUBJECT
    old: Annotated[str, msgspec.Meta(min_length=1)]
    new: str


class RecordedFile(Frozen, kw_only=True):
    """A file that is written whole, made where it isn't there yet. ``$SUBJECT`` is the unit's path."""

    path: str = SUBJECT
    text: str


class RecordedCommit(Frozen, kw_only=True):
    """One fix: its files and edits, the findings it answers, and the words for the commit's subject."""

    findings: tuple[str, ...] = ()
    summary: str
    files: tuple[RecordedFile, ...] = ()
    edits: tuple[RecordedEdit, ...] = ()


class RecordedAnswer(Frozen):
    """One answer of the maker."""

    finding: str
    kind: AnswerKind
    reason: str = ""


class RecordedTurn(Frozen):
    """One turn. ``fail`` is how it breaks off instead of ending; ``stop`` why it ended.

    ``duty`` is what the turn was for, where the recording insists on it. ``files`` and ``edits`` are
    left uncommitted, and come after ``commits``; ``tests`` are commands that are run after both.
    """

    role: Role
    duty: Duty | None = None
    text: str = ""
    thinking: str = ""
    tools: tuple[ToolCall, ...] = ()
    files: tuple[RecordedFile, ...] = ()
    edits: tuple[RecordedEdit, ...] = ()
    commits: tuple[RecordedCommit, ...] = ()
    tests: tuple[str, ...] = ()
    answers: tuple[RecordedAnswer, ...] = ()
    fail: str = ""
    stop: StopReason = "end"


class Recording(Frozen):
    """A whole replay file: each turn with the line it stands on, 1-based."""

    pace: float
    turns: tuple[tuple[int, RecordedTurn], ...]

    def turn(self, role: Role, number: int) -> tuple[int, RecordedTurn] | None:
        """The line and the turn that is number ``number`` of its role, from 1; None after the last."""
        own = [item for item in self.turns if item[1].role is role]
        return own[number - 1] if 0 < number <= len(own) else None


def read_recording(path: Path) -> Recording:
    """The turns of a replay file.

    Raises:
        UsageProblem: It can't be read, or a line is not as the format says; names the line.
    """
    lines = _lines(path)
    if not lines:
        raise UsageProblem(f"{path} is empty", f'its first line must be {{"schema": "{SCHEMA}"}}')
    number, first = lines[0]
    header = _parsed(Header, first, path, number)
    turns = tuple((number, _parsed(RecordedTurn, line, path, number)) for number, line in lines[1:])
    return Recording(pace=header.pace, turns=turns)


def _lines(path: Path) -> list[tuple[int, str]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as problem:
        reason = (problem.strerror or str(problem)).lower()
        raise UsageProblem(f"replay file {path}: {reason}", "name a critloop.replay/1 file") from None
    except UnicodeDecodeError:
        raise UsageProblem(f"replay file {path} is not UTF-8 text", "name a critloop.replay/1 file") from None
    return [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]


def _parsed(kind: type[_Line], line: str, path: Path, number: int) -> _Line:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.MsgspecError as problem:
        what, _, place = str(problem).partition(" - at `$.")
        what = f"{place.rstrip('`')}: {what}" if place else what
        raise UsageProblem(f"replay file {path}, line {number}: {what}", "correct the line") from None
