"""The tables, their version, and the check that a file has exactly these."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from critloop.journal.problems import foreign_database, is_busy, newer_database

APPLICATION_ID = int.from_bytes(b"CrLp", "big")
"""Marks a SQLite file as a critloop journal."""

VERSION = 1
"""The version of the tables and of the events in them; kept in ``user_version``."""

BUSY_SECONDS = 5.0
"""How long to wait for other processes before a call fails."""

_RETRY_SECONDS = 0.01

# events.id orders the events of all runs, so that a board can ask what changed since it last looked.
_TABLES = (
    """CREATE TABLE events (
        id INTEGER PRIMARY KEY, run TEXT NOT NULL, seq INTEGER NOT NULL, at REAL NOT NULL,
        kind TEXT NOT NULL, body TEXT NOT NULL, UNIQUE (run, seq))""",
    """CREATE TABLE runs (
        id INTEGER PRIMARY KEY, run TEXT NOT NULL UNIQUE, root TEXT NOT NULL, loop TEXT NOT NULL,
        subject TEXT NOT NULL, spec TEXT NOT NULL, version INTEGER NOT NULL,
        created_at REAL NOT NULL, changed_at REAL NOT NULL, last_event INTEGER NOT NULL)""",
    "CREATE INDEX runs_by_change ON runs (last_event)",
    """CREATE TABLE leases (
        run TEXT PRIMARY KEY, token TEXT NOT NULL, host TEXT NOT NULL, place TEXT NOT NULL,
        pid INTEGER NOT NULL, started TEXT, beat_at REAL NOT NULL) WITHOUT ROWID""",
)


def prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Make the tables in a blank database, refuse one that isn't ours, switch to write-ahead logging.

    Raises:
        StoreProblem: The database is another program's or a newer critloop's. It is left as it was.
        sqlite3.Error: It can't be read or written.
    """
    with _transaction(connection, "BEGIN"):  # one view of the file, while others may be making the tables
        blank = _is_blank(connection, path)
    if blank:
        _create(connection, path)
    _use_write_ahead_log(connection)


@contextmanager
def _transaction(connection: sqlite3.Connection, begin: str) -> Iterator[None]:
    connection.execute(begin)
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _is_blank(connection: sqlite3.Connection, path: Path) -> bool:
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if (application, version) == (0, 0) and not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        return True
    if application != APPLICATION_ID:
        raise foreign_database(path)
    if version > VERSION:
        raise newer_database(path, version, VERSION)
    return False


def _create(connection: sqlite3.Connection, path: Path) -> None:
    with _transaction(connection, "BEGIN IMMEDIATE"):
        if _is_blank(connection, path):  # another process may have made them meanwhile
            for statement in _TABLES:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {VERSION}")


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    # The switch needs the file for itself; SQLite does not wait where two connections try at once.
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL").fetchone()
        except sqlite3.OperationalError as error:
            if not is_busy(error) or time.monotonic() > deadline:
                raise
            time.sleep(_RETRY_SECONDS)
        else:
            return
