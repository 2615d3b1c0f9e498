"""Refs of a work copy, read and written without starting git where they are plain files."""

import os
import re
from pathlib import Path

from critloop.model.errors import WorkspaceProblem
from critloop.workspace.command import Git, unwritable

OBJECT_ID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


class Refs:
    """The refs of one work copy. ``git_dir`` is its ``.git``."""

    def __init__(self, git_dir: Path, git: Git) -> None:
        self._folder = git_dir
        self._git = git

    def head_target(self) -> str:
        """The ref that HEAD names, or the object id where it is detached; empty when it can't be read."""
        try:
            return (self._folder / "HEAD").read_text("utf-8").strip().removeprefix("ref: ")
        except (OSError, UnicodeDecodeError):
            return ""

    def read(self, name: str) -> str | None:
        """The object id of a ref, None when there is none."""
        try:
            value = (self._folder / name).read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError):
            value = ""
        if OBJECT_ID.fullmatch(value):
            return value
        answer = self._git.ask("rev-parse", "--verify", "--quiet", name)
        return answer.line if answer.code == 0 else None

    def head(self) -> str | None:
        """The commit that HEAD stands on, None when it is unborn or unreadable."""
        target = self.head_target()
        if OBJECT_ID.fullmatch(target):
            return target
        return self.read(target) if target.startswith("refs/") else None

    def write(self, name: str, identity: str) -> None:
        """Set a ref, by git's own way of locking: a ``.lock`` file that is renamed."""
        _replace_locked(self._folder / name, identity + "\n")

    def attach(self, branch: str) -> None:
        """Let HEAD name this ref."""
        _replace_locked(self._folder / "HEAD", f"ref: {branch}\n")

    def delete(self, name: str) -> None:
        """Remove a ref, wherever it is stored."""
        self._git.run("update-ref", "--no-deref", "-d", name)

    def all(self) -> dict[str, str]:
        """Every ref and its object id."""
        if not (self._folder / "packed-refs").exists():
            files = (path for path in (self._folder / "refs").rglob("*") if path.is_file() and path.suffix != ".lock")
            names = [path.relative_to(self._folder).as_posix() for path in files]
            return {name: identity for name in names if (identity := self.read(name))}
        rows = os.fsdecode(self._git.run("for-each-ref", "--format=%(objectname) %(refname)")).splitlines()
        return {name: identity for identity, _, name in (row.partition(" ") for row in rows)}

    def free(self, name: str) -> str:
        """The name, or the name with the first number behind it that no ref has."""
        number, candidate = 1, name
        while (self._folder / candidate).exists() or self.read(candidate):
            number += 1
            candidate = f"{name}-{number}"
        return candidate


def ref_part(text: str) -> str:
    """A text as one part of a ref name: what git doesn't allow there is written as ``_`` and its code."""
    return re.sub(r"[^A-Za-z0-9-]", lambda match: f"_{ord(match[0]):x}", text) or "_"


def _replace_locked(path: Path, text: str) -> None:
    lock = path.with_name(path.name + ".lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with lock.open("x", encoding="utf-8") as file:
            file.write(text)
        lock.replace(path)
    except FileExistsError:
        raise WorkspaceProblem(
            f"{lock} is in the way: another git command is at work, or one was cut off",
            "wait for it; where none runs, delete that file",
        ) from None
    except OSError as error:
        raise unwritable(path, error) from None
