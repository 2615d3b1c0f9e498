"""A user's file on disk: read, compared, and replaced in one step."""

import hashlib
import os
import stat
from pathlib import Path

from critloop.model.errors import WorkspaceProblem
from critloop.workspace.command import unwritable


class UserFile:
    """A file in the user's folder. ``path`` is where it really lies: a symlink is followed, never replaced."""

    def __init__(self, root: Path, subject: str) -> None:
        self.named = root / subject
        self.path = Path(os.path.realpath(self.named))

    @property
    def obstacle(self) -> str:
        """Why the file can't be read or replaced now; empty when it can."""
        try:
            info = self.path.stat()
        except OSError:
            return f"{self.named} was moved or deleted since the run began"
        if not stat.S_ISREG(info.st_mode):
            return f"{self.named} is no regular file any more"
        if not os.access(self.path, os.R_OK):
            return f"{self.named} can't be read"
        if not os.access(self.path.parent, os.W_OK | os.X_OK):
            return f"the folder {self.path.parent} is read-only"
        if not info.st_mode & stat.S_IWUSR or not os.access(self.path, os.W_OK):
            # Replacing the file would get around that mark; whoever set it has not said yes to this.
            return f"{self.named} is read-only"
        return ""

    def read(self) -> bytes:
        """The bytes as they are now.

        Raises:
            WorkspaceProblem: It can't be read.
        """
        try:
            return self.path.read_bytes()
        except OSError as error:
            raise WorkspaceProblem(f"{self.named} can't be read: {error.strerror}") from None

    def replace(self, expected: bytes, data: bytes, mark: str) -> None:
        """Write ``data`` in place of ``expected``; mode and owner stay, and all other names of the file.

        The text is written whole and synced beside the file, under a name that ends in ``mark``, and
        then replaces it in one step. A file with several names is written through instead, since a
        replaced one would lose them.

        Raises:
            WorkspaceProblem: The file isn't as expected, or can't be written; it is then as it was.
        """
        if self.read() != expected:
            raise WorkspaceProblem(f"{self.named} was changed just now; nothing was written", "look at it again")
        try:
            if self.path.stat().st_nlink > 1:
                self._write_through(expected, data)
            else:
                self._swap(data, mark)
        except OSError as error:
            raise unwritable(self.path.parent, error) from None

    def _swap(self, data: bytes, mark: str) -> None:
        info = self.path.stat()
        temporary = temporary_beside(self.path, mark)
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                _keep_owner(file.fileno(), info)
                os.fchmod(file.fileno(), stat.S_IMODE(info.st_mode))
                os.fsync(file.fileno())
            temporary.replace(self.path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        _sync_folder(self.path.parent)

    def _write_through(self, expected: bytes, data: bytes) -> None:
        with self.path.open("r+b") as file:
            try:
                _overwrite(file.fileno(), data)
            except OSError:
                _overwrite(file.fileno(), expected)
                raise


def temporary_beside(path: Path, mark: str) -> Path:
    """Where a file's new text is written before it takes its place."""
    return path.with_name(f".{path.name[:100]}.{mark}")


def digest(data: bytes) -> str:
    """The SHA-256 of a file's bytes, as origins and results record it."""
    return hashlib.sha256(data).hexdigest()


def _overwrite(handle: int, data: bytes) -> None:
    view = memoryview(data)
    os.lseek(handle, 0, os.SEEK_SET)
    while view:
        view = view[os.write(handle, view) :]
    os.ftruncate(handle, len(data))
    os.fsync(handle)


def _keep_owner(handle: int, info: os.stat_result) -> None:
    mine = os.fstat(handle)
    if (mine.st_uid, mine.st_gid) == (info.st_uid, info.st_gid):
        return
    try:
        os.fchown(handle, info.st_uid, info.st_gid)
    except PermissionError:
        return  # Only root may give files away; the text matters more than its owner.


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError:
        return  # Some file systems can't sync a folder; the file itself is synced.
    finally:
        os.close(handle)
