"""Interrupting a headless run, and readers and disks that go away."""

import os
import signal
from pathlib import Path

import pytest

from critloop.cli import telling
from tests.support.commands import Commands

CLEAN = "# Title\n\nAll is said.\n"
SLOW = {"role": "critic", "thinking": "word " * 5000, "text": "nothing"}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_stops_the_turn_and_names_the_way_on(critloop: Commands, number: int) -> None:
    critloop.write("s.md", CLEAN)
    agent = critloop.recording(SLOW, pace=1)
    with critloop.start("spec", "s.md", "--headless", "--maker", agent, "--critic", agent) as process:
        assert process.stderr is not None
        assert process.stdout is not None
        while "reviews" not in process.stderr.readline():
            pass
        process.send_signal(number)
        out, err = process.stdout.read(), process.stderr.read()
    assert process.returncode == 130, err
    assert out.startswith("stopped: ")
    assert "next: critloop resume " in out
    assert "Traceback" not in err


def test_a_reader_that_goes_away_is_no_error(critloop: Commands) -> None:
    critloop.write("a.md", "# T\n\n## Empty\n")
    read, write = os.pipe()
    os.close(read)
    with critloop.start("check", "a.md", stdout=write) as process:
        os.close(write)
        _, err = process.communicate()
    assert "Traceback" not in err
    assert "Broken pipe" not in err
    assert process.returncode == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_under_the_output_is_said(critloop: Commands) -> None:
    with Path("/dev/full").open("w") as full, critloop.start("schema", "result", stdout=full) as process:
        _, err = process.communicate()
    assert err.startswith("critloop: standard output: No space left on device\n")
    assert process.returncode == 1


def test_the_unexpected_leaves_a_file_and_no_traceback(critloop: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(arguments: object) -> int:
        raise ZeroDivisionError(f"with {arguments}\nand a second line")

    monkeypatch.setattr("critloop.cli.entry.dispatch", fails)
    ran = critloop("check", "x")
    assert ran.code == 1
    first, second = ran.err.splitlines()
    assert first.startswith("critloop: unexpected error: ZeroDivisionError: with ")
    path = Path(second.partition(": ")[2])
    assert path.is_relative_to(critloop.data)
    assert "ZeroDivisionError" in path.read_text()
    assert "command: critloop check x" in path.read_text()


def test_a_terminal_with_few_characters_shows_escapes(critloop: Commands) -> None:
    critloop.write("ä.md", "# T\n\n## Größe\n")
    with critloop.start("check", "ä.md", environment={"PYTHONIOENCODING": "ascii"}) as process:
        out, err = process.communicate()
    assert "\\xe4.md:3" in out, err
    assert process.returncode == 1


def test_messages_are_one_line_whatever_they_hold(capsys: pytest.CaptureFixture[str]) -> None:
    telling.tell("a\nb\x1b[2J", "c\rd")
    assert capsys.readouterr().err == "critloop: a b [2J\n  c d\n"
