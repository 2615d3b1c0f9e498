"""The one place where errors become lines and exit codes. No traceback leaves it."""

import contextlib
import errno
import os
import sys
from collections.abc import Sequence
from typing import TextIO

from critloop.cli.exits import Exit
from critloop.cli.telling import tell
from critloop.model.errors import CritloopError, UsageProblem, WorkspaceProblem

OF_THE_MACHINE = {errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EPERM, errno.EDQUOT, errno.EIO, errno.EMFILE}


def guarded(arguments: Sequence[str]) -> int:
    """Run the command line; its exit code. Whatever goes wrong is said in one or two lines."""
    for stream in (sys.stdout, sys.stderr):
        _forgive(stream)
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        return _quiet()
    except OSError as error:
        tell(f"standard output: {error.strerror}")
        return _quiet()
    return code


def _run(arguments: Sequence[str]) -> int:
    from critloop.cli.entry import dispatch  # noqa: PLC0415 - errors of importing it are told too

    try:
        return dispatch(arguments)
    except CritloopError as error:
        tell(error.message, error.remedy)
        return Exit.USAGE if isinstance(error, UsageProblem | WorkspaceProblem) else Exit.UNEXPECTED
    except KeyboardInterrupt:
        tell("interrupted")
        return Exit.INTERRUPTED
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.errno not in OF_THE_MACHINE:
            return _unexpected(error, arguments)
        tell(
            f"{error.filename or 'standard output'}: {error.strerror}",
            "nothing was lost; free the way and run it again",
        )
        return Exit.UNEXPECTED
    except Exception as error:  # noqa: BLE001 - the last resort: a file to attach instead of a traceback
        return _unexpected(error, arguments)


def _unexpected(error: Exception, arguments: Sequence[str]) -> int:
    from critloop.cli.incident import incident_file  # noqa: PLC0415 - wanted only when something is wrong

    path = incident_file(error, arguments)
    remedy = f"attach this file to a report: {path}" if path else "the details could not be written to a file"
    tell(f"unexpected error: {type(error).__name__}: {error}", remedy)
    return Exit.UNEXPECTED


def _forgive(stream: TextIO) -> None:
    """A terminal that can't show a character gets its escape, not an error."""
    if callable(reconfigure := getattr(stream, "reconfigure", None)):
        reconfigure(errors="backslashreplace")


def _quiet() -> int:
    """Nobody reads standard output any more: what is still buffered goes nowhere."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return Exit.UNEXPECTED
