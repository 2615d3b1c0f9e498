"""Moves the user's branch to a run's commits, and back: one file, one index entry, one ref."""

import os
from typing import TYPE_CHECKING

from critloop.model.errors import WorkspaceProblem
from critloop.model.workcopy import Origin
from critloop.workspace.commits import read_commit, write_commit
from critloop.workspace.objects import Entry
from critloop.workspace.repository import Repository
from critloop.workspace.user_file import UserFile

if TYPE_CHECKING:
    from critloop.workspace.copy import GitWorkCopy


def replay(copy: "GitWorkCopy", origin: Origin, repository: Repository) -> str:
    """The run's commits of the subject on top of the user's own HEAD; the last one's id.

    Commits and paths that have nothing to do with the subject are left out, and so is the first
    commit with the user's other edits. Where nothing had to be left out, ids stay the same.
    """
    parent = str(origin.head)
    old = _entry(copy, parent, origin.subject)
    seeded = _entry(copy, origin.seed, origin.subject)
    for made in copy.commits(origin.seed):
        commit = read_commit(copy.objects, made.sha)
        entry = copy.objects.find(commit.tree, origin.subject)
        if entry is None:
            continue
        if seeded.id != _entry(copy, str(origin.head), origin.subject).id:
            entry = _converted(copy, repository, origin.subject, entry)
        entry = Entry(old.mode, entry.id)
        if entry != old:
            tree = str(copy.objects.edit(read_commit(copy.objects, parent).tree, {origin.subject: entry}))
            parent = write_commit(copy.objects, commit._replace(tree=tree, parents=(parent,)))
            old = entry
    return parent


def _entry(copy: "GitWorkCopy", revision: str, path: str) -> Entry:
    entry = copy.objects.find(read_commit(copy.objects, revision).tree, path)
    if entry is None:
        raise WorkspaceProblem(f"there is no file {path} at revision {revision}")
    return entry


def _converted(copy: "GitWorkCopy", repository: Repository, path: str, entry: Entry) -> Entry:
    # The user's line-end settings stand between their files and their commits; they hold for these commits too.
    data = copy.objects.read(entry.id)[1]
    blob = repository.own.run("hash-object", "-w", "--stdin", "--path", path, input=data).decode().strip()
    copy.objects.write("blob", repository.own.run("cat-file", "blob", blob))
    return Entry(entry.mode, blob)


def fetch_objects(copy: "GitWorkCopy", repository: Repository, ref: str) -> None:
    """Have the user's repository hold what a ref of the work copy leads to; none of its refs is touched."""
    options = ("--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules")
    repository.own.run("-c", "protocol.file.allow=always", "fetch", *options, "--", str(copy.folder), ref)


def land(
    copy: "GitWorkCopy", origin: Origin, repository: Repository, *, old: str, new: str, texts: tuple[bytes, bytes]
) -> None:
    """Take file, index entry and branch from commit ``old`` to ``new``, or leave all three as they were.

    ``texts`` are the file's bytes before and after. Other files and their index entries stay.

    Raises:
        WorkspaceProblem: One of them changed just now, or can't be written.
    """
    file = UserFile(repository.root, origin.subject)
    file.replace(*texts)
    try:
        settle(copy, origin, repository, old=old, new=new)
    except WorkspaceProblem:
        file.replace(texts[1], texts[0])
        _set_index_entry(copy, repository, old, origin.subject)
        raise


def settle(copy: "GitWorkCopy", origin: Origin, repository: Repository, *, old: str, new: str) -> None:
    """Have index entry and branch follow a file that is as ``new`` has it.

    Raises:
        WorkspaceProblem: The branch isn't at ``old`` any more, or one of them can't be written.
    """
    _set_index_entry(copy, repository, new, origin.subject)
    _move(repository, origin.branch, old, new, f"critloop: run {copy.layout.run}")


def _set_index_entry(copy: "GitWorkCopy", repository: Repository, revision: str, path: str) -> None:
    entry = _entry(copy, revision, path)
    row = f"{entry.mode} {entry.id}\t".encode() + os.fsencode(path) + b"\0"
    repository.own.run("update-index", "-z", "--index-info", input=row)
    # Reads the file's times into the entry, so that git need not compare its text; it may not matter if it can't.
    repository.own.ask("update-index", "-z", "--stdin", input=os.fsencode(path) + b"\0")


def _move(repository: Repository, branch: str | None, old: str, new: str, why: str) -> None:
    if repository.branch != branch:
        raise WorkspaceProblem("another branch was checked out just now", "look at it again")
    answer = repository.own.ask("update-ref", "-m", why, "HEAD", new, old)
    if answer.code:
        raise WorkspaceProblem(f"the branch can't be moved: {answer.complaint}", "look at it again")
