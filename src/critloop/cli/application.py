"""The program itself: what is said of it, and what stands before a command."""

from typing import Annotated

import typer

from critloop import __version__
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
