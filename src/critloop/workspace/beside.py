"""The best version of a text, laid beside the user's file for them to look at; their file stays as it is."""

import contextlib
import hashlib
import os
from itertools import count
from pathlib import Path, PurePosixPath

from critloop.model.workcopy import Origin


def leave(origin: Origin, path: str, data: bytes, note: Path) -> str:
    """Write a new file beside ``path``, named after it (``draft.best.md``); its path, relative to the root.

    No file is replaced: the name gets a number where it is taken. Empty where the folder can't be
    written. ``note`` is a file that says what is about to be made: one that an earlier call left,
    before its process died, is gone on with.
    """
    own = PurePosixPath(path)
    for number in count(1):
        name = (own.parent / f"{own.stem}.best{'' if number == 1 else f'-{number}'}{own.suffix}").as_posix()
        target = Path(origin.root) / name
        try:
            if os.path.lexists(target) and not _is_begun(target, name, data, note):
                continue
            _write(note, os.fsencode(name), "wb")
            _write(target, data, "wb" if os.path.lexists(target) else "xb")
        except FileExistsError:
            continue
        except OSError:
            return ""
        return name
    return ""


def _is_begun(target: Path, name: str, data: bytes, note: Path) -> bool:
    """True for a file that an earlier call has begun to write, with these bytes."""
    with contextlib.suppress(OSError):
        ours = note.read_bytes() == os.fsencode(name) and target.is_file() and not target.is_symlink()
        return ours and data.startswith(target.read_bytes())
    return False


def _write(target: Path, data: bytes, mode: str) -> None:
    with target.open(mode) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def take_away(origin: Origin, path: str, digest: str) -> None:
    """Delete a file that was left so, unless somebody has changed it since (SHA-256 of its bytes)."""
    target = Path(origin.root) / path
    with contextlib.suppress(OSError):
        if not target.is_symlink() and hashlib.sha256(target.read_bytes()).hexdigest() == digest:
            target.unlink()
