"""The user's editor on one of the user's files."""

import asyncio
import os
import shlex
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.app import App

FALLBACK = "vi"


def command(path: Path) -> list[str]:
    """The command line: ``$VISUAL``, else ``$EDITOR``, else ``vi``."""
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or FALLBACK
    return [*shlex.split(editor), str(path)]


async def edit(app: "App[None]", path: Path) -> str:
    """Suspend the dashboard until the editor ends; what went wrong, in words, or nothing.

    The event loop goes on meanwhile, so that turns that are running do too; nothing is drawn.
    """
    from textual.app import SuspendNotSupported  # noqa: PLC0415 - imported already when this runs

    line = command(path)
    try:
        with app.batch_update(), app.suspend():
            await asyncio.to_thread(subprocess.run, line, check=False)
    except FileNotFoundError:
        return f"{line[0]}: no such editor; set EDITOR to the one you use"
    except (OSError, ValueError) as problem:
        return f"{line[0]}: {problem}"
    except SuspendNotSupported:
        return "this terminal can't be given to an editor"
    return ""
