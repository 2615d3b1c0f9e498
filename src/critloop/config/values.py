"""The values that settings and flags share: durations, counts, agents."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field

from critloop.model.errors import UsageProblem
from critloop.model.turn import AgentRef

UNITS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}
PART = re.compile(r"(\d+(?:\.\d+)?)([smh]?)")
AGENT = re.compile(r"builtin|replay:.+", re.DOTALL)
AGENTS = "builtin or replay:<file>"


@dataclass(frozen=True)
class Expect:
    """What a setting takes, in words: said when a value is wrong, and written into the manual."""

    words: str


def seconds(value: object) -> object:
    """Seconds of a number or of text like ``30m``, ``1h30m`` or ``90s``.

    Raises:
        ValueError: It is text in another form.
    """
    if not isinstance(value, str):
        return value
    text = value.replace(" ", "").lower()
    parts = PART.findall(text)
    if not parts or "".join(number + unit for number, unit in parts) != text:
        raise ValueError("no duration")
    return sum(float(number) * UNITS[unit] for number, unit in parts)


def known_agent(value: str) -> str:
    """The name of an agent that exists.

    Raises:
        ValueError: There is no such agent.
    """
    if not AGENT.fullmatch(value):
        raise ValueError("no such agent")
    return value


def agent_ref(text: str, folder: Path) -> AgentRef:
    """The agent that ``AGENT[:MODEL]`` names; the file of a replay is taken relative to ``folder``.

    Raises:
        UsageProblem: There is no such agent, or it takes no model.
    """
    name, _, rest = text.partition(":")
    if name == "replay" and rest:
        return AgentRef(agent=anchored(text, folder))
    if text == "builtin":
        return AgentRef(agent=text)
    if name == "builtin":
        raise UsageProblem(f"the agent builtin takes no model, and {rest!r} was named", "leave it out")
    raise UsageProblem(f"no agent is called {text!r}", f"agents: {AGENTS}")


def anchored(agent: str, folder: Path) -> str:
    """The agent with a replay's file made absolute, so that a run can be resumed from anywhere."""
    name, _, rest = agent.partition(":")
    return f"replay:{(folder / Path(rest).expanduser()).resolve()}" if name == "replay" and rest else agent


Count = Annotated[int, Field(ge=1), Expect("a whole number, 1 or more")]
OptionalCount = Annotated[int | None, Field(ge=1), Expect("a whole number, 1 or more")]
Duration = Annotated[
    float, BeforeValidator(seconds), Field(gt=0), Expect('seconds, or text like "90s", "30m", "1h30m"')
]
OptionalDuration = Annotated[
    float | None, BeforeValidator(seconds), Field(gt=0), Expect('seconds, or text like "90s", "30m", "1h30m"')
]
AgentName = Annotated[str, AfterValidator(known_agent), Expect(AGENTS)]
Names = Annotated[tuple[str, ...], Field(strict=False), Expect('a list of names, like ["placeholder"]')]
Name = Annotated[str, Field(min_length=1), Expect("a name")]
OptionalName = Annotated[str | None, Field(min_length=1), Expect("a name")]
