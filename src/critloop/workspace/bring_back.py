"""Brings a run's result back into the user's files, all of it or nothing."""

from pathlib import Path
from typing import TYPE_CHECKING

from critloop.model.errors import WorkspaceProblem
from critloop.model.workcopy import BringBackPreview, BroughtBack, BroughtFile, Origin
from critloop.workspace.landing import Replay, fetch_objects, land, settle
from critloop.workspace.objects import Entry
from critloop.workspace.plan import Plan, has_moved, place_obstacle, plan
from critloop.workspace.publish import leave_branch, publish
from critloop.workspace.record import Record, new_mark, read_record, sweep, write_record
from critloop.workspace.repository import Repository
from critloop.workspace.steps import Step, do_all
from critloop.workspace.take_back import steps_of
from critloop.workspace.user_file import digest
from critloop.workspace.user_path import content_at

if TYPE_CHECKING:
    from critloop.workspace.copy import GitWorkCopy


def preview(copy: "GitWorkCopy", origin: Origin) -> BringBackPreview:
    """What bringing the result back would do now."""
    return plan(copy, origin).preview


def bring_back(copy: "GitWorkCopy", origin: Origin, shown: BringBackPreview, *, keep_branch: bool) -> BroughtBack:
    """Do what was shown, after making sure that it would still do just that; the old bytes are kept first.

    What an earlier call did before its process died is finished, not done again.
    """
    sweep(copy.layout.apart)
    begun = _finish_begun(copy, origin, shown)
    if begun is not None:
        return begun
    now = plan(copy, origin)
    if now.preview.mode == "blocked":
        raise WorkspaceProblem(now.preview.reason, "put that right and try again; the result is safe in the work copy")
    if now.preview != shown:
        what = (
            f"{Path(origin.root) / origin.subject}, or its branch," if origin.subject else "your files, or the branch"
        )
        raise WorkspaceProblem(f"{what} changed since the preview; nothing was written", "look at the new preview")
    if shown.mode == "branch":
        return leave_branch(copy, origin)
    branch = publish(copy, origin) if keep_branch and origin.kind == "git" else None
    return _do(copy, origin, now, _result(copy, origin, now, branch))


def _result(copy: "GitWorkCopy", origin: Origin, now: Plan, branch: str | None) -> BroughtBack:
    subject = next((step for step in now.steps if step.path == origin.subject), None)
    before, after = ((side.data if side else None) for side in (subject.old, subject.new)) if subject else (None, None)
    return BroughtBack(
        mode=now.preview.mode,
        before_hash="" if before is None else digest(before),
        after_hash="" if after is None else digest(after),
        backup=_back_up(copy, now.steps),
        branch=branch,
        unreviewed=now.preview.mode == "merge",
        files=tuple(_brought(copy, step) for step in now.steps),
    )


def _back_up(copy: "GitWorkCopy", steps: tuple[Step, ...]) -> str:
    blobs = {step.path: Entry("100644", copy.objects.write("blob", step.old.data)) for step in steps if step.old}
    tree = copy.objects.edit(None, blobs) or copy.objects.empty_tree()
    copy.refs.write(copy.refs.free(f"{copy.layout.kept}/backup"), tree)
    return tree


def _brought(copy: "GitWorkCopy", step: Step) -> BroughtFile:
    before, after = (copy.objects.write("blob", side.data) if side else None for side in (step.old, step.new))
    return BroughtFile(
        path=step.path,
        before=before,
        after=after,
        permissions=step.old.permissions if step.old else None,
        executable=step.new.executable if step.new else None,
    )


def _do(copy: "GitWorkCopy", origin: Origin, now: Plan, result: BroughtBack) -> BroughtBack:
    if result.mode == "nothing":
        return result
    record = Record(shown=now.preview, result=result, root=origin.root, mark=new_mark())
    if result.mode != "fast_forward":
        write_record(copy.layout.apart, record)
        do_all(Path(origin.root), now.steps, record.mark)
        return result
    repository = Repository(Path(origin.root))
    old, new = str(origin.head), Replay(copy, origin, repository, now.preview.files).tip()
    ref = f"{copy.layout.kept}/result"
    copy.refs.write(ref, new)
    fetch_objects(copy, repository, ref)
    result = result.but({"old_head": old, "new_head": new})
    write_record(copy.layout.apart, record.but({"result": result}))
    land(copy, origin, old=old, new=new, steps=now.steps, mark=record.mark)
    return result


def _finish_begun(copy: "GitWorkCopy", origin: Origin, shown: BringBackPreview) -> BroughtBack | None:
    record = read_record(copy.layout.apart)
    if record is None or record.undoing or record.shown != shown or place_obstacle(origin):
        return None
    result, root = record.result, Path(origin.root)
    steps = steps_of(copy, origin, result)
    present = [content_at(root, step.path) for step in steps]
    done = [step.is_done(now) for step, now in zip(steps, present, strict=True)]
    known = [step.is_done(now) or step.is_ahead(now) for step, now in zip(steps, present, strict=True)]
    if not any(done) or not all(known):
        return None
    mark = record.mark or new_mark()
    if result.mode != "fast_forward":
        do_all(root, steps, mark)
        return result
    old, new = str(result.old_head), str(result.new_head)
    if has_moved(origin, Repository(root)):
        stands = not has_moved(origin.but({"head": new}), Repository(root))
        return result if stands and all(done) else None
    do_all(root, steps, mark)
    settle(copy, origin, old=old, new=new, paths=[step.path for step in steps])
    return result
