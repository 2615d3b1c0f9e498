"""A user's repository, made with real git, that can tell whether anything in it was touched."""

import hashlib
import os
import subprocess
from pathlib import Path

from critloop.model.material import UnitText
from critloop.model.run import Creation, Range, RunSpec, TaskInputs, Unit
from critloop.model.sections import sections
from critloop.model.turn import AgentRef

TEXT = "# Payments\n\n## Storage\n\nAll of it is kept.\n\n## Limits\n\nThree tries.\n"


def plain_environment() -> dict[str, str]:
    """The environment without anything that redirects git or reads a developer's own configuration."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return kept | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"}


class UserRepository:
    """A repository at ``root`` with an identity and no commit yet."""

    def __init__(self, root: Path, *, init: bool = True) -> None:
        self.root = root
        if init:
            root.mkdir(parents=True, exist_ok=True)
            self.git("init", "--quiet", "--initial-branch=main")
            self.git("config", "user.name", "Ada Writer")
            self.git("config", "user.email", "ada@example.org")

    def git(self, *arguments: str, input: bytes | None = None, check: bool = True) -> str:
        """Run git as the user would; standard output without the last line break."""
        done = subprocess.run(
            ["git", *arguments], cwd=self.root, env=plain_environment(), input=input, capture_output=True, check=False
        )
        if check and done.returncode:
            raise AssertionError(f"git {arguments}: {done.stderr.decode()}")
        return os.fsdecode(done.stdout).rstrip("\n")

    def write(self, path: str, text: str | bytes) -> Path:
        """Write a file below the root."""
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text if isinstance(text, bytes) else text.encode())
        return target

    def commit(self, message: str = "commit", **files: str | bytes) -> str:
        """Commit everything; the new HEAD. ``files`` are written first."""
        for path, text in files.items():
            self.write(path, text)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    @property
    def head(self) -> str:
        """The commit that HEAD stands on."""
        return self.git("rev-parse", "HEAD")


def fingerprint(folder: Path) -> dict[str, tuple[object, ...]]:
    """Every path below a folder with mode, modification time and content.

    The times of git's objects are left out: a clone shares the files, and git renews the time of
    one that it would have written anew.
    """
    found: dict[str, tuple[object, ...]] = {}
    for path in sorted(folder.rglob("*")):
        info = path.lstat()
        if path.is_symlink():
            content = str(path.readlink())
        else:
            content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        modified = 0 if "objects" in path.parts else info.st_mtime_ns
        found[path.relative_to(folder).as_posix()] = (info.st_mode, modified, content)
    return found


def spec_of(root: Path, subject: str, run: str = "run1") -> RunSpec:
    """A run of the spec loop on a subject."""
    agent = AgentRef(agent="builtin")
    return RunSpec(run=run, loop="spec", subject=subject, root=str(root), maker=agent, critic=agent)


def unit_of(subject: str) -> Unit:
    """The whole subject as a unit."""
    return Unit(id="spec", name=Path(subject).name, path=subject)


def creating_spec(root: Path, subject: str, run: str = "run1", *, skill: str = "") -> RunSpec:
    """A run of the docs loop whose page the maker has yet to write."""
    creation = Creation(skill=skill) if skill else Creation(instruction="Write it")
    return spec_of(root, subject, run).but({"loop": "docs", "create": creation})


def range_spec(root: Path, base: str, head: str | None = None, run: str = "run1") -> RunSpec:
    """A run of the task loop on a range."""
    inputs = TaskInputs(range=Range(base=base, head=head), requirement="Do it", source="plan.md")
    return spec_of(root, "", run).but({"loop": "task", "inputs": inputs})


def piece_of(subject: str, text: str) -> UnitText:
    """The whole subject as a unit, with its text."""
    return UnitText(unit=unit_of(subject), text=text, sections=sections(text))
