"""The dashboard is opened where there is a terminal, and its end becomes the command's."""

import os
import pty
import select
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from critloop.app import Critloop
from critloop.cli import opening
from critloop.cli.places import project, repository
from critloop.loop.state import RunState
from critloop.model.errors import StoreProblem
from critloop.ui.app import Opened
from tests.support.commands import Commands
from tests.support.user_repository import plain_environment
from tests.support.waiting import LIMIT_SECONDS

ALTERNATE_SCREEN = b"\x1b[?1049h"
AUTHORS = "# Title\n\nText.\n\n## Storage\n"


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if both standard streams were one."""
    monkeypatch.setattr(opening, "in_terminal", lambda: True)
    monkeypatch.setattr("critloop.cli.loops.in_terminal", lambda: True)


@pytest.mark.usefixtures("terminal")
def test_resuming_opens_the_dashboard_on_the_run_and_ends_as_the_run_stands(
    critloop: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    critloop.write("s.md", AUTHORS)
    critloop.write("critloop.toml", '[ui]\ntheme = "nord"\n')
    waiting = critloop("spec", "s.md", "--json").result["run"]
    shown: list[Opened] = []

    def closed(source: Callable[[], Opened]) -> RunState:
        shown.append(source())
        return shown[0].runs.state(waiting)

    monkeypatch.setattr("critloop.ui.app.run_dashboard", closed)
    ran = critloop("resume", waiting[:5])
    assert shown[0][1:] == (waiting, critloop.project, "nord")
    assert ran.code == 12
    assert f"next: critloop decide {waiting}" in ran.out


@pytest.mark.usefixtures("terminal")
def test_a_new_run_is_made_before_the_dashboard_opens(critloop: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    critloop.write("s.md", AUTHORS)

    def closed(store: Critloop, run: str, **options: object) -> RunState:
        assert options == {"root": critloop.project, "theme": None}
        return store.state(run)

    monkeypatch.setattr("critloop.ui.app.run_dashboard", closed)
    assert critloop("spec", "s.md").out.startswith("running or interrupted")
    assert "empty.md: no such file" in critloop("spec", "empty.md").err


@pytest.mark.usefixtures("terminal")
def test_a_run_that_is_not_there_is_told_plainly(critloop: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("critloop.ui.app.run_dashboard", lambda source: source())
    assert critloop("resume", "nothing").code == 2


@pytest.mark.usefixtures("terminal")
def test_a_board_on_a_store_that_cannot_be_read_says_so(critloop: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    critloop.data.mkdir()
    (critloop.data / "critloop.db").write_bytes(b"no database" * 500)

    def opens(source: Callable[[], Opened]) -> None:
        with pytest.raises(StoreProblem):
            source()

    monkeypatch.setattr("critloop.ui.app.run_dashboard", opens)
    assert critloop().code == 0


def test_in_a_real_terminal_the_board_opens_and_closes(critloop: Commands) -> None:
    head, tail = pty.openpty()
    environment = plain_environment() | critloop.environment | {"TERM": "xterm-256color", "TEXTUAL_ANIMATIONS": "none"}
    with subprocess.Popen(
        critloop.command(), cwd=critloop.project, env=environment, stdin=tail, stdout=tail, stderr=tail
    ) as process:
        os.close(tail)
        shown = b""
        deadline = time.monotonic() + LIMIT_SECONDS
        while process.poll() is None and time.monotonic() < deadline:
            if select.select([head], [], [], 0.2)[0]:
                shown += read(head)
            elif ALTERNATE_SCREEN in shown:
                os.write(head, b"q")
        process.kill()
    os.close(head)
    assert ALTERNATE_SCREEN in shown
    assert process.returncode == 0, shown[-2000:]


def read(terminal: int) -> bytes:
    """What a terminal shows; nothing once the program has closed its end."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


def test_paths_of_the_project_are_found_from_below(critloop: Commands) -> None:

    (critloop.project / ".git").mkdir()
    below = critloop.project / "a" / "b"
    below.mkdir(parents=True)
    assert repository(below) == project(below) == critloop.project
    assert repository(Path("/")) is None
