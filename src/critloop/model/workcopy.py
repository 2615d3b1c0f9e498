"""What git knows about a run: revisions, snapshots, commits, and how a result is brought back."""

from typing import Literal

from critloop.model.base import Frozen


class Snapshot(Frozen):
    """What a unit is judged by at one moment, kept as git objects.

    ``revision`` is the commit in the work copy; ``text_hash`` the SHA-256 of the judged text in
    UTF-8, ``bytes`` its length; ``sections`` maps each part of it to a hash of the part's own text,
    so that one that returns to an earlier text is noticed.
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

    ``kind``: ``git`` or ``plain`` (files outside any repository). ``head`` and ``branch`` are the
    user's (None when unborn or detached). ``subject`` is relative to ``root``. ``subject_hash`` is
    the SHA-256 of the file's bytes at the start, empty where there was none; ``subject_dirty`` says
    that it had uncommitted edits, ``others_dirty`` that other files had. ``seed`` is the work copy's
    first commit of the run and ``tree`` its tree; ``excluded`` lists files that were left out of it
    with the reason, ``staged`` those whose only uncommitted edits were in the index. ``apart``: the
    run began from a commit that is not the user's HEAD, so its result is left as a branch.
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
    tree: str = ""
    staged: tuple[str, ...] = ()
    apart: bool = False


BringBackMode = Literal["nothing", "fast_forward", "write", "merge", "branch", "blocked"]


class BringBackPreview(Frozen):
    """What bringing a result back would do to the user's files.

    ``nothing``: no file would change. ``fast_forward``: the user's branch moves to the run's
    commits. ``write``: the files are written, nothing is committed. ``merge``: a file or the branch
    changed meanwhile; ``diff`` then holds the three-way merge, unreviewed, with ``conflicts``.
    ``branch``: no file is touched, the run's branch is left in the user's repository. ``blocked``:
    it can't be done now, and ``reason`` says why. ``diff`` is unified, from the user's present files
    to what they would become, and ``files`` are the paths in it. ``branch`` is the branch that was
    left in the user's repository because nobody was there to read a merge.
    """

    mode: BringBackMode
    diff: str = ""
    conflicts: int = 0
    reason: str = ""
    branch: str | None = None
    files: tuple[str, ...] = ()


class BroughtFile(Frozen):
    """One of the user's files around a bring-back.

    ``before`` and ``after`` are git object ids in the work copy that hold its bytes; None where there
    was no file, or is none. ``permissions`` are its permission bits as they were; ``executable`` is
    what the run made of its execute bit, None where that stayed.
    """

    path: str
    before: str | None = None
    after: str | None = None
    permissions: int | None = None
    executable: bool | None = None


class BroughtBack(Frozen):
    """What was done to the user's files, and what ``critloop undo`` needs to take it out again.

    ``files`` are those that were changed. ``before_hash`` and ``after_hash`` are SHA-256 of the
    subject's bytes, empty where it was not changed or there was no file; ``backup`` is a git object
    id in the work copy: the tree of all these files as they were (of a result without ``files``: the
    subject's bytes). ``old_head`` and ``new_head`` are the user's HEAD around a fast-forward, or the
    run's branch in their repository around ``branch``; ``branch`` is the branch left there.
    """

    mode: BringBackMode
    before_hash: str
    after_hash: str
    backup: str
    old_head: str | None = None
    new_head: str | None = None
    branch: str | None = None
    unreviewed: bool = False
    files: tuple[BroughtFile, ...] = ()


class Change(Frozen):
    """A path that differs from HEAD in the work copy: ``status`` is added, modified or deleted."""

    path: str
    status: Literal["added", "modified", "deleted"]
