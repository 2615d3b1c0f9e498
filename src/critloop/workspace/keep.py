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
from critloop.workspace.apart import renew
from critloop.workspace.commits import CommitObject, read_commit, stamp, with_trailer, write_commit
from critloop.workspace.layout import remove_folder
from critloop.workspace.objects import TREE_MODE
from critloop.workspace.record import sweep
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
    _remove_locks(copy)
    head = copy.refs.head()
    target = copy.refs.head_target()
    lost = None
    good = head is not None and (head == start or _descends(copy, start, head))
    if head is not None and not good:
        lost = _keep_ref(copy, f"{copy.layout.kept}/stray/head-{head[:12]}", head)
    if target != copy.layout.branch or not good:
        tip = copy.refs.read(copy.layout.branch)
        if tip and tip not in (head, start) and not _descends(copy, tip, head or start):
            _keep_ref(copy, f"{copy.layout.kept}/stray/branch-{tip[:12]}", tip)
        _stand_at(copy, head if head is not None and good else start)
    _end_operations(copy)
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


def _stand_at(copy: "GitWorkCopy", revision: str) -> None:
    copy.refs.attach(copy.layout.branch)
    copy.refs.write(copy.layout.branch, revision)
    copy.git.run("read-tree", "--reset", revision)
    copy.git.ask("update-index", "--refresh", "-q")


def _end_operations(copy: "GitWorkCopy") -> None:
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
            _keep_ref(copy, f"{copy.layout.kept}/stray/{ref_part(name.removeprefix('refs/'))}", identity)
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


def _keep_ref(copy: "GitWorkCopy", name: str, identity: str) -> str:
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
    _remove_locks(copy)
    attached = copy.refs.head_target() == copy.layout.branch
    if attached and copy.refs.head() == revision and not copy.statuses():
        return None
    ref = keep_files(copy, turn, "Keep what was cut off")
    _end_operations(copy)
    copy.refs.attach(copy.layout.branch)
    copy.refs.write(copy.layout.branch, revision)
    copy.git.run("reset", "--quiet", "--hard", revision)
    copy.git.run("clean", "-ffdq")
    _put_aside_refs(copy)
    return ref


def take_up(copy: "GitWorkCopy") -> None:
    """Clear away what a process that died has left in the repository of a work copy; files stay as they are."""
    renew(copy.layout, copy.git_dir)
    _remove_locks(copy)
    _renew_index(copy)
    sweep(copy.layout.apart)


def back_to(copy: "GitWorkCopy", tree: str, head: str, turn: str) -> tuple[tuple[str, ...], str | None]:
    """Have files be as ``tree`` has them, and HEAD stand at ``head``; the paths that differed, the ref with them."""
    mended = renew(copy.layout, copy.git_dir)
    _remove_locks(copy)
    kept = _head_back(copy, head)
    if mended or kept or not (copy.git_dir / "index").is_file():
        _renew_index(copy)
    now = tree_of_files(copy)
    paths = list(copy.objects.differing(tree, now))
    if paths:
        kept = keep_files(copy, turn, "Keep what was put back")
        _write_paths(copy, tree, paths)
    return ((".git",) if mended else ()) + tuple(shown(path) for path in paths), kept


def _head_back(copy: "GitWorkCopy", head: str) -> str | None:
    now = copy.refs.head()
    if now == head and copy.refs.head_target() == copy.layout.branch:
        return None
    kept = _keep_ref(copy, f"{copy.layout.kept}/stray/head-{now[:12]}", now) if now and now != head else None
    _end_operations(copy)
    _stand_at(copy, head)
    return kept


def _remove_locks(copy: "GitWorkCopy") -> None:
    # Whoever gets here advances the run alone: a lock that lies there was left by a process that died, or by a test.
    apart = copy.layout.apart
    tops = (copy.git_dir, apart, apart / "objects" / "info")
    locks = [lock for top in tops for lock in top.glob("*.lock")]
    for lock in (*locks, *(apart / "refs").rglob("*.lock")):
        lock.unlink(missing_ok=True)


def _renew_index(copy: "GitWorkCopy") -> None:
    """Let the index have what HEAD has; files are compared with it anew."""
    if copy.refs.head() is None or copy.git.ask("diff-index", "--cached", "--quiet", "HEAD", "--").code == 0:
        return
    if copy.git.ask("read-tree", "--reset", "HEAD").code:
        (copy.git_dir / "index").unlink(missing_ok=True)
        copy.git.run("read-tree", "--reset", "HEAD")
    copy.git.ask("update-index", "--refresh", "-q")


def keep_files(copy: "GitWorkCopy", turn: str, message: str) -> str:
    """Commit all files as they are onto HEAD, under ``cut/<turn>``, index and branch untouched; the ref."""
    head = copy.refs.head()
    tree = tree_of_files(copy)
    if head is not None and read_commit(copy.objects, head).tree == tree:
        return _keep_ref(copy, copy.layout.cut(ref_part(turn)), head)
    now = stamp(copy.identity)
    commit = CommitObject(tree, (head,) if head else (), now, now, with_trailer(message, copy.layout.run))
    return _keep_ref(copy, copy.layout.cut(ref_part(turn)), write_commit(copy.objects, commit))


def tree_of_files(copy: "GitWorkCopy") -> str:
    """Store the tree of all files as they lie there, ignored ones left out, index and refs untouched; its id."""
    copy.git.look_at_all()
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
    there = _write_paths(copy, read_commit(copy.objects, revision).tree, wanted)
    if revision == copy.refs.head():
        copy.stage(there, [path for path in wanted if path not in there and not path.endswith("/")])


def _write_paths(copy: "GitWorkCopy", tree: str, wanted: Sequence[str]) -> list[str]:
    """Write these paths as a tree has them, in files only; those that it has."""
    there = [path for path in wanted if (entry := copy.objects.find(tree, path)) and entry.mode != TREE_MODE]
    for path in sorted(wanted, key=lambda path: path.count("/")):
        _delete(copy.folder, path.rstrip("/"))
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
    if target.is_dir() and not target.is_symlink():
        remove_folder(target)
    else:
        target.unlink(missing_ok=True)
    for parent in target.parents:
        if parent == root or not parent.is_dir() or any(parent.iterdir()):
            return
        parent.rmdir()
