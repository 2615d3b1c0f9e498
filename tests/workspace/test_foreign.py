"""What an agent or a test does to the repository of a work copy never makes critloop's own git run or hide anything."""

import os
import shutil
from pathlib import Path

import pytest

from critloop.model.workcopy import Change, Origin
from critloop.workspace.copy import GitWorkCopy
from critloop.workspace.git import GitWorkspace
from tests.support.user_repository import UserRepository, creating_spec, spec_of

SUBJECT = "docs/pay.md"
MOMENT = 1_700_000_000_000_000_000


@pytest.fixture
def made(workspace: GitWorkspace, user: UserRepository) -> tuple[GitWorkCopy, Origin]:
    user.commit("Ignore", **{".gitignore": "ign*\nbuild/\n__pycache__/\n"})
    return workspace.create(spec_of(user.root, SUBJECT))


@pytest.fixture
def copy(made: tuple[GitWorkCopy, Origin]) -> GitWorkCopy:
    return made[0]


@pytest.fixture
def inside(copy: GitWorkCopy) -> UserRepository:
    return UserRepository(copy.folder, init=False)


def _set_traps(copy: GitWorkCopy, inside: UserRepository, flag: Path) -> None:
    command = f"sh -c 'env > {flag}; cat'"
    for key in ("filter.e.clean", "filter.e.smudge", "core.fsmonitor", "diff.external", "diff.e.textconv"):
        inside.git("config", key, command)
    inside.git("config", "core.hooksPath", ".git/hooks")
    inside.git("config", "core.worktree", str(flag.parent))
    for name in ("post-commit", "post-checkout", "post-index-change", "reference-transaction"):
        hook = inside.write(f".git/hooks/{name}", f"#!/bin/sh\ntouch {flag}\n")
        hook.chmod(0o755)
    (copy.git_dir / "info" / "attributes").write_text("* filter=e diff=e\n")
    (copy.git_dir / "info" / "exclude").write_text("*.md\n")


def test_no_command_that_was_put_there_is_run(
    made: tuple[GitWorkCopy, Origin], inside: UserRepository, tmp_path: Path
) -> None:
    copy, origin = made
    tree, head, flag = copy.tree(), copy.head, tmp_path / "ran"
    _set_traps(copy, inside, flag)
    copy.write(SUBJECT, b"fixed\n")
    copy.write("new.md", b"new\n")
    assert {change.path for change in copy.changes()} == {SUBJECT, "new.md"}
    assert copy.tree() != tree
    commit = copy.commit("fix")
    assert commit is not None
    assert copy.read(commit.sha, SUBJECT) == b"fixed\n"
    assert "+fixed" in copy.diff(head, commit.sha)
    copy.adopt(head)
    copy.restore(head, "t1")
    copy.restore(commit.sha, "t2")
    copy.bring_back(origin, copy.preview(origin), keep_branch=True)
    assert not flag.exists()


@pytest.mark.usefixtures("made")
def test_its_git_has_no_secret_to_tell(
    workspace: GitWorkspace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "hush-hush")
    monkeypatch.setenv("SOMETHING", "hush-hush")
    real = shutil.which("git")
    script = tmp_path / "bin/git"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\nenv >> "{tmp_path}/seen"\nexec "{real}" "$@"\n')
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{script.parent}{os.pathsep}{os.environ['PATH']}")
    again = workspace.open("run1")
    again.write(SUBJECT, b"fixed\n")
    again.commit("fix")
    again.take_up()
    seen = (tmp_path / "seen").read_text()
    assert "HOME=" in seen
    assert "hush-hush" not in seen


def test_the_agents_own_git_gets_its_settings_back(copy: GitWorkCopy, inside: UserRepository, tmp_path: Path) -> None:
    wanted = {name: (copy.git_dir / name).read_text() for name in ("config", "info/attributes", "info/exclude")}
    _set_traps(copy, inside, tmp_path / "ran")
    copy.adopt(copy.head)
    assert {name: (copy.git_dir / name).read_text() for name in wanted} == wanted
    assert not (copy.git_dir / "hooks").exists()
    assert inside.git("status", "--porcelain") == ""


@pytest.mark.parametrize("mark", ["--assume-unchanged", "--skip-worktree"])
def test_no_mark_in_the_index_hides_an_edit(copy: GitWorkCopy, inside: UserRepository, mark: str) -> None:
    assert copy.changes() == []
    head, tree = copy.head, copy.tree()
    inside.git("update-index", mark, SUBJECT)
    inside.write(SUBJECT, "evil\n")
    assert copy.tree() != tree
    inside.git("update-index", mark, SUBJECT)
    assert copy.changes() == [Change(path=SUBJECT, status="modified")]
    inside.git("update-index", mark, SUBJECT)
    assert copy.restore(head, "t1") is not None
    assert copy.read("HEAD", SUBJECT) == (copy.folder / SUBJECT).read_bytes()


@pytest.mark.parametrize("gone", [".git", ".git/HEAD", ".git/objects", ".git/index"])
def test_a_repository_that_was_deleted_is_made_anew(
    made: tuple[GitWorkCopy, Origin], inside: UserRepository, gone: str
) -> None:
    copy, origin = made
    inside.write(SUBJECT, "the maker's\n")
    tree, head = copy.tree(), copy.head
    place = copy.folder / gone
    shutil.rmtree(place) if place.is_dir() and not place.is_symlink() else place.unlink()
    inside.write("junk.md", "the test's\n")
    paths, kept = copy.back_to(tree, head, "t1")
    assert set(paths) - {".git"} == {"junk.md"}
    assert (".git" in paths) == (gone != ".git/index")
    assert copy.read(str(kept), "junk.md") == b"the test's\n"
    assert copy.changes() == [Change(path=SUBJECT, status="modified")]
    assert copy.commit("fix") is not None
    assert [commit.subject for commit in copy.commits(origin.seed)] == ["fix"]
    assert inside.git("status", "--porcelain") == ""


def test_one_that_was_deleted_is_made_anew_when_the_run_is_taken_up(
    workspace: GitWorkspace, copy: GitWorkCopy, inside: UserRepository
) -> None:
    inside.write(SUBJECT, "the maker's\n")
    shutil.rmtree(copy.git_dir)
    again = workspace.open("run1")
    again.take_up()
    assert again.changes() == [Change(path=SUBJECT, status="modified")]


def test_files_are_as_they_were_before_a_test_also_those_that_the_maker_had_changed(
    copy: GitWorkCopy, inside: UserRepository
) -> None:
    inside.write(SUBJECT, "the maker's\n")
    inside.write("made.md", "the maker's\n")
    (copy.folder / "src/pay.py").unlink()
    tree, head = copy.tree(), copy.head
    inside.write(SUBJECT, "the test's\n")
    (copy.folder / "made.md").unlink()
    inside.write("src/pay.py", "back\n")
    inside.write("q/w/e", "the test's\n").chmod(0o755)
    (copy.folder / "q").chmod(0o500)
    paths, kept = copy.back_to(tree, head, "t1")
    assert set(paths) == {SUBJECT, "made.md", "src/pay.py", "q/w/e"}
    assert copy.tree() == tree
    assert (copy.folder / SUBJECT).read_text() == "the maker's\n"
    assert not (copy.folder / "q").exists()
    assert copy.read(str(kept), SUBJECT) == b"the test's\n"
    assert copy.back_to(tree, head, "t1") == ((), None)


@pytest.mark.parametrize("how", ["commit", "orphan", "detach", "reset"])
def test_a_test_that_moves_head_does_not_move_the_run(copy: GitWorkCopy, inside: UserRepository, how: str) -> None:
    inside.write(SUBJECT, "one\n")
    copy.commit("one")
    inside.write(SUBJECT, "the maker's\n")
    tree, head = copy.tree(), copy.head
    match how:
        case "commit":
            inside.commit("sneaky", **{"evil.py": "evil\n"})
        case "orphan":
            inside.git("checkout", "--quiet", "--orphan", "z")
            inside.commit("sneaky")
            inside.git("branch", "-D", "critloop/run1")
        case "detach":
            inside.git("checkout", "--quiet", "--detach")
        case _:
            inside.git("reset", "--quiet", "--hard", "HEAD~1")
    copy.back_to(tree, head, "t1")
    assert (copy.head, copy.refs.head_target(), copy.tree()) == (head, copy.layout.branch, tree)
    assert copy.changes() == [Change(path=SUBJECT, status="modified")]


def test_what_is_new_and_ignored_is_told_but_not_what_tools_leave(copy: GitWorkCopy, inside: UserRepository) -> None:
    old = inside.write("ign0", "x")
    since = old.lstat().st_ctime
    old.unlink()
    assert copy.ignored_new(since) == []
    inside.write("ign1", "x")
    inside.write("build/deep/out.js", "x")
    inside.write("src/__pycache__/pay.pyc", "x")
    assert copy.changes() == []
    assert sorted(copy.ignored_new(since)) == ["build/", "ign1"]
    assert copy.ignored_new((copy.folder / "build/deep/out.js").lstat().st_ctime + 1) == []
    assert copy.changes() == []


@pytest.mark.parametrize("subject", ["ign1.md", "build/deep/out.md"])
def test_a_file_that_the_run_was_asked_to_create_is_committed_though_it_is_ignored(
    workspace: GitWorkspace, copy: GitWorkCopy, user: UserRepository, subject: str
) -> None:
    since = (copy.folder / SUBJECT).lstat().st_ctime
    creating, origin = workspace.create(creating_spec(user.root, subject, "run2"))
    creating.write(subject, b"# New\n")
    creating.write("ign2", b"x")
    assert creating.adopt(origin.seed) is None
    assert creating.changes() == [Change(path=subject, status="added")]
    assert "ign2" in creating.ignored_new(since)
    commit = creating.commit("first")
    assert commit is not None
    assert commit.paths == (subject,)
    assert creating.changes() == []


def test_a_digest_tells_whether_ignored_files_changed(copy: GitWorkCopy, inside: UserRepository) -> None:
    assert copy.ignored() == ""
    inside.write("ign1", "x")
    one = copy.ignored()
    assert one == copy.ignored() != ""
    inside.write("ign1", "xy")
    assert copy.ignored() != one


def test_a_work_copy_from_before_is_gone_on_with(
    workspace: GitWorkspace, copy: GitWorkCopy, inside: UserRepository, tmp_path: Path
) -> None:
    for name in ("objects", "refs"):
        (copy.git_dir / name).unlink()
        (copy.layout.apart / name).rename(copy.git_dir / name)
    (copy.git_dir / "packed-refs").unlink()
    shutil.rmtree(copy.layout.apart)
    again = workspace.open("run1")
    again.take_up()
    _set_traps(again, inside, tmp_path / "ran")
    again.write(SUBJECT, b"fixed\n")
    commit = again.commit("fix")
    assert commit is not None
    assert workspace.open("run1").read(commit.sha, SUBJECT) == b"fixed\n"
    assert inside.git("log", "-1", "--format=%s") == "fix"
    assert not (tmp_path / "ran").exists()


def test_the_agents_git_may_pack_what_is_there(copy: GitWorkCopy, inside: UserRepository) -> None:
    copy.write(SUBJECT, b"one\n")
    one = copy.commit("one")
    inside.git("gc", "--quiet", "--prune=now")
    inside.git("pack-refs", "--all")
    copy.write(SUBJECT, b"two\n")
    assert one is not None
    assert copy.commit("two") is not None
    assert copy.read(one.sha, SUBJECT) == b"one\n"
    assert copy.adopt(one.sha) is None


def test_a_tree_has_an_edit_that_came_in_the_moment_the_index_was_written(
    copy: GitWorkCopy, inside: UserRepository
) -> None:
    with (copy.layout.apart / "config").open("a") as config:
        config.write("[core]\n\ttrustctime = false\n")  # the one time that can't be set here
    place = inside.write("a.py", "x = 1\n")
    os.utime(place, ns=(MOMENT, MOMENT))
    inside.git("add", "a.py")
    os.utime(copy.git_dir / "index", ns=(MOMENT, MOMENT))
    inside.write("a.py", "x = 2\n")
    os.utime(place, ns=(MOMENT, MOMENT))
    entry = copy.objects.find(copy.tree(), "a.py")
    assert entry is not None
    assert copy.objects.read(entry.id)[1] == b"x = 2\n"


@pytest.mark.parametrize("gone", [".git", ".git/HEAD", ".git/index"])
@pytest.mark.parametrize("named", [True, False])
def test_a_maker_that_deletes_of_the_repository_can_still_commit(
    made: tuple[GitWorkCopy, Origin], inside: UserRepository, gone: str, *, named: bool
) -> None:
    copy, origin = made
    inside.write(SUBJECT, "fixed\n")
    place = copy.folder / gone
    shutil.rmtree(place) if place.is_dir() else place.unlink()
    commit = copy.commit("fix", [SUBJECT] if named else None)
    assert commit is not None
    assert copy.commits(origin.seed) == [commit]
    assert commit.paths == (SUBJECT,)
    assert copy.changes() == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_repository_that_was_made_read_only_is_put_right(copy: GitWorkCopy, inside: UserRepository) -> None:
    tree, head = copy.tree(), copy.head
    inside.write("junk/junk.md", "x")
    (copy.git_dir / "info" / "attributes").write_text("* filter=e\n")
    for place in (copy.git_dir / "info", copy.git_dir, copy.folder / "junk"):
        place.chmod(0o500)
    assert copy.back_to(tree, head, "t1")[0] == ("junk/junk.md",)
