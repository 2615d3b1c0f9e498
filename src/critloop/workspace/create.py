"""Begins a run: a work copy with the user's current files, and a record of what they were."""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

from critloop.model.errors import UsageProblem, WorkspaceProblem
from critloop.model.run import PlanInputs, RunSpec
from critloop.model.workcopy import Origin
from critloop.workspace import revisions
from critloop.workspace.admission import check_range, check_subject, repository_at
from critloop.workspace.clone import clone, start_empty
from critloop.workspace.command import Git, unwritable
from critloop.workspace.commits import read_commit
from critloop.workspace.copy import GitWorkCopy
from critloop.workspace.keep import TO_CREATE
from critloop.workspace.layout import Layout, remove_folder
from critloop.workspace.repository import Repository, Status
from critloop.workspace.seed import Seed, shown


def create(layout: Layout, spec: RunSpec) -> tuple[GitWorkCopy, Origin]:
    """Make the work copy of a run; nothing of the user's is written, and no half copy is left.

    Raises:
        WorkspaceProblem: The subject, the repository or the disk can't be used as it is.
    """
    root = Path(os.path.realpath(spec.root))
    check_subject(root, spec)
    remove_folder(layout.fresh)
    try:
        layout.home.mkdir(parents=True, exist_ok=True)
        origin = _fill(layout, root, spec)
        if spec.create is not None and spec.subject:
            (layout.apart / TO_CREATE).write_bytes(os.fsencode(spec.subject))
        remove_folder(layout.folder)
        layout.fresh.rename(layout.folder)
    except OSError as error:
        _leave_nothing(layout)
        raise unwritable(layout.home, error) from None
    except BaseException:
        _leave_nothing(layout)
        raise
    return GitWorkCopy(layout), origin


def _leave_nothing(layout: Layout) -> None:
    remove_folder(layout.fresh)
    remove_folder(layout.apart)


def _fill(layout: Layout, root: Path, spec: RunSpec) -> Origin:
    repository = repository_at(root)
    check_range(root, spec.range, repository)
    if repository is None:
        return _fill_plain(layout, root, spec)
    if spec.range is not None and spec.range.head is not None:
        return _fill_from_commit(layout, repository, spec, spec.range.head)
    return _fill_from_files(layout, repository, spec)


def _fill_plain(layout: Layout, root: Path, spec: RunSpec) -> Origin:
    start_empty(layout, root)
    data = _subject_bytes(root, spec)
    seed = Seed(root, layout.fresh)
    if data is not None:
        seed.take_subject(spec.subject, data)
    _take_companions(seed, layout, root, spec)
    return _origin(
        layout,
        Origin(
            kind="plain",
            root=str(root),
            subject=spec.subject,
            head=None,
            branch=None,
            subject_hash="" if data is None else hashlib.sha256(data).hexdigest(),
            subject_dirty=data is not None,
            others_dirty=False,
            seed=_commit_seed(layout, seed),
        ),
    )


def _fill_from_commit(layout: Layout, repository: Repository, spec: RunSpec, revision: str) -> Origin:
    try:
        commit = revisions.resolve(repository.root, revision)
    except UsageProblem as problem:
        raise WorkspaceProblem(problem.message, problem.remedy) from None
    head, branch = repository.head, repository.branch
    clone(repository, layout, commit)
    return _origin(
        layout,
        Origin(
            kind="git",
            root=str(repository.root),
            subject=spec.subject,
            head=head,
            branch=branch,
            subject_hash="",
            subject_dirty=False,
            others_dirty=False,
            seed=commit,
            excluded=tuple(_submodules(repository)),
            apart=commit != head,
        ),
    )


def _fill_from_files(layout: Layout, repository: Repository, spec: RunSpec) -> Origin:
    head, branch = repository.head, repository.branch
    clone(repository, layout, head)
    edits = [edit for edit in repository.status() if layout.data not in (repository.root / edit.path).parents]
    data = _subject_bytes(repository.root, spec)
    own = spec.subject if data is not None else None
    seed = Seed(repository.root, layout.fresh)
    seed.take_all(edit for edit in edits if edit.path != own)
    others = bool(seed.taken or seed.removed or seed.excluded)
    if data is not None:
        seed.take_subject(spec.subject, data)
    _take_companions(seed, layout, repository.root, spec)
    origin = Origin(
        kind="git",
        root=str(repository.root),
        subject=spec.subject,
        head=head,
        branch=branch,
        subject_hash="" if data is None else hashlib.sha256(data).hexdigest(),
        subject_dirty=data is not None and not repository.is_clean(spec.subject, data),
        others_dirty=others,
        seed=_commit_seed(layout, seed) or str(head),
        excluded=(*seed.excluded, *_submodules(repository)),
    )
    return _origin(layout, origin, edits)


def _origin(layout: Layout, origin: Origin, edits: Sequence[Status] = ()) -> Origin:
    """The origin with what can be told once its seed is there."""
    copy = GitWorkCopy(layout, folder=layout.fresh)
    tree = read_commit(copy.objects, origin.seed).tree
    before = read_commit(copy.objects, origin.head).tree if origin.head else None
    differing = set(copy.objects.differing(before, tree)) if edits else set()
    staged = tuple(edit.path for edit in edits if not edit.untracked and edit.path not in differing)
    return origin.but({"tree": tree, "staged": staged})


def _subject_bytes(root: Path, spec: RunSpec) -> bytes | None:
    """The subject as it is; None where the maker has yet to create it, and where a diff is judged."""
    if spec.range is not None or not spec.subject or not (root / spec.subject).exists():
        return None
    return (root / spec.subject).read_bytes()


def _take_companions(seed: Seed, layout: Layout, root: Path, spec: RunSpec) -> None:
    """Take along a plan's spec that no commit and no edit has brought: one that is ignored, or in a plain folder."""
    beside = spec.inputs.spec if isinstance(spec.inputs, PlanInputs) else None
    path = root / beside if beside else root
    if not beside or os.path.lexists(layout.fresh / beside):
        return
    if path.is_file() and Path(os.path.realpath(path)) == path and root in path.parents:
        seed.take_subject(beside, path.read_bytes())


def _commit_seed(layout: Layout, seed: Seed) -> str:
    """Commit what the user had not; empty where that is nothing and there is a commit to stand on."""
    copy = GitWorkCopy(layout, folder=layout.fresh)
    if not seed.taken and not seed.removed:
        return "" if copy.refs.head() else copy.commit_nothing("Begin with nothing").sha
    copy.stage(seed.taken, seed.removed)
    commit = copy.commit_staged("Begin with uncommitted edits")
    if commit is None:
        return "" if copy.refs.head() else copy.commit_nothing("Begin with nothing").sha
    copy.refs.write(layout.seed, commit.sha)
    return commit.sha


def _submodules(repository: Repository) -> list[str]:
    if not (repository.root / ".gitmodules").is_file():
        return []
    answer = Git(repository.root).ask("config", "-z", "-f", ".gitmodules", "--get-regexp", r"^submodule\..*\.path$")
    rows = os.fsdecode(answer.out).split("\0")
    return [f"{shown(row.partition(chr(10))[2])}: a submodule" for row in rows if row]
