import os
import subprocess
from pathlib import Path

import pytest

from critloop.model.errors import WorkspaceProblem
from critloop.workspace import seed
from critloop.workspace.git import GitWorkspace
from critloop.workspace.repository import locate
from tests.support.user_repository import TEXT, UserRepository, fingerprint, piece_of, plain_environment, spec_of

SUBJECT = "docs/pay.md"


def test_begins_at_head_where_nothing_is_edited(workspace: GitWorkspace, user: UserRepository) -> None:
    copy, origin = workspace.create(spec_of(user.root, SUBJECT))
    assert (origin.kind, origin.head, origin.branch, origin.seed) == ("git", user.head, "main", user.head)
    assert not origin.subject_dirty
    assert not origin.others_dirty
    assert copy.head == user.head
    assert copy.read(origin.seed, SUBJECT) == TEXT.encode()
    assert copy.changes() == []


def test_begins_from_uncommitted_edits_of_every_kind(workspace: GitWorkspace, user: UserRepository) -> None:
    user.commit("More", **{"gone.md": "x\n", "unstaged.md": "x\n", "folder/a.md": "x\n", "run.sh": "echo\n"})
    user.write(SUBJECT, TEXT + "edited\n")
    user.git("rm", "--quiet", "gone.md")
    (user.root / "unstaged.md").unlink()
    (user.root / "folder/a.md").unlink()
    (user.root / "folder").rmdir()
    user.write("folder", "a file in a folder's place\n")
    user.write("staged.md", "one\n")
    user.git("add", "staged.md")
    user.write("staged.md", "two\n")
    user.write("new/untracked.md", "three\n")
    (user.root / "run.sh").chmod(0o755)
    (user.root / "link").symlink_to("src/pay.py")
    copy, origin = workspace.create(spec_of(user.root, SUBJECT))
    assert (origin.subject_dirty, origin.others_dirty, origin.excluded) == (True, True, ())
    assert origin.seed != origin.head
    assert copy.read(origin.seed, SUBJECT) == (TEXT + "edited\n").encode()
    assert copy.read(origin.seed, "staged.md") == b"two\n"
    assert copy.read(origin.seed, "new/untracked.md") == b"three\n"
    assert copy.read(origin.seed, "folder") == b"a file in a folder's place\n"
    for gone in ("gone.md", "unstaged.md", "folder/a.md"):
        with pytest.raises(WorkspaceProblem, match="no file"):
            copy.read(origin.seed, gone)
    assert (copy.folder / "link").readlink() == Path("src/pay.py")
    assert os.access(copy.folder / "run.sh", os.X_OK)
    assert copy.changes() == []


def test_leaves_out_large_untracked_files_and_says_so(
    workspace: GitWorkspace, user: UserRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seed, "LARGEST", 1000)
    monkeypatch.setattr(seed, "LARGEST_SUM", 1500)
    user.write("big.bin", b"0" * 1001)
    user.write("one.bin", b"1" * 900)
    user.write("two.bin", b"2" * 900)
    UserRepository(user.root / "nested").commit("x", **{"a.md": "x"})
    copy, origin = workspace.create(spec_of(user.root, SUBJECT))
    names = [entry.split(":")[0] for entry in origin.excluded]
    assert names == ["big.bin", "nested/", "two.bin"]
    assert (copy.folder / "one.bin").exists()
    assert not (copy.folder / "two.bin").exists()


def test_a_data_folder_inside_the_project_is_no_part_of_it(user: UserRepository) -> None:
    user.write("data/critloop.db", "rows")
    _, origin = GitWorkspace(user.root / "data").create(spec_of(user.root, SUBJECT))
    assert (origin.others_dirty, origin.excluded, origin.seed) == (False, (), origin.head)


def test_ignored_files_stay_away_but_an_ignored_subject_comes(workspace: GitWorkspace, user: UserRepository) -> None:
    user.commit("Ignore", **{".gitignore": "drafts/\n*.log\n"})
    user.write("drafts/idea.md", "# Idea\n")
    user.write("debug.log", "noise\n")
    copy, origin = workspace.create(spec_of(user.root, "drafts/idea.md"))
    assert origin.subject_dirty
    assert not origin.others_dirty
    assert copy.read(origin.seed, "drafts/idea.md") == b"# Idea\n"
    assert not (copy.folder / "debug.log").exists()
    (copy.folder / "drafts/idea.md").write_text("# Idea, fixed\n")
    assert [change.path for change in copy.changes()] == ["drafts/idea.md"]


def test_personal_ignore_rules_hold_in_the_work_copy(
    workspace: GitWorkspace, user: UserRepository, tmp_path: Path
) -> None:
    (tmp_path / "xdg/git").mkdir(parents=True)
    (tmp_path / "xdg/git/ignore").write_text("*.swp\n")
    (user.root / ".git/info/exclude").write_text("local.md\n")
    user.write("a.swp", "x")
    user.write("local.md", "x")
    copy, origin = workspace.create(spec_of(user.root, SUBJECT))
    assert not origin.others_dirty
    (copy.folder / "b.swp").write_text("x")
    (copy.folder / "local.md").write_text("x")
    assert copy.changes() == []


def test_works_before_the_first_commit(workspace: GitWorkspace, tmp_path: Path) -> None:
    user = UserRepository(tmp_path / "new")
    user.write("spec.md", TEXT)
    user.write("other.md", "other\n")
    copy, origin = workspace.create(spec_of(user.root, "spec.md"))
    assert (origin.head, origin.branch, origin.subject_dirty) == (None, "main", True)
    assert copy.read(origin.seed, "other.md") == b"other\n"
    assert copy.commits(origin.seed) == []


def test_works_on_an_orphan_branch_of_a_repository_with_history(workspace: GitWorkspace, user: UserRepository) -> None:
    user.git("checkout", "--quiet", "--orphan", "fresh")
    copy, origin = workspace.create(spec_of(user.root, SUBJECT))
    assert (origin.head, origin.branch) == (None, "fresh")
    assert copy.read(origin.seed, SUBJECT) == TEXT.encode()


def test_works_with_a_detached_head(workspace: GitWorkspace, user: UserRepository) -> None:
    first = user.head
    user.commit("Later", **{SUBJECT: "later\n"})
    user.git("checkout", "--quiet", first)
    copy, origin = workspace.create(spec_of(user.root, SUBJECT))
    assert (origin.head, origin.branch) == (first, None)
    assert copy.read("HEAD", SUBJECT) == TEXT.encode()


def test_works_on_a_file_outside_any_repository(workspace: GitWorkspace, tmp_path: Path) -> None:
    folder = tmp_path / "loose"
    folder.mkdir()
    (folder / "note.md").write_bytes(b"\xef\xbb\xbf# Note\r\n")
    (folder / "private.txt").write_text("not part of it")
    copy, origin = workspace.create(spec_of(folder, "note.md"))
    assert (origin.kind, origin.head, origin.branch) == ("plain", None, None)
    assert copy.read(origin.seed, "note.md") == b"\xef\xbb\xbf# Note\r\n"
    assert [path.name for path in copy.folder.iterdir() if path.name != ".git"] == ["note.md"]
    assert sorted(path.name for path in folder.iterdir()) == ["note.md", "private.txt"]


@pytest.mark.parametrize(
    "name", ['a b/it\'s "here".md', "-rf.md", "ünï/日本.md", "a*b[c]?.md", ":(top)x.md", "$(x);y.md", "new\nline.md"]
)
def test_works_on_awkward_names(workspace: GitWorkspace, user: UserRepository, name: str) -> None:
    user.commit("Add", **{name: TEXT})
    user.write(name, TEXT + "edit\n")
    copy, origin = workspace.create(spec_of(user.root, name))
    (copy.folder / name).write_text("fixed\n")
    assert [change.path for change in copy.changes()] == [name]
    commit = copy.commit("fix it", [name])
    assert commit is not None
    assert commit.paths == (name,)
    assert copy.commits(origin.seed) == [commit]
    assert copy.snapshot(piece_of(name, "fixed\n"), 1).lines == 1
    assert "+fixed" in copy.diff(origin.seed, commit.sha, name)


@pytest.mark.parametrize(
    "data", [b"a\r\nb\r\n", b"\xef\xbb\xbf# A\r\n", b"mixed\r\nends\n\r\n", b"$Id$\n", b"\xff\xfe\x00a"]
)
@pytest.mark.parametrize("committed", [True, False])
def test_keeps_every_byte_under_conversions(
    workspace: GitWorkspace, user: UserRepository, data: bytes, *, committed: bool
) -> None:
    user.git("config", "core.autocrlf", "true")
    user.write(".gitattributes", "*.md text eol=crlf ident filter=loud\n*.txt working-tree-encoding=UTF-16\n")
    user.git("config", "filter.loud.clean", "tr a-z A-Z")
    user.git("config", "filter.loud.smudge", "tr A-Z a-z")
    user.write("conv.md", data)
    if committed:
        user.commit("Add")
        user.write("conv.md", data)
    copy, origin = workspace.create(spec_of(user.root, "conv.md"))
    assert copy.read(origin.seed, "conv.md") == data
    assert (copy.folder / "conv.md").read_bytes() == data
    (copy.folder / "conv.md").write_bytes(data + b"x\r\n")
    commit = copy.commit("fix", ["conv.md"])
    assert commit is not None
    assert copy.read(commit.sha, "conv.md") == data + b"x\r\n"
    assert copy.changes() == []


def test_works_in_a_submodule(workspace: GitWorkspace, user: UserRepository, tmp_path: Path) -> None:
    outer = UserRepository(tmp_path / "outer")
    outer.commit("Begin", **{"a.md": "a\n"})
    outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(user.root), "sub")
    outer.commit("Add a submodule")
    inner = outer.root / "sub"
    assert locate(inner / SUBJECT) == (inner, SUBJECT)
    copy, origin = workspace.create(spec_of(inner, SUBJECT))
    assert (origin.kind, origin.head) == ("git", user.head)
    assert copy.read("HEAD", SUBJECT) == TEXT.encode()
    around, outer_origin = workspace.create(spec_of(outer.root, "a.md", "run2"))
    assert outer_origin.excluded == ("sub: a submodule",)
    assert around.changes() == []


def test_works_in_a_linked_worktree(workspace: GitWorkspace, user: UserRepository, tmp_path: Path) -> None:
    tree = UserRepository(tmp_path / "tree", init=False)
    user.git("worktree", "add", "--quiet", "-b", "side", str(tree.root))
    tree.commit("On the side", **{SUBJECT: "side\n"})
    copy, origin = workspace.create(spec_of(tree.root, SUBJECT))
    assert (origin.branch, origin.head) == ("side", tree.head)
    assert copy.read("HEAD", SUBJECT) == b"side\n"


def test_works_in_a_shallow_clone(workspace: GitWorkspace, user: UserRepository, tmp_path: Path) -> None:
    user.commit("Second", **{SUBJECT: "second\n"})
    shallow = UserRepository(tmp_path / "shallow", init=False)
    user.git("clone", "--quiet", "--depth=1", f"file://{user.root}", str(shallow.root))
    copy, origin = workspace.create(spec_of(shallow.root, SUBJECT))
    assert origin.head == user.head
    assert copy.read("HEAD", SUBJECT) == b"second\n"


def test_works_in_a_repository_with_sha256_objects(workspace: GitWorkspace, tmp_path: Path) -> None:
    user = UserRepository(tmp_path / "long", init=False)
    user.root.mkdir()
    user.git("init", "--quiet", "--object-format=sha256")
    user.git("config", "user.name", "Ada")
    user.git("config", "user.email", "ada@example.org")
    user.commit("Begin", **{SUBJECT: TEXT, "src/pay.py": "x\n"})
    user.write("src/pay.py", "y\n")
    copy, origin = workspace.create(spec_of(user.root, SUBJECT))
    (copy.folder / SUBJECT).unlink()
    assert copy.commit("gone") is not None
    (copy.folder / SUBJECT).write_text("fixed\n")
    assert copy.commit("back") is not None
    copy.bring_back(origin, copy.preview(origin), keep_branch=False)
    assert user.git("log", "--format=%s").splitlines() == ["back", "gone", "Begin"]
    user.git("fsck", "--strict")


def test_works_in_a_partial_clone_without_fetching(
    workspace: GitWorkspace, user: UserRepository, tmp_path: Path
) -> None:
    user.git("config", "uploadpack.allowFilter", "true")
    user.commit("Second", **{SUBJECT: "second\n"})
    partial = UserRepository(tmp_path / "partial", init=False)
    user.git("clone", "--quiet", "--filter=blob:none", f"file://{user.root}", str(partial.root))
    user.root.rename(user.root.with_name("unreachable"))
    copy, origin = workspace.create(spec_of(partial.root, SUBJECT))
    (copy.folder / SUBJECT).write_text("fixed\n")
    copy.commit("fix")
    assert copy.bring_back(origin, copy.preview(origin), keep_branch=False).mode == "fast_forward"
    assert partial.git("log", "-1", "--format=%s") == "fix"


def test_hard_links_objects_instead_of_copying_them(workspace: GitWorkspace, user: UserRepository) -> None:
    copy, _ = workspace.create(spec_of(user.root, SUBJECT))
    name = f".git/objects/{user.head[:2]}/{user.head[2:]}"
    assert (copy.folder / name).stat().st_ino == (user.root / name).stat().st_ino


def test_has_no_remote_no_hooks_and_no_refs_of_the_user(workspace: GitWorkspace, user: UserRepository) -> None:
    user.git("tag", "v1")
    user.git("branch", "other")
    user.git("config", "commit.gpgsign", "true")
    copy, _ = workspace.create(spec_of(user.root, SUBJECT))
    inside = UserRepository(copy.folder, init=False)
    assert inside.git("for-each-ref", "--format=%(refname)") == "refs/heads/critloop/run1"
    assert inside.git("remote") == ""
    assert inside.git("config", "commit.gpgSign") == "false"
    assert inside.git("config", "core.hooksPath") == os.devnull
    assert inside.git("symbolic-ref", "HEAD") == "refs/heads/critloop/run1"
    assert str(user.root) not in (copy.folder / ".git/config").read_text()


def test_a_git_environment_of_the_caller_changes_nothing(
    workspace: GitWorkspace, user: UserRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decoy = UserRepository(tmp_path / "decoy")
    decoy.commit("Decoy", **{"x.md": "x\n"})
    monkeypatch.setenv("GIT_DIR", str(decoy.root / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(decoy.root / ".git/index"))
    monkeypatch.setenv("GIT_WORK_TREE", str(decoy.root))
    before = fingerprint(decoy.root)
    copy, origin = workspace.create(spec_of(user.root, SUBJECT))
    (copy.folder / SUBJECT).write_text("fixed\n")
    assert copy.commit("fix", None) is not None
    copy.bring_back(origin, copy.preview(origin), keep_branch=True)
    assert fingerprint(decoy.root) == before
    assert user.git("log", "-1", "--format=%s") == "fix"


def test_commits_are_the_users_or_critloops(workspace: GitWorkspace, user: UserRepository) -> None:
    for run, expected in (("a", "Ada Writer <ada@example.org>"), ("b", "critloop <critloop@localhost>")):
        copy, _ = workspace.create(spec_of(user.root, SUBJECT, run))
        (copy.folder / SUBJECT).write_text("fixed\n")
        copy.commit("fix", [SUBJECT])
        inside = UserRepository(copy.folder, init=False)
        assert inside.git("log", "-1", "--format=%an <%ae>") == expected
        assert inside.git("log", "-1", "--format=%cn <%ce>") == expected
        user.git("config", "user.email", "")


def test_replaces_what_an_earlier_try_left(workspace: GitWorkspace, user: UserRepository) -> None:
    first, _ = workspace.create(spec_of(user.root, SUBJECT))
    (first.folder / "junk").write_text("x")
    (first.folder.parent / "copy.new").mkdir()
    copy, _ = workspace.create(spec_of(user.root, SUBJECT))
    assert not (copy.folder / "junk").exists()
    assert sorted(path.name for path in copy.folder.parent.iterdir()) == ["copy", "git"]


def test_reads_a_read_only_project(workspace: GitWorkspace, user: UserRepository) -> None:
    (user.root / "docs").chmod(0o555)
    try:
        copy, _ = workspace.create(spec_of(user.root, SUBJECT))
        (copy.folder / SUBJECT).write_text("fixed\n")
        assert copy.commit("fix") is not None
    finally:
        (user.root / "docs").chmod(0o755)


def _conflict(user: UserRepository) -> None:
    user.git("checkout", "--quiet", "-b", "side")
    user.commit("Side", **{SUBJECT: "side\n"})
    user.git("checkout", "--quiet", "main")
    user.commit("Main", **{SUBJECT: "main\n"})


@pytest.mark.parametrize(
    ("command", "said", "remedy"),
    [
        (["merge", "side"], "a merge", "git merge --abort"),
        (["rebase", "side"], "a rebase", "git rebase --abort"),
        (["cherry-pick", "side"], "a cherry-pick", "git cherry-pick --abort"),
        (["revert", "--no-edit", "HEAD~1"], "a revert", "git revert --abort"),
        (["bisect", "start"], "a bisect", "git bisect reset"),
    ],
)
def test_refuses_a_repository_in_the_middle_of_something(
    workspace: GitWorkspace, user: UserRepository, command: list[str], said: str, remedy: str
) -> None:
    _conflict(user)
    user.commit("Again", **{SUBJECT: "again\n"})
    user.git(*command, check=False)
    for attempt in (workspace.create, workspace.check):
        with pytest.raises(WorkspaceProblem, match=f"middle of {said}") as caught:
            attempt(spec_of(user.root, SUBJECT))
        assert remedy in caught.value.remedy


def test_refuses_a_symlink_and_names_the_file_behind_it(workspace: GitWorkspace, user: UserRepository) -> None:
    (user.root / "alias.md").symlink_to(SUBJECT)
    with pytest.raises(WorkspaceProblem, match="symlink") as caught:
        workspace.create(spec_of(user.root, "alias.md"))
    assert caught.value.remedy == f"name the file itself: {user.root / SUBJECT}"
    assert locate(user.root / "alias.md") == (user.root, SUBJECT)
    copy, origin = workspace.create(spec_of(*locate(user.root / "alias.md")))
    assert copy.read(origin.seed, "alias.md") == SUBJECT.encode()


@pytest.mark.parametrize("subject", ["none.md", "docs", "../outside.md", "", "/etc/hosts"])
def test_refuses_what_is_no_file_of_the_project(workspace: GitWorkspace, user: UserRepository, subject: str) -> None:
    with pytest.raises(WorkspaceProblem):
        workspace.create(spec_of(user.root, subject))


def test_refuses_a_root_that_is_not_the_top(workspace: GitWorkspace, user: UserRepository) -> None:
    with pytest.raises(WorkspaceProblem, match="lies inside the repository") as caught:
        workspace.create(spec_of(user.root / "docs", "pay.md"))
    assert str(user.root) in caught.value.remedy


def test_says_that_git_is_missing(
    workspace: GitWorkspace, user: UserRepository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(WorkspaceProblem, match="git is not installed") as caught:
        workspace.create(spec_of(user.root, SUBJECT))
    assert "install git" in caught.value.remedy


@pytest.mark.parametrize("failing", ["clone", "reset", "update-index"])
def test_a_full_disk_leaves_no_half_copy(
    workspace: GitWorkspace, user: UserRepository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, failing: str
) -> None:
    real = subprocess.run(["sh", "-c", "command -v git"], capture_output=True, text=True, check=True).stdout.strip()
    script = tmp_path / "bin/git"
    script.parent.mkdir()
    script.write_text(
        f'#!/bin/sh\nfor word; do [ "$word" = {failing} ] && echo "fatal: x: No space left on device" >&2 && exit 128\n'
        f'done\nexec {real} "$@"\n'
    )
    script.chmod(0o755)
    user.write("untracked.md", "x\n")
    monkeypatch.setenv("PATH", f"{script.parent}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(WorkspaceProblem, match=r"disk that holds .* is full"):
        workspace.create(spec_of(user.root, SUBJECT))
    assert not any((tmp_path / "data/runs/run1").iterdir())


def test_an_unusable_data_folder_is_said(tmp_path: Path, user: UserRepository) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(WorkspaceProblem, match="can't be written"):
        GitWorkspace(tmp_path / "file").create(spec_of(user.root, SUBJECT))


def test_opens_and_discards_by_run(workspace: GitWorkspace, user: UserRepository, tmp_path: Path) -> None:
    made, _ = workspace.create(spec_of(user.root, SUBJECT))
    assert workspace.open("run1").head == made.head
    workspace.discard("run1")
    assert list((tmp_path / "data/runs").iterdir()) == []
    workspace.discard("run1")
    with pytest.raises(WorkspaceProblem, match="no work copy"):
        workspace.open("run1")
    with pytest.raises(WorkspaceProblem, match="no run id"):
        workspace.open("../run1")


def test_a_damaged_work_copy_is_told_when_it_is_opened(workspace: GitWorkspace, user: UserRepository) -> None:
    copy, _ = workspace.create(spec_of(user.root, SUBJECT))
    (copy.folder / ".git/refs/heads/critloop/run1").unlink()
    with pytest.raises(WorkspaceProblem, match="damaged"):
        workspace.open("run1")


def test_a_work_copy_is_sound_by_gits_own_check(workspace: GitWorkspace, user: UserRepository) -> None:
    user.write("new/deep/er.md", "x\n")
    copy, _ = workspace.create(spec_of(user.root, SUBJECT))
    (copy.folder / SUBJECT).write_text("fixed\n")
    (copy.folder / "src/pay.py").unlink()
    (copy.folder / "new.d").mkdir()
    (copy.folder / "new.d/x").write_text("x")
    (copy.folder / "new-x").write_text("x")
    copy.commit("fix")
    done = subprocess.run(
        ["git", "fsck", "--strict", "--full"],
        cwd=copy.folder,
        env=plain_environment(),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, b"")
