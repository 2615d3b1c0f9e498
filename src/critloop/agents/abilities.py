"""What the agents of a run are able to do, told before anything is started."""

from critloop.model.run import PolishInputs, RunSpec
from critloop.model.turn import AgentRef

BUILTIN = "builtin"


def able(ref: AgentRef, spec: RunSpec) -> str:
    """Why an agent can't do what a run asks of it, in one line; empty where it can, or nothing is known of it.

    Only the built-in agents are known: they write nothing new, and decide what a machine can decide.
    """
    if ref.agent != BUILTIN:
        return ""
    if spec.create is not None and spec.maker == ref:
        return _creation(spec)
    if isinstance(spec.inputs, PolishInputs):
        return _polish(ref, spec, spec.inputs)
    return ""


def _creation(spec: RunSpec) -> str:
    if spec.loop == "task":
        return "the built-in maker can't carry out a task: name another maker, or give the HEAD of work that is done"
    if spec.create and spec.create.skill:
        return f"the built-in maker can't run the skill {spec.create.skill}: name another maker"
    return f"the built-in maker can't write a {'page' if spec.loop == 'docs' else spec.loop}: name another maker"


def _polish(ref: AgentRef, spec: RunSpec, inputs: PolishInputs) -> str:
    from critloop.checks.criteria import can_extract, understand  # noqa: PLC0415 - only polish needs the parser

    if inputs.criteria is None:
        if ref == (spec.extractor or spec.critic) and not can_extract(inputs.goal):
            return (
                "no criteria that code can decide follow from the goal: word it as docs/criteria.md shows "
                "(“at most 300 words, no TODO”), or name an agent as critic"
            )
        return ""
    if ref != spec.critic:
        return ""
    beyond = [f"{one.id} (“{_line(one.text)}”)" for one in inputs.criteria.criteria if understand(one.text) is None]
    if not beyond:
        return ""
    remedy = "word them as docs/criteria.md shows, or name another critic"
    return f"the built-in critic can't decide {', '.join(beyond)}: {remedy}"


def _line(text: str) -> str:
    return " ".join(text.split())
