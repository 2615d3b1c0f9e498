"""The built-in critic's look at what a diff could not show: it settles what the files alone say, and no more."""

import re
from collections.abc import Callable
from pathlib import Path

from critloop.agents.builtin.judgement import Judgement
from critloop.context.languages import definitions, is_source
from critloop.model.items import Look
from critloop.model.ports import TurnRequest
from critloop.model.turn import ToolCall
from critloop.reports.look import write_look

_PATH = r"[`“\"]?(?P<path>(?:[\w.@-]+/)*[\w.@-]*\w\.\w{1,10})[`”\"]?"
_NAME = r"[`“\"](?P<name>[A-Za-z_]\w*)(?:\(\))?[`”\"]"
_WORD = (
    r"(?:the |a |there is a |an existing )*"
    r"(?:(?:source |test )?(?:file|module|function|method|class|type)(?: called| named)? )?"
)
_EXISTS = re.compile(
    rf"(?i:{_WORD}){_PATH}(?: file)? (?:already )?exists(?: in the (?:project|repository|work copy))?\.?"
)
_DEFINED = re.compile(rf"(?i:{_WORD}){_NAME} (?:is|exists and is) (?:already )?(?:defined|declared) in {_PATH}\.?")
_MOST = 2_000_000


def look(request: TurnRequest) -> Judgement:
    """An answer to each open item: ``holds``, with the place, for those that say only that something is there."""
    looks: dict[str, Look] = {}
    calls: list[ToolCall] = []
    for item in request.items:
        looks[item.id], call = _settled(item.text, request.folder)
        calls += [call] if call else []
    return Judgement(write_look(looks) + "\n", tuple(calls))


def _settled(text: str, folder: Path) -> tuple[Look, ToolCall | None]:
    said = " ".join(text.split())
    for pattern, answer in _ANSWERS:
        if match := pattern.fullmatch(said):
            call = ToolCall(name="Read", argument=match["path"], result="", risk=f"whether this holds: {said[:80]}")
            return answer(match, folder), call
    reason = (
        "it takes judgement, and only the presence of a file or a definition can be settled by code; a person can tell"
    )
    return Look(kind="unknown", reason=reason), None


def _exists(match: re.Match[str], folder: Path) -> Look:
    path = match["path"]
    if _inside(folder, path) is None:
        return Look(kind="unknown", reason=f"there is no file {path} in the work copy; it may be made by a build")
    return Look(kind="holds", reason=f"{path}:1 is there")


def _defined(match: re.Match[str], folder: Path) -> Look:
    path, name = match["path"], match["name"]
    file = _inside(folder, path)
    text = _text(file) if file and is_source(path) else ""
    if not text or name not in definitions(path, text):
        return Look(kind="unknown", reason=f"no definition of {name} was found in {path}; a person can tell")
    lines = text.splitlines()
    line = next((n for n, one in enumerate(lines, start=1) if name in definitions(path, one + "\n")), None)
    if line is None:
        return Look(kind="unknown", reason=f"{path} seems to define {name}, and the line could not be told")
    return Look(kind="holds", reason=f"{path}:{line} defines {name}")


_ANSWERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Path], Look]], ...] = (
    (_EXISTS, _exists),
    (_DEFINED, _defined),
)


def _inside(folder: Path, path: str) -> Path | None:
    """The file below the folder that a path means; None where there is none."""
    file = folder / path
    try:
        return file if file.is_file() and file.resolve().is_relative_to(folder.resolve()) else None
    except OSError:
        return None


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig") if file.stat().st_size <= _MOST else ""
    except (OSError, UnicodeDecodeError):
        return ""
