"""What a range of commits comes to: its commits, and a patch for each file, read from one diff."""

import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from critloop.model.errors import WorkspaceProblem
from critloop.model.material import FilePatch, RangeCommit, RangeText
from critloop.workspace.changes import LINK_MODE
from critloop.workspace.commits import read_commit
from critloop.workspace.objects import SUBMODULE_MODE
from critloop.workspace.seed import shown

if TYPE_CHECKING:
    from critloop.workspace.copy import GitWorkCopy

LOG = (
    "log",
    "-z",
    "--reverse",
    "--topo-order",
    "--format=%H %s",
    "--encoding=UTF-8",
    "--no-patch",
    "--no-show-signature",
)
# Plumbing: nothing that somebody set up for their own reading changes it.
DIFF = (
    *(
        "diff-tree",
        "-r",
        "-z",
        "-M",
        "-l1000",
        "--raw",
        "--numstat",
        "--patch",
        "--unified=3",
        "--full-index",
        "--no-color",
    ),
    *("--no-ext-diff", "--no-textconv", "--submodule=short", "--ignore-submodules=none", "--no-relative"),
    *("--src-prefix=a/", "--dst-prefix=b/"),
)
BINARY = "-"
TYPE = 3
"""Digits of a mode that tell a file from a link, a folder or a submodule."""
Kind = Literal["text", "binary", "submodule", "link"]
STATUS: dict[str, Literal["added", "modified", "deleted", "renamed"]] = {"A": "added", "D": "deleted", "R": "renamed"}


class Row(NamedTuple):
    """One file of a raw diff: both modes, git's letter, its path and, for a rename, the old one."""

    modes: tuple[str, str]
    letter: str
    path: str
    old_path: str | None

    @property
    def patches(self) -> int:
        """How many patches git writes for it: a file that becomes a link, or the like, is deleted and made."""
        old, new = self.modes
        return 2 if self.letter == "T" or (self.letter == "M" and old[:TYPE] != new[:TYPE]) else 1


def read_range(copy: "GitWorkCopy", base: str, head: str) -> RangeText:
    """The commits after ``base`` up to ``head``, both ids, and what they come to."""
    commits = tuple(_commits(copy, base, head))
    return RangeText(
        base=base,
        head=head,
        commits=commits,
        files=tuple(_files(copy.git.run(*DIFF, base, head, "--"))),
        uncommitted=_uncommitted(copy, {commit.sha for commit in commits}),
    )


def _commits(copy: "GitWorkCopy", base: str, head: str) -> Iterator[RangeCommit]:
    listing = copy.git.run(*LOG, f"{base}..{head}", "--").decode("utf-8", "replace")
    for row in filter(None, listing.split("\0")):
        sha, _, subject = row.partition(" ")
        yield RangeCommit(sha=sha, subject=subject)


def _uncommitted(copy: "GitWorkCopy", commits: set[str]) -> tuple[str, ...]:
    seed = copy.refs.read(copy.layout.seed)
    if seed not in commits or seed is None:
        return ()
    commit = read_commit(copy.objects, seed)
    before = read_commit(copy.objects, commit.parents[0]).tree if commit.parents else None
    return tuple(shown(path) for path in copy.objects.differing(before, commit.tree))


def _files(output: bytes) -> Iterator[FilePatch]:
    rows, at = _rows(output)
    counts, at = _counts(output, at, len(rows))
    # Every line inside a patch begins with a sign, so that no text can look like the head of the next one.
    patches = re.split(rb"(?m)^(?=diff --git )", output[at:].lstrip(b"\0"))[1:]
    if len(patches) != sum(row.patches for row in rows):
        raise WorkspaceProblem("git's diff of the range can't be read: files and patches don't match")
    for row, (added, removed) in zip(rows, counts, strict=True):
        own, patches = patches[: row.patches], patches[row.patches :]
        yield _file(row, added, removed, b"".join(own).decode("utf-8", "replace"))


def _file(row: Row, added: str, removed: str, patch: str) -> FilePatch:
    kind = _kind(row, added)
    return FilePatch(
        path=shown(row.path),
        status=STATUS.get(row.letter, "modified"),
        patch="" if kind == "binary" else patch,
        old_path=None if row.old_path is None else shown(row.old_path),
        kind=kind,
        added=0 if added == BINARY else int(added),
        removed=0 if removed == BINARY else int(removed),
    )


def _kind(row: Row, added: str) -> Kind:
    if SUBMODULE_MODE in row.modes:
        return "submodule"
    if LINK_MODE in row.modes:
        return "link"
    return "binary" if added == BINARY else "text"


def _rows(output: bytes) -> tuple[list[Row], int]:
    rows, at = [], 0
    while output[at : at + 1] == b":":
        meta, at = _field(output, at)
        old_mode, new_mode, _, _, letter = meta[1:].split(" ")
        path, at = _field(output, at)
        old_path = None
        if letter[0] in "RC":
            old_path = path
            path, at = _field(output, at)
        rows.append(Row((old_mode, new_mode), letter[0], path, old_path))
    return rows, at


def _counts(output: bytes, start: int, number: int) -> tuple[list[tuple[str, str]], int]:
    counts, at = [], start
    for _ in range(number):
        row, at = _field(output, at)
        added, removed, path = row.split("\t", 2)
        if not path:  # a rename: both its paths follow
            _, at = _field(output, at)
            _, at = _field(output, at)
        counts.append((added, removed))
    return counts, at


def _field(output: bytes, at: int) -> tuple[str, int]:
    end = output.index(b"\0", at)
    return os.fsdecode(output[at:end]), end + 1
