"""The user's repository, read without writing to it: no index refresh, no hooks, no filters, no fetch."""

import os
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple

from critloop.model.errors import WorkspaceProblem
from critloop.workspace.command import Git

UNDER_WAY = {
    "MERGE_HEAD": ("a merge", "finish it, or stop it with git merge --abort"),
    "CHERRY_PICK_HEAD": ("a cherry-pick", "finish it, or stop it with git cherry-pick --abort"),
    "REVERT_HEAD": ("a revert", "finish it, or stop it with git revert --abort"),
    "rebase-merge": ("a rebase", "finish it, or stop it with git rebase --abort"),
    "rebase-apply": ("a rebase or git am", "finish it, or stop it with git rebase --abort or git am --abort"),
    "BISECT_LOG": ("a bisect", "end it with git bisect reset"),
}


class Busy(NamedTuple):
    """A git operation that is under way, and how to end it."""

    what: str
    remedy: str


class Status(NamedTuple):
    """A path that git status lists. ``codes`` are the two letters of porcelain v1, one pair an entry."""

    path: str
    codes: tuple[str, ...]

    @property
    def untracked(self) -> bool:
        """True for a file that lies there unknown to the index."""
        return "??" in self.codes

    @property
    def ignored(self) -> bool:
        """True for what git ignores."""
        return "!!" in self.codes

    @property
    def gone(self) -> bool:
        """True where the working tree has no such file."""
        return not self.untracked and any("D" in code for code in self.codes)

    @property
    def kind(self) -> Literal["added", "modified", "deleted"] | None:
        """What became of the file, None where it came and went."""
        codes = set(self.codes)
        if codes <= {"??", "A ", "AM", "AT"}:
            return "added"
        if codes == {"AD"}:
            return None
        return "deleted" if self.gone else "modified"


class Repository:
    """A user's repository, by the top of its working tree."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.raw = Git(root, options=_without_filters(root))
        """Reads files as they lie there: no filter of the user's runs."""
        self.own = Git(root)
        """Converts files as the user's configuration says; only for what they asked to have committed."""

    @cached_property
    def git_dir(self) -> Path:
        """Where this working tree's own HEAD and index are."""
        return Path(os.fsdecode(self.raw.run("rev-parse", "--absolute-git-dir")).removesuffix("\n"))

    @property
    def head(self) -> str | None:
        """The commit the user stands on, None when unborn."""
        answer = self.raw.ask("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
        return answer.line if answer.code == 0 else None

    @property
    def branch(self) -> str | None:
        """The user's branch, also an unborn one; None with a detached HEAD."""
        answer = self.raw.ask("symbolic-ref", "--quiet", "HEAD")
        return answer.line.removeprefix("refs/heads/") if answer.code == 0 else None

    @property
    def busy(self) -> Busy | None:
        """The merge, rebase or the like that is under way."""
        return next((Busy(*said) for name, said in UNDER_WAY.items() if (self.git_dir / name).exists()), None)

    def blob(self, revision: str, path: str) -> str | None:
        """The object id of a file at a revision, None where there is none."""
        answer = self.raw.ask("rev-parse", "--verify", "--quiet", f"{revision}:{path}")
        return answer.line if answer.code == 0 else None

    def tip(self, ref: str) -> str | None:
        """The commit that a ref of the user's names, None where there is none."""
        answer = self.raw.ask("rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}")
        return answer.line if answer.code == 0 else None

    def is_checked_out(self, ref: str) -> bool:
        """True for a branch that a working tree of this repository stands on."""
        return bool(self.raw.run("for-each-ref", "--format=%(worktreepath)", ref).strip())

    def status(self, *paths: str) -> list[Status]:
        """What differs between HEAD, index and files, of these paths or of all.

        Ignored files and submodules' insides are left out.
        """
        arguments = ["status", "--porcelain", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=all"]
        return list(read_status(self.raw.run(*arguments, *(["--", *paths] if paths else []))))

    def as_committed(self, path: str, data: bytes, store: Path) -> bytes:
        """The bytes of a file as they would be committed. ``store`` takes the object; the repository does not."""
        also = {"GIT_OBJECT_DIRECTORY": str(store), "GIT_ALTERNATE_OBJECT_DIRECTORIES": _quoted(str(self._objects))}
        blob = self.raw.run("hash-object", "-w", "--stdin", "--path", path, input=data, also=also).decode().strip()
        return self.raw.run("cat-file", "blob", blob, also=also)

    def as_checked_out(self, path: str, blob: str, store: Path) -> bytes:
        """The bytes that a blob has when it is checked out here. ``store`` holds the blob."""
        also = {"GIT_ALTERNATE_OBJECT_DIRECTORIES": _quoted(str(store))}
        return self.raw.run("cat-file", "--filters", f"--path={path}", blob, also=also)

    @cached_property
    def _objects(self) -> Path:
        place = os.fsdecode(self.raw.run("rev-parse", "--git-path", "objects")).removesuffix("\n")
        return self.root / place

    def is_clean(self, path: str, data: bytes) -> bool:
        """True where HEAD, index and ``data`` are the same for this path, under the user's line-end settings."""
        committed = self.blob("HEAD", path)
        if committed is None or self.status(path):
            return False
        return self.raw.run("hash-object", "--stdin", "--path", path, input=data).decode().strip() == committed


def _quoted(path: str) -> str:
    escaped = path.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def read_status(listing: bytes) -> Iterator[Status]:
    """The entries of ``git status --porcelain -z``, those of one path joined, in the order of the listing."""
    codes: dict[str, list[str]] = {}
    for row in os.fsdecode(listing).split("\0"):
        if row:
            codes.setdefault(row[3:], []).append(row[:2])
    return (Status(path, tuple(pairs)) for path, pairs in codes.items())


def top_of(folder: Path) -> Path | None:
    """The top of the working tree that a folder is in, None outside any repository.

    Raises:
        WorkspaceProblem: git refuses to read the repository, or isn't installed.
    """
    answer = Git(folder).ask("rev-parse", "--show-toplevel")
    if answer.code == 0:
        return Path(answer.line)
    if b"not a git repository" in answer.err or b"must be run in a work tree" in answer.err:
        return None
    remedy = "see git help config, safe.directory" if b"dubious ownership" in answer.err else ""
    raise WorkspaceProblem(f"git can't read the repository at {folder}: {answer.complaint}", remedy)


def locate(path: Path) -> tuple[Path, str]:
    """The project root of a file and its path relative to it, symlinks followed.

    The root is the top of the repository's working tree; outside any, the file's folder. A
    symlink stands for the file it leads to: that is the one which is read, committed and written.

    Raises:
        WorkspaceProblem: As ``top_of``.
    """
    real = Path(os.path.realpath(path))
    top = top_of(real.parent)
    root = real.parent if top is None else Path(os.path.realpath(top))
    return root, real.relative_to(root).as_posix()


def _without_filters(root: Path) -> tuple[str, ...]:
    answer = Git(root).ask("config", "--name-only", "-z", "--get-regexp", r"^filter\..*\.(clean|process)$")
    drivers = {name.rpartition(".")[0] for name in os.fsdecode(answer.out).split("\0") if name and "=" not in name}
    settings = (
        f"{driver}.{setting}"
        for driver in sorted(drivers)
        for setting in ("clean=", "smudge=", "process=", "required=false")
    )
    return tuple(word for setting in settings for word in ("-c", setting))
