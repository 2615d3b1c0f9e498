"""Begins a run: a work copy with the user's current files, and a record of what they were."""

import hashlib
import os
import stat
from pathlib import Path, PurePosixPath

from critloop.model.errors import WorkspaceProblem
from critloop.model.run import RunSpec
from critloop.model.workcopy import Origin
from critloop.workspace.clone import clone, start_empty
from critloop.workspace.command import Git, unwritable
from critloop.workspace.copy import GitWorkCopy
from critloop.workspace.layout import Layout, remove_folder
from critloop.workspace.repository import Repository, top_of
from critloop.workspace.seed import Seed, shown


def check(spec: RunSpec) -> None:
    """Make sure that a run can begin with this subject in this place; nothing is written.

    Raises:
        WorkspaceProblem: It can't.
    """
    root = Path(os.path.realpath(spec.root))
    _check_subject(root, spec.subject)
    _repository_at(root)


def _repository_at(root: Path) -> Repository | None:
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


def create(layout: Layout, spec: RunSpec) -> tuple[GitWorkCopy, Origin]:
    """Make the work copy of a run; nothing of the user's is written, and no half copy is left.

    Raises:
        WorkspaceProblem: The subject, the repository or the disk can't be used as it is.
    """
    root = Path(os.path.realpath(spec.root))
    _check_subject(root, spec.subject)
    remove_folder(layout.fresh)
    try:
        layout.home.mkdir(parents=True, exist_ok=True)
        origin = _fill(layout, root, spec.subject)
        remove_folder(layout.folder)
        layout.fresh.rename(layout.folder)
    except OSError as error:
        remove_folder(layout.fresh)
        raise unwritable(layout.home, error) from None
    except BaseException:
        remove_folder(layout.fresh)
        raise
    return GitWorkCopy(layout), origin


def _fill(layout: Layout, root: Path, subject: str) -> Origin:
    repository = _repository_at(root)
    if repository is None:
        return _fill_plain(layout, root, subject)
    return _fill_from_repository(layout, repository, subject)


def _fill_plain(layout: Layout, root: Path, subject: str) -> Origin:
    start_empty(layout, root)
    data = (root / subject).read_bytes()
    seed = Seed(root, layout.fresh)
    seed.take_subject(subject, data)
    return Origin(
        kind="plain",
        root=str(root),
        subject=subject,
        head=None,
        branch=None,
        subject_hash=hashlib.sha256(data).hexdigest(),
        subject_dirty=True,
        others_dirty=False,
        seed=_commit_seed(layout, seed),
    )


def _fill_from_repository(layout: Layout, repository: Repository, subject: str) -> Origin:
    head, branch = repository.head, repository.branch
    clone(repository, layout, head)
    edits = [edit for edit in repository.status() if layout.data not in (repository.root / edit.path).parents]
    data = (repository.root / subject).read_bytes()
    seed = Seed(repository.root, layout.fresh)
    seed.take_all(edit for edit in edits if edit.path != subject)
    others = bool(seed.taken or seed.removed or seed.excluded)
    seed.take_subject(subject, data)
    return Origin(
        kind="git",
        root=str(repository.root),
        subject=subject,
        head=head,
        branch=branch,
        subject_hash=hashlib.sha256(data).hexdigest(),
        subject_dirty=not repository.is_clean(subject, data),
        others_dirty=others,
        seed=_commit_seed(layout, seed) or str(head),
        excluded=(*seed.excluded, *_submodules(repository)),
    )


def _commit_seed(layout: Layout, seed: Seed) -> str:
    copy = GitWorkCopy(layout, folder=layout.fresh)
    if not seed.taken and not seed.removed:
        return ""
    copy.stage(seed.taken, seed.removed)
    commit = copy.commit_staged("Begin with uncommitted edits")
    return commit.sha if commit else ""


def _submodules(repository: Repository) -> list[str]:
    if not (repository.root / ".gitmodules").is_file():
        return []
    answer = Git(repository.root).ask("config", "-z", "-f", ".gitmodules", "--get-regexp", r"^submodule\..*\.path$")
    rows = os.fsdecode(answer.out).split("\0")
    return [f"{shown(row.partition(chr(10))[2])}: a submodule" for row in rows if row]


def _check_subject(root: Path, subject: str) -> None:
    path = root / subject
    if PurePosixPath(subject).is_absolute() or ".." in PurePosixPath(subject).parts or not subject:
        raise WorkspaceProblem(f"{subject} is no path inside {root}")
    if not path.exists():
        raise WorkspaceProblem(f"{path} does not exist")
    if Path(os.path.realpath(path)) != path:
        raise WorkspaceProblem(
            f"{path} is reached through a symlink", f"name the file itself: {os.path.realpath(path)}"
        )
    if not stat.S_ISREG(path.stat().st_mode):
        raise WorkspaceProblem(f"{path} is no regular file")
