"""Whether a run can begin: its subject, the repository around it, the commits that it judges."""

import os
import stat
from pathlib import Path, PurePosixPath

from critloop.model.errors import UsageProblem, WorkspaceProblem
from critloop.model.run import Range, RunSpec
from critloop.workspace import revisions
from critloop.workspace.repository import Repository, top_of


def check(spec: RunSpec) -> None:
    """Make sure that a run can begin with this subject in this place; nothing is written.

    Raises:
        WorkspaceProblem: It can't.
    """
    root = Path(os.path.realpath(spec.root))
    check_subject(root, spec)
    check_range(root, spec.range, repository_at(root))


def repository_at(root: Path) -> Repository | None:
    """The repository whose top this is, None outside any.

    Raises:
        WorkspaceProblem: The folder lies inside one, or it is in the middle of something.
    """
    top = top_of(root)
    if top is None:
        return None
    if Path(os.path.realpath(top)) != root:
        raise WorkspaceProblem(f"{root} lies inside the repository {top}", f"start the run with {top} as its root")
    repository = Repository(root)
    busy = repository.busy
    if busy:
        raise WorkspaceProblem(f"{root} is in the middle of {busy.what}", busy.remedy)
    return repository


def check_range(root: Path, wanted: Range | None, repository: Repository | None) -> None:
    """Make sure that the commits of a range are there, and that one descends from the other.

    Raises:
        WorkspaceProblem: They don't, or there is no repository.
    """
    if wanted is None:
        return
    if repository is None:
        raise WorkspaceProblem(
            f"there is no repository at {root}", "a diff needs one: git init, and commit what is there"
        )
    try:
        revisions.require_ancestor(root, wanted.base, wanted.head or "HEAD")
    except UsageProblem as problem:
        raise WorkspaceProblem(problem.message, problem.remedy) from None


def check_subject(root: Path, spec: RunSpec) -> None:
    """Make sure that the subject is a file, or that the maker can create it; a diff needs none.

    Raises:
        WorkspaceProblem: It is not, or lies outside the root.
    """
    if spec.range is not None:
        return
    if spec.create is not None and not spec.subject:
        if not root.is_dir():
            raise WorkspaceProblem(f"{root} is no folder, or it is gone")
        return
    path = root / spec.subject
    _check_name(root, spec.subject)
    if not os.path.lexists(path) and spec.create is None:
        raise WorkspaceProblem(f"{path} does not exist")
    if Path(os.path.realpath(path)) != path:
        raise WorkspaceProblem(
            f"{path} is reached through a symlink", f"name the file itself: {os.path.realpath(path)}"
        )
    if path.exists():
        _check_file(path, creating=spec.create is not None)
    else:
        _check_room(path)


def _check_name(root: Path, subject: str) -> None:
    parts = PurePosixPath(subject).parts
    if PurePosixPath(subject).is_absolute() or ".." in parts or not parts:
        raise WorkspaceProblem(f"{subject} is no path inside {root}")
    if ".git" in (part.casefold() for part in parts):
        raise WorkspaceProblem(f"{subject} lies in git's own folder", "name another place")


def _check_file(path: Path, *, creating: bool) -> None:
    if stat.S_ISDIR(path.stat().st_mode) and creating:
        raise WorkspaceProblem(f"{path} is a folder", "name the file to create in it")
    if not stat.S_ISREG(path.stat().st_mode):
        raise WorkspaceProblem(f"{path} is no regular file")


def _check_room(path: Path) -> None:
    folder = next(place for place in path.parents if os.path.lexists(place))
    if not folder.is_dir():
        raise WorkspaceProblem(f"{path} can't be created: {folder} is no folder", "name another place")
