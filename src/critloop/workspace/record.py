"""What is about to be brought back, written down first: a process may die between the deed and its event."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

import msgspec

from critloop.model.base import Frozen
from critloop.model.workcopy import BringBackPreview, BroughtBack
from critloop.workspace.command import unwritable
from critloop.workspace.user_file import UserFile, temporary_beside

RECORD = "brought-back.json"


class Record(Frozen):
    """A bring-back that was begun: what the human saw, and what it makes of the user's files.

    ``undoing``: taking it back was begun too, and ``undone``: it was finished. ``mark`` is the end of
    the names of temporary files below ``root``, which somebody else may have to clear away.
    """

    shown: BringBackPreview
    result: BroughtBack
    undoing: bool = False
    undone: bool = False
    root: str = ""
    mark: str = ""


def new_mark() -> str:
    """An end for names of temporary files that nobody else has."""
    return secrets.token_hex(8)


def write_record(apart: Path, record: Record) -> None:
    """Put the record beside a work copy, synced to disk.

    Raises:
        WorkspaceProblem: The disk is full or read-only.
    """
    fresh = apart / "brought-back.new"
    try:
        with fresh.open("wb") as file:
            file.write(msgspec.json.encode(record))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(_place(apart))
    except OSError as error:
        raise unwritable(apart, error) from None


def read_record(apart: Path) -> Record | None:
    """The record of a work copy, None where there is none that can be read."""
    try:
        return msgspec.json.decode(_place(apart).read_bytes(), type=Record)
    except (OSError, msgspec.MsgspecError):
        return None


def drop_record(apart: Path) -> None:
    """Forget the record: what it tells was not done."""
    _place(apart).unlink(missing_ok=True)


def sweep(apart: Path) -> None:
    """Delete the temporary files of a bring-back or an undo whose process died."""
    record = read_record(apart)
    if record is None or not record.mark or not record.root:
        return
    for file in record.result.files:
        for place in {Path(record.root) / file.path, UserFile(Path(record.root), file.path).path}:
            with suppress(OSError):
                temporary_beside(place, record.mark).unlink()


def _place(apart: Path) -> Path:
    return apart / RECORD
