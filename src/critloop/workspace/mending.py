"""Makes a work copy whole again: after a process that died, a test that ran, or whoever deleted of its repository."""

from typing import TYPE_CHECKING

from critloop.workspace.apart import remove_locks, renew
from critloop.workspace.keep import end_operations, keep_files, keep_ref, stand_at, tree_of_files, write_paths
from critloop.workspace.record import sweep
from critloop.workspace.seed import shown

if TYPE_CHECKING:
    from critloop.workspace.copy import GitWorkCopy


def mend(copy: "GitWorkCopy") -> None:
    """Make HEAD and index anew where one of them was deleted."""
    if (copy.git_dir / "HEAD").is_file() and (copy.git_dir / "index").is_file():
        return
    if renew(copy.layout, copy.git_dir) or copy.refs.head() is not None:
        _renew_index(copy)


def take_up(copy: "GitWorkCopy") -> None:
    """Clear away what a process that died has left in the repository of a work copy; files stay as they are."""
    renew(copy.layout, copy.git_dir)
    remove_locks(copy.layout, copy.git_dir)
    _renew_index(copy)
    sweep(copy.layout.apart)


def back_to(copy: "GitWorkCopy", tree: str, head: str, turn: str) -> tuple[tuple[str, ...], str | None]:
    """Have files be as ``tree`` has them, and HEAD stand at ``head``; the paths that differed, the ref with them."""
    mended = renew(copy.layout, copy.git_dir)
    remove_locks(copy.layout, copy.git_dir)
    kept = _head_back(copy, head)
    if mended or kept or not (copy.git_dir / "index").is_file():
        _renew_index(copy)
    now = tree_of_files(copy)
    paths = list(copy.objects.differing(tree, now))
    if paths:
        kept = keep_files(copy, turn, "Keep what was put back")
        write_paths(copy, tree, paths)
    return ((".git",) if mended else ()) + tuple(shown(path) for path in paths), kept


def _head_back(copy: "GitWorkCopy", head: str) -> str | None:
    now = copy.refs.head()
    if now == head and copy.refs.head_target() == copy.layout.branch:
        return None
    kept = keep_ref(copy, f"{copy.layout.kept}/stray/head-{now[:12]}", now) if now and now != head else None
    end_operations(copy)
    stand_at(copy, head)
    return kept


def _renew_index(copy: "GitWorkCopy") -> None:
    """Let the index have what HEAD has; files are compared with it anew."""
    if copy.refs.head() is None or copy.git.ask("diff-index", "--cached", "--quiet", "HEAD", "--").code == 0:
        return
    if copy.git.ask("read-tree", "--reset", "HEAD").code:
        (copy.git_dir / "index").unlink(missing_ok=True)
        copy.git.run("read-tree", "--reset", "HEAD")
    copy.git.ask("update-index", "--refresh", "-q")
