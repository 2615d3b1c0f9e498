import os
import sqlite3
import threading
from pathlib import Path

import pytest

from critloop.journal.leases import STALE_SECONDS
from critloop.journal.sqlite import SqliteJournal
from critloop.model.errors import LeaseHeld, LeaseLost
from tests.support.journal_events import settled
from tests.support.waiting import until

RUN = "run-a"
THEIRS = {"token": "theirs"}


class Hand:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.time = 1_000.0

    def __call__(self) -> float:
        return self.time


def pretend(path: Path, **columns: object) -> None:
    """Rewrite the lease's row as another holder would have left it."""
    connection = sqlite3.connect(path)
    for column, value in columns.items():
        connection.execute(f"UPDATE leases SET {column} = ?", (value,))  # noqa: S608 - the test's own names
    connection.commit()
    connection.close()


def leases(path: Path) -> list[tuple[str, float]]:
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT token, beat_at FROM leases").fetchall()
    connection.close()
    return rows


def test_a_process_cannot_take_a_lease_twice(journal: SqliteJournal, other: SqliteJournal) -> None:
    lease = journal.lease(RUN)

    with pytest.raises(LeaseHeld, match="by this process") as caught:
        journal.lease(RUN)
    with pytest.raises(LeaseHeld):
        other.lease(RUN)
    assert caught.value.run == RUN
    journal.append(RUN, 1, [settled("a")], at=2.0, lease=lease)


def test_a_released_lease_is_free_and_no_longer_valid(journal: SqliteJournal, other: SqliteJournal) -> None:
    lease = journal.lease(RUN)
    lease.release()
    lease.release()
    assert not lease.lost

    taken = other.lease(RUN)
    with pytest.raises(LeaseLost):
        journal.append(RUN, 1, [settled("a")], at=2.0, lease=lease)
    assert len(other.append(RUN, 1, [settled("b")], at=2.0, lease=taken)) == 1


def test_releasing_does_not_end_the_lease_of_whoever_took_over(
    path: Path, journal: SqliteJournal, other: SqliteJournal
) -> None:
    lease = journal.lease(RUN)
    pretend(path, beat_at=0.0, **THEIRS)

    lease.release()
    assert [token for token, _ in leases(path)] == ["theirs"]
    other.lease(RUN)


def test_leases_of_different_runs_are_independent(journal: SqliteJournal, other: SqliteJournal) -> None:
    assert journal.lease(RUN).token != other.lease("run-b").token


def test_the_holder_is_named_in_words(path: Path, journal: SqliteJournal, other: SqliteJournal) -> None:
    journal.lease(RUN)
    pretend(path, pid=os.getppid(), started=None)
    with pytest.raises(LeaseHeld, match=f"process {os.getppid()} on this machine"):
        other.lease(RUN)
    pretend(path, pid=4711, host="elsewhere", place="elsewhere")
    with pytest.raises(LeaseHeld, match="process 4711 on elsewhere"):
        other.lease(RUN)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to tell processes apart")
def test_a_process_number_that_was_given_out_again_does_not_hold_a_lease(
    path: Path, journal: SqliteJournal, other: SqliteJournal
) -> None:
    journal.lease(RUN)
    pretend(path, started="1")
    other.lease(RUN)


@pytest.mark.parametrize("jump", [STALE_SECONDS + 1, -3600.0])
def test_a_silent_holder_on_another_machine_loses_the_lease(path: Path, journal: SqliteJournal, jump: float) -> None:
    clock = Hand()
    silent = SqliteJournal(path, now=clock, beat_seconds=3600)
    lease = silent.lease(RUN)
    pretend(path, host="elsewhere", place="elsewhere")
    taker = SqliteJournal(path, now=clock)

    clock.time += STALE_SECONDS - 1
    with pytest.raises(LeaseHeld):
        taker.lease(RUN)
    clock.time += jump
    taken = taker.lease(RUN)

    with pytest.raises(LeaseLost, match=RUN):
        silent.append(RUN, 1, [settled("a")], at=2.0, lease=lease)
    taker.append(RUN, 1, [settled("b")], at=2.0, lease=taken)
    assert len(journal.read(RUN)) == 2
    silent.close()
    taker.close()


def test_the_heartbeat_renews_and_notices_a_takeover(path: Path, journal: SqliteJournal) -> None:
    clock = Hand()
    holder = SqliteJournal(path, now=clock, beat_seconds=0.01)
    lease = holder.lease(RUN)
    clock.time += 10
    until(lambda: leases(path) == [(lease.token, clock.time)])
    assert not lease.lost

    pretend(path, **THEIRS)
    until(lambda: lease.lost)
    holder.close()
    assert [token for token, _ in leases(path)] == ["theirs"]
    del journal


def test_one_heartbeat_thread_serves_all_leases_and_ends_with_the_last(journal: SqliteJournal) -> None:
    def beating() -> int:
        return sum(thread.name == "critloop-lease-heartbeat" for thread in threading.enumerate())

    before = beating()
    held = [journal.lease(RUN), journal.lease("run-b")]
    assert beating() == before + 1
    for lease in held:
        lease.release()
    until(lambda: beating() <= before)


def test_closing_the_journal_releases_its_leases(path: Path, journal: SqliteJournal) -> None:
    journal.lease(RUN)
    journal.close()
    assert leases(path) == []
