"""The files that a request names, read and held against what a loop can use."""

import os
from pathlib import Path, PurePosixPath

from critloop.config import Settings
from critloop.model.errors import UsageProblem
from critloop.starting.wanted import Wanted
from critloop.subjects import check_subject


def subject_in(settings: Settings, wanted: Wanted, name: str, *, flag: str = "") -> str:
    """An existing text file of the project, relative to its root. A symlink stands for what it leads to.

    Raises:
        UsageProblem: It can't be read as a text, is too large, or lies outside the project.
    """
    path = wanted.path(name)
    _checked(Path(name) if path.is_relative_to(Path.cwd()) else path, path, settings.limits_of(wanted.loop).max_bytes)
    return _below(wanted.root, path, f"{flag} {name}".strip())


def new_file(wanted: Wanted, name: str) -> str:
    """A file that the maker is to create, relative to the project's root.

    Raises:
        UsageProblem: There is a text already, or the place is none for a file.
    """
    path = wanted.path(name)
    if path.is_dir():
        raise UsageProblem(f"{name}: a folder", "name the file to create")
    if path.exists() and (not path.is_file() or path.stat().st_size):
        raise UsageProblem(f"{name}: exists already", "leave --create out to review it, or name another file")
    return _below(wanted.root, path, name)


def text_of(settings: Settings, wanted: Wanted, name: str, flag: str) -> str:
    """The text of a file that a flag names, wherever it lies; where it is kept already, as it was then.

    Raises:
        UsageProblem: It can't be read as a text, or is too large.
    """
    if name in wanted.kept:
        return wanted.kept[name]
    path = wanted.path(name)
    try:
        _checked(path, path, settings.limits_of(wanted.loop).max_bytes)
    except UsageProblem as problem:
        message = problem.message.replace(str(path), name, 1)
        raise UsageProblem(f"{flag}: {message}", problem.remedy) from None
    return path.read_text(encoding="utf-8-sig")


def place_of(wanted: Wanted, name: str) -> str:
    """A file relative to the project's root; its bare name where it lies elsewhere."""
    real = Path(os.path.realpath(wanted.path(name)))
    return real.relative_to(wanted.root).as_posix() if real.is_relative_to(wanted.root) else PurePosixPath(name).name


def _checked(shown: Path, path: Path, most: int) -> None:
    try:
        check_subject(path, most)
    except UsageProblem as problem:
        raise UsageProblem(problem.message.replace(str(path), str(shown), 1), problem.remedy) from None


def _below(root: Path, path: Path, shown: str) -> str:
    real = Path(os.path.realpath(path))
    if not real.is_relative_to(root):
        raise UsageProblem(
            f"{shown}: outside the project {root}", "agents work in a copy of the project: move it there"
        )
    return real.relative_to(root).as_posix()
