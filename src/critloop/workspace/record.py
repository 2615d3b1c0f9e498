"""What is about to be brought back, written down first: a process may die between the deed and its event."""

import os
from pathlib import Path

import msgspec

from critloop.model.base import Frozen
from critloop.model.workcopy import BringBackPreview, BroughtBack
from critloop.workspace.command import unwritable


class Record(Frozen):
    """A bring-back that was begun: what the human saw, and what it makes of the user's files.

    ``undoing``: taking it back was begun too.
    """

    shown: BringBackPreview
    result: BroughtBack
    undoing: bool = False


def write_record(git_dir: Path, record: Record) -> None:
    """Put the record into a work copy, synced to disk.

    Raises:
        WorkspaceProblem: The disk is full or read-only.
    """
    fresh = git_dir / "brought-back.new"
    try:
        with fresh.open("wb") as file:
            file.write(msgspec.json.encode(record))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(_place(git_dir))
    except OSError as error:
        raise unwritable(git_dir, error) from None


def read_record(git_dir: Path) -> Record | None:
    """The record of a work copy, None where there is none that can be read."""
    try:
        return msgspec.json.decode(_place(git_dir).read_bytes(), type=Record)
    except (OSError, msgspec.MsgspecError):
        return None


def drop_record(git_dir: Path) -> None:
    """Forget the record: what it tells was taken back."""
    _place(git_dir).unlink(missing_ok=True)


def _place(git_dir: Path) -> Path:
    return git_dir / "brought-back.json"
