"""Mistakes on the command line, in critloop's own words."""

import shlex
from collections.abc import Iterable, Sequence
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from critloop.model.errors import UsageProblem

# The class that all mistakes on the command line derive from has no public name of its own.
UsageError: type[Exception] = typer.BadParameter.__bases__[0]


class Commands(TyperGroup):
    """The commands in the order in which they are declared; a mistyped one is told with the nearest."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 - the classes have no public names
        """The command that the first argument names.

        Raises:
            UsageProblem: There is no such command.
        """
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            raise UsageProblem(f"no command is called {name!r}", hint(name, self.list_commands(ctx), "critloop --help"))
        return super().resolve_command(ctx, args)


class SkillCommand(TyperCommand):
    """A command with ``--skill NAME [ARGS…]``: what follows the name, up to the next flag, belongs to the skill."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - the classes have no public names
        """Parse the arguments, each of the skill's behind a flag of its own."""
        return super().parse_args(ctx, with_skill_arguments(args))


def with_skill_arguments(args: Sequence[str]) -> list[str]:
    """``--skill NAME a b`` as ``--skill NAME --skill-argument a --skill-argument b``."""
    name = next((at for at, word in enumerate(args) if word.startswith("--skill") and word[7:8] in ("", "=")), None)
    if name is None:
        return list(args)
    first = name + (1 if "=" in args[name] else 2)
    last = next((at for at in range(first, len(args)) if args[at].startswith("-")), len(args))
    given = [word for argument in args[first:last] for word in ("--skill-argument", argument)]
    return [*args[:first], *given, *args[last:]]


def joined(arguments: Sequence[str]) -> str:
    """A skill's arguments in one line: a single one as it is, several with quotes where they have spaces."""
    return arguments[0] if len(arguments) == 1 else shlex.join(arguments)


def usage_problem(error: Exception) -> UsageProblem | None:
    """What an error of the command line's parser says, with the nearest flag; None for any other error."""
    if not isinstance(error, UsageError):
        return None
    context: Any = getattr(error, "ctx", None)
    help_command = f"{context.command_path} --help" if context else "critloop --help"
    if (option := getattr(error, "option_name", None)) and type(error).__name__ == "NoSuchOption":
        flags = [flag for parameter in context.command.params for flag in parameter.opts] if context else []
        return UsageProblem(f"no flag is called {option}", hint(option, flags, help_command))
    formatted: str = error.format_message()  # type: ignore[attr-defined]  # every class of this kind has it
    return UsageProblem(formatted[:1].lower() + formatted[1:].rstrip("."), f"see {help_command}")


def hint(word: str, choices: Iterable[str], help_command: str) -> str:
    """The nearest choice and where all are listed."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415 - wanted only when something is wrong

    flags = [choice for choice in choices if not word.startswith("-") or choice.startswith("--")]
    found = process.extractOne(word, flags, scorer=fuzz.ratio, score_cutoff=50)
    return f"did you mean {found[0]}? {help_command} lists all" if found else f"{help_command} lists all"
