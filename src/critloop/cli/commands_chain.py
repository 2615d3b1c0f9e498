"""The command for chains."""

from pathlib import Path
from typing import Annotated

import typer

from critloop.cli import options as opt
from critloop.cli.application import app
from critloop.cli.sharing import sharing


@sharing(app, opt.Driving)
def chain(
    flags: opt.Driving,
    file: Annotated[
        Path, typer.Argument(metavar="CHAIN.toml", help="Loops in sequence, and what passes between them.")
    ],
) -> int:
    """Run loops one after another, each begun when the one before is approved."""
    from critloop.cli.chains import start_chain  # noqa: PLC0415 - keeps --help fast

    return start_chain(file, flags)
