"""Leaves a run's branch in the user's repository, and takes it away again."""

from pathlib import Path
from typing import TYPE_CHECKING

from critloop.model.errors import WorkspaceProblem
from critloop.model.workcopy import BringBackPreview, BroughtBack, Origin
from critloop.workspace.landing import fetch_objects
from critloop.workspace.repository import Repository, top_of

if TYPE_CHECKING:
    from critloop.workspace.copy import GitWorkCopy


def publish(copy: "GitWorkCopy", origin: Origin) -> str:
    """Fetch the run's branch into the user's repository under its own name; that name."""
    if origin.kind == "plain":
        raise WorkspaceProblem(f"{origin.root} is no repository, so no branch can be left there")
    repository = Repository(Path(origin.root))
    branch = copy.layout.branch
    clash = _clash(copy, repository)
    if clash:
        remedy = f"rename it: git branch -m {clash} <another name>"
        raise WorkspaceProblem(f"your branch {clash} is in the way of {copy.layout.branch_name}", remedy)
    fetch_objects(copy, repository, f"{branch}:{branch}")
    return copy.layout.branch_name


def branch_preview(copy: "GitWorkCopy", origin: Origin) -> BringBackPreview:
    """What leaving the branch would do: no file is touched."""
    root = Path(origin.root)
    if not root.is_dir() or top_of(root) != root:
        return BringBackPreview(mode="blocked", reason=f"{root} is no repository any more")
    clash = _clash(copy, Repository(root))
    if clash:
        reason = f"your branch {clash} is in the way of {copy.layout.branch_name}: rename it"
        return BringBackPreview(mode="blocked", reason=reason)
    return BringBackPreview(mode="branch", diff=copy.diff(origin.seed, copy.layout.branch))


def leave_branch(copy: "GitWorkCopy", origin: Origin) -> BroughtBack:
    """Publish, and tell what is needed to take the branch away again."""
    old = Repository(Path(origin.root)).tip(copy.layout.branch)
    new = copy.resolve(copy.layout.branch)
    name = publish(copy, origin)
    # One that an earlier call left, before its process died, is this one.
    before = old if old != new else None
    return BroughtBack(
        mode="branch", before_hash="", after_hash="", backup="", old_head=before, new_head=new, branch=name
    )


def take_branch_away(copy: "GitWorkCopy", origin: Origin, result: BroughtBack) -> None:
    """Delete the branch, or put it back to where it was.

    Raises:
        WorkspaceProblem: Somebody went on on it, or has it checked out.
    """
    repository = Repository(Path(origin.root))
    ref, new = copy.layout.branch, str(result.new_head)
    tip = repository.tip(ref)
    if tip in (None, result.old_head):
        return
    if tip != new:
        raise WorkspaceProblem(f"the branch {result.branch} moved on since it was left", f"see git log {result.branch}")
    if repository.is_checked_out(ref):
        raise WorkspaceProblem(f"the branch {result.branch} is checked out", "check out another one first")
    arguments = (ref, result.old_head, new) if result.old_head else ("-d", ref, new)
    repository.own.run("update-ref", *arguments)


def _clash(copy: "GitWorkCopy", repository: Repository) -> str:
    """The user's branch that keeps the run's branch from being left under its name; empty for none."""
    own = copy.layout.branch
    rows = repository.raw.run("for-each-ref", "--format=%(objectname) %(refname)", "refs/heads/critloop").decode()
    for tip, _, name in (row.partition(" ") for row in rows.splitlines()):
        behind = name == own and copy.git.ask("merge-base", "--is-ancestor", tip, own).code == 0
        if name == "refs/heads/critloop" or name.startswith(f"{own}/") or (name == own and not behind):
            return name.removeprefix("refs/heads/")
    return ""
