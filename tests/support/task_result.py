"""A result of many files: changed, made, deleted, renamed, made executable."""

from pathlib import Path

from critloop.model.workcopy import BroughtBack, Origin
from critloop.workspace.copy import GitWorkCopy
from tests.support.user_repository import TEXT, UserRepository

SUBJECT = "docs/pay.md"
NAV = "nav:\n  - docs/pay.md\n"


def begin(user: UserRepository) -> None:
    """Give the user's repository the files that the result changes."""
    user.commit("More", **{"nav.yml": NAV, "old/name.md": TEXT * 3, "gone/here.md": "gone\n", "run.sh": "echo\n"})


def work(copy: GitWorkCopy) -> None:
    """A task's change: two commits that change, make, delete, rename, and make a file executable."""
    copy.write(SUBJECT, TEXT.replace("Three", "Five").encode())
    copy.write("src/new/retry.py", b"tries = 5\n")
    copy.write("bin/pay", b"#!/bin/sh\n")
    (copy.folder / "bin/pay").chmod(0o755)
    copy.commit("Implement")
    (copy.folder / "gone/here.md").unlink()
    (copy.folder / "new").mkdir()
    (copy.folder / "old/name.md").rename(copy.folder / "new/name.md")
    copy.write("nav.yml", NAV.encode() + b"  - new/name.md\n")
    (copy.folder / "run.sh").chmod(0o755)
    copy.commit("Move")


CHANGED = ("bin/pay", SUBJECT, "gone/here.md", "nav.yml", "new/name.md", "old/name.md", "run.sh", "src/new/retry.py")


def files(root: Path) -> dict[str, tuple[bytes, int]]:
    """Every file outside ``.git`` with its bytes and permission bits."""
    found = (path for path in root.rglob("*") if path.is_file() and ".git" not in path.relative_to(root).parts)
    return {path.relative_to(root).as_posix(): (path.read_bytes(), path.stat().st_mode & 0o777) for path in found}


def folders(root: Path) -> set[str]:
    found = (path.relative_to(root) for path in root.rglob("*") if path.is_dir())
    return {path.as_posix() for path in found if ".git" not in path.parts}


def accept(copy: GitWorkCopy, origin: Origin) -> BroughtBack:
    return copy.bring_back(origin, copy.preview(origin), keep_branch=False)
