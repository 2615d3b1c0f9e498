"""What can be typed. Every command imports what it does when it is called, so that ``--help`` stays fast."""

from copy import copy

import typer
from typer.models import CommandInfo

from critloop.cli import commands_chain, commands_loops, commands_runs, commands_tools
from critloop.cli.application import app

__all__ = ["app", "commands_chain", "commands_loops", "commands_runs", "commands_tools", "outline"]

# Help lists a chain after the loops that it is made of.
app.registered_commands.sort(key=lambda command: command.callback is commands_chain.chain)


def outline() -> typer.Typer:
    """The program with no more of its commands than their names and first lines: all that its own help shows."""
    listed = copy(app)
    listed.registered_commands = [_named(info) for info in app.registered_commands]
    return listed


def _named(command: CommandInfo) -> CommandInfo:
    def stands_for() -> None:
        """Take no parameters."""

    stands_for.__doc__ = command.callback.__doc__
    stands_for.__name__ = str(command.name or getattr(command.callback, "__name__", ""))
    named = copy(command)
    named.callback = stands_for
    return named
