"""What git knows about a run: revisions, snapshots, commits, and how a result is brought back."""

from typing import Literal

from critloop.model.base import Frozen


class Snapshot(Frozen):
    """A unit's files at one moment, kept as git objects.

    ``revision`` is the commit in the work copy; ``text_hash`` the SHA-256 of the unit's file as it
    lies in that commit; ``sections`` maps each heading path to a hash of the section's own text,
    so that a section that returns to an earlier text is noticed.
    """

    revision: str
    tree: str
    text_hash: str
    lines: int
    bytes: int
    sections: dict[str, str] = {}


class Commit(Frozen):
    """A commit of a run. ``findings`` are the ids it claims to fix; ``paths`` what it touches."""

    sha: str
    subject: str
    findings: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()


class Origin(Frozen):
    """What a run began from, recorded so that a bring-back can tell whether the user went on.

    ``kind``: ``git`` or ``plain`` (a file outside any repository). ``head`` and ``branch`` are the
    user's (None when unborn or detached). ``subject`` is relative to ``root``. ``subject_hash`` is
    the SHA-256 of the file's bytes at the start; ``subject_dirty`` says that it had uncommitted
    edits, ``others_dirty`` that other files had. ``seed`` is the work copy's first commit of the
    run, ``excluded`` lists files that were left out of it with the reason.
    """

    kind: Literal["git", "plain"]
    root: str
    subject: str
    head: str | None
    branch: str | None
    subject_hash: str
    subject_dirty: bool
    others_dirty: bool
    seed: str
    excluded: tuple[str, ...] = ()


BringBackMode = Literal["nothing", "fast_forward", "write", "merge", "blocked"]


class BringBackPreview(Frozen):
    """What bringing a result back would do to the user's files.

    ``nothing``: the text did not change. ``fast_forward``: the user's branch moves to the run's
    commits. ``write``: the file is written, nothing is committed. ``merge``: the file or the branch
    changed meanwhile; ``diff`` then holds the three-way merge, unreviewed, with ``conflicts``.
    ``blocked``: it can't be done now, and ``reason`` says why. ``diff`` is unified, from the user's
    present file to what it would become. ``branch`` is the branch that was left in the user's
    repository because nobody was there to read a merge.
    """

    mode: BringBackMode
    diff: str = ""
    conflicts: int = 0
    reason: str = ""
    branch: str | None = None


class BroughtBack(Frozen):
    """What was done to the user's files, and what ``critloop undo`` needs to take it out again.

    ``before_hash`` and ``after_hash`` are SHA-256 of the subject's bytes; ``backup`` is a git
    object id in the work copy that holds the bytes as they were; ``old_head`` and ``new_head``
    are the user's HEAD around a fast-forward; ``branch`` is the branch left in the user's repository.
    """

    mode: BringBackMode
    before_hash: str
    after_hash: str
    backup: str
    old_head: str | None = None
    new_head: str | None = None
    branch: str | None = None
    unreviewed: bool = False


class Change(Frozen):
    """A path that differs from HEAD in the work copy: ``status`` is added, modified or deleted."""

    path: str
    status: Literal["added", "modified", "deleted"]
