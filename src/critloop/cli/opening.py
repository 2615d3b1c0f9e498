"""The store for a command, and the dashboard."""

import sys
from pathlib import Path

from critloop.app import Critloop
from critloop.config import Settings


def open_store(folder: Path | None = None) -> Critloop:
    """The store, with the settings of a folder (default: the current one)."""
    return Critloop(Settings.load(folder or Path.cwd()))


def open_run(prefix: str) -> tuple[Critloop, str]:
    """The store, with the settings of the run's own project, and the run that a prefix or ``last`` means.

    Raises:
        UsageProblem: No run, or several.
    """
    critloop = open_store()
    run = critloop.find(prefix)
    root = Path(critloop.state(run).spec.root)
    if root.is_dir() and not Path.cwd().is_relative_to(root):
        critloop.close()
        critloop = open_store(root)
    return critloop, run


def in_terminal() -> bool:
    """True when a dashboard can be shown: both standard streams are a terminal."""
    return sys.stdout.isatty() and sys.stdin.isatty()


def open_board() -> int:
    """The dashboard with the runs of this project; without a terminal, their list."""
    if not in_terminal():
        from critloop.cli.listing import list_runs  # noqa: PLC0415 - the dashboard must not wait for it

        return list_runs(everywhere=False)
    return show_dashboard(open_store(), None)


def show_dashboard(critloop: Critloop, run: str | None) -> int:
    """The dashboard on a run, or on the board; its exit code."""
    from critloop.ui.app import run_dashboard  # noqa: PLC0415 - textual is only for those who see it

    return run_dashboard(critloop, run)
