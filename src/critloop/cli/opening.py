"""The store for a command, and the dashboard."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from critloop.cli.exits import Exit
from critloop.cli.places import project

if TYPE_CHECKING:
    from critloop.app import Critloop
    from critloop.loop.state import RunState


def open_store(folder: Path | None = None) -> "Critloop":
    """The store, with the settings of a folder (default: the current one)."""
    from critloop.app import Critloop  # noqa: PLC0415 - the dashboard draws its first frame before this
    from critloop.config import Settings  # noqa: PLC0415 - the same

    return Critloop(Settings.load(folder or Path.cwd()))


def open_run(prefix: str) -> "tuple[Critloop, str]":
    """The store, with the settings of the run's own project, and the run that a prefix or ``last`` means.

    Raises:
        UsageProblem: No run, or several.
    """
    critloop = open_store()
    run = critloop.find(prefix, project(Path.cwd()))
    root = root_of(critloop, run)
    if root.is_dir() and not Path.cwd().is_relative_to(root):
        critloop.close()
        critloop = open_store(root)
    return critloop, run


def root_of(critloop: "Critloop", run: str) -> Path:
    """The project of a run, read from the list of runs: cheaper than its state."""
    return next(Path(row.spec.root) for row in critloop.rows() if row.spec.run == run)


def in_terminal() -> bool:
    """True when a dashboard can be shown: both standard streams are a terminal."""
    return sys.stdout.isatty() and sys.stdin.isatty()


def open_board() -> int:
    """The dashboard with the runs of this project; without a terminal, their list."""
    if not in_terminal():
        from critloop.cli.listing import list_runs  # noqa: PLC0415 - the dashboard needn't wait for it

        return list_runs(everywhere=False)
    from critloop.ui.app import Opened, run_dashboard  # noqa: PLC0415 - textual is only for those who see it

    def opened() -> Opened:
        critloop, root = open_store(), project(Path.cwd())
        critloop.rows(root)  # a store that can't be read is told plainly, not shown as an empty board
        return Opened(critloop, root=root, theme=critloop.settings.ui.theme)

    run_dashboard(opened)
    return Exit.OK


def open_dashboard(prefix: str) -> int:
    """The dashboard on the run that a prefix or ``last`` means; the exit code for where it then stands.

    Raises:
        UsageProblem: No run, or several.
    """
    from critloop.ui.widgets.collector import uncollected  # noqa: PLC0415 - only for those who see a dashboard

    with uncollected():
        from critloop.ui.app import Opened, run_dashboard  # noqa: PLC0415 - textual is only for those who see it

    def opened() -> Opened:
        critloop, run = open_run(prefix)
        critloop.retry(run)
        critloop.offer_again(run)
        return Opened(critloop, run, root_of(critloop, run), critloop.settings.ui.theme)

    return _told(run_dashboard(opened))


def show_dashboard(critloop: "Critloop", run: str) -> int:
    """The dashboard on a run that was just created; the exit code for where it then stands."""
    from critloop.ui.app import run_dashboard  # noqa: PLC0415 - textual is only for those who see it

    root = root_of(critloop, run)
    return _told(run_dashboard(critloop, run, root=root, theme=critloop.settings.ui.theme))


def _told(state: "RunState | None") -> int:
    """Say where the run stands now that the dashboard is closed."""
    from critloop.cli.headless import exit_code, print_result  # noqa: PLC0415 - after the dashboard

    if state is None:
        return Exit.OK
    print_result(state, as_json=False)
    return exit_code(state)
