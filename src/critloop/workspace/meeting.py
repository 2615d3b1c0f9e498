"""One changed file of a result beside what the user has at its place: unchanged, merged, or a clash."""

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from critloop.model.workcopy import Origin
from critloop.workspace.changes import EXECUTABLE_MODE, FileChange
from critloop.workspace.commits import read_commit
from critloop.workspace.objects import Entry, Objects
from critloop.workspace.repository import Repository
from critloop.workspace.steps import Side, Step
from critloop.workspace.user_path import Content, content_at

if TYPE_CHECKING:
    from critloop.workspace.copy import GitWorkCopy

LABELS = ("yours", "where the run began", "the run's result")
PLAIN_MODE = "100644"


class Meeting(NamedTuple):
    """``present`` is the user's file, ``step`` what would become of it.

    ``unchanged``: it is as the run began from it. ``clash`` says why the two can't be brought together.
    """

    change: FileChange
    present: Content | None
    step: Step
    unchanged: bool
    conflicts: int = 0
    clash: str = ""

    def entries(self, objects: Objects) -> Iterator[Entry | None]:
        """The file before and after the step, as entries of a tree, for a diff."""
        executable = self.present.executable if self.present else False
        for side in (self.step.old, self.step.new):
            runs = executable if side is None or side.executable is None else side.executable
            mode = EXECUTABLE_MODE if runs else PLAIN_MODE
            yield Entry(mode, objects.write("blob", side.data)) if side else None


def meet(copy: "GitWorkCopy", origin: Origin, changes: Sequence[FileChange]) -> list[Meeting]:
    """Hold each change against the user's file. Touches nothing of the user's."""
    sides = (entry for change in changes for entry in (change.was, change.now))
    blobs = copy.objects.blobs(entry.id for entry in sides if entry)
    forms = Forms(copy, origin, changes)
    return [_meet(copy, forms, change, blobs) for change in changes]


class Forms:
    """Turns what is committed into what is checked out, where the user's settings make a difference."""

    def __init__(self, copy: "GitWorkCopy", origin: Origin, changes: Sequence[FileChange]) -> None:
        self.root = Path(origin.root)
        self._objects = copy.objects
        self._repository = Repository(self.root) if origin.kind == "git" and origin.head else None
        tree = read_commit(copy.objects, origin.head).tree if origin.head else None
        # A file that the run took from a commit is in the committed form, one that it took from the folder is not.
        taken = (change for change in changes if tree and change.was)
        self._committed = {change.path for change in taken if copy.objects.find(str(tree), change.path) == change.was}

    def committed(self, path: str, data: bytes) -> bytes:
        """The user's bytes in the form that the run has the file in."""
        if self._repository is None or path not in self._committed:
            return data
        return self._repository.as_committed(path, data, self._objects.store)

    def checked_out(self, path: str, data: bytes) -> bytes:
        """The run's bytes in the form that the user has the file in."""
        if self._repository is None or path not in self._committed:
            return data
        return self._repository.as_checked_out(path, self._objects.write("blob", data), self._objects.store)


def _meet(copy: "GitWorkCopy", forms: Forms, change: FileChange, blobs: dict[str, bytes]) -> Meeting:
    present = content_at(forms.root, change.path)
    base, result = (blobs[entry.id] if entry else None for entry in (change.was, change.now))
    data = present.data if present else None
    mine = data if data in (base, result, None) else forms.committed(change.path, data or b"")
    if mine in (base, result):
        future = result if mine == data or result is None else forms.checked_out(change.path, result)
        return _met(change, present, future, unchanged=mine == base)
    if mine is None or base is None or result is None:
        words = _clash_words(forms.root / change.path, change, gone=data is None)
        return _met(change, present, data, unchanged=False, clash=words)
    merged, conflicts, complaint = _merge(copy, mine, base, result)
    if complaint:
        words = f"{change.path} changed meanwhile and can't be merged: {complaint}"
        return _met(change, present, data, unchanged=False, clash=words)
    future = merged if mine == data else forms.checked_out(change.path, merged)
    return _met(change, present, future, unchanged=False, conflicts=conflicts)


def _met(
    change: FileChange,
    present: Content | None,
    future: bytes | None,
    *,
    unchanged: bool,
    conflicts: int = 0,
    clash: str = "",
) -> Meeting:
    executable = change.executable
    old = new = None
    if present:
        old = Side(present.data, None if executable is None else present.executable, present.permissions)
    if future is not None:
        new = Side(future, executable)
    return Meeting(change, present, Step(change.path, old, new), unchanged, conflicts, clash)


def _clash_words(target: Path, change: FileChange, *, gone: bool) -> str:
    if gone:
        return f"{target} was moved or deleted since the run began"
    if change.was is None:
        return f"{target} was made since the run began, and the result has another file there"
    return f"{target} was changed since the run began, and the result deletes it"


def _merge(copy: "GitWorkCopy", mine: bytes, base: bytes, result: bytes) -> tuple[bytes, int, str]:
    with tempfile.TemporaryDirectory(dir=copy.git_dir) as folder:
        files = [Path(folder) / part for part in ("current", "base", "result")]
        for file, data in zip(files, (mine, base, result), strict=True):
            file.write_bytes(data)
        labels = [word for name in LABELS for word in ("-L", name)]
        answer = copy.git.ask("merge-file", "-p", *labels, *(str(file) for file in files))
    if answer.code > 127:  # noqa: PLR2004 - git merge-file: up to 127 conflicts, above that an error
        return b"", 0, answer.complaint
    return answer.out, answer.code, ""
