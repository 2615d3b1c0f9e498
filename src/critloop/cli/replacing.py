"""Writing a file whole or not at all."""

import contextlib
import os
import shutil
import stat
import tempfile
from pathlib import Path

from critloop.model.errors import UsageProblem

WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


def replace_text(path: Path, before: str, after: str) -> None:
    """Put ``after`` where ``before`` stood, line ends and byte order mark as given, mode kept.

    A link is followed; what it leads to is replaced.

    Raises:
        UsageProblem: The file holds something else by now, is marked read-only, or can't be written; it is as it was.
    """
    target = path.resolve()
    try:
        if not target.stat().st_mode & WRITABLE:
            raise UsageProblem(f"{path}: read-only", "make it writable first")
        if target.read_bytes() != before.encode():
            raise UsageProblem(f"{path}: changed while it was being checked", "run the command again")
        _replace(target, after.encode())
    except OSError as error:
        raise UsageProblem(f"{path}: can't write it: {error.strerror}", "nothing was changed in it") from None


def _replace(target: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        shutil.copymode(target, name)
        Path(name).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
