"""Agent definitions in Markdown, as ``.claude/agents/NAME.md`` holds them: a critic's persona and limits."""

import re
from pathlib import Path

from critloop.context.front import FrontMatter, read_front_matter
from critloop.model.base import Frozen
from critloop.model.errors import UsageProblem

CRITIC_TOOLS = ("Read", "Glob", "Grep")
"""All that a critic may ever use (docs-critique.txt, "Agent Definition")."""

_TOOL = re.compile(r"(?P<name>[\w*-]+(?:__[\w*-]+)*)(?P<scope>\(.*\))?$")
_EVERYTHING = ("*", "all")


class AgentDefinition(Frozen):
    """Who the critic is. ``tools`` are as written, None when the file leaves them open; so is ``model``.

    ``persona`` is the text below the front matter.
    """

    name: str
    persona: str
    description: str = ""
    tools: tuple[str, ...] | None = None
    model: str | None = None


def read_agent_definition(path: Path) -> AgentDefinition:
    """Read an agent definition.

    Raises:
        UsageProblem: It can't be read, has no front matter, name or text, or names no tool that a
            critic may use; with file and line.
    """
    text = read_definition(path)
    front = checked_front_matter(path, text)
    persona = front.body.strip()
    if not persona:
        raise UsageProblem(f"{path}:{front.body_line}: no text below the front matter", "say there who the critic is")
    tools = _tools(path, front)
    if tools is not None and not narrowed(tools):
        raise UsageProblem(
            f"{path}:{front.lines.get('tools', front.lines.get('disallowedtools', 1))}: no tool that a critic may use",
            f"name one or more of {', '.join(CRITIC_TOOLS)}, or leave the line out",
        )
    model = front.text("model")
    return AgentDefinition(
        name=front.text("name"),
        description=front.text("description"),
        tools=tools,
        model=None if model.casefold() in ("", "inherit") else model,
        persona=persona,
    )


def narrowed(tools: tuple[str, ...] | None) -> tuple[str, ...]:
    """The critic's tools under a definition: those of its own that the definition allows, and no other."""
    if tools is None or any(tool.casefold() in _EVERYTHING for tool in tools):
        return CRITIC_TOOLS
    allowed = {tool.casefold() for tool in tools}
    return tuple(tool for tool in CRITIC_TOOLS if tool.casefold() in allowed)


def read_definition(path: Path) -> str:
    """The text of a definition file; UsageProblem when there is none."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise UsageProblem(f"{path}:{line}: not UTF-8 text", "save the file as UTF-8") from None
    except OSError as error:
        raise UsageProblem(f"{path}: can't read it: {error.strerror}", "check the path") from None


def checked_front_matter(path: Path, text: str) -> FrontMatter:
    """The front matter of a definition; UsageProblem when it is missing, not closed, or has no name."""
    front = read_front_matter(text)
    if not front.closed:
        raise UsageProblem(f"{path}:1: the front matter has no end", "close it with a --- line")
    if not front.present:
        raise UsageProblem(
            f"{path}:1: no front matter", "begin with a --- line, name: and description:, and a --- line"
        )
    if front.stray is not None:
        raise UsageProblem(f"{path}:{front.stray}: not a key and its value", "write it as   key: value")
    if not front.text("name"):
        raise UsageProblem(f"{path}:{front.lines.get('name', 1)}: no name", "add   name: to the front matter")
    return front


def _tools(path: Path, front: FrontMatter) -> tuple[str, ...] | None:
    """The tools that a definition allows, less those that it takes away."""
    listed = _names(path, front, "tools")
    refused = _names(path, front, "disallowedtools")
    if refused is None:
        return listed
    taken = {tool.casefold() for tool in refused}
    return tuple(tool for tool in (listed or CRITIC_TOOLS) if tool.casefold() not in taken)


def _names(path: Path, front: FrontMatter, key: str) -> tuple[str, ...] | None:
    if key not in front.values:
        return None
    parts = [part.strip() for value in front.values[key] for part in re.split(r",(?![^(]*\))", value)]
    names = [_tool(path, front.lines[key], part) for part in parts if part]
    if not names:
        raise UsageProblem(f"{path}:{front.lines[key]}: no tool is named", "name the tools, or leave the line out")
    return tuple(names)


def _tool(path: Path, line: int, text: str) -> str:
    match = _TOOL.match(text)
    if not match:
        raise UsageProblem(f"{path}:{line}: {text!r} is no tool's name", "separate the names with commas")
    if match["scope"] and match["name"] in CRITIC_TOOLS:
        raise UsageProblem(f"{path}:{line}: {text} can't be held to a part of the files", f"write {match['name']}")
    return match["name"]
