"""Runs without their events: listed, found by a prefix, watched for changes."""

import sqlite3
from pathlib import Path

from critloop.journal.database import Database
from critloop.journal.stored import StoredRun, run_rows, stored_text
from critloop.model.errors import UsageProblem
from critloop.model.ports import RunRow

LAST = "last"
"""Means the run that changed last."""

_SHOWN = 5

_COLUMNS = "run, spec, version, created_at, changed_at"


def list_runs(database: Database, root: str | None) -> list[RunRow]:
    """All runs, of one root or of all, the newest first."""
    with database.reading() as connection:
        rows: list[StoredRun] = connection.execute(
            f"SELECT {_COLUMNS} FROM runs WHERE ?1 IS NULL OR root = ?1 ORDER BY created_at DESC, id DESC",  # noqa: S608 - a constant
            (None if root is None else stored_text(root),),
        ).fetchall()
    return run_rows(rows, database.path)


def list_changed(database: Database, token: int) -> tuple[int, list[RunRow]]:
    """The runs that changed since ``token`` was given out, and the next token."""
    with database.reading() as connection:
        rows = connection.execute(
            f"SELECT last_event, {_COLUMNS} FROM runs WHERE last_event > ? ORDER BY last_event",  # noqa: S608 - a constant
            (token,),
        ).fetchall()
    latest = rows[-1][0] if rows else token
    return latest, run_rows([row[1:] for row in rows], database.path)


def find_run(database: Database, prefix: str) -> str:
    """The run that an unambiguous prefix, or ``last``, means.

    Raises:
        UsageProblem: No run, or several; some that could be meant are named.
    """
    with database.reading() as connection:
        found = _recent(connection)[:1] if prefix == LAST else _beginning_with(connection, prefix)
        if len(found) == 1:
            return found[0]
        raise _not_one(prefix, found, _recent(connection), database.path)


def _beginning_with(connection: sqlite3.Connection, prefix: str) -> list[str]:
    if not prefix:
        return []
    query = "SELECT run FROM runs WHERE substr(run, 1, length(?1)) = ?1 ORDER BY last_event DESC"
    found = [row[0] for row in connection.execute(query, (stored_text(prefix),))]
    return [prefix] if prefix in found else found


def _recent(connection: sqlite3.Connection) -> list[str]:
    query = "SELECT run FROM runs ORDER BY last_event DESC LIMIT ?"
    return [row[0] for row in connection.execute(query, (_SHOWN,))]


def _not_one(prefix: str, found: list[str], recent: list[str], path: Path) -> UsageProblem:
    if not recent:
        return UsageProblem(f"there are no runs yet in {path}", "start one: critloop spec FILE")
    if not found:
        return UsageProblem(f"no run begins with {prefix!r}", f"the latest runs: {', '.join(recent)}")
    more = ", …" if len(found) > _SHOWN else ""
    return UsageProblem(
        f"{len(found)} runs begin with {prefix!r}", f"give more of the name: {', '.join(found[:_SHOWN])}{more}"
    )
