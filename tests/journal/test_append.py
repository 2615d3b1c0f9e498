import sqlite3
from pathlib import Path

import pytest

from critloop.journal.sqlite import SqliteJournal
from critloop.model.errors import StaleVersion, UsageProblem
from tests.support.journal_events import created, ended, settled

RUN = "run-a"


def kinds(journal: SqliteJournal, run: str = RUN) -> list[str]:
    return [recorded.event.kind for recorded in journal.read(run)]


def test_events_are_numbered_from_one_and_read_back_in_order(journal: SqliteJournal) -> None:
    recorded = journal.append(RUN, 1, [settled("a"), ended("b")], at=2.5)

    assert [(item.seq, item.at) for item in recorded] == [(2, 2.5), (3, 2.5)]
    assert journal.read(RUN)[1:] == recorded
    assert journal.read(RUN, after=2) == recorded[1:]
    assert journal.read("unknown") == []


def test_a_stale_version_appends_nothing(journal: SqliteJournal) -> None:
    journal.append(RUN, 1, [settled("first")], at=2.0)

    with pytest.raises(StaleVersion, match="version 2, not 1"):
        journal.append(RUN, 1, [settled("second"), ended("second")], at=3.0)
    with pytest.raises(StaleVersion):
        journal.append(RUN, 3, [settled("from the future")], at=3.0)
    assert kinds(journal) == ["run_created", "maker_settled"]


def test_a_run_is_created_once(journal: SqliteJournal) -> None:
    with pytest.raises(StaleVersion):
        journal.append(RUN, 0, [created(RUN)], at=9.0)
    assert [row.created_at for row in journal.runs()] == [1.0]


def test_a_run_that_was_not_created_gets_no_events(journal: SqliteJournal) -> None:
    with pytest.raises(UsageProblem, match="no run typo"):
        journal.append("typo", 0, [settled("a")], at=2.0)
    assert journal.read("typo") == []


def test_events_outlive_the_journal_that_wrote_them(journal: SqliteJournal, path: Path) -> None:
    journal.append(RUN, 1, [ended("b", "text \x00 \x1b[0m ü 漢 🙂")], at=2.0)
    written = journal.read(RUN)
    journal.close()

    reopened = SqliteJournal(path)
    assert reopened.read(RUN) == written
    reopened.close()


def test_durable_events_wait_for_the_disk_and_others_do_not(
    journal: SqliteJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels: list[int] = []
    connection = journal._database._opened()

    class Spy:
        def execute(self, statement: str, *parameters: tuple[str, ...]) -> sqlite3.Cursor:
            if statement == "COMMIT":
                levels.append(connection.execute("PRAGMA synchronous").fetchone()[0])
            return connection.execute(statement, *parameters)

        def __getattr__(self, name: str) -> object:
            return getattr(connection, name)

    monkeypatch.setattr(journal._database, "_connection", Spy())
    journal.append(RUN, 1, [settled("a")], at=2.0)
    journal.append(RUN, 2, [settled("b"), ended("b")], at=2.0)
    journal.append(RUN, 4, [settled("c")], at=2.0)

    normal, full = 1, 2
    assert levels == [normal, full, normal]


def test_the_file_uses_a_write_ahead_log(journal: SqliteJournal) -> None:
    assert journal.path.with_name("critloop.db-wal").exists()
