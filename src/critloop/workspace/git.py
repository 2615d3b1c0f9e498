"""Makes, finds and deletes work copies. Implements ``model.ports.Workspace``."""

import os
from pathlib import Path

from critloop.model.errors import WorkspaceProblem
from critloop.model.run import RunSpec
from critloop.model.workcopy import Origin
from critloop.workspace.admission import check
from critloop.workspace.apart import renew, set_apart_later
from critloop.workspace.copy import GitWorkCopy
from critloop.workspace.create import create
from critloop.workspace.layout import Layout, remove_folder


class GitWorkspace:
    """Work copies below ``data/runs/<run>/copy``, each a private clone of the user's repository.

    A file outside any repository gets a private repository with nothing but that file (and, for a
    plan, its spec). A subject
    that is a symlink, or lies behind one, is refused with the name of the file it leads to:
    ``repository.locate`` finds that file and its project beforehand.
    """

    def __init__(self, data: Path) -> None:
        self._data = Path(os.path.realpath(data))

    def check(self, spec: RunSpec) -> None:
        """Make sure that a run can begin here; nothing is written.

        Raises:
            WorkspaceProblem: git is missing, the repository is in the middle of a merge or the like,
                the subject is not a regular file there (nor one that the maker can create), or the
                commits of a range are not there.
        """
        Layout(self._data, spec.run)
        check(spec)

    def create(self, spec: RunSpec) -> tuple[GitWorkCopy, Origin]:
        """A new work copy, begun from the user's current files. Anything left by an earlier try is replaced.

        Raises:
            WorkspaceProblem: As ``check``, or the disk is full; no half copy is left then.
        """
        return create(Layout(self._data, spec.run), spec)

    def open(self, run: str) -> GitWorkCopy:
        """The work copy of a run.

        Raises:
            WorkspaceProblem: It was discarded or is damaged.
        """
        layout = Layout(self._data, run)
        here = layout.folder.is_dir() and (layout.apart / "config").is_file()
        if not here and not (layout.folder / ".git" / "config").is_file():
            raise WorkspaceProblem(f"run {run} has no work copy at {layout.folder}", "it was discarded, or deleted")
        if not here:
            set_apart_later(layout)
        if not (layout.folder / ".git" / "HEAD").is_file():
            renew(layout, layout.folder / ".git")
        copy = GitWorkCopy(layout)
        if copy.refs.read(layout.branch) is None:
            raise WorkspaceProblem(f"the work copy of run {run} at {layout.folder} is damaged: its branch is gone")
        return copy

    def discard(self, run: str) -> None:
        """Delete a run's work copy.

        Raises:
            WorkspaceProblem: It can't be deleted.
        """
        layout = Layout(self._data, run)
        remove_folder(layout.folder)
        remove_folder(layout.fresh)
        remove_folder(layout.apart)
        if layout.home.is_dir() and not any(layout.home.iterdir()):
            layout.home.rmdir()
