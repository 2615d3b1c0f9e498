"""A place in the user's folder where a run creates, changes or deletes a file."""

import os
import stat
from pathlib import Path
from typing import NamedTuple

from critloop.workspace.user_file import UserFile


class Content(NamedTuple):
    """A file's bytes and permission bits."""

    data: bytes
    permissions: int

    @property
    def executable(self) -> bool:
        """True where its owner may run it."""
        return bool(self.permissions & stat.S_IXUSR)


def content_at(root: Path, path: str) -> Content | None:
    """The file that lies there, a symlink followed; None where nothing does.

    Raises:
        WorkspaceProblem: It can't be read.
    """
    if not os.path.lexists(root / path):
        return None
    file = UserFile(root, path)
    return Content(file.read(), stat.S_IMODE(file.path.stat().st_mode))


def obstacle_to_change(root: Path, path: str, *, follow: bool) -> str:
    """Why the file there can't be replaced now; empty when it can. ``follow`` allows for a symlink to it."""
    file = UserFile(root, path)
    if not follow and os.path.lexists(file.named) and file.path != file.named:
        return f"{_link_on_the_way(root, path)} is a symlink now"
    return file.obstacle


def obstacle_to_create(root: Path, path: str) -> str:
    """Why no file can be made there now; empty when one can. A file that lies there already is no obstacle."""
    link = _link_on_the_way(root, path)
    if link is not None:
        return f"{link} is a symlink, and the result would be written behind it"
    target = root / path
    if target.is_dir():
        return f"{target} is a folder, and the result has a file there"
    if os.path.lexists(target):
        return UserFile(root, path).obstacle
    folder = next(place for place in target.parents if os.path.lexists(place))
    if not folder.is_dir():
        return f"{folder} is a file, and the result has a folder there"
    return "" if os.access(folder, os.W_OK | os.X_OK) else f"the folder {folder} is read-only"


def _link_on_the_way(root: Path, path: str) -> Path | None:
    parts = Path(path).parts
    places = (root.joinpath(*parts[:depth]) for depth in range(1, len(parts) + 1))
    return next((place for place in places if place.is_symlink()), None)
