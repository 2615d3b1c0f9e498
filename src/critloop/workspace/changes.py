"""The files that a run changed between what it began from and its result."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from critloop.model.workcopy import Origin
from critloop.workspace.commits import read_commit
from critloop.workspace.objects import SUBMODULE_MODE, TREE_MODE, Entry
from critloop.workspace.seed import shown

if TYPE_CHECKING:
    from critloop.workspace.copy import GitWorkCopy

LINK_MODE = "120000"
EXECUTABLE_MODE = "100755"
# Names under which some file system finds a repository's own folder.
OWN_FOLDERS = {".git", "git~1"}


class FileChange(NamedTuple):
    """A path, with what lay there when the run began and what lies there now; None for nothing."""

    path: str
    was: Entry | None
    now: Entry | None

    @property
    def executable(self) -> bool | None:
        """What the run made of the execute bit, None where that stayed."""
        if self.now is None or (self.was and self.was.mode == self.now.mode):
            return None
        executable = self.now.mode == EXECUTABLE_MODE
        return executable if self.was or executable else None

    @property
    def obstacle(self) -> str:
        """Why this can't be brought into files at all; empty when it can."""
        name = shown(self.path)
        modes = {entry.mode for entry in (self.was, self.now) if entry}
        if name != self.path:
            return f"the result has a file whose name is not UTF-8 text: {name}"
        if any(part.casefold().rstrip(". ") in {"", *OWN_FOLDERS} for part in self.path.split("/")):
            return f"the result has a file at {name}, which is no place for one"
        if SUBMODULE_MODE in modes:
            return f"the result changes the submodule {name}"
        return f"the result changes the symlink {name}" if LINK_MODE in modes else ""


def file_changes(copy: "GitWorkCopy", origin: Origin) -> list[FileChange]:
    """What the run changed, by path."""
    before = read_commit(copy.objects, origin.seed).tree
    after = read_commit(copy.objects, copy.resolve(copy.layout.branch)).tree
    paths = dict.fromkeys(copy.objects.differing(before, after))
    return [FileChange(path, *(_leaf(copy.objects.find(tree, path)) for tree in (before, after))) for path in paths]


def _leaf(entry: Entry | None) -> Entry | None:
    return None if entry is None or entry.mode == TREE_MODE else entry


def obstacle_among(changes: Sequence[FileChange]) -> str:
    """The first reason why some of these can't be brought into files; empty when all can."""
    files = {change.path for change in changes if change.was}
    folders = {parent for path in files for parent in _parents(path)}
    for change in changes:
        if change.obstacle:
            return change.obstacle
        if change.now is None or change.was:
            continue
        turned = next((parent for parent in _parents(change.path) if parent in files), None)
        if turned:
            return f"the result makes a folder of the file {turned}"
        if change.path in folders:
            return f"the result makes a file of the folder {change.path}"
    return ""


def _parents(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[:depth]) for depth in range(1, len(parts))]
