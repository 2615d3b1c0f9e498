"""Commands without a run: checks, reviews from anywhere, prompts, schemas, settings."""

from pathlib import Path
from typing import Annotated

import typer

from critloop.cli import options as opt
from critloop.cli.application import app
from critloop.cli.usage import Commands

prompts = typer.Typer(cls=Commands, rich_markup_mode=None, help="What roles are told.")


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


app.add_typer(prompts, name="prompts")


@prompts.callback()
def _prompts() -> None:
    """What roles are told: a project's own prompts, and people's words."""


@prompts.command()
def lint(
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="[PATH…]", help="Texts for a critic; else the project's own prompts.")
    ] = None,
) -> int:
    """Find words that pre-judge a review or ask for work without an end."""
    from critloop.cli.linting import lint_prompts  # noqa: PLC0415 - keeps --help fast

    return lint_prompts(paths or [])


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
