"""Several real processes on one file."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from critloop.journal.sqlite import SqliteJournal
from critloop.model.errors import LeaseHeld
from critloop.model.events import MakerSettled
from tests.support.journal_events import settled
from tests.support.journal_process import go, line, start

RUN = "run-a"


@contextmanager
def process(*arguments: object) -> Iterator[subprocess.Popen[str]]:
    started = start(*arguments)
    with started:
        try:
            yield started
        finally:
            started.kill()


@contextmanager
def racers(*commands: tuple[object, ...]) -> Iterator[list[subprocess.Popen[str]]]:
    """Processes that begin together."""
    with ExitStack() as stack:
        started = [stack.enter_context(process(*command)) for command in commands]
        assert [line(item) for item in started] == ["ready"] * len(started)
        for item in started:
            go(item)
        yield started


def test_a_new_file_is_made_by_several_at_once_and_a_run_by_one_of_them(path: Path) -> None:
    with racers(*[("create", path, RUN)] * 4) as started:
        assert sorted(line(item) for item in started) == ["created", "stale", "stale", "stale"]
    journal = SqliteJournal(path)
    assert [recorded.seq for recorded in journal.read(RUN)] == [1]
    journal.close()


def test_racing_appends_lose_nothing_and_repeat_nothing(path: Path, journal: SqliteJournal) -> None:
    with racers(("append", path, RUN, 60, "a"), ("append", path, RUN, 60, "b")) as started:
        assert all(line(item).startswith("stale") for item in started)

    recorded = journal.read(RUN)
    turns = [item.event.turn for item in recorded if isinstance(item.event, MakerSettled)]
    assert [item.seq for item in recorded] == list(range(1, 122))
    assert [turn for turn in turns if turn[0] == "a"] == [f"a{n}" for n in range(60)]
    assert [turn for turn in turns if turn[0] == "b"] == [f"b{n}" for n in range(60)]
    assert journal.runs()[0].version == 121


def test_a_raced_lease_goes_to_one(path: Path, journal: SqliteJournal) -> None:
    with racers(*[("lease", path, RUN)] * 2) as started:
        answers = [line(item) for item in started]
        assert answers.count("taken") == 1
        winner = started[answers.index("taken")]
        assert f"run {RUN} is being advanced by process {winner.pid} on this machine" in answers
    del journal


@pytest.mark.skipif(os.name == "nt", reason="a dead process is only noticed by its heartbeat here")
def test_the_lease_of_a_killed_process_is_free_at_once(path: Path, journal: SqliteJournal) -> None:
    with racers(("lease", path, RUN)) as (holder,):
        assert line(holder) == "taken"
        with pytest.raises(LeaseHeld, match=f"process {holder.pid} on this machine"):
            journal.lease(RUN)

        holder.kill()
        holder.wait()
        lease = journal.lease(RUN)
        assert len(journal.append(RUN, 1, [settled("a")], at=2.0, lease=lease)) == 1


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to see that a process has ended")
def test_a_killed_process_that_nobody_has_waited_for_holds_no_lease(path: Path, journal: SqliteJournal) -> None:
    with racers(("lease", path, RUN)) as (holder,):
        assert line(holder) == "taken"
        holder.kill()
        os.waitid(os.P_PID, holder.pid, os.WEXITED | os.WNOWAIT)
        journal.lease(RUN)


def test_a_run_is_whole_after_its_process_was_killed_in_the_middle_of_appends(
    path: Path, journal: SqliteJournal
) -> None:
    for _ in range(3):
        with process("flood", path, RUN) as flooder:
            stored = [int(line(flooder)) for _ in range(10)][-1]
            flooder.kill()
            flooder.wait()
            assert flooder.stdout is not None
            stored = max([stored, *map(int, flooder.stdout.read().split())])

        seqs = [item.seq for item in journal.read(RUN)]
        assert seqs == list(range(1, len(seqs) + 1))
        assert len(seqs) % 2 == 1, "events that were appended together stay together"
        assert len(seqs) >= stored
        assert journal.runs()[0].version == len(seqs)
    assert len(journal.append(RUN, len(seqs), [settled("on we go")], at=4.0)) == 1


async def test_a_subscription_sees_what_another_process_appends(path: Path, journal: SqliteJournal) -> None:
    with journal.subscribe(RUN) as events, racers(("append", path, RUN, 30, "a")) as (writer,):
        seen = [(await anext(events)).seq for _ in range(31)]
        assert seen == list(range(1, 32))
        assert line(writer).startswith("stale")
