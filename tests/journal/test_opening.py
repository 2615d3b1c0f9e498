import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from critloop.journal.sqlite import SqliteJournal
from critloop.model.errors import StoreProblem
from tests.support.journal_events import created, settled

RUN = "run-a"


def together(*calls: Callable[[], object]) -> None:
    """Call all at the same moment, each in a thread."""
    barrier = threading.Barrier(len(calls))
    failures: list[Exception] = []

    def run(call: Callable[[], object]) -> None:
        barrier.wait()
        try:
            call()
        except Exception as error:  # noqa: BLE001 - told to the test below
            failures.append(error)

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_a_new_file_can_be_opened_by_many_at_once(tmp_path: Path) -> None:
    for attempt in range(10):
        journals = [SqliteJournal(tmp_path / f"{attempt}.db") for _ in range(6)]
        together(*[journal.runs for journal in journals])
        for journal in journals:
            journal.close()


def test_opening_waits_for_a_reader_that_keeps_the_log_from_being_set_up(
    path: Path, journal: SqliteJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal.close()
    reader = sqlite3.connect(path, isolation_level=None)
    reader.execute("PRAGMA journal_mode = DELETE")
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM runs").fetchall()
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        reader.close()

    monkeypatch.setattr("critloop.journal.database.BUSY_SECONDS", 0.0)
    monkeypatch.setattr("critloop.journal.schema.time.sleep", wait)
    opened = SqliteJournal(path)
    assert len(opened.append(RUN, 1, [settled("a")], at=2.0)) == 1
    assert len(waits) == 1
    opened.close()


def test_threads_share_one_journal(journal: SqliteJournal) -> None:
    runs = [f"thread-{n}" for n in range(6)]

    def fill(run: str) -> None:
        journal.append(run, 0, [created(run)], at=2.0)
        for version in range(1, 20):
            journal.append(run, version, [settled("a")], at=2.0)

    together(*[lambda run=run: fill(run) for run in runs])
    assert {run: len(journal.read(run)) for run in runs} == dict.fromkeys(runs, 20)


def test_a_closed_journal_says_so(journal: SqliteJournal) -> None:
    journal.close()
    with pytest.raises(StoreProblem, match="closed"):
        journal.read(RUN)


def test_nothing_is_opened_before_the_first_call(path: Path) -> None:
    SqliteJournal(path).close()
    assert not path.parent.exists()
