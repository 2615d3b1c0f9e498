"""Where a run's work copy lies, and what its refs are called."""

import re
import shutil
from pathlib import Path

from critloop.model.errors import WorkspaceProblem


class Layout:
    """Names of one run. ``data`` is the data folder.

    Raises:
        WorkspaceProblem: The run's id is no plain name.
    """

    def __init__(self, data: Path, run: str) -> None:
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", run):
            raise WorkspaceProblem(f"{run!r} is no run id")
        self.data = data
        self.run = run
        self.home = data / "runs" / run
        self.folder = self.home / "copy"
        self.fresh = self.home / "copy.new"
        self.apart = self.home / "git"
        self.branch = f"refs/heads/critloop/{run}"
        self.kept = f"refs/critloop/{run}"

    @property
    def branch_name(self) -> str:
        """The branch as it is called in the user's repository."""
        return self.branch.removeprefix("refs/heads/")

    @property
    def seed(self) -> str:
        """The ref for the commit with the user's uncommitted edits, where the run began from any."""
        return f"{self.kept}/_seed"  # no unit's own ref can be called so: see refs.ref_part

    def cut(self, turn: str) -> str:
        """The ref for what a turn left and was taken away."""
        return f"{self.kept}/cut/{turn}"


def remove_folder(folder: Path) -> None:
    """Delete a folder, whatever an agent made of its permissions.

    Raises:
        WorkspaceProblem: It can't be deleted.
    """
    if not folder.exists():
        return
    shutil.rmtree(folder, ignore_errors=True)
    if folder.exists():
        for inner in (folder, *(path for path in folder.rglob("*") if path.is_dir() and not path.is_symlink())):
            inner.chmod(0o700)
        shutil.rmtree(folder, ignore_errors=True)
    if folder.exists():
        raise WorkspaceProblem(f"{folder} can't be deleted", "delete it by hand")
