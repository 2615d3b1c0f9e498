"""Prompts from templates: ``prompts/<loop>/<role>.md``, whose front matter declares its variables."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from critloop.model.errors import UsageProblem
from critloop.prompting.filters import fenced, quoted
from critloop.prompting.templates import Template, read_template
from critloop.resources import prompt_path, prompt_text

if TYPE_CHECKING:
    from jinja2 import Template as Compiled
    from jinja2.nodes import Template as Parsed
    from jinja2.sandbox import SandboxedEnvironment

_FILTERS = frozenset({"upper", "lower", "trim", "join", "indent", "length", "default", "fenced", "quoted", "place"})
_NAMELESS = "<template>"


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
        template, compiled = _compiled(path, prompt_text(loop, role, self._root))
        missing = sorted(template.variables - variables.keys())
        if missing:
            raise UsageProblem(
                f"{path}:1: it declares {missing[0]!r}, which a {loop} {role} is not told",
                f"it is told: {', '.join(sorted(variables))}",
            )
        return _filled(template, compiled, {name: variables[name] for name in template.variables})


def filled_with(template: Template, variables: Mapping[str, object]) -> str:
    """A template filled with exactly the variables that it declares.

    Raises:
        UsageProblem: Its text is no template, or uses what isn't there.
    """
    return _filled(template, _compiled_text(template), variables)


def parsed(template: Template) -> "Parsed":
    """A template's syntax tree.

    Raises:
        UsageProblem: Its text is no template, or uses what it does not declare.
    """
    from jinja2 import TemplateSyntaxError  # noqa: PLC0415 - loaded with the first prompt

    try:
        tree = _environment().parse(template.body)
        _check_names(template, tree)
    except TemplateSyntaxError as error:
        raise template.problem(error.lineno, error.message or "not a template") from None
    return tree


@lru_cache(maxsize=64)
def _compiled(path: Path, text: str) -> "tuple[Template, Compiled]":
    """A template and its compiled form, kept since every turn of a role uses the same."""
    template = read_template(path, text)
    return template, _compiled_text(template)


def _compiled_text(template: Template) -> "Compiled":
    from jinja2 import TemplateSyntaxError  # noqa: PLC0415 - loaded with the first prompt

    try:
        return _environment().from_string(parsed(template))
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

    from critloop.reports.locations import write_location  # noqa: PLC0415 - the same

    environment = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"fenced": fenced, "quoted": quoted, "place": write_location}
    environment.filters = {name: environment.filters[name] for name in _FILTERS}
    environment.globals.clear()
    return environment


def _check_names(template: Template, tree: "Parsed") -> None:
    from jinja2 import meta, nodes  # noqa: PLC0415 - loaded with the first prompt

    undeclared = meta.find_undeclared_variables(tree) - template.variables
    for name in tree.find_all(nodes.Name):
        if name.name in undeclared:
            raise template.problem(name.lineno, f"{name.name!r} is not declared in the front matter")


def _line_of(error: BaseException) -> int:
    """The line of the template where an error came up."""
    line, trace = 1, error.__traceback__
    while trace:
        line = trace.tb_lineno if trace.tb_frame.f_code.co_filename == _NAMELESS else line
        trace = trace.tb_next
    return line
