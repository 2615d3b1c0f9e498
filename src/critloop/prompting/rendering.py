"""Prompts from templates: ``prompts/<loop>/<role>.md``, whose front matter declares its variables."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from critloop.model.errors import UsageProblem
from critloop.reports.locations import write_location
from critloop.resources import prompt_path, prompt_text

if TYPE_CHECKING:
    from jinja2 import Template as Compiled
    from jinja2.nodes import Template as Parsed
    from jinja2.sandbox import SandboxedEnvironment

_FILTERS = frozenset({"upper", "lower", "trim", "join", "indent", "length", "default", "quoted", "place"})
_DECLARED = re.compile(r"[ \t]+(?P<name>[a-z_][a-z0-9_]*)[ \t]*:.*")
_NAMELESS = "<template>"


@dataclass(frozen=True, slots=True)
class Template:
    """A template: where it comes from, what it declares, and its text from line ``first_line`` of the file on."""

    path: Path
    variables: frozenset[str]
    body: str
    first_line: int

    def problem(self, line: int, words: str) -> UsageProblem:
        """An error at a line of the text, counted from 1."""
        return UsageProblem(f"{self.path}:{self.first_line + line - 1}: {words}", "mend the prompt template")


class TemplatePrompts:
    """Fills in templates in a sandbox; what is filled in is data and never read as a template.

    A project's own templates, in ``.critloop/prompts`` under ``project_root``, come first.
    """

    def __init__(self, project_root: Path | None = None) -> None:
        """Keep where a project's own templates may lie."""
        self._root = project_root

    def render(self, loop: str, role: str, variables: Mapping[str, object]) -> str:
        """The prompt of a role, word for word as it is sent.

        Raises:
            UsageProblem: The template is missing or wrong, or uses what isn't there.
        """
        path = prompt_path(loop, role, self._root)
        template, filled = _compiled(path, prompt_text(loop, role, self._root))
        missing = sorted(template.variables - variables.keys())
        if missing:
            raise UsageProblem(
                f"{path}:1: it declares {missing[0]!r}, which a {loop} {role} is not told",
                f"it is told: {', '.join(sorted(variables))}",
            )
        return _filled(template, filled, {name: variables[name] for name in template.variables})


def read_template(path: Path, text: str) -> Template:
    """A template from the text of its file.

    Raises:
        UsageProblem: It has no front matter, or none that declares variables.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    end = next((index for index, line in enumerate(lines[1:], 1) if line.rstrip() == "---"), 0)
    if lines[0].rstrip() != "---" or not end:
        raise UsageProblem(
            f"{path}:1: no front matter", "begin with a --- line, variables:, one indented name: meaning a line, ---"
        )
    start = next((index for index in range(1, end) if lines[index].rstrip() == "variables:"), None)
    if start is None:
        raise UsageProblem(f"{path}:1: the front matter declares no variables", "add variables: and their names")
    names = set()
    for index in range(start + 1, end):
        declared = _DECLARED.fullmatch(lines[index])
        if not declared and lines[index].startswith((" ", "\t")) and lines[index].strip():
            raise UsageProblem(f"{path}:{index + 1}: not a name and its meaning", "write it as   name: meaning")
        if not declared:
            break
        names.add(declared["name"])
    return Template(path, frozenset(names), "\n".join(lines[end + 1 :]).lstrip("\n"), _first_line(lines, end + 1))


def _first_line(lines: list[str], start: int) -> int:
    """The number of the first line that isn't blank, from an index on."""
    return next((index for index in range(start, len(lines)) if lines[index]), start) + 1


@lru_cache(maxsize=32)
def _compiled(path: Path, text: str) -> "tuple[Template, Compiled]":
    """A template and its compiled form, kept since every turn of a role uses the same."""
    from jinja2 import TemplateSyntaxError  # noqa: PLC0415 - loaded with the first prompt

    template = read_template(path, text)
    environment = _environment()
    try:
        _check_names(template, environment.parse(template.body))
        return template, environment.from_string(template.body)
    except TemplateSyntaxError as error:
        raise template.problem(error.lineno, error.message or "not a template") from None


def _filled(template: Template, compiled: "Compiled", variables: Mapping[str, object]) -> str:
    from jinja2 import TemplateError  # noqa: PLC0415 - loaded with the first prompt

    try:
        return compiled.render(dict(variables)).strip() + "\n"
    except (TemplateError, TypeError, ValueError, ArithmeticError, AttributeError) as error:
        raise template.problem(_line_of(error), str(error)) from None


def _environment() -> "SandboxedEnvironment":
    from jinja2 import StrictUndefined  # noqa: PLC0415 - loaded with the first prompt
    from jinja2.sandbox import ImmutableSandboxedEnvironment  # noqa: PLC0415 - the same

    environment = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"quoted": quoted, "place": write_location}
    environment.filters = {name: environment.filters[name] for name in _FILTERS}
    environment.globals.clear()
    return environment


def quoted(text: str) -> str:
    """The text as a Markdown quote, so that a reader sees where it begins and ends."""
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines()) or ">"


def _check_names(template: Template, parsed: "Parsed") -> None:
    from jinja2 import meta, nodes  # noqa: PLC0415 - loaded with the first prompt

    undeclared = meta.find_undeclared_variables(parsed) - template.variables
    for name in parsed.find_all(nodes.Name):
        if name.name in undeclared:
            raise template.problem(name.lineno, f"{name.name!r} is not declared in the front matter")


def _line_of(error: BaseException) -> int:
    """The line of the template where an error came up."""
    line, trace = 1, error.__traceback__
    while trace:
        line = trace.tb_lineno if trace.tb_frame.f_code.co_filename == _NAMELESS else line
        trace = trace.tb_next
    return line
