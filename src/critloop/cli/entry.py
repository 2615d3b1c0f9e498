"""From arguments to a command."""

import sys
from collections.abc import Sequence

from critloop.cli.exits import Exit

HELP = ("-h", "--help")
RESUME = 2
"""``resume RUN`` without flags: in a terminal, the dashboard needn't wait for the command line's imports."""


def dispatch(arguments: Sequence[str]) -> int:
    """Run the command that the arguments name; its exit code.

    Raises:
        CritloopError: Something is wrong with the command or what it works on.
    """
    if not arguments:
        from critloop.cli.opening import open_board  # noqa: PLC0415 - skips the command line's own imports

        return open_board()
    if len(arguments) == RESUME and arguments[0] == "resume" and not arguments[1].startswith("-"):
        from critloop.cli.opening import in_terminal, open_dashboard  # noqa: PLC0415 - the same

        if in_terminal():
            return open_dashboard(arguments[1])
    from critloop.cli.commands import app, outline  # noqa: PLC0415 - imports typer
    from critloop.cli.usage import usage_problem  # noqa: PLC0415 - the same

    try:
        program = outline() if arguments[0] in HELP else app
        code = program(list(arguments), prog_name="critloop", standalone_mode=False)
    except Exception as error:
        problem = usage_problem(error)
        if problem is None:
            raise
        raise problem from None
    sys.stdout.flush()
    return code if isinstance(code, int) else Exit.OK
