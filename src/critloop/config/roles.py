"""Agents and models of the roles: as flags name them, and whether they go together."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from critloop.config.layers import Layer
from critloop.config.tables import AS_CRITIC, Roles, SecondRoleSettings
from critloop.config.values import WITHOUT_MODEL, agent_ref
from critloop.model.errors import UsageProblem
from critloop.model.turn import AgentRef


def role_entries(named: Mapping[str, str | None]) -> dict[str, tuple[str, object]]:
    """The keys that ``AGENT[:MODEL]`` sets, for names that end in ``maker`` or ``critic`` (a flag, a variable).

    Raises:
        UsageProblem: There is no such agent.
    """
    entries: dict[str, tuple[str, object]] = {}
    for name, text in named.items():
        if not text:
            continue
        role = "maker" if name.lower().endswith("maker") else "critic"
        try:
            ref = agent_ref(text, Path.cwd())
        except UsageProblem as problem:
            raise UsageProblem(f"{name}: {problem.message}", problem.remedy) from None
        entries[f"roles.{role}.agent"] = (name, ref.agent)
        entries[f"roles.{role}.model"] = (name, ref.model)
    return entries


def agent_before_model(layers: Sequence[Layer]) -> None:
    """Take out of weaker layers the model of a role whose agent a stronger one names: it is another agent's."""
    for number, layer in enumerate(layers):
        for role, table in _roles_of(layer).items():
            if isinstance(table, dict) and "agent" in table:
                for weaker in layers[:number]:
                    weaker_table = _roles_of(weaker).get(role)
                    if isinstance(weaker_table, dict):
                        weaker_table.pop("model", None)


def _roles_of(layer: Layer) -> dict[str, Any]:
    roles = layer.values.get("roles", {})
    return roles if isinstance(roles, dict) else {}


def check_models(roles: Roles, sources: Mapping[str, str]) -> None:
    """Make sure that no model is named for an agent that takes none.

    Raises:
        UsageProblem: One is, with its place.
    """
    for role in roles.__struct_fields__:
        agent, model = _agent_and_model(roles, role)
        if model is not None and agent.partition(":")[0] in WITHOUT_MODEL:
            place = sources.get(f"roles.{role}.model", "settings")
            words = f"{place}: roles.{role}.model: the agent {agent} takes no model, and {model!r} is named"
            raise UsageProblem(words, "leave it out, or name another agent")


def second_ref(roles: Roles, role: SecondRoleSettings) -> AgentRef | None:
    """The agent of an auditor or extractor; None for the critic itself."""
    if role.agent is None:
        return None if role.model == AS_CRITIC else roles.critic.ref.but({"model": role.model})
    return AgentRef(agent=role.agent, model=None if role.model == AS_CRITIC else role.model)


def _agent_and_model(roles: Roles, role: str) -> tuple[str, str | None]:
    table = getattr(roles, role)
    if isinstance(table, SecondRoleSettings):
        ref = second_ref(roles, table) or AgentRef(agent="builtin")
        return ref.agent, ref.model
    return table.agent, table.model
