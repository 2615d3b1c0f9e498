"""Files of a work copy that git ignores: no part of any commit, but no secret either."""

import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from critloop.workspace.seed import shown

if TYPE_CHECKING:
    from critloop.workspace.copy import GitWorkCopy

LISTING = ("ls-files", "--others", "--ignored", "--exclude-standard", "-z")
BY_PRODUCTS = {
    *("__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis", ".tox", ".nox", ".venv", "venv"),
    *("node_modules", ".gradle", ".cache", ".coverage", ".eggs", ".DS_Store"),
}
"""What tools leave wherever they run; nobody takes it for a part of the work."""


def stamp_of_ignored(copy: "GitWorkCopy") -> str:
    """A digest of the ignored files' names, sizes and times; empty where there are none."""
    paths = [path for path in copy.git.run(*LISTING).split(b"\0") if path]
    rows = sorted(b"%b\0%d\0%d\n" % (path, *_size_and_time(copy, path)) for path in paths)
    return hashlib.sha256(b"".join(rows)).hexdigest() if rows else ""


def _size_and_time(copy: "GitWorkCopy", path: bytes) -> tuple[int, int]:
    try:
        info = os.lstat(os.fsencode(copy.folder) + b"/" + path)
    except OSError:
        return 0, 0
    return info.st_size, info.st_mtime_ns


def new_ignored(root: Path, ignored: Sequence[str], since: float) -> list[str]:
    """Those that were written since (Unix seconds), without what tools leave wherever they run.

    ``ignored`` are files, and folders with a slash at the end, whose files count.
    """
    wanted = (path for path in ignored if not BY_PRODUCTS.intersection(path.rstrip("/").split("/")))
    return [shown(path) for path in wanted if any(changed >= since for changed in _times(root, path))]


def _times(root: Path, path: str) -> Iterator[float]:
    # The time of the last change of the entry, which copying does not keep.
    place = root / path
    if not path.endswith("/"):
        yield _changed(str(place))
        return
    for folder, folders, files in os.walk(place):
        folders[:] = [name for name in folders if name not in BY_PRODUCTS]
        yield from (_changed(f"{folder}/{name}") for name in files if name not in BY_PRODUCTS)


def _changed(place: str) -> float:
    try:
        return os.lstat(place).st_ctime
    except OSError:
        return 0.0
