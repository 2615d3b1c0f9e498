"""What can be typed. Every command imports what it does when it is called, so that ``--help`` stays fast."""

from critloop.cli import commands_chain, commands_loops, commands_runs, commands_tools
from critloop.cli.application import app

__all__ = ["app", "commands_chain", "commands_loops", "commands_runs", "commands_tools"]

# Help lists a chain after the loops that it is made of.
app.registered_commands.sort(key=lambda command: command.callback is commands_chain.chain)
