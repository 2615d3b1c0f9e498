"""Brings a run's text back into the user's files, takes it out again, and leaves the run's branch there."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from critloop.model.errors import WorkspaceProblem
from critloop.model.workcopy import BringBackPreview, BroughtBack, Origin
from critloop.workspace.landing import fetch_objects, land, replay, settle
from critloop.workspace.plan import Plan, has_moved, obstacle, plan
from critloop.workspace.record import Record, drop_record, read_record, write_record
from critloop.workspace.repository import Repository
from critloop.workspace.user_file import UserFile, digest

if TYPE_CHECKING:
    from critloop.workspace.copy import GitWorkCopy


def preview(copy: "GitWorkCopy", origin: Origin) -> BringBackPreview:
    """What bringing the subject back would do now."""
    return plan(copy, origin).preview


def bring_back(copy: "GitWorkCopy", origin: Origin, shown: BringBackPreview, *, keep_branch: bool) -> BroughtBack:
    """Do what was shown, after making sure that it would still do just that; the old bytes are kept first.

    What an earlier call did before its process died is finished, not done again.
    """
    begun = _finish_begun(copy, origin, shown)
    if begun is not None:
        return begun
    now = plan(copy, origin)
    if now.preview.mode == "blocked":
        raise WorkspaceProblem(now.preview.reason, "put that right and try again; the result is safe in the work copy")
    if now.preview != shown:
        what = f"{Path(origin.root) / origin.subject}, or its branch,"
        raise WorkspaceProblem(f"{what} changed since the preview; nothing was written", "look at the new preview")
    branch = publish(copy, origin) if keep_branch and origin.kind == "git" else None
    backup = copy.objects.write("blob", now.current)
    copy.refs.write(copy.refs.free(f"{copy.layout.kept}/backup"), backup)
    result = BroughtBack(
        mode=shown.mode,
        before_hash=digest(now.current),
        after_hash=digest(now.future),
        backup=backup,
        branch=branch,
        unreviewed=shown.mode == "merge",
    )
    return _do(copy, origin, now, result)


def _do(copy: "GitWorkCopy", origin: Origin, now: Plan, result: BroughtBack) -> BroughtBack:
    if result.mode == "nothing":
        return result
    if result.mode != "fast_forward":
        write_record(copy.git_dir, Record(shown=now.preview, result=result))
        UserFile(Path(origin.root), origin.subject).replace(now.current, now.future)
        return result
    repository = Repository(Path(origin.root))
    old, new = str(origin.head), replay(copy, origin, repository)
    ref = f"{copy.layout.kept}/result"
    copy.refs.write(ref, new)
    fetch_objects(copy, repository, ref)
    result = result.but({"old_head": old, "new_head": new})
    write_record(copy.git_dir, Record(shown=now.preview, result=result))
    land(copy, origin, repository, old=old, new=new, texts=(now.current, now.future))
    return result


def _finish_begun(copy: "GitWorkCopy", origin: Origin, shown: BringBackPreview) -> BroughtBack | None:
    record = read_record(copy.git_dir)
    if record is None or record.shown != shown or obstacle(origin):
        return None
    result = record.result
    if digest(UserFile(Path(origin.root), origin.subject).read()) != result.after_hash:
        return None
    if result.mode != "fast_forward":
        return result
    repository = Repository(Path(origin.root))
    old, new = str(result.old_head), str(result.new_head)
    if not has_moved(origin, repository):
        settle(copy, origin, repository, old=old, new=new)
        return result
    return None if has_moved(origin.but({"head": new}), repository) else result


def take_back(copy: "GitWorkCopy", origin: Origin, result: BroughtBack) -> None:
    """Put the bytes from before back, and the branch where it was; later work is never lost to that."""
    if result.mode == "nothing":
        return
    _, before = copy.objects.read(result.backup)
    reason = obstacle(origin)
    if reason:
        raise WorkspaceProblem(reason, _by_hand(copy, result))
    file = UserFile(Path(origin.root), origin.subject)
    after = file.read()
    if digest(after) != result.after_hash:
        raise WorkspaceProblem(f"{file.named} was edited since the result was brought back", _by_hand(copy, result))
    if result.mode != "fast_forward":
        file.replace(after, before)
        drop_record(copy.git_dir)
        return
    repository = Repository(Path(origin.root))
    old, new = str(result.old_head), str(result.new_head)
    if has_moved(origin.but({"head": new}), repository):
        remedy = f"take the commits back with git revert {old[:12]}..{new[:12]}; or: {_by_hand(copy, result)}"
        raise WorkspaceProblem("the branch moved on since the result was brought back", remedy)
    if not repository.is_clean(origin.subject, after):
        raise WorkspaceProblem(f"{file.named} has staged edits", _by_hand(copy, result))
    land(copy, origin, repository, old=new, new=old, texts=(after, before))
    drop_record(copy.git_dir)


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


def _clash(copy: "GitWorkCopy", repository: Repository) -> str:
    """The user's branch that keeps the run's branch from being left under its name; empty for none."""
    own = copy.layout.branch
    rows = repository.raw.run("for-each-ref", "--format=%(objectname) %(refname)", "refs/heads/critloop").decode()
    for tip, _, name in (row.partition(" ") for row in rows.splitlines()):
        behind = name == own and copy.git.ask("merge-base", "--is-ancestor", tip, own).code == 0
        if name == "refs/heads/critloop" or name.startswith(f"{own}/") or (name == own and not behind):
            return name.removeprefix("refs/heads/")
    return ""


def _by_hand(copy: "GitWorkCopy", result: BroughtBack) -> str:
    folder = os.path.realpath(copy.git_dir)
    return f"the text from before: git --git-dir='{folder}' cat-file blob {result.backup}"
