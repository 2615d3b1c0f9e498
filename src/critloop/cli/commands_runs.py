"""Runs that there are: list, show, go on, decide, rule, undo, export."""

from pathlib import Path
from typing import Annotated

import typer

from critloop.cli import options as opt
from critloop.cli.application import app
from critloop.cli.sharing import sharing


@app.command()
def runs(
    *, everywhere: Annotated[bool, typer.Option("--all", help="Runs of all projects, not only of this one.")] = False
) -> int:
    """List the runs of this project, the newest first."""
    from critloop.cli.listing import list_runs  # noqa: PLC0415 - keeps --help fast

    return list_runs(everywhere=everywhere)


@app.command()
def show(
    run: opt.Run, *, json: Annotated[bool, typer.Option("--json", help="The result as a JSON object.")] = False
) -> int:
    """Show where a run stands and what to do next."""
    from critloop.cli.listing import show_run  # noqa: PLC0415 - keeps --help fast

    return show_run(run, as_json=json)


@sharing(app, opt.Driving)
def resume(driving: opt.Driving, run: opt.Run) -> int:
    """Go on with a run that was stopped or that waits, or try again where nothing could be reviewed."""
    from critloop.cli.loops import resume_loop  # noqa: PLC0415 - keeps --help fast

    return resume_loop(run, driving)


@app.command()
def decide(
    run: opt.Run,
    decision: Annotated[str, typer.Argument(metavar="continue[:N]|approve|abort", help="The answer to the gate.")],
    *,
    reason: opt.Reason = "",
    guidance: Annotated[
        str, typer.Option("--guidance", metavar="TEXT", help="What the maker is told (continue).")
    ] = "",
    discard: Annotated[bool, typer.Option("--discard", help="Discard the work branch (abort).")] = False,
    json: opt.Json = False,
    yes: opt.Yes = False,
) -> int:
    """Answer the gate of a run, and go on with it."""
    from critloop.cli.deciding import decide_gate  # noqa: PLC0415 - keeps --help fast

    return decide_gate(run, decision, reason=reason, guidance=guidance, discard=discard, as_json=json, yes=yes)


@app.command()
def rule(
    run: opt.Run,
    item: Annotated[str, typer.Argument(metavar="ITEM", help="What could not be verified: V1.")],
    ruling: Annotated[opt.Ruling, typer.Argument(help="A gap (uphold), none (refute), or known (accept, defer).")],
    *,
    reason: opt.Reason = "",
    json: opt.Json = False,
    yes: opt.Yes = False,
) -> int:
    """Settle something that a reviewer could not verify."""
    from critloop.cli.ruling import rule_item  # noqa: PLC0415 - keeps --help fast

    return rule_item(run, item, ruling.value, reason=reason, as_json=json, yes=yes)


@app.command()
def undo(run: opt.Run) -> int:
    """Take a brought-back result out again."""
    from critloop.cli.deciding import undo_run  # noqa: PLC0415 - keeps --help fast

    return undo_run(run)


@app.command()
def export(
    run: opt.Run,
    *,
    output: Annotated[opt.ExportFormat, typer.Option("--format", help="How to write it.")],
    file: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="Where; else printed.")] = None,
) -> int:
    """Write a whole run as a Markdown page or a JSON object."""
    from critloop.cli.exporting import export_run  # noqa: PLC0415 - keeps --help fast

    return export_run(run, as_json=output is opt.ExportFormat.JSON, file=file)
