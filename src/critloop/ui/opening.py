"""What the dashboard is opened with, and what is read before it can show a run."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypedDict

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


class Options(TypedDict, total=False):
    """What else the dashboard can be told; see ``CritloopApp``."""

    advance: bool
    root: Path | None
    user: str
    theme: str | None
    keys: Mapping[str, str] | None


def open_session(opened: Opened, post: Callable[[Message], object]) -> "RunSession | None":
    """The run to show with all that has happened, so that its screen is drawn once and complete; blocks."""
    from critloop.ui.session import RunSession  # noqa: PLC0415 - after the first frame

    if opened.run is None:
        return None
    session = RunSession(opened.runs, opened.run, post)
    with suppress(CritloopError, ValueError):  # told by ``follow``, which tries it again
        session.read()
    return session
