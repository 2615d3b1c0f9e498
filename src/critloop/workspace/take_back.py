"""Takes a brought-back result out of the user's files again, all of it or nothing."""

import os
import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from critloop.model.errors import WorkspaceProblem
from critloop.model.workcopy import BringBackPreview, BroughtBack, BroughtFile, Origin
from critloop.workspace.landing import land
from critloop.workspace.plan import are_clean, has_moved, place_obstacle
from critloop.workspace.publish import take_branch_away
from critloop.workspace.record import Record, drop_record, new_mark, read_record, sweep, write_record
from critloop.workspace.repository import Repository
from critloop.workspace.steps import Side, Step, do_all
from critloop.workspace.user_file import digest
from critloop.workspace.user_path import content_at, obstacle_to_change, obstacle_to_create

if TYPE_CHECKING:
    from critloop.workspace.copy import GitWorkCopy


def take_back(copy: "GitWorkCopy", origin: Origin, result: BroughtBack) -> None:
    """Put the files from before back, and the branch where it was; later work is never lost to that."""
    if result.mode == "nothing":
        return
    if result.mode == "branch":
        take_branch_away(copy, origin, result)
        return
    steps = [step.inverse for step in steps_of(copy, origin, result)]
    record = read_record(copy.layout.apart)
    begun = record is not None and record.undoing and record.result == result
    if begun and record is not None and record.undone:
        return
    sweep(copy.layout.apart)
    _require_untouched(copy, origin, result, steps, begun=begun)
    if result.mode == "fast_forward" and not _branch_is_back(copy, origin, result, steps, begun=begun):
        with _marked(copy, origin, result) as mark:
            land(copy, origin, old=str(result.new_head), new=str(result.old_head), steps=steps, mark=mark)
    elif result.mode != "fast_forward":
        with _marked(copy, origin, result) as mark:
            do_all(Path(origin.root), steps, mark)
    # Should the process die before anybody writes down that it was undone, the next call knows.
    write_record(copy.layout.apart, _undoing(origin, result).but({"undone": True, "mark": ""}))


def _undoing(origin: Origin, result: BroughtBack) -> Record:
    shown = BringBackPreview(mode=result.mode)
    return Record(shown=shown, result=result, undoing=True, root=origin.root, mark=new_mark())


@contextmanager
def _marked(copy: "GitWorkCopy", origin: Origin, result: BroughtBack) -> Iterator[str]:
    record = _undoing(origin, result)
    before = read_record(copy.layout.apart)
    write_record(copy.layout.apart, record)
    try:
        yield record.mark
    except WorkspaceProblem:
        if before is None:
            drop_record(copy.layout.apart)
        else:
            write_record(copy.layout.apart, before)
        raise


def _branch_is_back(
    copy: "GitWorkCopy", origin: Origin, result: BroughtBack, steps: Sequence[Step], *, begun: bool
) -> bool:
    """True where an earlier call did all of it; False where it can be done now."""
    repository = Repository(Path(origin.root))
    if begun and not has_moved(origin, repository):
        return True
    old, new = str(result.old_head), str(result.new_head)
    if has_moved(origin.but({"head": new}), repository):
        remedy = f"take the commits back with git revert {old[:12]}..{new[:12]}; or: {_by_hand(copy, result, steps)}"
        raise WorkspaceProblem("the branch moved on since the result was brought back", remedy)
    paths = [step.path for step in steps]
    if not begun and not are_clean(repository, paths):
        where = str(repository.root / paths[0]) if len(paths) == 1 else "one of the files"
        raise WorkspaceProblem(f"{where} has staged edits", _by_hand(copy, result, steps))
    return False


def steps_of(copy: "GitWorkCopy", origin: Origin, result: BroughtBack) -> list[Step]:
    """The steps that a bring-back took, from its record."""
    files = result.files or (_only_file(copy, origin, result),)
    wanted = (identity for file in files for identity in (file.before, file.after))
    blobs = copy.objects.blobs(identity for identity in wanted if identity)
    return [_step(file, blobs) for file in files]


def _step(file: BroughtFile, blobs: dict[str, bytes]) -> Step:
    bits = file.permissions
    was_executable = None if file.executable is None or bits is None else bool(bits & 0o100)
    old = Side(blobs[file.before], was_executable, bits) if file.before else None
    return Step(file.path, old, Side(blobs[file.after], file.executable) if file.after else None)


def _only_file(copy: "GitWorkCopy", origin: Origin, result: BroughtBack) -> BroughtFile:
    # A result without a list of files is about the subject alone; what it became is not kept apart.
    data = content_at(Path(origin.root), origin.subject)
    if data is None or digest(data.data) != result.after_hash:
        named = Path(origin.root) / origin.subject
        words = f"{named} was edited since the result was brought back"
        raise WorkspaceProblem(words, f"the text from before: {_show(copy, result.backup)}")
    return BroughtFile(path=origin.subject, before=result.backup, after=copy.objects.write("blob", data.data))


def _require_untouched(
    copy: "GitWorkCopy", origin: Origin, result: BroughtBack, steps: Sequence[Step], *, begun: bool
) -> None:
    reason = place_obstacle(origin)
    if reason:
        raise WorkspaceProblem(reason, _by_hand(copy, result, steps))
    root = Path(origin.root)
    for step in steps:
        now = content_at(root, step.path) if (root / step.path).is_file() else None
        if step.is_ahead(now) or (begun and step.is_done(now)):
            said = _obstacle(root, step, origin.subject)
            if said:
                raise WorkspaceProblem(said, _by_hand(copy, result, [step]))
            continue
        words = f"{root / step.path} was edited since the result was brought back"
        raise WorkspaceProblem(words, _by_hand(copy, result, [step]))


def _obstacle(root: Path, step: Step, subject: str) -> str:
    if step.old is None:
        return obstacle_to_create(root, step.path)
    if step.new is None and not os.path.lexists(root / step.path):
        return ""
    return obstacle_to_change(root, step.path, follow=step.path == subject and step.new is not None)


def _by_hand(copy: "GitWorkCopy", result: BroughtBack, steps: Sequence[Step]) -> str:
    step = next((step for step in steps if step.new), None)
    if step is None:
        return "the run made that file; delete it by hand where you don't want it"
    return f"the text from before: {_show(copy, f'{result.backup}:{step.path}' if result.files else result.backup)}"


def _show(copy: "GitWorkCopy", blob: str) -> str:
    folder = os.path.realpath(copy.git_dir)
    return f"git --git-dir={shlex.quote(folder)} cat-file blob {shlex.quote(blob)}"
