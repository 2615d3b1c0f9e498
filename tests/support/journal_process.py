"""A second process on a journal. Started by ``start``; says what it does in lines on standard output."""

import subprocess
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from critloop.journal.sqlite import SqliteJournal
from critloop.model.errors import CritloopError, StaleVersion
from tests.support.journal_events import created, ended, settled


def start(*arguments: object) -> subprocess.Popen[str]:
    """Run one of the commands below in a process of its own."""
    command = [sys.executable, __file__, *map(str, arguments)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def line(process: subprocess.Popen[str]) -> str:
    """The next line it says; waits for it."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


def go(process: subprocess.Popen[str]) -> None:
    """Let it go on from ``await_go``."""
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()


def say(text: object) -> None:
    """One line to whoever started us."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def await_go() -> None:
    """Ready; wait for the word."""
    say("ready")
    sys.stdin.readline()


def create(journal: SqliteJournal, run: str) -> None:
    """Create the run, together with others who do the same; say which of them did."""
    await_go()
    try:
        journal.append(run, 0, [created(run)], at=1.0)
        say("created")
    except StaleVersion:
        say("stale")


def append(journal: SqliteJournal, run: str, count: int, name: str) -> None:
    """Append ``count`` events in competition with others: read the version again whenever it is stale."""
    await_go()
    stale = done = 0
    while done < count:
        version = len(journal.read(run))
        try:
            journal.append(run, version, [settled(f"{name}{done}")], at=2.0)
            done += 1
        except StaleVersion:
            stale += 1
    say(f"stale {stale}")


def flood(journal: SqliteJournal, run: str) -> None:
    """Append pairs of events for ever, and say each version only after it is stored."""
    version = len(journal.read(run))
    while True:
        journal.append(run, version, [settled("pair"), ended("pair", "x" * 5000)], at=3.0)
        version += 2
        say(version)


def lease(journal: SqliteJournal, run: str) -> None:
    """Take the lease in competition with others, say whether, hold it until told to end."""
    await_go()
    try:
        journal.lease(run)
        say("taken")
    except CritloopError as error:
        say(error.message)
    sys.stdin.readline()


def main(command: str, path: str, run: str, *rest: str) -> None:
    """Run one command."""
    journal = SqliteJournal(Path(path))
    if command == "create":
        create(journal, run)
    elif command == "append":
        append(journal, run, int(rest[0]), rest[1])
    elif command == "flood":
        flood(journal, run)
    else:
        lease(journal, run)


if __name__ == "__main__":
    main(*sys.argv[1:])
