"""The values that settings and flags share: durations, counts, agents."""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_type_hints

import msgspec

from critloop.model.criteria import MOST
from critloop.model.errors import UsageProblem
from critloop.model.turn import AgentRef

UNITS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}
PART = re.compile(r"(\d+(?:\.\d+)?)([smh]?)")
AGENTS = "builtin or replay:<file>"
WITHOUT_MODEL = frozenset({"builtin", "replay"})
"""Agents that take no model."""


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


def expecting(words: str, read: Callable[[object], object] | None = None, **limits: Any) -> msgspec.Meta:  # noqa: ANN401 - passed on to msgspec
    """Limits of a setting, what it takes in words, and how text that stands for another value is read.

    The words are said when a value is wrong, and written into the manual.
    """
    return msgspec.Meta(extra={"words": words, "read": read}, **limits)


SECONDS = 'seconds, or text like "90s", "30m", "1h30m"'
LONGEST = 1e9
"""The longest duration, in seconds: some thirty years. Infinity is no number that a run can write down."""

Count = Annotated[int, expecting("a whole number, 1 or more", ge=1)]
Cap = Annotated[int, expecting(f"a whole number from 1 to {MOST}", ge=1, le=MOST)]
Amount = Annotated[float, expecting("US dollars, more than 0", gt=0, le=LONGEST)]
Duration = Annotated[float, expecting(SECONDS, seconds, gt=0, le=LONGEST)]
AgentName = Annotated[str, expecting(AGENTS, pattern="(?s)^(builtin|replay:.+)$")]
Names = Annotated[tuple[str, ...], expecting('a list of names, like ["placeholder"]')]
Name = Annotated[str, expecting("a name", min_length=1)]
Model = Annotated[str, expecting('the name of a model, or "agent"', min_length=1)]
SecondModel = Annotated[str, expecting('"as-critic", the name of a model, or "agent"', min_length=1)]
File = Annotated[str, expecting("the path of a file", min_length=1)]
Globs = Annotated[tuple[str, ...], expecting('a list of patterns, like ["src/**/*.py"]')]
Commands = Annotated[tuple[str, ...], expecting('a list of commands, like ["pytest -q"]')]
Rereview = Annotated[Literal["full", "scoped"], expecting('"full" or "scoped"')]


def tables_in(model: type[msgspec.Struct]) -> dict[str, type[msgspec.Struct]]:
    """The fields of a settings table that are tables themselves."""
    hints = get_type_hints(model)
    named = {name: hints[name] for name in model.__struct_fields__}
    return {name: hint for name, hint in named.items() if isinstance(hint, type) and issubclass(hint, msgspec.Struct)}


def expectations(model: type[msgspec.Struct]) -> dict[str, Mapping[str, Any]]:
    """For each field that is no table what it takes, as ``expecting`` was told."""
    hints = get_type_hints(model, include_extras=True)
    found = {name: next(_metas(hints[name]), None) for name in model.__struct_fields__}
    return {name: meta.extra for name, meta in found.items() if meta is not None and meta.extra is not None}


def _metas(hint: object) -> Iterator[msgspec.Meta]:
    if isinstance(hint, msgspec.Meta):
        yield hint
    for part in (*getattr(hint, "__metadata__", ()), *get_args(hint)):
        yield from _metas(part)
