from collections.abc import Iterator
from pathlib import Path

import pytest

from critloop.journal.sqlite import SqliteJournal
from tests.support.journal_events import created

RUN = "run-a"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data folder" / "critloop.db"


@pytest.fixture
def journal(path: Path) -> Iterator[SqliteJournal]:
    journal = SqliteJournal(path, poll_seconds=0.02, beat_seconds=0.02)
    journal.append(RUN, 0, [created(RUN)], at=1.0)
    yield journal
    journal.close()


@pytest.fixture
def other(path: Path, journal: SqliteJournal) -> Iterator[SqliteJournal]:
    """A second journal on the same file, with a connection of its own."""
    del journal
    other = SqliteJournal(path, poll_seconds=0.02, beat_seconds=0.02)
    yield other
    other.close()
