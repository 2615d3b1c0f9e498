"""Commit objects: read, written, and replayed onto another parent."""

import os
import re
import time
from typing import NamedTuple

from critloop.model.errors import WorkspaceProblem
from critloop.workspace.objects import Objects


class CommitObject(NamedTuple):
    """A commit as git stores it. ``author`` and ``committer`` are git's lines with time and zone."""

    tree: str
    parents: tuple[str, ...]
    author: str
    committer: str
    message: str

    @property
    def subject(self) -> str:
        """The first line of the message."""
        return self.message.strip().split("\n", 1)[0]


def read_commit(objects: Objects, identity: str) -> CommitObject:
    """A commit of the work copy.

    Raises:
        WorkspaceProblem: It isn't there, or is no commit.
    """
    kind, data = objects.read(identity)
    if kind != "commit":
        raise WorkspaceProblem(f"{identity} is a {kind}, not a commit")
    head, _, message = data.partition(b"\n\n")
    fields = [os.fsdecode(line).partition(" ")[::2] for line in head.split(b"\n")]
    first = dict(reversed(fields))
    parents = tuple(value for name, value in fields if name == "parent")
    return CommitObject(first["tree"], parents, first["author"], first["committer"], os.fsdecode(message))


def write_commit(objects: Objects, commit: CommitObject) -> str:
    """Store a commit; its id. The same content has the same id in every repository."""
    lines = [f"tree {commit.tree}", *(f"parent {parent}" for parent in commit.parents)]
    lines += [f"author {commit.author}", f"committer {commit.committer}", "", commit.message]
    return objects.write("commit", "\n".join(lines).encode("utf-8", "surrogateescape"))


def stamp(identity: str) -> str:
    """``Name <mail>`` with the present time and zone, as git writes it."""
    now = time.time()
    minutes = time.localtime(now).tm_gmtoff // 60
    sign = "-" if minutes < 0 else "+"
    return f"{identity} {int(now)} {sign}{abs(minutes) // 60:02}{abs(minutes) % 60:02}"


def with_trailer(message: str, run: str) -> str:
    """The message with the run's trailer, in a paragraph of its own or among trailers that are there."""
    text = message.replace("\0", "").strip() or "(no message)"
    trailer = f"Critloop-Run: {run}"
    if trailer in text.splitlines():
        return text + "\n"
    last = text.rsplit("\n\n", 1)[-1] if "\n\n" in text else ""
    joined = bool(last) and all(re.match(r"[A-Za-z][A-Za-z-]*: ", line) for line in last.splitlines())
    return f"{text}{'' if joined else chr(10)}\n{trailer}\n"
