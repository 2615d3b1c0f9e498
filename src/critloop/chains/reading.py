"""A chain's TOML file: ``[[links]]`` with a name, a loop and the options of its command.

An option may be taken from an earlier link: ``spec = { from = "design" }``.
"""

import re
import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from critloop.model.chain import ChainInputs, Link, Value
from critloop.model.errors import UsageProblem
from critloop.workflows.chain import in_order

COMMON = ("maker", "critic", "rounds", "rereview", "max_cost", "max_tokens", "max_time", "keep_branch")
LEFT_OUT = {"polish": ("rounds", "rereview")}
"""What a loop does not have of the common options: polish has a cap, and its evaluator reads all."""

OPTIONS: dict[str, tuple[str, ...]] = {
    "spec": ("subject", "create"),
    "plan": ("subject", "spec", "create"),
    "docs": ("subject", "create", "skill", "arguments", "source", "related", "persona"),
    "task": ("base", "head", "requirement", "plan", "task", "constraints", "evidence"),
    "branch": ("base", "head", "plan"),
    "polish": ("subject", "goal", "criteria", "threshold", "cap"),
}
NEEDED: dict[str, tuple[tuple[str, ...], ...]] = {
    "spec": (("subject",),),
    "plan": (("subject",),),
    "docs": (("subject", "skill"),),
    "task": (("requirement", "plan"),),
    "branch": (("base",),),
    "polish": (("subject",), ("goal", "criteria")),
}
"""For each loop, groups of options of which one has to be there."""

TAKEN = {"subject", "spec", "plan", "requirement", "base", "constraints", "evidence"}
"""Options that another link can give: a file that it made, or the BASE that it began from."""


def read_chain(path: Path, shown: str = "") -> ChainInputs:
    """The chain that a file describes, its links in the order in which they run.

    Raises:
        UsageProblem: The file can't be read, or something in it is wrong; with the line of its table.
    """
    where = shown or str(path)
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except OSError as error:
        raise UsageProblem(f"{where}: can't read it: {error.strerror}", "name a chain's TOML file") from None
    except UnicodeDecodeError:
        raise UsageProblem(f"{where}: not UTF-8 text", "save the file as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise UsageProblem(f"{where}: no valid TOML: {error}", "mend it") from None
    unknown = [key for key in data if key != "links"]
    if unknown:
        raise UsageProblem(f"{where}: unknown key {unknown[0]!r}", "a chain has tables [[links]] and nothing else")
    tables = data.get("links")
    if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
        raise UsageProblem(f"{where}: a chain without links", "add a table [[links]] for each loop")
    lines = _lines(text, len(tables))
    links = [_link(table, line, where) for table, line in zip(tables, lines, strict=True)]
    for number, link in enumerate(links):
        if any(link.name == other.name for other in links[:number]):
            raise UsageProblem(f"{where}:{link.line}: a second link {link.name!r}", "give each link a name of its own")
    return ChainInputs(links=in_order(links, where))


def _lines(text: str, count: int) -> list[int]:
    """The line of each table; 1 for those that are written in another way."""
    found = [n for n, line in enumerate(text.splitlines(), start=1) if re.match(r"\s*\[\[\s*links\s*\]\]", line)]
    return found if len(found) == count else [1] * count


def _link(table: dict[str, Any], line: int, where: str) -> Link:
    loop, name = table.get("loop"), table.get("name")
    if not isinstance(loop, str) or loop not in OPTIONS:
        raise UsageProblem(f"{where}:{line}: a link needs a loop", f"loops: {', '.join(OPTIONS)}")
    if not isinstance(name, str) or not name.strip():
        raise UsageProblem(f"{where}:{line}: a link needs a name", 'for example: name = "design"')
    options: dict[str, Value] = {}
    takes: dict[str, str] = {}
    for key, value in table.items():
        if key in ("loop", "name"):
            continue
        _check_key(key, loop, line, where)
        if isinstance(value, dict):
            takes[key] = _source(key, value, line, where)
        else:
            options[key] = _value(key, value, line, where)
    for group in NEEDED[loop]:
        if not any(key in options or key in takes for key in group):
            raise UsageProblem(f"{where}:{line}: link {name!r} needs {' or '.join(group)}", f"add it to the {loop}")
    return Link(name=name, loop=loop, options=options, takes=takes, line=line)


def _check_key(key: str, loop: str, line: int, where: str) -> None:
    known = (*OPTIONS[loop], *(key for key in COMMON if key not in LEFT_OUT.get(loop, ())))
    if key not in known:
        near = ["cap"] if (loop, key) == ("polish", "rounds") else get_close_matches(key, known, n=1)
        remedy = f"did you mean {near[0]}?" if near else f"it takes: {', '.join(known)}"
        raise UsageProblem(f"{where}:{line}: a {loop} link has no {key!r}", remedy)


def _source(key: str, value: dict[str, Any], line: int, where: str) -> str:
    source = value.get("from")
    if set(value) != {"from"} or not isinstance(source, str):
        raise UsageProblem(f"{where}:{line}: {key} is not understood", f'write it as {key} = {{ from = "link" }}')
    if key not in TAKEN:
        raise UsageProblem(f"{where}:{line}: {key} can't come from a link", f"these can: {', '.join(sorted(TAKEN))}")
    return source


def _value(key: str, value: object, line: int, where: str) -> Value:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return [str(item) for item in value]
    if isinstance(value, str | int | float | bool):
        return value
    raise UsageProblem(
        f"{where}:{line}: {key} has a value of the wrong kind", "write text, a number, or a list of texts"
    )
