"""What bringing a result back would do now: the present files, what they would become, and how.

Source of the rules: clean files on an unmoved branch are fast-forwarded; ones with uncommitted
edits that the run began from are written; what changed meanwhile is merged for a human to read.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from critloop.model.workcopy import BringBackMode, BringBackPreview, Origin
from critloop.workspace.changes import FileChange, file_changes, obstacle_among
from critloop.workspace.commits import read_commit
from critloop.workspace.meeting import Meeting, meet
from critloop.workspace.objects import Entry
from critloop.workspace.publish import branch_preview
from critloop.workspace.repository import Repository, top_of
from critloop.workspace.steps import Step
from critloop.workspace.user_path import obstacle_to_change, obstacle_to_create

if TYPE_CHECKING:
    from critloop.workspace.copy import GitWorkCopy

NAMED_PATHS = 100
"""How many paths git is asked about by name; for more, it looks at all."""


class Plan(NamedTuple):
    """A preview, and the steps that would be taken."""

    preview: BringBackPreview
    steps: tuple[Step, ...] = ()


def plan(copy: "GitWorkCopy", origin: Origin) -> Plan:
    """Look at the user's files and the result, and say what would happen. Touches nothing of the user's."""
    changes = file_changes(copy, origin)
    if not changes:
        return Plan(BringBackPreview(mode="nothing"))
    if origin.apart:
        return Plan(branch_preview(copy, origin))
    reason = place_obstacle(origin) or obstacle_among(changes) or _file_obstacle(origin, changes)
    if reason:
        return Plan(BringBackPreview(mode="blocked", reason=reason))
    met = meet(copy, origin, changes)
    clash = next((meeting.clash for meeting in met if meeting.clash), "")
    if clash:
        return Plan(BringBackPreview(mode="blocked", reason=clash))
    return _planned(copy, origin, met)


def _planned(copy: "GitWorkCopy", origin: Origin, met: Sequence[Meeting]) -> Plan:
    steps = tuple(meeting.step for meeting in met if not meeting.step.is_done(meeting.present))
    if not steps:
        words = "the file has this text already" if len(met) == 1 else "the files have these changes already"
        return Plan(BringBackPreview(mode="nothing", reason=words))
    preview = BringBackPreview(
        mode=_mode(copy, origin, met),
        diff=_diff(copy, met),
        conflicts=sum(meeting.conflicts for meeting in met),
        files=tuple(step.path for step in steps),
    )
    return Plan(preview, steps)


def place_obstacle(origin: Origin) -> str:
    """Why nothing can be changed in the user's folder now; empty when it can."""
    root = Path(origin.root)
    if not root.is_dir():
        return f"the folder {root} is gone"
    if origin.kind == "plain":
        return ""
    if top_of(root) != root:
        return f"{root} is no repository any more"
    repository = Repository(root)
    busy = repository.busy
    if busy:
        return f"{root} is in the middle of {busy.what}: {busy.remedy}"
    if (repository.git_dir / "index.lock").exists():
        return f"another git command is at work in {root}, or one was cut off and left index.lock"
    return ""


def _file_obstacle(origin: Origin, changes: Sequence[FileChange]) -> str:
    root = Path(origin.root)
    return next((said for change in changes if (said := _obstacle(root, change, origin.subject))), "")


def _obstacle(root: Path, change: FileChange, subject: str) -> str:
    if change.was is None:
        return obstacle_to_create(root, change.path)
    if change.now is None and not os.path.lexists(root / change.path):
        return ""
    return obstacle_to_change(root, change.path, follow=change.path == subject and change.now is not None)


def has_moved(origin: Origin, repository: Repository) -> bool:
    """True where the user stands on another commit or branch than when the run began."""
    return (repository.head, repository.branch) != (origin.head, origin.branch)


def _mode(copy: "GitWorkCopy", origin: Origin, met: Sequence[Meeting]) -> BringBackMode:
    if any(not meeting.unchanged for meeting in met):
        return "merge"
    if origin.kind == "plain":
        return "write"
    repository = Repository(Path(origin.root))
    if has_moved(origin, repository):
        return "merge"
    if origin.head is None or any(_was_dirty(copy, origin, meeting.change) for meeting in met):
        return "write"
    return "fast_forward" if are_clean(repository, [meeting.change.path for meeting in met]) else "merge"


def _was_dirty(copy: "GitWorkCopy", origin: Origin, change: FileChange) -> bool:
    if change.path == origin.subject and origin.subject_hash:
        return origin.subject_dirty
    return change.path in origin.staged or change.was != committed_entry(copy, origin, change.path)


def committed_entry(copy: "GitWorkCopy", origin: Origin, path: str) -> Entry | None:
    """What the user's HEAD had at a path when the run began."""
    return copy.objects.find(read_commit(copy.objects, origin.head).tree, path) if origin.head else None


def are_clean(repository: Repository, paths: Sequence[str]) -> bool:
    """True where HEAD, index and files are the same at these paths, under the user's line-end settings."""
    touched = {status.path for status in repository.status(*(paths if len(paths) <= NAMED_PATHS else ()))}
    return not touched.intersection(paths)


def _diff(copy: "GitWorkCopy", met: Sequence[Meeting]) -> str:
    sides: list[dict[str, Entry | None]] = [{}, {}]
    for meeting in met:
        for side, entry in zip(sides, meeting.entries(copy.objects), strict=True):
            side[meeting.change.path] = entry
    trees = [copy.objects.edit(None, side) or copy.objects.empty_tree() for side in sides]
    return copy.diff_trees(*trees)
