"""Nothing of the user's changes until they say so: refs, index, stash, configuration, files, times."""

from pathlib import Path

import pytest

from critloop.workspace.git import GitWorkspace
from tests.support.user_repository import TEXT, UserRepository, fingerprint, piece_of, spec_of

SUBJECT = "docs/pay.md"


def _make_eventful(user: UserRepository, witness: Path) -> None:
    user.write(SUBJECT, TEXT + "stashed\n")
    user.git("stash", "--quiet")
    user.git("branch", "other")
    user.git("tag", "v1")
    user.git("config", "core.autocrlf", "true")
    user.git("config", "commit.gpgsign", "true")
    user.git("config", "filter.loud.clean", f"tee -a '{witness}'")
    user.git("config", "core.fsmonitor", f"touch '{witness}'")
    user.write(".gitattributes", "*.py filter=loud\n")
    hooks = (
        "post-checkout post-commit pre-commit reference-transaction post-index-change post-update pre-auto-gc update"
    )
    for hook in hooks.split():
        (user.root / f".git/hooks/{hook}").write_text(f"#!/bin/sh\ntouch '{witness}'\n")
        (user.root / f".git/hooks/{hook}").chmod(0o755)
    user.write("src/pay.py", "tries = 4\n")
    user.write(SUBJECT, TEXT + "edited\n")
    user.write("staged.md", "staged\n")


@pytest.mark.parametrize("dirty", [True, False])
def test_a_whole_run_and_its_abort_leave_everything_to_the_byte(
    workspace: GitWorkspace, user: UserRepository, tmp_path: Path, *, dirty: bool
) -> None:
    witness = tmp_path / "something-of-the-users-ran"
    if dirty:
        _make_eventful(user, witness)
    before = fingerprint(user.root)
    spec = spec_of(user.root, SUBJECT)
    workspace.check(spec)
    copy, origin = workspace.create(spec)
    copy.snapshot(piece_of(SUBJECT, TEXT), 1)
    (copy.folder / SUBJECT).write_text("fixed\n")
    (copy.folder / "scratch").write_text("x")
    copy.commit("fix", [SUBJECT])
    copy.undo(copy.changes(), "t1")
    copy.adopt(origin.seed)
    copy.snapshot(piece_of(SUBJECT, "fixed\n"), 2)
    copy.restore(origin.seed, "t2")
    copy.diff(origin.seed, copy.head)
    copy.range(user.head, copy.head)
    copy.tree()
    copy.preview(origin)
    workspace.open("run1")
    workspace.discard("run1")
    assert fingerprint(user.root) == before
    assert not witness.exists()


def test_writing_in_the_work_copy_never_reaches_a_hard_linked_object(
    workspace: GitWorkspace, user: UserRepository
) -> None:
    copy, _ = workspace.create(spec_of(user.root, SUBJECT))
    before = fingerprint(user.root / ".git/objects")
    inside = UserRepository(copy.folder, init=False)
    inside.commit("Own", **{SUBJECT: "own\n"})
    inside.git("gc", "--quiet", "--prune=now")
    assert fingerprint(user.root / ".git/objects") == before
