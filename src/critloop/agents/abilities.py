"""What the agents of a run are able to do, told before anything is started."""

import re
from pathlib import PurePosixPath

from critloop.model.run import PolishInputs, RunSpec
from critloop.model.turn import AgentRef

BUILTIN = "builtin"
_PROSE = frozenset(
    {
        *(".md", ".markdown", ".mdx", ".mdown", ".mkd", ".qmd", ".rmd", ".myst"),
        *(".rst", ".rest", ".adoc", ".asciidoc", ".asc", ".txt", ".text", ".org", ".textile"),
    }
)
# Terms to be taken as they are, and lists that a tool reads.
_NO_PAGE = re.compile(
    r"(?:un)?licen[cs]e(?:[-_.].*)?|copying(?:[-_.].*)?|copyright|notice|patents"
    r"|.*requirements.*\.txt|constraints.*\.txt|(?:robots|humans|security|cmakelists|llms|version|manifest)\.txt",
    re.IGNORECASE,
)


def able(ref: AgentRef, spec: RunSpec) -> str:
    """Why an agent can't do what a run asks of it, in one line; empty where it can, or nothing is known of it.

    Only the built-in agents are known: they write nothing new, and decide what a machine can decide.
    """
    if ref.agent != BUILTIN:
        return ""
    if spec.loop == "docs" and spec.critic == ref and spec.subject and not is_prose(spec.subject):
        return f"{spec.subject} is no page: critloop docs takes Markdown, reStructuredText, AsciiDoc or text"
    if spec.create is not None and spec.maker == ref:
        return _creation(spec)
    if isinstance(spec.inputs, PolishInputs):
        return _polish(ref, spec, spec.inputs)
    return ""


def is_prose(path: str) -> bool:
    """True for what may be a documentation page by its name: a README needs no suffix."""
    name, suffix = PurePosixPath(path).name, PurePosixPath(path).suffix.lower()
    if suffix in ("", ".txt", ".text") and _NO_PAGE.fullmatch(name):
        return False
    return suffix in _PROSE or (not suffix and (name.isupper() or name.lower().startswith("readme")))


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
