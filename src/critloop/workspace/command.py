"""Starts git: never with the environment of whoever started critloop, never with hooks.

A plain child takes 2 to 3 ms. The variables that redirect git (``GIT_DIR``, ``GIT_INDEX_FILE``
and the like) are dropped here, which a wrapper that inherits the environment can't do.
"""

import errno
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from critloop.model.errors import WorkspaceProblem
from critloop.workspace.environment import USER_CHOICES, harmless

NOTHING = os.devnull
SAFE = ("-c", f"core.hooksPath={NOTHING}", "-c", "core.fsmonitor=false", "-c", "gc.auto=0", "-c", "maintenance.auto=0")
FIXED = {
    "LC_ALL": "C",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_DEFAULT_REF_FORMAT": "files",
}
PRIVATE = {
    "GIT_CONFIG_GLOBAL": NOTHING,
    "GIT_CONFIG_SYSTEM": NOTHING,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_ATTR_NOSYSTEM": "1",
}
DISK_FULL = (b"No space left on device", b"Disk quota exceeded")


class Answer(NamedTuple):
    """How a git command ended."""

    code: int
    out: bytes
    err: bytes

    @property
    def line(self) -> str:
        """Standard output without its last line break."""
        return os.fsdecode(self.out).removesuffix("\n")

    @property
    def complaint(self) -> str:
        """The first line of standard error that says what is wrong."""
        lines = [line.strip() for line in os.fsdecode(self.err).splitlines() if line.strip()]
        said = next((line for line in lines if line.startswith(("fatal:", "error:"))), lines[0] if lines else "")
        return said.removeprefix("fatal: ").removeprefix("error: ") or f"it ended with code {self.code}"


class Git:
    """Runs git commands in one folder.

    ``git_dir`` is given for a work copy, so that git never looks for a repository further up, and
    ``apart`` is where its configuration, objects and refs are. ``private`` leaves out the user's own
    and the system's configuration, and all of the environment that git has no need of. ``options``
    go before each command. Nothing that comes from outside may be passed where git takes an option.
    """

    def __init__(
        self,
        folder: Path,
        *,
        git_dir: Path | None = None,
        apart: Path | None = None,
        private: bool = False,
        options: Sequence[str] = (),
    ) -> None:
        self.folder = folder
        self._options = (*SAFE, *options)
        self._environment = _environment(private)
        if git_dir is not None:
            self._environment |= {"GIT_DIR": str(git_dir), "GIT_WORK_TREE": str(folder)}
            self._environment |= {"GIT_COMMON_DIR": str(apart)} if apart is not None else {}
        else:
            self._environment["GIT_OPTIONAL_LOCKS"] = "0"

    def ask(self, *arguments: str, input: bytes | None = None, also: dict[str, str] | None = None) -> Answer:
        """Run a command whose failure means something to the caller.

        Raises:
            WorkspaceProblem: git is not installed, its folder is gone, or the disk is full.
        """
        try:
            done = subprocess.run(
                ["git", *self._options, *arguments],
                cwd=self.folder,
                env=self._environment | (also or {}),
                input=input,
                stdin=subprocess.DEVNULL if input is None else None,
                capture_output=True,
                start_new_session=True,
                check=False,
            )
        except OSError as error:
            raise _not_started(self.folder, error) from None
        if done.returncode and any(words in done.stderr for words in DISK_FULL):
            raise disk_full(self.folder)
        return Answer(done.returncode, done.stdout, done.stderr)

    def run(self, *arguments: str, input: bytes | None = None, also: dict[str, str] | None = None) -> bytes:
        """Run a command that must succeed; its standard output.

        Raises:
            WorkspaceProblem: It failed.
        """
        answer = self.ask(*arguments, input=input, also=also)
        if answer.code:
            command = next(word for word in arguments if not word.startswith("-") and "=" not in word)
            raise WorkspaceProblem(f"git {command} failed in {self.folder}: {answer.complaint}")
        return answer.out


def disk_full(folder: Path) -> WorkspaceProblem:
    """The error for a disk without room for what a run needs in ``folder``."""
    return WorkspaceProblem(f"the disk that holds {folder} is full", "free some space and try again")


def unwritable(folder: Path, error: OSError) -> WorkspaceProblem:
    """The error for what could not be written for a run in ``folder``."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return disk_full(folder)
    return WorkspaceProblem(f"{error.filename or folder} can't be written: {error.strerror}")


def _environment(private: bool) -> dict[str, str]:
    if private:
        return harmless(os.environ) | FIXED | PRIVATE
    kept = {name: value for name, value in os.environ.items() if name in USER_CHOICES or not name.startswith("GIT_")}
    return kept | FIXED


def _not_started(folder: Path, error: OSError) -> WorkspaceProblem:
    if shutil.which("git") is None:
        return WorkspaceProblem("git is not installed, or not on PATH", "install git 2.29 or later and try again")
    if not folder.is_dir():
        return WorkspaceProblem(f"{folder} is no folder, or it is gone")
    return WorkspaceProblem(f"git can't be started in {folder}: {error.strerror}")
