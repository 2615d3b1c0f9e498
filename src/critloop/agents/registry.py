"""Agents by name."""

from collections.abc import Sequence
from pathlib import Path

from critloop.agents.abilities import able
from critloop.model.errors import UsageProblem
from critloop.model.ports import Agent, Clock
from critloop.model.turn import AgentRef, Role

__all__ = ["KNOWN", "able", "agent_for"]

KNOWN = "builtin, replay:<file>"


def agent_for(ref: AgentRef, role: Role, *, clock: Clock, disabled: Sequence[str] = ()) -> Agent:
    """The agent that a role names. ``disabled`` names checks that the built-in one leaves out.

    Raises:
        UsageProblem: There is no such agent, or its file can't be read.
    """
    name, _, argument = ref.agent.partition(":")
    if name == "builtin" and not argument:
        return _builtin(ref, role, disabled)
    if name == "replay":
        return _replay(ref, argument, clock)
    raise UsageProblem(f"no agent is called {ref.agent!r}", f"agents: {KNOWN}")


def _builtin(ref: AgentRef, role: Role, disabled: Sequence[str]) -> Agent:
    if ref.model:
        raise UsageProblem(f"the built-in {role.value} takes no model, but {ref.model!r} is named", "write builtin")
    # The parser is loaded with the agent that needs it.
    from critloop.agents.builtin_critic import BuiltinCritic  # noqa: PLC0415
    from critloop.agents.builtin_maker import BuiltinMaker  # noqa: PLC0415

    return BuiltinMaker(disabled) if role is Role.MAKER else BuiltinCritic(disabled)


def _replay(ref: AgentRef, argument: str, clock: Clock) -> Agent:
    from critloop.agents.replay import ReplayAgent  # noqa: PLC0415 - only runs that replay need it

    # A file's name may hold a colon, which a reference splits as if a model followed.
    file = f"{argument}:{ref.model}" if ref.model else argument
    if not file:
        raise UsageProblem("replay needs a file", "write replay:<file>")
    return ReplayAgent(Path(file).expanduser(), clock)
