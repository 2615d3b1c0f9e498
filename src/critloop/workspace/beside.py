"""The best version of a text, laid beside the user's file for them to look at; their file stays as it is."""

import contextlib
import hashlib
import os
from itertools import count
from pathlib import Path, PurePosixPath

from critloop.model.workcopy import Origin


def leave(origin: Origin, path: str, data: bytes) -> str:
    """Write a new file beside ``path``, named after it (``draft.best.md``); its path, relative to the root.

    No file is replaced: the name gets a number where it is taken. Empty where the folder can't be written.
    """
    own = PurePosixPath(path)
    for number in count(1):
        name = f"{own.stem}.best{'' if number == 1 else f'-{number}'}{own.suffix}"
        target = Path(origin.root) / own.parent / name
        try:
            with target.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        except FileExistsError:
            continue
        except OSError:
            return ""
        return (own.parent / name).as_posix()
    return ""


def take_away(origin: Origin, path: str, digest: str) -> None:
    """Delete a file that was left so, unless somebody has changed it since (SHA-256 of its bytes)."""
    target = Path(origin.root) / path
    with contextlib.suppress(OSError):
        if not target.is_symlink() and hashlib.sha256(target.read_bytes()).hexdigest() == digest:
            target.unlink()
