import errno
import os
from pathlib import Path

import pytest

from critloop.model.errors import WorkspaceProblem
from critloop.model.workcopy import BroughtBack, Origin
from critloop.workspace.copy import GitWorkCopy
from critloop.workspace.git import GitWorkspace
from tests.support.user_repository import TEXT, UserRepository, fingerprint, spec_of

SUBJECT = "docs/pay.md"
FIXED = TEXT.replace("Three tries", "Five tries, then it gives up")


def begin(workspace: GitWorkspace, root: Path, subject: str = SUBJECT) -> tuple[GitWorkCopy, Origin]:
    return workspace.create(spec_of(root, subject))


def fix(copy: GitWorkCopy, text: str | bytes = FIXED, subject: str = SUBJECT, message: str = "fix it") -> str:
    (copy.folder / subject).write_bytes(text if isinstance(text, bytes) else text.encode())
    commit = copy.commit(message, [subject])
    assert commit is not None
    return commit.sha


def accept(copy: GitWorkCopy, origin: Origin, *, keep_branch: bool = False) -> BroughtBack:
    return copy.bring_back(origin, copy.preview(origin), keep_branch=keep_branch)


def test_nothing_is_done_where_the_text_did_not_change(workspace: GitWorkspace, user: UserRepository) -> None:
    copy, origin = begin(workspace, user.root)
    before = fingerprint(user.root)
    result = accept(copy, origin)
    copy.take_back(origin, result)
    assert (copy.preview(origin).mode, result.mode, result.unreviewed) == ("nothing", "nothing", False)
    assert fingerprint(user.root) == before


def test_a_clean_subject_is_fast_forwarded_to_the_runs_own_commits(
    workspace: GitWorkspace, user: UserRepository
) -> None:
    copy, origin = begin(workspace, user.root)
    first, second = fix(copy, "one\n", message="one"), fix(copy)
    preview = copy.preview(origin)
    assert preview.mode == "fast_forward"
    assert preview.diff.startswith("diff --git a/docs/pay.md b/docs/pay.md\n")
    assert "-Three tries.\n+Five tries, then it gives up.\n" in preview.diff
    result = accept(copy, origin)
    assert (result.old_head, result.new_head, result.branch) == (origin.head, second, None)
    assert user.git("log", "--format=%H").splitlines() == [second, first, origin.head]
    assert user.git("status", "--porcelain") == ""
    assert (user.root / SUBJECT).read_text() == FIXED
    assert user.git("log", "-1", "--walk-reflogs", "--format=%gs", "main") == "critloop: run run1"
    assert user.git("for-each-ref", "--format=%(refname)") == "refs/heads/main"


def test_a_fast_forward_leaves_all_other_edits_as_they_are(workspace: GitWorkspace, user: UserRepository) -> None:
    user.write("src/pay.py", "tries = 4\n")
    user.write("staged.md", "staged\n")
    user.git("add", "staged.md")
    user.write("staged.md", "and more\n")
    user.write("untracked.md", "untracked\n")
    copy, origin = begin(workspace, user.root)
    assert (origin.subject_dirty, origin.others_dirty) == (False, True)
    fix(copy)
    status, staged = user.git("status", "--porcelain"), user.git("ls-files", "-s", "--", "staged.md", "src")
    result = accept(copy, origin)
    assert result.mode == "fast_forward"
    assert user.git("status", "--porcelain") == status
    assert user.git("ls-files", "-s", "--", "staged.md", "src") == staged
    assert user.git("rev-parse", "HEAD^") == origin.head
    assert user.git("show", "--name-only", "--format=%s", "HEAD").split() == ["fix", "it", SUBJECT]
    assert (user.root / "staged.md").read_text() == "and more\n"


def test_everything_that_the_run_changed_comes_back(workspace: GitWorkspace, user: UserRepository) -> None:
    copy, origin = begin(workspace, user.root)
    (copy.folder / "src/pay.py").write_text("tries = 5\n")
    copy.commit("elsewhere", ["src/pay.py"])
    (copy.folder / "new.md").write_text("new\n")
    (copy.folder / SUBJECT).write_text(FIXED)
    both = copy.commit("both")
    result = accept(copy, origin)
    assert [file.path for file in result.files] == [SUBJECT, "new.md", "src/pay.py"]
    assert both is not None
    assert user.head == both.sha
    assert user.git("log", "--format=%s").splitlines() == ["both", "elsewhere", "Begin"]
    assert user.git("status", "--porcelain") == ""


def test_a_detached_head_is_fast_forwarded_too(workspace: GitWorkspace, user: UserRepository) -> None:
    user.git("checkout", "--quiet", "--detach")
    copy, origin = begin(workspace, user.root)
    sha = fix(copy)
    result = accept(copy, origin)
    assert result.mode == "fast_forward"
    assert (user.head, user.git("rev-parse", "main")) == (sha, origin.head)
    copy.take_back(origin, result)
    assert user.head == origin.head


def test_a_linked_worktree_is_fast_forwarded(workspace: GitWorkspace, user: UserRepository, tmp_path: Path) -> None:
    user.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "tree"))
    tree = UserRepository(tmp_path / "tree", init=False)
    copy, origin = begin(workspace, tree.root)
    sha = fix(copy)
    assert accept(copy, origin).new_head == sha
    assert (tree.head, tree.git("status", "--porcelain"), user.head) == (sha, "", origin.head)


def test_the_users_hooks_do_not_run(workspace: GitWorkspace, user: UserRepository, tmp_path: Path) -> None:
    for hook in ("post-commit", "pre-commit", "reference-transaction", "post-index-change", "post-merge"):
        (user.root / f".git/hooks/{hook}").write_text(f"#!/bin/sh\ntouch '{tmp_path}/ran'\nexit 1\n")
        (user.root / f".git/hooks/{hook}").chmod(0o755)
    copy, origin = begin(workspace, user.root)
    fix(copy)
    result = accept(copy, origin, keep_branch=True)
    copy.take_back(origin, result)
    assert not (tmp_path / "ran").exists()


def test_line_ends_are_committed_as_the_user_configured_them(workspace: GitWorkspace, user: UserRepository) -> None:
    user.git("config", "core.autocrlf", "true")
    user.write(SUBJECT, TEXT.replace("\n", "\r\n"))
    user.git("add", SUBJECT)
    assert user.git("status", "--porcelain") == ""
    copy, origin = begin(workspace, user.root)
    assert not origin.subject_dirty
    fix(copy, FIXED.replace("\n", "\r\n"))
    assert accept(copy, origin).mode == "fast_forward"
    assert (user.root / SUBJECT).read_bytes() == FIXED.replace("\n", "\r\n").encode()
    assert user.git("cat-file", "blob", f"HEAD:{SUBJECT}") == FIXED.rstrip("\n")
    assert user.git("status", "--porcelain") == ""


def test_a_subject_with_uncommitted_edits_is_written_and_not_committed(
    workspace: GitWorkspace, user: UserRepository
) -> None:
    user.write(SUBJECT, TEXT + "draft\n")
    user.git("add", SUBJECT)
    user.write(SUBJECT, TEXT + "draft two\n")
    (user.root / SUBJECT).chmod(0o664)
    copy, origin = begin(workspace, user.root)
    fix(copy, FIXED + "draft two\n")
    index = (user.root / ".git/index").read_bytes()
    result = accept(copy, origin)
    assert (result.mode, result.old_head, result.unreviewed) == ("write", None, False)
    assert (user.root / SUBJECT).read_text() == FIXED + "draft two\n"
    assert (user.root / SUBJECT).stat().st_mode & 0o777 == 0o664
    assert (user.root / ".git/index").read_bytes() == index
    assert user.head == origin.head
    assert [path.name for path in (user.root / "docs").iterdir()] == ["pay.md"]
    copy.take_back(origin, result)
    assert (user.root / SUBJECT).read_text() == TEXT + "draft two\n"


def test_staged_edits_alone_are_enough_not_to_commit(workspace: GitWorkspace, user: UserRepository) -> None:
    user.write(SUBJECT, "staged\n")
    user.git("add", SUBJECT)
    user.write(SUBJECT, TEXT)
    copy, origin = begin(workspace, user.root)
    fix(copy)
    assert accept(copy, origin).mode == "write"
    assert user.git("show", f":{SUBJECT}") == "staged"


@pytest.mark.parametrize("kind", ["unborn", "plain", "ignored", "untracked"])
def test_a_file_without_a_commit_is_written(workspace: GitWorkspace, tmp_path: Path, kind: str) -> None:
    user = UserRepository(tmp_path / "place", init=kind != "plain")
    user.root.mkdir(exist_ok=True)
    if kind in ("ignored", "untracked"):
        user.commit("Begin", **{".gitignore": "pay.md\n" if kind == "ignored" else ""})
    user.write("pay.md", TEXT.replace("\n", "\r\n"))
    copy, origin = begin(workspace, user.root, "pay.md")
    fix(copy, FIXED.replace("\n", "\r\n"), "pay.md")
    result = accept(copy, origin)
    assert result.mode == "write"
    assert (user.root / "pay.md").read_bytes() == FIXED.replace("\n", "\r\n").encode()
    copy.take_back(origin, result)
    assert (user.root / "pay.md").read_bytes() == TEXT.replace("\n", "\r\n").encode()


def test_a_symlink_put_in_the_files_place_is_followed(workspace: GitWorkspace, tmp_path: Path) -> None:
    folder = tmp_path / "loose"
    folder.mkdir()
    (folder / "pay.md").write_text(TEXT)
    copy, origin = begin(workspace, folder, "pay.md")
    fix(copy, FIXED, "pay.md")
    (folder / "pay.md").rename(tmp_path / "elsewhere.md")
    (folder / "pay.md").symlink_to(tmp_path / "elsewhere.md")
    accept(copy, origin)
    assert (folder / "pay.md").is_symlink()
    assert (tmp_path / "elsewhere.md").read_text() == FIXED


def test_all_names_of_a_hard_linked_file_get_the_text(workspace: GitWorkspace, tmp_path: Path) -> None:
    folder = tmp_path / "loose"
    folder.mkdir()
    (folder / "pay.md").write_text(TEXT * 3)
    (tmp_path / "second.md").hardlink_to(folder / "pay.md")
    copy, origin = begin(workspace, folder, "pay.md")
    fix(copy, FIXED, "pay.md")
    result = accept(copy, origin)
    assert (tmp_path / "second.md").read_text() == FIXED
    copy.take_back(origin, result)
    assert (tmp_path / "second.md").read_text() == TEXT * 3


def test_what_changed_meanwhile_is_merged_for_a_human(workspace: GitWorkspace, user: UserRepository) -> None:
    copy, origin = begin(workspace, user.root)
    fix(copy)
    user.write(SUBJECT, TEXT.replace("# Payments", "# Payments and refunds"))
    index = (user.root / ".git/index").read_bytes()
    preview = copy.preview(origin)
    assert (preview.mode, preview.conflicts) == ("merge", 0)
    assert "-# Payments" not in preview.diff
    assert "+Five tries" in preview.diff
    result = accept(copy, origin)
    assert (result.mode, result.unreviewed) == ("merge", True)
    assert (user.root / SUBJECT).read_text() == FIXED.replace("# Payments", "# Payments and refunds")
    assert (user.head, (user.root / ".git/index").read_bytes()) == (origin.head, index)
    copy.take_back(origin, result)
    assert (user.root / SUBJECT).read_text() == TEXT.replace("# Payments", "# Payments and refunds")


def test_conflicts_are_counted_and_marked(workspace: GitWorkspace, user: UserRepository) -> None:
    between = "".join(f"Line {number}.\n" for number in range(20))
    user.commit("Longer", **{SUBJECT: f"All of it.\n{between}Three tries.\n"})
    copy, origin = begin(workspace, user.root)
    fix(copy, f"Some of it.\n{between}Five tries.\n")
    user.write(SUBJECT, f"None of it.\n{between}Seven tries.\n")
    preview = copy.preview(origin)
    assert (preview.mode, preview.conflicts) == ("merge", 2)
    accept(copy, origin)
    text = (user.root / SUBJECT).read_text()
    assert "<<<<<<< yours\nSeven tries.\n=======\nFive tries.\n>>>>>>> the run's result\n" in text


@pytest.mark.parametrize("how", ["commit elsewhere", "another branch", "staged subject", "first commit"])
def test_a_branch_that_moved_means_a_merge(workspace: GitWorkspace, user: UserRepository, how: str) -> None:
    if how == "first commit":
        user.git("update-ref", "-d", "HEAD")
    copy, origin = begin(workspace, user.root)
    fix(copy)
    match how:
        case "commit elsewhere" | "first commit":
            user.commit("Meanwhile", **{"other.md": "x\n"})
        case "another branch":
            user.git("checkout", "--quiet", "-b", "other")
        case _:
            user.git("update-index", "--cacheinfo", f"100644,{user.git('rev-parse', 'HEAD:src/pay.py')},{SUBJECT}")
    head, branch = user.head, user.git("symbolic-ref", "HEAD")
    result = accept(copy, origin)
    assert (result.mode, result.unreviewed) == ("merge", True)
    assert (user.head, user.git("symbolic-ref", "HEAD")) == (head, branch)
    assert (user.root / SUBJECT).read_text() == FIXED


def test_the_same_edit_by_the_user_leaves_nothing_to_do(workspace: GitWorkspace, user: UserRepository) -> None:
    copy, origin = begin(workspace, user.root)
    fix(copy)
    user.write(SUBJECT, FIXED)
    assert copy.preview(origin).mode == "nothing"
    user.write(SUBJECT, FIXED.replace("# Payments", "# Refunds"))
    assert copy.preview(origin).mode == "nothing"


def test_a_result_that_can_not_be_merged_is_blocked(workspace: GitWorkspace, user: UserRepository) -> None:
    copy, origin = begin(workspace, user.root)
    fix(copy)
    user.write(SUBJECT, b"\0binary\0")
    preview = copy.preview(origin)
    assert preview.mode == "blocked"
    assert "can't be merged" in preview.reason


def _delete(user: UserRepository) -> None:
    (user.root / SUBJECT).unlink()


def _make_folder(user: UserRepository) -> None:
    (user.root / SUBJECT).unlink()
    (user.root / SUBJECT).mkdir()


def _merge(user: UserRepository) -> None:
    (user.root / ".git/MERGE_HEAD").write_text(user.head + "\n")


def _lock(user: UserRepository) -> None:
    (user.root / ".git/index.lock").write_text("")


def _unmake(user: UserRepository) -> None:
    (user.root / ".git").rename(user.root / "not-git")


def _move_away(user: UserRepository) -> None:
    user.root.rename(user.root.with_name("moved"))


@pytest.mark.parametrize(
    ("meanwhile", "said"),
    [
        (_delete, "moved or deleted"),
        (_make_folder, "no regular file"),
        (_merge, "middle of a merge"),
        (_lock, "index.lock"),
        (_unmake, "no repository any more"),
        (_move_away, "is gone"),
    ],
)
def test_an_obstacle_blocks_and_says_why(
    workspace: GitWorkspace, user: UserRepository, meanwhile: object, said: str
) -> None:
    assert callable(meanwhile)
    copy, origin = begin(workspace, user.root)
    fix(copy)
    meanwhile(user)
    preview = copy.preview(origin)
    assert preview.mode == "blocked"
    assert said in preview.reason
    with pytest.raises(WorkspaceProblem, match=said):
        copy.bring_back(origin, preview, keep_branch=False)


def test_a_read_only_folder_blocks_before_anything_changes(workspace: GitWorkspace, user: UserRepository) -> None:
    copy, origin = begin(workspace, user.root)
    fix(copy)
    (user.root / "docs").chmod(0o555)
    try:
        if os.access(user.root / "docs", os.W_OK):
            pytest.skip("this user may write everywhere")
        preview = copy.preview(origin)
        assert preview.mode == "blocked"
        assert "is read-only" in preview.reason
        assert user.head == origin.head
    finally:
        (user.root / "docs").chmod(0o755)


def test_a_file_that_is_marked_read_only_is_not_replaced_behind_its_owner(
    workspace: GitWorkspace, user: UserRepository
) -> None:
    copy, origin = begin(workspace, user.root)
    fix(copy)
    subject = user.root / origin.subject
    subject.chmod(0o444)
    preview = copy.preview(origin)
    assert preview.mode == "blocked"
    assert preview.reason == f"{subject} is read-only"


def test_a_file_that_can_not_be_replaced_leaves_everything_as_it_was(
    workspace: GitWorkspace, user: UserRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, origin = begin(workspace, user.root)
    fix(copy)
    before = fingerprint(user.root / "docs")

    make = os.open

    def refuse(path: Path | str, flags: int, *options: int) -> int:
        if Path(path).parent == user.root / "docs" and flags & os.O_CREAT:
            raise OSError(errno.ENOSPC, "No space left on device")
        return make(path, flags, *options)

    monkeypatch.setattr(os, "open", refuse)
    preview = copy.preview(origin)
    with pytest.raises(WorkspaceProblem, match=r"disk .* is full"):
        copy.bring_back(origin, preview, keep_branch=False)
    monkeypatch.undo()
    assert fingerprint(user.root / "docs") == before
    assert (user.head, user.git("status", "--porcelain")) == (origin.head, "")


def test_a_branch_that_can_not_be_moved_puts_the_file_back(workspace: GitWorkspace, user: UserRepository) -> None:
    copy, origin = begin(workspace, user.root)
    fix(copy)
    (user.root / ".git/refs/heads/main.lock").write_text("")
    with pytest.raises(WorkspaceProblem, match="can't be moved"):
        accept(copy, origin)
    (user.root / ".git/refs/heads/main.lock").unlink()
    assert (user.root / SUBJECT).read_text() == TEXT
    assert (user.head, user.git("status", "--porcelain")) == (origin.head, "")


@pytest.mark.parametrize("what", ["file", "branch"])
def test_what_changed_since_the_preview_is_not_overwritten(
    workspace: GitWorkspace, user: UserRepository, what: str
) -> None:
    copy, origin = begin(workspace, user.root)
    fix(copy)
    preview = copy.preview(origin)
    if what == "file":
        user.write(SUBJECT, TEXT + "in between\n")
    else:
        user.commit("In between", **{"other.md": "x\n"})
    before = fingerprint(user.root)
    with pytest.raises(WorkspaceProblem, match="changed since the preview"):
        copy.bring_back(origin, preview, keep_branch=False)
    assert fingerprint(user.root) == before


@pytest.mark.parametrize("died_after", ["everything", "the file", "nothing"])
def test_a_bring_back_cut_off_by_a_crash_is_finished_and_can_be_undone(
    workspace: GitWorkspace, user: UserRepository, died_after: str
) -> None:
    copy, origin = begin(workspace, user.root)
    sha = fix(copy)
    preview = copy.preview(origin)
    result = copy.bring_back(origin, preview, keep_branch=False)
    if died_after != "everything":
        user.git("update-ref", "refs/heads/main", str(origin.head))
        user.git("read-tree", str(origin.head))
    if died_after == "nothing":
        user.write(SUBJECT, TEXT)
    again = workspace.open("run1").bring_back(origin, preview, keep_branch=False)
    assert again == result
    assert (user.head, user.git("status", "--porcelain")) == (sha, "")
    assert user.git("log", "--format=%s").splitlines() == ["fix it", "Begin"]
    copy.take_back(origin, again)
    assert (user.root / SUBJECT).read_text() == TEXT


def test_a_written_text_is_not_written_twice(workspace: GitWorkspace, user: UserRepository) -> None:
    user.write(SUBJECT, TEXT + "draft\n")
    copy, origin = begin(workspace, user.root)
    fix(copy)
    preview = copy.preview(origin)
    result = copy.bring_back(origin, preview, keep_branch=False)
    assert copy.bring_back(origin, preview, keep_branch=False) == result
    copy.take_back(origin, result)
    assert (user.root / SUBJECT).read_text() == TEXT + "draft\n"
