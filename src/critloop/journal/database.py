"""One SQLite connection for all threads of a process."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from critloop.journal.problems import folder_problem, store_problem
from critloop.journal.schema import BUSY_SECONDS, prepare
from critloop.model.errors import StoreProblem


class Database:
    """The file at ``path``: opened when it is first used, made when it isn't there.

    Threads take turns. Every SQLite error leaves as a StoreProblem that names the file.
    """

    def __init__(self, path: Path) -> None:
        """Remember where; nothing is opened yet."""
        self.path = path
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._closed = False
        self._synchronous = ""

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The connection, for this thread alone, outside a transaction.

        Raises:
            StoreProblem: The database can't be used.
        """
        with self._lock:
            try:
                yield self._opened()
            except sqlite3.Error as error:
                raise store_problem(error, self.path) from error

    @contextmanager
    def writing(self, *, durable: bool = False) -> Iterator[sqlite3.Connection]:
        """A write transaction: committed at the end of the block, rolled back on any error.

        ``durable`` waits until the disk has it; else a power failure (never a killed process) may
        take the latest transactions back.

        Raises:
            StoreProblem: The database can't be used. Nothing of the block was written.
        """
        with self.reading() as connection:
            self._sync(connection, "FULL" if durable else "NORMAL")
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    def close(self) -> None:
        """Close for good; later calls fail with a StoreProblem."""
        with self._lock:
            self._closed = True
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _opened(self) -> sqlite3.Connection:
        if self._closed:
            raise StoreProblem(f"{self.path} was closed by this process")
        if self._connection is None:
            self._connection = _open(self.path)
        return self._connection

    def _sync(self, connection: sqlite3.Connection, level: str) -> None:
        if level != self._synchronous:
            connection.execute(f"PRAGMA synchronous = {level}")
            self._synchronous = level


def _open(path: Path) -> sqlite3.Connection:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise folder_problem(error, path.parent) from error
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        prepare(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection
