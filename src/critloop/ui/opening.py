"""What is read before a run, or the list of runs, can be shown; all of it blocks."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from textual.message import Message

from critloop.model.errors import CritloopError

if TYPE_CHECKING:
    from critloop.ui.runs import Runs
    from critloop.ui.session import RunSession


class Opened(NamedTuple):
    """What is found once the store is open: the runs, the one to show (None: all), their project, the theme."""

    runs: "Runs"
    run: str | None = None
    root: Path | None = None
    theme: str | None = None


def open_session(opened: Opened, post: Callable[[Message], object]) -> "RunSession | None":
    """The run to show with all that has happened, so that its screen is drawn once and complete."""
    from critloop.ui.session import RunSession  # noqa: PLC0415 - after the first frame

    if opened.run is None:
        return None
    session = RunSession(opened.runs, opened.run, post)
    with suppress(CritloopError, ValueError):  # told by ``follow``, which tries it again
        session.read()
    return session
