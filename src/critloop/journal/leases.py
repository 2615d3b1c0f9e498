"""The right to advance a run: one row a run, renewed by a heartbeat."""

import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress

from critloop.journal.database import Database
from critloop.journal.heartbeat import Heartbeat
from critloop.journal.process import Process, this_process
from critloop.model.errors import LeaseHeld, LeaseLost, StoreProblem

BEAT_SECONDS = 5.0
"""How often a lease is renewed."""

STALE_SECONDS = 15.0
"""After this time without a heartbeat a lease is free, even where its process can't be looked up."""


class SqliteLease:
    """A lease that this process took. ``lost`` turns true when another process took it over."""

    def __init__(self, run: str, token: str, give_up: Callable[["SqliteLease"], None]) -> None:
        """Belongs to ``Leases``, which makes it."""
        self.run = run
        self.lost = False
        self._token = token
        self._give_up = give_up

    @property
    def token(self) -> str:
        """Proves the lease to ``append``."""
        return self._token

    def release(self) -> None:
        """Give it up; doing so twice is no error."""
        self._give_up(self)


class Leases:
    """Takes, renews and releases the leases of one process."""

    def __init__(self, database: Database, now: Callable[[], float], beat_seconds: float) -> None:
        """``now`` is Unix time in seconds; ``beat_seconds`` the time between two heartbeats."""
        self._database = database
        self._now = now
        self._held: dict[str, SqliteLease] = {}
        self._lock = threading.Lock()
        self._heartbeat = Heartbeat(self._renew, beat_seconds)

    def take(self, run: str) -> SqliteLease:
        """Take the lease of a run, over from a dead process if need be.

        Raises:
            LeaseHeld: A living process has it, this one included.
            StoreProblem: The database can't be used.
        """
        import secrets  # noqa: PLC0415 - those who only look at runs needn't wait for it

        token, me = secrets.token_hex(16), this_process()
        with self._database.writing() as connection:
            holder = self._holder(connection, run)
            if holder is not None:
                raise LeaseHeld(run, str(holder))
            connection.execute(
                "INSERT OR REPLACE INTO leases (run, token, host, place, pid, started, beat_at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (run, token, me.host, me.place, me.pid, me.started, self._now()),
            )
        lease = SqliteLease(run, token, self._release)
        with self._lock:
            self._held[token] = lease
            self._heartbeat.start()
        return lease

    def holder(self, run: str) -> str | None:
        """The living process that has the lease of a run, in words."""
        with self._database.reading() as connection:
            found = self._holder(connection, run)
        return None if found is None else str(found)

    def release_all(self) -> None:
        """Give up all leases of this process."""
        with self._lock:
            held = list(self._held.values())
        for lease in held:
            lease.release()

    def _holder(self, connection: sqlite3.Connection, run: str) -> Process | None:
        query = "SELECT host, place, pid, started, beat_at FROM leases WHERE run = ?"
        row = connection.execute(query, (run,)).fetchone()
        if row is None:
            return None
        holder, beat_at = Process(*row[:4]), row[4]
        # A heartbeat far in the future is one from before the clock was put back.
        silent = abs(self._now() - beat_at) > STALE_SECONDS
        return None if silent or holder.is_dead() else holder

    def _renew(self) -> None:
        with self._lock:
            held = list(self._held.values())
        for lease in held:
            # A database that is busy or full now may not be at the next beat; append reports it.
            with suppress(StoreProblem), self._database.writing() as connection:
                beat = "UPDATE leases SET beat_at = ? WHERE run = ? AND token = ?"
                renewed = connection.execute(beat, (self._now(), lease.run, lease.token)).rowcount
                if not renewed:
                    self._forget(lease, lost=True)

    def _release(self, lease: SqliteLease) -> None:
        self._forget(lease, lost=False)
        # A lease that can't be deleted is free as soon as this process ends or its heartbeat is old.
        with suppress(StoreProblem), self._database.writing() as connection:
            connection.execute("DELETE FROM leases WHERE run = ? AND token = ?", (lease.run, lease.token))

    def _forget(self, lease: SqliteLease, *, lost: bool) -> None:
        with self._lock:
            if self._held.pop(lease.token, None) is not None:
                lease.lost = lost
            if not self._held:
                self._heartbeat.stop()


def require_lease(connection: sqlite3.Connection, run: str, token: str) -> None:
    """Refuse, inside the transaction that appends, a lease that isn't the run's any more.

    Raises:
        LeaseLost: Another process has taken it over, or it was released.
    """
    row = connection.execute("SELECT token FROM leases WHERE run = ?", (run,)).fetchone()
    if row is None or row[0] != token:
        raise LeaseLost(f"run {run} is no longer this process's to advance", f"look at it: critloop show {run}")
