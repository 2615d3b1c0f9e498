"""Moves the user's branch to a run's commits, and back: some files, their index entries, one ref."""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from critloop.model.errors import WorkspaceProblem
from critloop.model.workcopy import Origin
from critloop.workspace.commits import read_commit, write_commit
from critloop.workspace.objects import Entry
from critloop.workspace.repository import Repository
from critloop.workspace.steps import Step, do_all, take_back_steps

if TYPE_CHECKING:
    from critloop.workspace.copy import GitWorkCopy


class Replay:
    """Puts the run's commits of some paths on top of the user's own HEAD.

    Commits and paths that come to nothing in the result are left out, and so is the first commit
    with the user's other edits. Where nothing had to be left out, ids stay the same.
    """

    def __init__(self, copy: "GitWorkCopy", origin: Origin, repository: Repository, paths: Sequence[str]) -> None:
        self._copy = copy
        self._repository = repository
        self._head = str(origin.head)
        self._seed = origin.seed
        self._began = {path: _entry(copy, self._head, path) for path in paths}
        self._converted: dict[tuple[str, str], str] = {}
        self._seeded = {path: _entry(copy, origin.seed, path) for path in paths}

    def tip(self) -> str:
        """The id of the last commit."""
        objects, parent = self._copy.objects, self._head
        old = dict(self._began)
        for made in self._copy.commits(self._seed):
            commit = read_commit(objects, made.sha)
            found = {path: self._landed(path, objects.find(commit.tree, path)) for path in old}
            changed = {path: entry for path, entry in found.items() if entry != old[path]}
            if changed:
                tree = objects.edit(read_commit(objects, parent).tree, changed) or objects.empty_tree()
                parent = write_commit(objects, commit._replace(tree=tree, parents=(parent,)))
                old = found
        return parent

    def _landed(self, path: str, entry: Entry | None) -> Entry | None:
        began, seeded = self._began[path], self._seeded[path]
        if entry is None or entry == seeded:
            return began if entry == seeded else None
        mode = began.mode if began and seeded and entry.mode == seeded.mode else entry.mode
        if began and seeded and began.id == seeded.id:
            return Entry(mode, entry.id)
        return Entry(mode, self._committed(path, entry.id))

    def _committed(self, path: str, blob: str) -> str:
        known = self._converted.get((path, blob))
        if known is None:
            known = self._converted[path, blob] = self._convert(path, blob)
        return known

    def _convert(self, path: str, blob: str) -> str:
        # The user's line-end settings stand between their files and their commits; they hold for these commits too.
        data, own = self._copy.objects.read(blob)[1], self._repository.own
        identity = own.run("hash-object", "-w", "--stdin", "--path", path, input=data).decode().strip()
        if identity == blob:
            return blob
        return self._copy.objects.write("blob", own.run("cat-file", "blob", identity))


def _entry(copy: "GitWorkCopy", revision: str, path: str) -> Entry | None:
    return copy.objects.find(read_commit(copy.objects, revision).tree, path)


def fetch_objects(copy: "GitWorkCopy", repository: Repository, ref: str) -> None:
    """Have the user's repository hold what a ref of the work copy leads to; none of its refs is touched."""
    options = ("--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules")
    repository.own.run("-c", "protocol.file.allow=always", "fetch", *options, "--", str(copy.layout.apart), ref)


def land(copy: "GitWorkCopy", origin: Origin, *, old: str, new: str, steps: Sequence[Step], mark: str) -> None:
    """Take files, index entries and branch from commit ``old`` to ``new``, or leave all of them as they were.

    Other files and their index entries stay.

    Raises:
        WorkspaceProblem: One of them changed just now, or can't be written.
    """
    root = Path(origin.root)
    paths = [step.path for step in steps]
    do_all(root, steps, mark)
    try:
        settle(copy, origin, old=old, new=new, paths=paths)
    except WorkspaceProblem:
        take_back_steps(root, steps, mark)
        with suppress(WorkspaceProblem):
            _set_index_entries(copy, Repository(root), old, paths)
        raise


def settle(copy: "GitWorkCopy", origin: Origin, *, old: str, new: str, paths: Sequence[str]) -> None:
    """Have index entries and branch follow files that are as ``new`` has them.

    Raises:
        WorkspaceProblem: The branch isn't at ``old`` any more, or one of them can't be written.
    """
    repository = Repository(Path(origin.root))
    _set_index_entries(copy, repository, new, paths)
    _move(repository, origin.branch, old, new, f"critloop: run {copy.layout.run}")


def _set_index_entries(copy: "GitWorkCopy", repository: Repository, revision: str, paths: Sequence[str]) -> None:
    nothing = Entry("0", "0" * copy.objects.id_length)
    entries = {path: _entry(copy, revision, path) or nothing for path in paths}
    rows = (f"{entry.mode} {entry.id}\t".encode() + os.fsencode(path) + b"\0" for path, entry in entries.items())
    repository.own.run("update-index", "-z", "--index-info", input=b"".join(rows))
    # Reads the files' times into the entries, so that git need not compare texts; it may not matter if it can't.
    names = b"".join(os.fsencode(path) + b"\0" for path, entry in entries.items() if entry != nothing)
    repository.own.ask("update-index", "-z", "--stdin", input=names)


def _move(repository: Repository, branch: str | None, old: str, new: str, why: str) -> None:
    if repository.branch != branch:
        raise WorkspaceProblem("another branch was checked out just now", "look at it again")
    answer = repository.own.ask("update-ref", "-m", why, "HEAD", new, old)
    if answer.code:
        raise WorkspaceProblem(f"the branch can't be moved: {answer.complaint}", "look at it again")
