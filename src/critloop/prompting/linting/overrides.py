"""Looks at the templates that a project brings along in ``.critloop/prompts``."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from critloop.model.errors import UsageProblem
from critloop.prompting.filters import SETTING_OFF
from critloop.prompting.linting.flags import Audience, Flag
from critloop.prompting.linting.sentences import without_tags
from critloop.prompting.linting.wording import lint_text
from critloop.prompting.rendering import filled_with, parsed
from critloop.prompting.templates import Template, read_template
from critloop.workflows.vocabulary import FOREIGN, TOLD, WORDS, duties_of

if TYPE_CHECKING:
    from jinja2.nodes import Node

FOLDER = Path(".critloop") / "prompts"

_PLACE = re.compile(r"(?P<path>.*?):(?P<line>\d+): (?P<words>.*)", re.DOTALL)
_MAKERS = frozenset({"maker", "create"})
_FOREIGN_LISTS = frozenset({"gaps", "items"})
_FOREIGN_PARTS = frozenset({"issue", "why", "quote", "suggested_fix", "output"})
"""What a finding or a test run has that may be of several lines."""


def lint_project(root: Path) -> list[Flag]:
    """What is wrong with a project's own prompts; nothing where it has none."""
    folder = root / FOLDER
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    return [flag for path in files for flag in lint_override(path, folder)]


def lint_override(path: Path, folder: Path) -> list[Flag]:
    """What is wrong with one file of ``folder``, which stands for the ``prompts`` of the installation."""
    parts = path.relative_to(folder).with_suffix("").parts
    if path.suffix != ".md" or len(parts) != 2 or (parts[0], parts[1]) not in TOLD:  # noqa: PLR2004 - loop and role
        known = ", ".join("/".join(key) for key in TOLD)
        return [_fault(path, 1, "", "no role is told this; it is never used", f"name it after one of: {known}")]
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return [_fault(path, 1, "", "it can't be read", "save it as UTF-8 text, readable for you")]
    return lint_template(path, text, parts[0], parts[1])


def lint_template(path: Path, text: str, loop: str, role: str) -> list[Flag]:
    """What is wrong with the text of a template that is to serve a role of a loop."""
    try:
        template = read_template(path, text)
    except UsageProblem as problem:
        return [_from_problem(path, problem)]
    audience: Audience = "maker" if role in _MAKERS else "critic"
    words = lint_text(without_tags(template.body), str(path), audience, template.first_line)
    found = [*_undeclarable(template, loop, role), *_unusable(template, loop, role), *words]
    return sorted(found, key=lambda flag: flag.line)


def lint_files(paths: list[Path]) -> list[Flag]:
    """What is wrong with texts that are to reach a critic: templates as they are, other texts by their words."""
    found: list[Flag] = []
    for path in paths:
        try:
            text = path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError):
            raise UsageProblem(f"{path}: can't read it as UTF-8 text", "name a text file") from None
        role, loop = path.stem, path.parent.name
        known = (loop, role) in TOLD and path.suffix == ".md"
        found += lint_template(path, text, loop, role) if known else lint_text(text, str(path))
    return found


def _undeclarable(template: Template, loop: str, role: str) -> Iterator[Flag]:
    """Variables that the role is not told, whether they exist or not."""
    told = TOLD[loop, role]
    for name in sorted(template.variables - told):
        why = f"a {loop} {role} is not told it" if name in WORDS else "there is no such variable"
        yield _fault(template.path, template.lines[name], name, why, f"it is told: {', '.join(sorted(told))}")


def _unusable(template: Template, loop: str, role: str) -> Iterator[Flag]:
    """What keeps a template from being filled in, and foreign text that is not set off."""
    try:
        tree = parsed(template)
    except UsageProblem as problem:
        yield _from_problem(template.path, problem)
        return
    for name, line in _loose(tree):
        yield _fault(
            template.path,
            template.first_line + line - 1,
            name,
            "text of others runs into the prompt's own",
            f"write {{{{ {name} | fenced }}}} or {{{{ {name} | quoted }}}}",
        )
    if not template.variables - TOLD[loop, role]:
        yield from _unfillable(template, loop, role)


def _unfillable(template: Template, loop: str, role: str) -> Iterator[Flag]:
    """What goes wrong when the template is filled with everything, or with nothing, that its role can be told."""
    from critloop.prompting.linting.samples import sample  # noqa: PLC0415 - loaded where there is a template to try
    from critloop.workflows.briefs import brief_of  # noqa: PLC0415 - the same

    for duty in duties_of(loop, role):
        for full in (True, False):
            brief = brief_of(sample(loop, duty, full=full))
            try:
                filled_with(template, {name: brief[name] for name in template.variables})
            except UsageProblem as problem:
                yield _from_problem(template.path, problem)
                return


def _loose(tree: "Node") -> Iterator[tuple[str, int]]:
    """Foreign text that is put out through no filter that sets it off."""
    from jinja2 import nodes  # noqa: PLC0415 - loaded where a project has prompts of its own

    foreign = FOREIGN | set(_foreign_targets(tree))
    for output in tree.find_all(nodes.Output):
        for shown in output.nodes:
            name = _bare(shown)
            if name is not None and (name in foreign or _is_part(name)):
                yield name, shown.lineno


def _foreign_targets(tree: "Node") -> Iterator[str]:
    """The names that a loop over texts of others gives to each of them."""
    from jinja2 import nodes  # noqa: PLC0415 - loaded where a project has prompts of its own

    for loop in tree.find_all(nodes.For):
        if isinstance(loop.iter, nodes.Name) and loop.iter.name in _FOREIGN_LISTS:
            targets = [loop.target, *loop.target.find_all(nodes.Name)]
            yield from [target.name for target in targets if isinstance(target, nodes.Name)][-1:]


def _bare(node: "Node | None") -> str | None:
    """The variable, or ``variable.part``, that an expression puts out as it is; None where a filter sets it off."""
    from jinja2 import nodes  # noqa: PLC0415 - loaded where a project has prompts of its own

    while isinstance(node, nodes.Filter):
        if node.name in SETTING_OFF or node.name == "length":
            return None
        node = node.node
    if isinstance(node, nodes.Getattr):
        return f"{_bare(node.node)}.{node.attr}"
    return node.name if isinstance(node, nodes.Name) else None


def _is_part(name: str) -> bool:
    return "." in name and name.rpartition(".")[2] in _FOREIGN_PARTS


def _from_problem(path: Path, problem: UsageProblem) -> Flag:
    match = _PLACE.fullmatch(problem.message)
    line, words = (int(match["line"]), match["words"]) if match else (1, problem.message)
    return _fault(path, line, "", words, problem.remedy or "mend the prompt template")


def _fault(path: Path, line: int, quote: str, why: str, remedy: str) -> Flag:
    return Flag(where=str(path), line=line, quote=quote, kind="template", why=why, remedy=remedy)
