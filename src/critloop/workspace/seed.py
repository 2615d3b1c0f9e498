"""Copies the user's uncommitted edits into a new work copy, byte for byte."""

import os
import shutil
import stat
from collections.abc import Iterable
from pathlib import Path

from critloop.workspace.repository import Status

LARGEST = 10_000_000
"""Bytes of the largest untracked file that is taken along."""
LARGEST_SUM = 200_000_000
"""Bytes of all untracked files that are taken along."""


class Seed:
    """What of the user's edits goes into a work copy: paths ``taken`` and ``removed``, ``excluded`` with the reason."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.taken: list[str] = []
        self.removed: list[str] = []
        self.excluded: list[str] = []
        self._root = root
        self._folder = folder
        self._untracked = 0

    def take_all(self, edits: Iterable[Status]) -> None:
        """Copy these edits: first what is gone, so that a file can take a folder's place, then the rest."""
        listed = list(edits)
        for edit in listed:
            if edit.gone:
                self._remove(edit.path)
        for edit in listed:
            reason = "" if edit.gone else self._copy_or_reason(edit)
            if reason:
                self.excluded.append(f"{shown(edit.path)}: {reason}")

    def take_subject(self, subject: str, data: bytes) -> bool:
        """Let the work copy's subject have exactly these bytes; True when that changed it."""
        target = self._folder / subject
        if target.is_file() and not target.is_symlink() and target.read_bytes() == data:
            return False
        self._make_room(target)
        target.write_bytes(data)
        _copy_execute_bit(self._root / subject, target)
        self.taken.append(subject)
        return True

    def _copy_or_reason(self, edit: Status) -> str:
        source = self._root / edit.path
        try:
            info = source.lstat()
            reason = self._reason_against(edit, info)
            if not reason:
                self._copy(edit.path, info)
        except FileNotFoundError:
            return "it went away while it was copied"
        except PermissionError as error:
            return f"it can't be read ({error.strerror})"
        return reason

    def _reason_against(self, edit: Status, info: os.stat_result) -> str:
        if edit.path.endswith("/") or stat.S_ISDIR(info.st_mode):
            return "it is a repository of its own"
        if not (stat.S_ISREG(info.st_mode) or stat.S_ISLNK(info.st_mode)):
            return "it is no regular file"
        if not edit.untracked:
            return ""
        if info.st_size > LARGEST:
            return f"untracked and larger than {LARGEST // 1_000_000} MB"
        if self._untracked + info.st_size > LARGEST_SUM:
            return f"untracked files are larger than {LARGEST_SUM // 1_000_000} MB in all"
        self._untracked += info.st_size
        return ""

    def _copy(self, path: str, info: os.stat_result) -> None:
        source, target = self._root / path, self._folder / path
        if stat.S_ISLNK(info.st_mode):
            link = source.readlink()
            self._make_room(target)
            target.symlink_to(link)
        else:
            with source.open("rb") as reading:
                self._make_room(target)
                with target.open("wb") as writing:
                    shutil.copyfileobj(reading, writing)
            _copy_execute_bit(source, target)
        self.taken.append(path)

    def _remove(self, path: str) -> None:
        target = self._folder / path
        target.unlink(missing_ok=True)
        self.removed.append(path)
        for parent in target.parents:
            if parent == self._folder or (parent.is_dir() and any(parent.iterdir())):
                return
            if parent.is_dir():
                parent.rmdir()

    def _make_room(self, target: Path) -> None:
        if target.is_symlink() or target.is_file():
            target.unlink()
        target.parent.mkdir(parents=True, exist_ok=True)


def _copy_execute_bit(source: Path, target: Path) -> None:
    executable = source.stat().st_mode & stat.S_IXUSR
    target.chmod(0o755 if executable else 0o644)


def shown(path: str) -> str:
    """A path as text: bytes that are no UTF-8 are written as escapes."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
