"""What a critic's turn comes to."""

from dataclasses import dataclass

from critloop.model.turn import ToolCall


@dataclass(frozen=True, slots=True)
class Judgement:
    """The reply's text, and the files that were read for it."""

    text: str
    tools: tuple[ToolCall, ...] = ()


def read_call(path: str, text: str) -> ToolCall:
    """The call that reading a whole file comes to."""
    return ToolCall(name="Read", argument=path, result=f"{len(text.splitlines())} lines")


def counted(number: int, one: str) -> str:
    """``1 added line``, ``2 added lines``."""
    return f"{number} {one}{'' if number == 1 else 's'}"
