"""Changes several of the user's files, or none of them."""

import os
import stat
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from critloop.model.errors import WorkspaceProblem
from critloop.workspace.command import unwritable
from critloop.workspace.user_file import UserFile, temporary_beside
from critloop.workspace.user_path import Content, content_at

NEW_FILE = 0o666
EXECUTE = 0o111
READ = 0o444


class Side(NamedTuple):
    """A file on one side of a step. ``executable`` is None where the step has nothing to do with its execute bit.

    ``permissions`` are the exact bits, where they are known.
    """

    data: bytes
    executable: bool | None = None
    permissions: int | None = None

    def is_like(self, now: Content | None) -> bool:
        """True where the file that lies there is this one."""
        return now is not None and now.data == self.data and self.executable in (None, now.executable)


class Step(NamedTuple):
    """What becomes of one file: it is made (no ``old``), deleted (no ``new``), or replaced."""

    path: str
    old: Side | None
    new: Side | None

    @property
    def inverse(self) -> "Step":
        """The step that takes this one back."""
        return Step(self.path, self.new, self.old)

    def is_done(self, now: Content | None) -> bool:
        """True where the file is as the step would leave it."""
        return self.new.is_like(now) if self.new else now is None

    def is_ahead(self, now: Content | None) -> bool:
        """True where the file is as the step wants to find it."""
        return self.inverse.is_done(now)


def do_all(root: Path, steps: Sequence[Step], mark: str) -> None:
    """Do these steps, deletions first; where one fails, those before it are taken back.

    Temporary files have names that end in ``mark``. Steps that are done already are left alone, and
    stay done when another fails.

    Raises:
        WorkspaceProblem: A file is not as a step expects it, or can't be written.
    """
    done: list[Step] = []
    try:
        for step in sorted(steps, key=lambda step: step.new is not None):
            if not step.is_done(content_at(root, step.path)):
                _do(root, step, mark)
                done.append(step)
    except BaseException:
        take_back_steps(root, done, mark)
        raise


def take_back_steps(root: Path, done: Sequence[Step], mark: str) -> None:
    """Undo steps, the last first; one that can't be undone keeps no other from it."""
    for step in reversed(done):
        with suppress(WorkspaceProblem):
            if step.is_done(content_at(root, step.path)):
                _do(root, step.inverse, mark)


def _do(root: Path, step: Step, mark: str) -> None:
    file = UserFile(root, step.path)
    if step.new is None:
        _delete(root, file, step.old.data if step.old else b"")
    elif step.old is None:
        _create(root / step.path, step.new, mark)
    else:
        if step.old.data != step.new.data:
            file.replace(step.old.data, step.new.data, mark)
        _set_permissions(file, step.new)


def _set_permissions(file: UserFile, side: Side) -> None:
    if side.executable is None:
        return
    try:
        present = stat.S_IMODE(file.path.stat().st_mode)
        file.path.chmod(_wanted(side, present))
    except OSError as error:
        raise unwritable(file.path, error) from None


def _wanted(side: Side, present: int) -> int:
    if side.permissions is not None:
        return side.permissions
    plain = present & ~EXECUTE
    # Whoever may read the file may run it, as git has it.
    return plain | (plain & READ) >> 2 if side.executable else plain


def _create(target: Path, side: Side, mark: str) -> None:
    missing = [place for place in target.parents if not place.exists()]
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _write_new(target, side, temporary_beside(target, mark))
    except OSError as error:
        for place in missing:
            with suppress(OSError):
                place.rmdir()
        if isinstance(error, FileExistsError):
            raise WorkspaceProblem(f"{target} was made just now; nothing was written", "look at it again") from None
        raise unwritable(target, error) from None


def _write_new(target: Path, side: Side, temporary: Path) -> None:
    # A link, unlike a rename, never takes the place of a file that somebody makes in this moment.
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, NEW_FILE)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(side.data)
            file.flush()
            os.fchmod(file.fileno(), _wanted(side, stat.S_IMODE(os.fstat(file.fileno()).st_mode)))
            os.fsync(file.fileno())
        _place(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)


def _place(temporary: Path, target: Path) -> None:
    try:
        target.hardlink_to(temporary)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if os.path.lexists(target):
            raise FileExistsError(str(target)) from None
        temporary.rename(target)


def _delete(root: Path, file: UserFile, expected: bytes) -> None:
    if file.read() != expected:
        raise WorkspaceProblem(f"{file.named} was changed just now; nothing was deleted", "look at it again")
    try:
        file.named.unlink()
    except OSError as error:
        raise unwritable(file.named, error) from None
    for place in file.named.parents:
        if place == root:
            return
        try:
            place.rmdir()  # as git does: a folder that has nothing in it any more goes too
        except OSError:
            return
