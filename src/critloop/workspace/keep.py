"""Takes away what an agent did in a work copy, and keeps it under a ref: nothing is lost.

A maker that uses git itself may leave another branch checked out, tags, a rewritten history or a
half-done merge. What descends from where its turn began stands; the rest is put aside.
"""

import os
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from critloop.model.errors import WorkspaceProblem
from critloop.model.workcopy import Change
from critloop.workspace.apart import remove_locks, renew
from critloop.workspace.command import unwritable
from critloop.workspace.commits import CommitObject, read_commit, stamp, with_trailer, write_commit
from critloop.workspace.layout import remove_folder
from critloop.workspace.objects import TREE_MODE
from critloop.workspace.refs import ref_part
from critloop.workspace.seed import shown

if TYPE_CHECKING:
    from critloop.workspace.copy import GitWorkCopy

TO_CREATE = "subject"
LEFT_OVER = ("MERGE_HEAD", "MERGE_MSG", "MERGE_MODE", "CHERRY_PICK_HEAD", "REVERT_HEAD", "BISECT_LOG", "BISECT_START")
LEFT_OVER_FOLDERS = ("rebase-merge", "rebase-apply", "sequencer")


def adopt(copy: "GitWorkCopy", start: str) -> str | None:
    """Have the run's branch and HEAD stand where the agent left HEAD, or at ``start``; the ref of a lost HEAD."""
    renew(copy.layout, copy.git_dir)
    remove_locks(copy.layout, copy.git_dir)
    head = copy.refs.head()
    target = copy.refs.head_target()
    lost = None
    good = head is not None and (head == start or _descends(copy, start, head))
    if head is not None and not good:
        lost = keep_ref(copy, f"{copy.layout.kept}/stray/head-{head[:12]}", head)
    if target != copy.layout.branch or not good:
        tip = copy.refs.read(copy.layout.branch)
        if tip and tip not in (head, start) and not _descends(copy, tip, head or start):
            keep_ref(copy, f"{copy.layout.kept}/stray/branch-{tip[:12]}", tip)
        stand_at(copy, head if head is not None and good else start)
    end_operations(copy)
    _put_aside_refs(copy)
    _stage_subject(copy)
    return lost


def _stage_subject(copy: "GitWorkCopy") -> None:
    """Have git see the file that the run is to make, also where the project ignores it: it was asked for by name."""
    place = copy.layout.apart / TO_CREATE
    subject = os.fsdecode(place.read_bytes()) if place.is_file() else ""
    if not subject or not (copy.folder / subject).is_file() or (copy.folder / subject).is_symlink():
        return
    if copy.objects.find(read_commit(copy.objects, copy.head).tree, subject) is None:
        copy.stage([subject])


def stand_at(copy: "GitWorkCopy", revision: str) -> None:
    """Have branch, HEAD and index be at a revision; files stay."""
    copy.refs.attach(copy.layout.branch)
    copy.refs.write(copy.layout.branch, revision)
    copy.git.run("read-tree", "--reset", revision)
    copy.git.ask("update-index", "--refresh", "-q")


def end_operations(copy: "GitWorkCopy") -> None:
    """End a merge, a rebase or the like that somebody left half done."""
    left = [copy.git_dir / name for name in LEFT_OVER if (copy.git_dir / name).exists()]
    folders = [copy.git_dir / name for name in LEFT_OVER_FOLDERS if (copy.git_dir / name).exists()]
    for path in left:
        path.unlink()
    for folder in folders:
        shutil.rmtree(folder)
    if left or folders:
        copy.git.run("read-tree", "--reset", "HEAD")


def _put_aside_refs(copy: "GitWorkCopy") -> None:
    for name, identity in copy.refs.all().items():
        if name != copy.layout.branch and not name.startswith(f"{copy.layout.kept}/"):
            keep_ref(copy, f"{copy.layout.kept}/stray/{ref_part(name.removeprefix('refs/'))}", identity)
            copy.refs.delete(name)


def _descends(copy: "GitWorkCopy", old: str, new: str) -> bool:
    walked = new
    while copy.objects.is_loose(walked):
        parents = read_commit(copy.objects, walked).parents
        if old in parents:
            return True
        if len(parents) != 1:
            break
        walked = parents[0]
    return copy.git.ask("merge-base", "--is-ancestor", old, new).code == 0


def keep_ref(copy: "GitWorkCopy", name: str, identity: str) -> str:
    """Keep an object under a ref, or under that name with a number; the ref."""
    if copy.refs.read(name) == identity:
        return name
    free = copy.refs.free(name)
    copy.refs.write(free, identity)
    return free


def undo(copy: "GitWorkCopy", changes: Sequence[Change], turn: str) -> str:
    """Keep the files as they are under ``cut/<turn>``, then put these paths back as HEAD has them."""
    ref = keep_files(copy, turn, "Keep what was undone")
    put_back(copy, copy.head, [change.path for change in changes])
    return ref


def restore(copy: "GitWorkCopy", revision: str, turn: str) -> str | None:
    """Keep files and HEAD under ``cut/<turn>`` where they differ from ``revision``, then stand there."""
    renew(copy.layout, copy.git_dir)
    remove_locks(copy.layout, copy.git_dir)
    attached = copy.refs.head_target() == copy.layout.branch
    if attached and copy.refs.head() == revision and not copy.statuses():
        return None
    ref = keep_files(copy, turn, "Keep what was cut off")
    end_operations(copy)
    copy.refs.attach(copy.layout.branch)
    copy.refs.write(copy.layout.branch, revision)
    copy.git.run("reset", "--quiet", "--hard", revision)
    copy.git.run("clean", "-ffdq")
    _put_aside_refs(copy)
    return ref


def keep_files(copy: "GitWorkCopy", turn: str, message: str) -> str:
    """Commit all files as they are onto HEAD, under ``cut/<turn>``, index and branch untouched; the ref."""
    head = copy.refs.head()
    tree = tree_of_files(copy)
    if head is not None and read_commit(copy.objects, head).tree == tree:
        return keep_ref(copy, copy.layout.cut(ref_part(turn)), head)
    now = stamp(copy.identity)
    commit = CommitObject(tree, (head,) if head else (), now, now, with_trailer(message, copy.layout.run))
    return keep_ref(copy, copy.layout.cut(ref_part(turn)), write_commit(copy.objects, commit))


def tree_of_files(copy: "GitWorkCopy") -> str:
    """Store the tree of all files as they lie there, ignored ones left out, index and refs untouched; its id."""
    copy.mend()
    with tempfile.TemporaryDirectory(dir=copy.git_dir) as folder:
        index = Path(folder) / "index"
        also = {"GIT_INDEX_FILE": str(index)}
        if (copy.git_dir / "index").exists():
            # With its time: by that git knows which files may have been edited in the moment it was written.
            shutil.copy2(copy.git_dir / "index", index)
        copy.git.ask("add", "--all", "--ignore-errors", also=also)
        answer = copy.git.ask("write-tree", also=also)
        if answer.code:
            index.unlink(missing_ok=True)
            copy.git.ask("add", "--all", "--ignore-errors", also=also)
            return copy.git.run("write-tree", also=also).decode().strip()
        return answer.line


def put_back(copy: "GitWorkCopy", revision: str, paths: Iterable[str]) -> None:
    """Write these paths as a revision has them, in files only where the revision is not HEAD, else in the index too."""
    known = {shown(status.path): status.path for status in copy.statuses()}
    wanted = [known.get(path, path) for path in paths]
    there = write_paths(copy, read_commit(copy.objects, revision).tree, wanted)
    if revision == copy.refs.head():
        copy.stage(there, [path for path in wanted if path not in there and not path.endswith("/")])


def write_paths(copy: "GitWorkCopy", tree: str, wanted: Sequence[str]) -> list[str]:
    """Write these paths as a tree has them, in files only; those that it has."""
    there = [path for path in wanted if (entry := copy.objects.find(tree, path)) and entry.mode != TREE_MODE]
    for path in sorted(wanted, key=lambda path: path.count("/")):
        try:
            _delete(copy.folder, path.rstrip("/"))
        except OSError as error:
            raise unwritable(copy.folder, error) from None
    if there:
        _check_out(copy, tree, b"".join(os.fsencode(path) + b"\0" for path in there))
    return there


def _check_out(copy: "GitWorkCopy", revision: str, names: bytes) -> None:
    with tempfile.TemporaryDirectory(dir=copy.git_dir) as folder:
        also = {"GIT_INDEX_FILE": str(Path(folder) / "index")}
        copy.git.run("read-tree", revision, also=also)
        copy.git.run("checkout-index", "--force", "-z", "--stdin", input=names, also=also)


def _delete(root: Path, path: str) -> None:
    target = root / path
    if root not in target.parents or Path(os.path.realpath(target.parent)) != target.parent:
        if not target.parent.exists():
            return
        raise WorkspaceProblem(f"{path} leads out of the work copy")
    if target.parent.is_dir() and not os.access(target.parent, os.W_OK | os.X_OK):
        target.parent.chmod(0o700)
    if target.is_dir() and not target.is_symlink():
        remove_folder(target)
    else:
        target.unlink(missing_ok=True)
    for parent in target.parents:
        if parent == root or not parent.is_dir() or any(parent.iterdir()):
            return
        parent.rmdir()
