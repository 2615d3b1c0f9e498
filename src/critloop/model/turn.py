"""A turn: one dispatch of a role, what was asked and what came back."""

from enum import StrEnum
from typing import Literal

from critloop.model.base import Frozen
from critloop.model.usage import Usage


class Role(StrEnum):
    """Who does a turn."""

    MAKER = "maker"
    CRITIC = "critic"


Duty = Literal["create", "fix", "close", "review", "rereview", "audit", "look", "extract"]
"""What a turn is for. ``create``: write the first version; ``fix``: answer findings; ``close``: the single
pass for what needs no second look; ``review``: read all; ``rereview``: the open findings and what was done
about them; ``audit``: read all of the final version; ``look``: settle what a diff could not show;
``extract``: turn a goal into criteria."""


class AgentRef(Frozen):
    """An agent and, where it takes one, the model: written out, or ``agent`` for the agent's own choice."""

    agent: str
    model: str | None = None

    def __str__(self) -> str:
        """``agent`` or ``agent:model``."""
        return f"{self.agent}:{self.model}" if self.model else self.agent


class ToolCall(Frozen):
    """One tool call of a turn, in a line: ``Read src/a.py 1-40``, and what came back in short.

    ``risk`` is the concrete risk that a reviewer of a diff names for looking outside of it.
    """

    name: str
    argument: str = ""
    result: str = ""
    risk: str = ""


StopReason = Literal["end", "max_tokens", "refusal", "cut", "cancelled", "error"]


class Reply(Frozen):
    """What a turn gave. Only ``stop == "end"`` is a turn that ended normally.

    ``conversation`` is the adapter's own handle to go on from; ``error`` says in words what went
    wrong when ``stop`` is not ``end``.
    """

    text: str
    stop: StopReason = "end"
    usage: Usage = Usage()
    tools: tuple[ToolCall, ...] = ()
    conversation: str | None = None
    error: str = ""
