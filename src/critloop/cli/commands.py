"""What can be typed. Every command imports what it does when it is called, so that ``--help`` stays fast."""

from pathlib import Path
from typing import Annotated

import typer

from critloop import __version__
from critloop.cli import options as opt
from critloop.cli.usage import Commands

app = typer.Typer(
    name="critloop",
    cls=Commands,
    help="Review loops between a maker and a critic, supervised by one person. Without a command: the dashboard.",
    epilog="Exit codes, settings and JSON are described in the docs folder.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"critloop {__version__}")
        raise typer.Exit


@app.callback()
def critloop(
    *,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Take the flags that stand before a command."""
    del version


@app.command()
def spec(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The spec.")],
    *,
    create: Annotated[
        str | None,
        typer.Option("--create", metavar="INSTRUCTION", help="Have the maker write FILE first; needs one that can."),
    ] = None,
    maker: opt.Maker = None,
    critic: opt.Critic = None,
    rounds: opt.Rounds = None,
    review: opt.Review = None,
    max_tokens: opt.MaxTokens = None,
    max_time: opt.MaxTime = None,
    headless: opt.Headless = False,
    json: opt.Json = False,
    on_gate: opt.OnGate = "wait",
    reason: opt.Reason = "",
    keep_branch: opt.KeepBranch = False,
    yes: opt.Yes = False,
) -> int:
    """Review a design spec, round by round."""
    from critloop.cli.loops import LoopCall, start_loop  # noqa: PLC0415 - keeps --help fast

    return start_loop(
        LoopCall(
            loop="spec",
            subject=file,
            create=create,
            maker=maker,
            critic=critic,
            rounds=rounds,
            review=review,
            max_tokens=max_tokens,
            max_time=max_time,
            headless=headless,
            json=json,
            on_gate=on_gate,
            reason=reason,
            keep_branch=keep_branch,
            yes=yes,
        )
    )


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


@app.command()
def resume(
    run: opt.Run,
    *,
    headless: opt.Headless = False,
    json: opt.Json = False,
    on_gate: opt.OnGate = "wait",
    reason: opt.Reason = "",
    yes: opt.Yes = False,
) -> int:
    """Go on with a run that was stopped or that waits."""
    from critloop.cli.loops import resume_loop  # noqa: PLC0415 - keeps --help fast

    return resume_loop(run, headless=headless, as_json=json, on_gate=on_gate, reason=reason, yes=yes)


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
def undo(run: opt.Run) -> int:
    """Take a brought-back result out again."""
    from critloop.cli.deciding import undo_run  # noqa: PLC0415 - keeps --help fast

    return undo_run(run)


@app.command()
def check(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH…", help="Markdown files, or folders of them.")],
    *,
    loop: Annotated[opt.LoopName, typer.Option("--loop", help="Whose checks.")] = opt.LoopName.SPEC,
    output: Annotated[opt.OutputFormat, typer.Option("--format", help="How to print.")] = opt.OutputFormat.TEXT,
    fail_on: Annotated[opt.FailOn, typer.Option("--fail-on", help="Exit with 1 from this severity.")] = opt.FailOn.LOW,
    fix: Annotated[bool, typer.Option("--fix", help="Repair what is mechanical, in place.")] = False,
) -> int:
    """Run the mechanical checks on documents."""
    from critloop.cli.checking import check_paths  # noqa: PLC0415 - keeps --help fast

    return check_paths(paths, loop=loop.value, as_json=output is opt.OutputFormat.JSON, fail_on=fail_on.value, fix=fix)


@app.command()
def read(
    report: Annotated[str, typer.Argument(metavar="REPORT|-", help="A file with a review, or - for standard input.")],
    *,
    style: Annotated[opt.ReportFormat, typer.Option("--format", help="The format of the review.")] = (
        opt.ReportFormat.AUTO
    ),
) -> int:
    """Read a review from anywhere and print it as JSON."""
    from critloop.cli.reading import read_report  # noqa: PLC0415 - keeps --help fast

    return read_report(report, style=style.value)


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


@app.command()
def schema(name: Annotated[opt.SchemaName, typer.Argument(help="The JSON object.")]) -> int:
    """Print the JSON Schema of a published object."""
    from critloop.cli.schemas import print_schema  # noqa: PLC0415 - keeps --help fast

    return print_schema(name.value)


@app.command()
def config() -> int:
    """Print the settings in effect, and their sources."""
    from critloop.cli.settings import print_settings  # noqa: PLC0415 - keeps --help fast

    return print_settings()
