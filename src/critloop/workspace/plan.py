"""What bringing a result back would do now: the present file, the text it would become, and how.

Source of the rules: a clean subject on an unmoved branch is fast-forwarded; one with uncommitted
edits that the run began from is written; what changed meanwhile is merged for a human to read.
"""

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from critloop.model.workcopy import BringBackMode, BringBackPreview, Origin
from critloop.workspace.objects import Entry
from critloop.workspace.repository import Busy, Repository, top_of
from critloop.workspace.user_file import UserFile, digest

if TYPE_CHECKING:
    from critloop.workspace.copy import GitWorkCopy


class Plan(NamedTuple):
    """A preview and the bytes behind it: the file as it is, and as it would be."""

    preview: BringBackPreview
    current: bytes = b""
    future: bytes = b""


def plan(copy: "GitWorkCopy", origin: Origin) -> Plan:
    """Look at the user's files and the result, and say what would happen. Touches nothing of the user's."""
    result = copy.read(copy.layout.branch, origin.subject)
    base = copy.read(origin.seed, origin.subject)
    if result == base:
        return Plan(BringBackPreview(mode="nothing"), base, base)
    reason = obstacle(origin)
    if reason:
        return Plan(BringBackPreview(mode="blocked", reason=reason))
    current = UserFile(Path(origin.root), origin.subject).read()
    if current == result:
        return Plan(BringBackPreview(mode="nothing", reason="the file has this text already"), current, current)
    mode = _mode(origin, current)
    if mode != "merge":
        return Plan(BringBackPreview(mode=mode, diff=_diff(copy, origin, current, result)), current, result)
    return _merge(copy, origin, base, current, result)


def obstacle(origin: Origin) -> str:
    """Why the user's file can't be changed now; empty when it can."""
    root = Path(origin.root)
    if not root.is_dir():
        return f"the folder {root} is gone"
    file = UserFile(root, origin.subject)
    if file.obstacle or origin.kind == "plain":
        return file.obstacle
    if top_of(root) != root:
        return f"{root} is no repository any more"
    repository = Repository(root)
    busy: Busy | None = repository.busy
    if busy:
        return f"{root} is in the middle of {busy.what}: {busy.remedy}"
    if (repository.git_dir / "index.lock").exists():
        return f"another git command is at work in {root}, or one was cut off and left index.lock"
    return ""


def has_moved(origin: Origin, repository: Repository) -> bool:
    """True where the user stands on another commit or branch than when the run began."""
    return (repository.head, repository.branch) != (origin.head, origin.branch)


def _mode(origin: Origin, current: bytes) -> BringBackMode:
    if digest(current) != origin.subject_hash:
        return "merge"
    if origin.kind == "plain":
        return "write"
    repository = Repository(Path(origin.root))
    if has_moved(origin, repository):
        return "merge"
    if origin.subject_dirty or origin.head is None:
        return "write"
    return "fast_forward" if repository.is_clean(origin.subject, current) else "merge"


def _merge(copy: "GitWorkCopy", origin: Origin, base: bytes, current: bytes, result: bytes) -> Plan:
    names = ("yours", "where the run began", "the run's result")
    with tempfile.TemporaryDirectory(dir=copy.git_dir) as folder:
        files = [Path(folder) / part for part in ("current", "base", "result")]
        for file, data in zip(files, (current, base, result), strict=True):
            file.write_bytes(data)
        labels = [word for name in names for word in ("-L", name)]
        answer = copy.git.ask("merge-file", "-p", *labels, *(str(file) for file in files))
    if answer.code > 127:  # noqa: PLR2004 - git merge-file: up to 127 conflicts, above that an error
        reason = f"{origin.subject} changed meanwhile and can't be merged: {answer.complaint}"
        return Plan(BringBackPreview(mode="blocked", reason=reason))
    if answer.out == current:
        return Plan(BringBackPreview(mode="nothing", reason="the file has these changes already"), current, current)
    diff = _diff(copy, origin, current, answer.out)
    return Plan(BringBackPreview(mode="merge", diff=diff, conflicts=answer.code), current, answer.out)


def _diff(copy: "GitWorkCopy", origin: Origin, old: bytes, new: bytes) -> str:
    trees = [
        copy.objects.edit(None, {origin.subject: Entry("100644", copy.objects.write("blob", data))})
        for data in (old, new)
    ]
    return copy.diff_trees(str(trees[0]), str(trees[1]))
