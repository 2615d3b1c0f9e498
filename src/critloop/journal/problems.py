"""SQLite's errors in plain words."""

import sqlite3
from pathlib import Path

from critloop.model.errors import StoreProblem

_PRIMARY_CODE = 0xFF  # SQLite keeps the kind of an error in the lowest byte of its extended code.

_ELSEWHERE = "make it writable, or set CRITLOOP_DATA to another folder"

_WORDS: dict[int, tuple[str, str]] = {
    sqlite3.SQLITE_BUSY: (
        "{path} is locked by another process",
        "wait until it is done, or find the program that holds the file",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        "{path} can't be opened",
        "check that its folder can be read and written, or set CRITLOOP_DATA to another folder",
    ),
    sqlite3.SQLITE_CORRUPT: (
        "{path} is damaged",
        "nothing was changed; copy the file, try `sqlite3 FILE .recover`, or move it away to begin a new one",
    ),
    sqlite3.SQLITE_FULL: ("no space left to write {path}", "free some space; all that was recorded before is kept"),
    sqlite3.SQLITE_IOERR: (
        "{path} can't be read or written",
        "check the disk and its free space; all that was recorded before is kept",
    ),
    sqlite3.SQLITE_NOTADB: (
        "{path} is no critloop database",
        "nothing was changed; move the file away, or set CRITLOOP_DATA to another folder",
    ),
    sqlite3.SQLITE_PERM: ("{path} may not be opened", _ELSEWHERE),
    sqlite3.SQLITE_READONLY: ("{path} is read-only", _ELSEWHERE),
}


def is_busy(error: sqlite3.Error) -> bool:
    """True when another connection is in the way, for now."""
    return _primary(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def store_problem(error: sqlite3.Error, path: Path) -> StoreProblem:
    """What went wrong with the database at ``path``, and what to do."""
    fallback = ("{path} can't be used (" + str(error).replace("{", "(").replace("}", ")") + ")", "check the file")
    message, remedy = _WORDS.get(_primary(error), fallback)
    return StoreProblem(message.format(path=path), remedy)


def folder_problem(error: OSError, folder: Path) -> StoreProblem:
    """Why the folder of the database can't be made."""
    reason = error.strerror or type(error).__name__
    return StoreProblem(f"the folder {folder} can't be made: {reason.lower()}", _ELSEWHERE)


def foreign_database(path: Path) -> StoreProblem:
    """A file that SQLite can read and that another program wrote."""
    return StoreProblem(f"{path} is the database of another program", _WORDS[sqlite3.SQLITE_NOTADB][1])


def newer_database(path: Path, version: int, known: int) -> StoreProblem:
    """A database whose tables this version does not know."""
    return StoreProblem(
        f"{path} was written by a newer critloop (format {version}; this one knows {known})",
        "update critloop; nothing was changed",
    )


def newer_run(run: str, where: str, path: Path) -> StoreProblem:
    """A run with something in it that this version does not know."""
    return StoreProblem(
        f"run {run} in {path} was written by a newer critloop ({where} is unknown here)",
        "update critloop; nothing was changed",
    )


def damaged_run(run: str, where: str, path: Path) -> StoreProblem:
    """A run with something in it that is no JSON."""
    return StoreProblem(f"run {run} in {path} is damaged ({where} can't be read)", _WORDS[sqlite3.SQLITE_CORRUPT][1])


def _primary(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE
