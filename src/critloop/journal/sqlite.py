"""The journal on SQLite: append-only events in one file, shared by all processes of a machine."""

import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from critloop.journal.database import Database
from critloop.journal.leases import BEAT_SECONDS, Leases, SqliteLease, require_lease
from critloop.journal.listing import find_run, list_changed, list_runs
from critloop.journal.stored import StoredEvent, recorded_events, stored_event, stored_json, stored_text
from critloop.journal.subscription import POLL_SECONDS, Subscription, Subscriptions
from critloop.model.errors import StaleVersion, UsageProblem
from critloop.model.events import Event, Recorded, RunCreated
from critloop.model.ports import Lease, RunRow


class SqliteJournal:
    """Implements ``model.ports.Journal``. Safe to call from any thread; opened at the first call.

    Every method raises StoreProblem when the database can't be used: damaged, of a newer version,
    another program's, read-only, locked for long, or the disk is full. Such a file is left as it is.
    """

    def __init__(
        self,
        path: Path,
        *,
        now: Callable[[], float] = time.time,
        poll_seconds: float = POLL_SECONDS,
        beat_seconds: float = BEAT_SECONDS,
    ) -> None:
        """Remember where.

        Args:
            path: The database file; it and its folder are made when they aren't there.
            now: Unix time in seconds, for leases.
            poll_seconds: How often subscriptions look for events of other processes.
            beat_seconds: How often leases are renewed; well under ``leases.STALE_SECONDS``.
        """
        self.path = path
        self._database = Database(path)
        self._leases = Leases(self._database, now, beat_seconds)
        self._subscriptions = Subscriptions()
        self._poll_seconds = poll_seconds

    def append(
        self, run: str, expected_version: int, events: Sequence[Event], *, at: float, lease: Lease | None = None
    ) -> list[Recorded]:
        """Append all events or none, synced to disk when one of them is durable.

        The first event of a run is RunCreated, with ``expected_version`` 0. ``at`` is Unix seconds.

        Raises:
            StaleVersion: The run has another version than ``expected_version``.
            LeaseLost: ``lease`` is not the run's lease any more.
            UsageProblem: There is no such run, and the first event does not create it.
        """
        recorded = [
            Recorded(run=run, seq=seq, at=at, event=event) for seq, event in enumerate(events, expected_version + 1)
        ]
        with self._database.writing(durable=any(event.durable for event in events)) as connection:
            if lease is not None:
                require_lease(connection, run, lease.token)
            _require_version(connection, run, expected_version)
            if recorded:
                _write(connection, recorded)
        self._subscriptions.wake(run)
        return recorded

    def read(self, run: str, after: int = 0) -> list[Recorded]:
        """The run's events with ``seq > after``, in order; none for a run that doesn't exist."""
        query = "SELECT run, seq, at, kind, body FROM events WHERE run = ? AND seq > ? ORDER BY seq"
        with self._database.reading() as connection:
            rows: list[StoredEvent] = connection.execute(query, (run, after)).fetchall()
        return recorded_events(rows, self.path)

    def runs(self, root: str | None = None) -> list[RunRow]:
        """All runs, of one project root or of all, the newest first."""
        return list_runs(self._database, root)

    def changed_since(self, token: int = 0) -> tuple[int, list[RunRow]]:
        """The runs that got events since ``token``, in the order of change, and the token for the next call.

        0 gives all runs. Cheap when nothing changed, so a board can ask several times a second.
        """
        return list_changed(self._database, token)

    def find(self, prefix: str) -> str:
        """The run that an unambiguous prefix, or ``last`` (the one that changed last), means.

        Raises:
            UsageProblem: No run, or several; some that could be meant are named.
        """
        return find_run(self._database, prefix)

    def lease(self, run: str) -> SqliteLease:
        """Take the run's lease; a heartbeat keeps it until it is released or this process ends.

        Raises:
            LeaseHeld: A living process has it, this one included.
        """
        return self._leases.take(run)

    def loop(self, run: str) -> str:
        """The name of a run's loop; empty where there is no such run."""
        with self._database.reading() as connection:
            row = connection.execute("SELECT loop FROM runs WHERE run = ?", (run,)).fetchone()
        return str(row[0]) if row is not None else ""

    def holder(self, run: str) -> str | None:
        """The living process that has the run's lease, in words; None when nobody has it."""
        return self._leases.holder(run)

    @contextmanager
    def subscribe(self, run: str, after: int = 0) -> Iterator[AsyncIterator[Recorded]]:
        """Events with ``seq > after``, stored ones first, then new ones as they come, each once and in order.

        Those appended through this journal arrive at once, those of other processes by polling.
        The iteration ends when the context or the journal is closed.
        """
        subscription = Subscription(lambda seen: self.read(run, seen), after, self._poll_seconds)
        self._subscriptions.add(run, subscription)
        try:
            yield subscription
        finally:
            self._subscriptions.remove(run, subscription)

    def close(self) -> None:
        """Release all leases, end all subscriptions, close the file for good."""
        self._subscriptions.close_all()
        self._leases.release_all()
        self._database.close()


def _require_version(connection: sqlite3.Connection, run: str, expected: int) -> None:
    row = connection.execute("SELECT version FROM runs WHERE run = ?", (run,)).fetchone()
    version = 0 if row is None else row[0]
    if version != expected:
        raise StaleVersion(f"run {run} is at version {version}, not {expected}: another process appended first")


def _write(connection: sqlite3.Connection, recorded: list[Recorded]) -> None:
    insert = "INSERT INTO events (run, seq, at, kind, body) VALUES (?, ?, ?, ?, ?)"
    for item in recorded:
        last_event = connection.execute(insert, stored_event(item)).lastrowid
    first, last = recorded[0], recorded[-1]
    if first.seq == 1 and isinstance(first.event, RunCreated):
        _create_row(connection, first, first.event)
    updated = connection.execute(
        "UPDATE runs SET version = ?, changed_at = ?, last_event = ? WHERE run = ?",
        (last.seq, last.at, last_event, last.run),
    ).rowcount
    if not updated:
        raise UsageProblem(f"there is no run {first.run}", "list them: critloop runs")


def _create_row(connection: sqlite3.Connection, first: Recorded, created: RunCreated) -> None:
    spec, at = created.spec, first.at
    root, subject = stored_text(spec.root), stored_text(spec.subject)
    connection.execute(
        "INSERT INTO runs (run, root, loop, subject, spec, version, created_at, changed_at, last_event)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)",
        (first.run, root, spec.loop, subject, stored_json(spec), first.seq, at, at),
    )
