"""What a range of commits comes to, for every kind of file and change."""

import os
from pathlib import Path

import pytest

from critloop.model.errors import WorkspaceProblem
from critloop.model.material import FilePatch, RangeText
from critloop.workspace.copy import GitWorkCopy
from critloop.workspace.git import GitWorkspace
from tests.support.user_repository import TEXT, UserRepository, fingerprint, range_spec, spec_of

SUBJECT = "docs/pay.md"


def ranged(workspace: GitWorkspace, user: UserRepository, base: str) -> RangeText:
    copy, _ = workspace.create(range_spec(user.root, base, user.head))
    return copy.range(base, copy.head)


def only_file(found: RangeText) -> FilePatch:
    (file,) = found.files
    return file


def test_commits_come_oldest_first_and_files_with_their_patches(workspace: GitWorkspace, user: UserRepository) -> None:
    base = user.head
    first = user.commit("Try oftener\n\nSince it fails.", **{"src/pay.py": "tries = 5\n"})
    second = user.commit("Überarbeite", **{SUBJECT: TEXT.replace("Three", "Five"), "new.md": "new\n"})
    found = ranged(workspace, user, base)
    assert (found.base, found.head, found.uncommitted) == (base, second, ())
    assert [(commit.sha, commit.subject) for commit in found.commits] == [
        (first, "Try oftener"),
        (second, "Überarbeite"),
    ]
    assert [(file.path, file.status, file.kind, file.added, file.removed) for file in found.files] == [
        (SUBJECT, "modified", "text", 1, 1),
        ("new.md", "added", "text", 1, 0),
        ("src/pay.py", "modified", "text", 1, 1),
    ]
    assert found.files[2].patch.startswith("diff --git a/src/pay.py b/src/pay.py\nindex ")
    assert found.files[2].patch.endswith("@@ -1 +1 @@\n-tries = 3\n+tries = 5\n")
    assert "".join(file.patch for file in found.files) == user.git("diff", "--full-index", base, "HEAD") + "\n"


def test_an_empty_range_has_nothing(workspace: GitWorkspace, user: UserRepository) -> None:
    found = ranged(workspace, user, user.head)
    assert (found.commits, found.files) == ((), ())


def test_a_rename_is_one_file_with_both_names(workspace: GitWorkspace, user: UserRepository) -> None:
    base = user.head
    user.git("mv", SUBJECT, "docs/payments and ünï.md")
    (user.root / "docs/payments and ünï.md").write_text(TEXT.replace("Three", "Five"))
    user.commit("Rename")
    file = only_file(ranged(workspace, user, base))
    assert (file.path, file.old_path, file.status) == ("docs/payments and ünï.md", SUBJECT, "renamed")
    assert (file.added, file.removed) == (1, 1)
    assert "rename from docs/pay.md\n" in file.patch
    assert "+Five tries.\n" in file.patch


def test_a_deleted_file_is_told(workspace: GitWorkspace, user: UserRepository) -> None:
    base = user.head
    (user.root / SUBJECT).unlink()
    user.commit("Delete")
    file = only_file(ranged(workspace, user, base))
    assert (file.path, file.status, file.removed) == (SUBJECT, "deleted", 9)


def test_a_binary_file_has_no_patch(workspace: GitWorkspace, user: UserRepository) -> None:
    base = user.head
    user.write("a.png", b"\x89PNG\0\0")
    user.commit("Picture", **{"b.txt": "text\n"})
    picture, text = ranged(workspace, user, base).files
    assert (picture.path, picture.kind, picture.patch, picture.added, picture.removed) == ("a.png", "binary", "", 0, 0)
    assert (text.path, text.kind, text.added) == ("b.txt", "text", 1)


def test_a_submodule_names_both_its_commits(workspace: GitWorkspace, user: UserRepository, tmp_path: Path) -> None:
    inner = UserRepository(tmp_path / "inner")
    old = inner.commit("One")
    user.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner.root), "vendor")
    user.git("config", "-f", ".gitmodules", "submodule.vendor.ignore", "all")
    user.commit("Add it")
    base = user.head
    new = inner.commit("Two")
    UserRepository(user.root / "vendor", init=False).git("fetch", "--quiet")
    user.git("update-index", "--cacheinfo", f"160000,{new},vendor")
    user.git("commit", "--quiet", "-m", "Move it on")
    file = only_file(ranged(workspace, user, base))
    assert (file.path, file.kind, file.status) == ("vendor", "submodule", "modified")
    assert f"-Subproject commit {old}\n+Subproject commit {new}\n" in file.patch


def test_links_and_files_that_become_links_are_told(workspace: GitWorkspace, user: UserRepository) -> None:
    user.commit("More", **{"plain.md": "one\n", "z.md": "last\n"})
    base = user.head
    (user.root / "link").symlink_to("docs/pay.md")
    (user.root / "plain.md").unlink()
    (user.root / "plain.md").symlink_to("z.md")
    user.commit("Link", **{"z.md": "last of all\n"})
    link, plain, last = ranged(workspace, user, base).files
    assert (link.path, link.kind, link.status) == ("link", "link", "added")
    assert "+docs/pay.md\n\\ No newline at end of file\n" in link.patch
    assert (plain.path, plain.kind, plain.status) == ("plain.md", "link", "modified")
    assert plain.patch.count("diff --git a/plain.md b/plain.md\n") == 2
    assert (last.path, last.kind, last.patch.count("diff --git")) == ("z.md", "text", 1)


def test_a_changed_mode_is_a_change(workspace: GitWorkspace, user: UserRepository) -> None:
    base = user.head
    (user.root / "src/pay.py").chmod(0o755)
    user.commit("Run it")
    file = only_file(ranged(workspace, user, base))
    assert (file.status, file.added, file.removed) == ("modified", 0, 0)
    assert "old mode 100644\nnew mode 100755\n" in file.patch


def test_a_missing_last_line_end_is_kept(workspace: GitWorkspace, user: UserRepository) -> None:
    base = user.head
    user.commit("Cut", **{"src/pay.py": "tries = 3"})
    assert only_file(ranged(workspace, user, base)).patch.endswith("+tries = 3\n\\ No newline at end of file\n")


def test_text_that_is_not_utf_8_is_shown_as_well_as_it_can_be(workspace: GitWorkspace, user: UserRepository) -> None:
    base = user.head
    user.commit("Latin", **{"latin.txt": b"caf\xe9\n"})
    file = only_file(ranged(workspace, user, base))
    assert (file.kind, file.added) == ("text", 1)
    assert file.patch.endswith("+caf�\n")


def test_empty_files_and_text_that_looks_like_a_patch_confuse_nothing(
    workspace: GitWorkspace, user: UserRepository
) -> None:
    base = user.head
    trap = "diff --git a/x b/x\n--- a/x\r\n+++ b/x\x0b\x85\n:100644 100644 0 0 M"
    user.commit("Traps", **{"a.empty": "", "b.patch": trap, "c.txt": "end\n"})
    files = ranged(workspace, user, base).files
    assert [(file.path, file.added) for file in files] == [("a.empty", 0), ("b.patch", 4), ("c.txt", 1)]
    assert "+diff --git a/x b/x\n+--- a/x\r\n" in files[1].patch
    assert files[2].patch.endswith("+end\n")


@pytest.mark.parametrize("name", ['a "b" c.md', "new\nline.md", "tab\there.md", "日本/ü.md", "-rf", "a => b", "{x}.md"])
def test_odd_names_stay_whole(workspace: GitWorkspace, user: UserRepository, name: str) -> None:
    base = user.head
    user.commit("Odd", **{name: "one\n"})
    middle = user.head
    added = only_file(ranged(workspace, user, base))
    assert (added.path, added.added) == (name, 1)
    user.git("mv", "--", name, f"{name}-2")
    user.commit("Odder")
    moved = only_file(ranged(workspace, user, middle))
    assert (moved.path, moved.old_path, moved.status) == (f"{name}-2", name, "renamed")


def test_a_name_that_is_not_utf_8_is_shown_with_escapes(workspace: GitWorkspace, user: UserRepository) -> None:
    base = user.head
    user.write(os.fsdecode(b"caf\xe9.md"), "x\n")
    user.commit("Latin name")
    assert only_file(ranged(workspace, user, base)).path == "caf\\xe9.md"


def test_a_huge_diff_is_read_in_two_calls_of_git(
    workspace: GitWorkspace, user: UserRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = user.head
    user.commit("Much", **{f"pages/{number:04}.md": f"{number}\n" * 50 for number in range(800)})
    copy, _ = workspace.create(range_spec(user.root, base, user.head))
    head, run = copy.head, copy.git.run
    calls: list[str] = []

    def counted(*words: str) -> bytes:
        calls.append(words[0])
        return run(*words)

    monkeypatch.setattr(copy.git, "run", counted)
    found = copy.range(base, head)
    assert (len(found.files), {file.added for file in found.files}) == (800, {50})
    assert calls == ["log", "diff-tree"]
    assert copy.range(base, head) is found


def test_nothing_of_the_users_or_the_agents_changes_what_is_shown(
    workspace: GitWorkspace, user: UserRepository, tmp_path: Path
) -> None:
    base = user.head
    user.commit("Attributes", **{".gitattributes": "*.py -diff diff=loud\n", "src/pay.py": "tries = 5\n"})
    copy, _ = workspace.create(range_spec(user.root, base, user.head))
    inside = UserRepository(copy.folder, init=False)
    for name in ("diff.external", "diff.loud.command", "diff.loud.textconv"):
        inside.git("config", name, f"touch '{tmp_path}/ran'")
    inside.git("config", "diff.loud.binary", "true")
    inside.git("config", "color.ui", "always")
    inside.git("config", "diff.renames", "false")
    inside.git("config", "diff.noprefix", "true")
    (copy.git_dir / "info/attributes").write_text("* -diff\n")
    assert "-tries = 3\n+tries = 5\n" in copy.range(base, copy.head).files[1].patch
    assert not (tmp_path / "ran").exists()


def test_what_the_user_had_not_committed_is_named(workspace: GitWorkspace, user: UserRepository) -> None:
    base = user.commit("Later", **{"later.md": "x\n"})
    user.write(SUBJECT, "edited\n")
    user.write("untracked ü.md", "new\n")
    copy, origin = workspace.create(range_spec(user.root, base))
    (copy.folder / "src/pay.py").write_text("tries = 5\n")
    copy.commit("Implement")
    found = copy.range(base, copy.head)
    assert found.uncommitted == (SUBJECT, "untracked ü.md")
    assert [commit.subject for commit in found.commits] == ["Begin with uncommitted edits", "Implement"]
    assert copy.range(origin.seed, copy.head).uncommitted == ()


def test_an_unknown_commit_is_an_error(workspace: GitWorkspace, user: UserRepository) -> None:
    copy, _ = workspace.create(spec_of(user.root, SUBJECT))
    with pytest.raises(WorkspaceProblem, match="no revision"):
        copy.range("0" * 40, copy.head)


@pytest.fixture
def copy(workspace: GitWorkspace, user: UserRepository) -> GitWorkCopy:
    user.commit("Ignore", **{".gitignore": "*.log\n"})
    return workspace.create(spec_of(user.root, SUBJECT))[0]


def test_the_tree_of_the_files_is_what_a_commit_of_all_would_have(copy: GitWorkCopy) -> None:
    inside = UserRepository(copy.folder, init=False)
    assert copy.tree() == inside.git("rev-parse", "HEAD^{tree}")
    inside.write(SUBJECT, "edited\n")
    inside.write("new/file.md", "new\n")
    (copy.folder / "src/pay.py").unlink()
    first = copy.tree()
    inside.write("noise.log", "ignored\n")
    assert copy.tree() == first
    inside.commit("All")
    assert inside.git("rev-parse", "HEAD^{tree}") == first


def test_asking_for_the_tree_leaves_index_and_refs_alone(copy: GitWorkCopy) -> None:
    inside = UserRepository(copy.folder, init=False)
    inside.write("staged.md", "staged\n")
    inside.git("add", "staged.md")
    inside.write("other.md", "other\n")
    kept = {name for name in fingerprint(copy.git_dir) if not name.startswith("objects/")}
    before = {name: value for name, value in fingerprint(copy.git_dir).items() if name in kept and name}
    copy.tree()
    after = {name: value for name, value in fingerprint(copy.git_dir).items() if not name.startswith("objects/")}
    assert after == before
