"""What an agent did beyond its turn is taken away and kept."""

import os
import sys

import pytest

from critloop.model.workcopy import Change
from critloop.workspace.copy import GitWorkCopy
from critloop.workspace.git import GitWorkspace
from tests.support.user_repository import TEXT, UserRepository, spec_of

SUBJECT = "docs/pay.md"
BRANCH = "refs/heads/critloop/run1"


@pytest.fixture
def copy(workspace: GitWorkspace, user: UserRepository) -> GitWorkCopy:
    return workspace.create(spec_of(user.root, SUBJECT))[0]


@pytest.fixture
def inside(copy: GitWorkCopy) -> UserRepository:
    return UserRepository(copy.folder, init=False)


def _is_settled(copy: GitWorkCopy, inside: UserRepository, head: str) -> None:
    assert copy.head == head
    assert inside.git("symbolic-ref", "HEAD") == BRANCH
    assert inside.git("rev-parse", BRANCH) == head
    names = inside.git("for-each-ref", "--format=%(refname)").splitlines()
    assert [name for name in names if not name.startswith("refs/critloop/run1/")] == [BRANCH]


def test_an_agents_own_commits_stand(copy: GitWorkCopy, inside: UserRepository) -> None:
    start = copy.head
    made = inside.commit("own", **{SUBJECT: "own\n"})
    assert copy.adopt(start) is None
    _is_settled(copy, inside, made)


def test_commits_on_another_branch_or_none_are_taken_over(copy: GitWorkCopy, inside: UserRepository) -> None:
    start = copy.head
    inside.git("checkout", "--quiet", "-b", "feature")
    one = inside.commit("one", **{SUBJECT: "one\n"})
    assert copy.adopt(start) is None
    _is_settled(copy, inside, one)
    inside.git("checkout", "--quiet", "--detach")
    two = inside.commit("two", **{SUBJECT: "two\n"})
    inside.write("left.md", "x")
    assert copy.adopt(one) is None
    _is_settled(copy, inside, two)
    assert copy.changes() == [Change(path="left.md", status="added")]


def test_a_rewritten_history_is_put_aside(copy: GitWorkCopy, inside: UserRepository) -> None:
    first = copy.head
    inside.write(SUBJECT, "fix\n")
    start = copy.commit("fix", [SUBJECT])
    assert start is not None
    inside.git("reset", "--quiet", "--hard", first)
    other = inside.commit("another history", **{"x.md": "x\n"})
    kept = copy.adopt(start.sha)
    assert kept is not None
    assert inside.git("rev-parse", kept) == other
    _is_settled(copy, inside, start.sha)
    assert {change.path for change in copy.changes()} == {SUBJECT, "x.md"}


def test_other_refs_are_undone_and_kept(copy: GitWorkCopy, inside: UserRepository) -> None:
    start = copy.head
    inside.git("tag", "-a", "-m", "x", "v1")
    inside.git("branch", "side")
    inside.write(SUBJECT, "stashed\n")
    inside.git("stash", "--quiet")
    stash = inside.git("rev-parse", "stash")
    inside.git("pack-refs", "--all")
    assert copy.adopt(start) is None
    _is_settled(copy, inside, start)
    assert inside.git("rev-parse", "refs/critloop/run1/stray/stash") == stash


def test_a_half_done_merge_ends(copy: GitWorkCopy, inside: UserRepository) -> None:
    start = copy.head
    inside.git("checkout", "--quiet", "-b", "side")
    inside.commit("side", **{SUBJECT: "side\n"})
    inside.git("checkout", "--quiet", "critloop/run1")
    main = inside.commit("main", **{SUBJECT: "main\n"})
    inside.git("merge", "side", check=False)
    assert copy.adopt(start) is None
    _is_settled(copy, inside, main)
    assert not (copy.folder / ".git/MERGE_HEAD").exists()
    assert inside.git("status", "--porcelain") == f" M {SUBJECT}"
    assert copy.commit("the rest") is not None


def test_a_head_that_leads_nowhere_is_repaired(copy: GitWorkCopy, inside: UserRepository) -> None:
    start = copy.head
    inside.git("checkout", "--quiet", "--orphan", "void")
    assert copy.adopt(start) is None
    _is_settled(copy, inside, start)


def test_undo_puts_paths_back_and_keeps_their_text(copy: GitWorkCopy, inside: UserRepository) -> None:
    inside.write(SUBJECT, "wanted\n")
    inside.write("src/pay.py", "tries = 9\n")
    inside.write("new/file.md", "new\n")
    inside.git("add", "new/file.md")
    outside = [change for change in copy.changes() if change.path != SUBJECT]
    ref = copy.undo(outside, "t1")
    assert ref == "refs/critloop/run1/cut/t1"
    assert copy.changes() == [Change(path=SUBJECT, status="modified")]
    assert not (copy.folder / "new").exists()
    assert (copy.folder / "src/pay.py").read_text() == "tries = 3\n"
    assert copy.read(ref, "src/pay.py") == b"tries = 9\n"
    assert copy.read(ref, "new/file.md") == b"new\n"
    assert copy.undo(copy.changes(), "t1") == "refs/critloop/run1/cut/t1-2"
    assert copy.changes() == []


def test_undo_brings_back_what_was_deleted_or_replaced(copy: GitWorkCopy, inside: UserRepository) -> None:
    (copy.folder / SUBJECT).unlink()
    (copy.folder / "docs").rmdir()
    (copy.folder / "docs").symlink_to("/")
    (copy.folder / "src/pay.py").unlink()
    inside.write("src/pay.py/inner.md", "x")
    UserRepository(copy.folder / "scratch").write("a.md", "x")
    copy.undo(copy.changes(), "t1")
    assert copy.changes() == []
    assert (copy.folder / SUBJECT).read_text() == TEXT


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS takes UTF-8 names only")
def test_names_that_are_no_utf8_are_told_and_undone(copy: GitWorkCopy) -> None:
    name = os.fsdecode(b"latin-\xe9.md")
    (copy.folder / name).write_text("x")
    changes = copy.changes()
    assert changes == [Change(path="latin-\\xe9.md", status="added")]
    ref = copy.undo(changes, "t1")
    assert copy.read(ref, name) == b"x"
    assert copy.changes() == []
    (copy.folder / name).write_text("x")
    commit = copy.commit("odd")
    assert commit is not None
    assert commit.paths == ("latin-\\xe9.md",)


def test_put_back_writes_an_earlier_text_without_committing(copy: GitWorkCopy, inside: UserRepository) -> None:
    start = copy.head
    inside.write(SUBJECT, "fixed\n")
    inside.write("src/pay.py", "tries = 9\n")
    inside.write("new.md", "new\n")
    commit = copy.commit("all")
    assert commit is not None
    copy.put_back(start, ["src/pay.py", "new.md"])
    assert copy.head == commit.sha
    assert {change.path: change.status for change in copy.changes()} == {"src/pay.py": "modified", "new.md": "deleted"}
    assert copy.commit("undone") is not None
    assert copy.diff(start, "HEAD").count("diff --git") == 1


def test_restore_returns_to_a_revision_and_keeps_what_was_there(copy: GitWorkCopy, inside: UserRepository) -> None:
    start = copy.head
    inside.write(SUBJECT, "fixed\n")
    commit = copy.commit("fix", [SUBJECT])
    assert commit is not None
    inside.write(SUBJECT, "half a sent")
    inside.write("scratch/note.md", "note\n")
    ref = copy.restore(start, "t7")
    assert ref == "refs/critloop/run1/cut/t7"
    _is_settled(copy, inside, start)
    assert copy.changes() == []
    assert not (copy.folder / "scratch").exists()
    assert (copy.read(ref, SUBJECT), copy.read(ref, "scratch/note.md")) == (b"half a sent", b"note\n")
    assert inside.git("rev-parse", f"{ref}^") == commit.sha


def test_restore_does_nothing_where_nothing_differs(copy: GitWorkCopy) -> None:
    assert copy.restore(copy.head, "t1") is None
    assert copy.refs.read("refs/critloop/run1/cut/t1") is None


def test_restore_can_go_forward_again(copy: GitWorkCopy, inside: UserRepository) -> None:
    start = copy.head
    inside.write(SUBJECT, "fixed\n")
    commit = copy.commit("fix", [SUBJECT])
    assert commit is not None
    assert copy.restore(start, "t1") == "refs/critloop/run1/cut/t1"
    copy.restore(commit.sha, "t2")
    assert copy.head == commit.sha
    assert (copy.folder / SUBJECT).read_text() == "fixed\n"


def test_restore_gets_past_the_locks_of_a_killed_process(copy: GitWorkCopy, inside: UserRepository) -> None:
    start = copy.head
    inside.write(SUBJECT, "half")
    for lock in ("index.lock", "HEAD.lock", "refs/heads/critloop/run1.lock"):
        (copy.folder / ".git" / lock).write_text("")
    assert copy.restore(start, "t1") is not None
    assert copy.changes() == []


def test_ignored_files_survive_a_restore(workspace: GitWorkspace, user: UserRepository) -> None:
    user.commit("Ignore", **{".gitignore": "node_modules/\n"})
    copy, origin = workspace.create(spec_of(user.root, SUBJECT, "run2"))
    UserRepository(copy.folder, init=False).write("node_modules/x.js", "x")
    (copy.folder / SUBJECT).write_text("x")
    copy.restore(origin.seed, "t1")
    assert (copy.folder / "node_modules/x.js").exists()


def test_a_deleted_git_folder_never_leads_to_another_repository(copy: GitWorkCopy, user: UserRepository) -> None:
    """The work copy may lie inside some repository; git must not go looking for one."""
    head = user.head
    (copy.folder / SUBJECT).write_text("x")
    assert copy.restore(copy.head, "t1") is not None
    assert user.head == head
    assert user.git("status", "--porcelain") == ""
