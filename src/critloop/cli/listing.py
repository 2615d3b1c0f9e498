"""``runs`` and ``show``."""

import sys
import time
from pathlib import Path

from critloop.app import CHAIN, Critloop
from critloop.cli.headless import print_result
from critloop.cli.opening import open_run, open_store
from critloop.cli.places import project
from critloop.export.plain import one_line
from critloop.export.standing import standing_words
from critloop.model.ports import RunRow

HEADER = ("RUN", "LOOP", "STANDING", "ROUNDS", "CHANGED", "SUBJECT")


def list_runs(*, everywhere: bool) -> int:
    """Print the runs of the current project, or of all, the newest first; 0."""
    critloop = open_store()
    try:
        root = project(Path.cwd())
        every = critloop.rows()
        rows = every if everywhere else [row for row in every if Path(row.spec.root).is_relative_to(root)]
        if not rows:
            elsewhere = f"; {len(every)} elsewhere: critloop runs --all" if every and not everywhere else ""
            print(f"no runs here yet{elsewhere}", file=sys.stderr)
            return 0
        _print_table([HEADER, *(_cells(critloop, row, everywhere=everywhere) for row in rows)])
    finally:
        critloop.close()
    return 0


def show_run(prefix: str, *, as_json: bool) -> int:
    """Print where a run stands; 0, since that is no result of this command.

    Raises:
        UsageProblem: There is no such run.
    """
    critloop, run = open_run(prefix)
    try:
        if critloop.journal.loop(run) == CHAIN:
            from critloop.cli.chains import print_chain  # noqa: PLC0415 - other runs needn't wait for it

            print_chain(critloop, critloop.state(run), as_json=as_json)
        else:
            print_result(critloop.state(run), as_json=as_json, critloop=critloop)
    finally:
        critloop.close()
    return 0


def _cells(critloop: Critloop, row: RunRow, *, everywhere: bool) -> tuple[str, ...]:
    state, spec = critloop.state(row.spec.run), row.spec
    subject = str(Path(spec.root) / spec.title) if everywhere else spec.title
    return (
        spec.run,
        spec.loop,
        standing_words(state, held=critloop.holder(spec.run) is not None),
        str(len(state.rounds)),
        ago(time.time() - row.changed_at),
        one_line(subject),
    )


def _print_table(rows: list[tuple[str, ...]]) -> None:
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADER) - 1)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        print("  ".join([*cells, row[-1]]))


def ago(seconds: float) -> str:
    """An age in its largest unit: ``5 s``, ``3 min``, ``2 h``, ``9 d``."""
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{int(seconds // size)} {unit} ago"
    return f"{max(0, int(seconds))} s ago"
