"""Whole runs in a real terminal, from the first key to the changed file."""

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import copy

import pytest

from tests.support.terminal import Terminal, has_tmux, terminal

pytestmark = pytest.mark.skipif(not has_tmux(), reason="needs tmux: install it to run a dashboard in a real terminal")

SPEC = "locker-codes-spec.md"
RECORDING = "five-rounds.jsonl"
EXAMPLES = Path(__file__).parents[2] / "examples"
CRITLOOP = f"{shlex.quote(sys.executable)} -m critloop"
START = f"{CRITLOOP} spec {SPEC} --maker replay:{RECORDING} --critic replay:{RECORDING}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a spec, and a recording that is played at once."""
    project = tmp_path / "project"
    project.mkdir()
    copy(EXAMPLES / SPEC, project)
    set_pace(project, 0)
    return project


def set_pace(project: Path, pace: int) -> None:
    """Write the recording so that it is played at this pace, in tokens per second."""
    text = (EXAMPLES / RECORDING).read_text().replace('"pace": 60', f'"pace": {pace}', 1)
    (project / RECORDING).write_text(text)


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Terminal]:
    """A terminal."""
    with terminal(tmp_path) as opened:
        yield opened


def environment(folder: Path) -> dict[str, str]:
    """A store of its own, and a name to commit under."""
    return {
        "CRITLOOP_DATA": str(folder.parent / "data"),
        "PATH": os.environ["PATH"],
        "TERM": "xterm-256color",
        "TEXTUAL_ANIMATIONS": "none",
        "LC_ALL": "C.UTF-8",
    }


def test_over_two_gates_to_an_approval_that_changes_the_file(window: Terminal, folder: Path) -> None:
    before = (folder / SPEC).read_text()
    window.start(START, folder, (120, 40), environment(folder))
    window.wait_for("Gate · locker-codes-spec.md · round 5", "Still open")
    window.press("c", "Enter")
    window.wait_for("Gate · locker-codes-spec.md · round 6")
    assert (folder / SPEC).read_text() == before
    window.press("a")
    window.wait_for("for all findings")
    window.type("good enough for the pilot")
    window.press("Enter")
    window.wait_for("Press y to approve")
    window.press("y")
    window.wait_for("Bring back · locker-codes-spec.md")
    assert (folder / SPEC).read_text() == before
    window.press("y")
    window.wait_for("approved with known issues")
    window.press("q")
    window.wait_for("ended with 10")
    assert (folder / SPEC).read_text() != before


def test_an_aborted_run_leaves_the_file_and_80_columns_are_enough(window: Terminal, folder: Path) -> None:
    before = (folder / SPEC).read_bytes()
    window.start(START, folder, (80, 24), environment(folder))
    window.wait_for("c continue", "a approve with known issues", "x abort", "esc look around")
    window.press("Escape")
    window.wait_for("Findings", "waiting for you: 1", without="Still open")
    window.press("g")
    window.wait_for("x abort")
    window.press("x", "Enter")
    window.wait_for("y yes, abort")
    window.press("y")
    window.wait_for("aborted")
    window.press("q")
    window.wait_for("ended with 15")
    assert (folder / SPEC).read_bytes() == before


def test_a_run_killed_in_a_turn_goes_on_in_another_terminal(window: Terminal, folder: Path, tmp_path: Path) -> None:
    set_pace(folder, 30)
    window.start(f"exec {START}", folder, (120, 40), environment(folder))
    window.wait_for("round 1 · critic reviews")
    os.kill(int(window.tmux("display-message", "-p", "-t", "test", "#{pane_pid}")), signal.SIGKILL)
    set_pace(folder, 0)
    other = tmp_path / "other"
    other.mkdir()
    with terminal(other) as second:
        second.start(f"{CRITLOOP} resume last", folder, (120, 40), environment(folder))
        second.wait_for("Gate · locker-codes-spec.md · round 5")
        second.press("Escape")
        second.wait_for("waiting for you: 1", without="Still open")
        second.press("q")
        second.wait_for("ended with 12")
    shown = subprocess.run(
        [sys.executable, "-m", "critloop", "show", "last"],
        cwd=folder,
        env={**os.environ, **environment(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "round" in shown.stdout
