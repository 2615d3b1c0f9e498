"""Bringing back a result of many files."""

import os
from pathlib import Path

import pytest

from critloop.workspace.git import GitWorkspace
from tests.support.task_result import CHANGED, NAV, SUBJECT, accept, begin, files, folders, work
from tests.support.user_repository import TEXT, UserRepository, creating_spec, range_spec, spec_of


@pytest.fixture
def user(user: UserRepository) -> UserRepository:
    begin(user)
    return user


def test_clean_files_are_fast_forwarded_together(workspace: GitWorkspace, user: UserRepository) -> None:
    copy, origin = workspace.create(range_spec(user.root, user.head))
    before, places = files(user.root), folders(user.root)
    work(copy)
    preview = copy.preview(origin)
    assert (preview.mode, preview.conflicts, preview.files) == ("fast_forward", 0, CHANGED)
    assert preview.diff.count("diff --git ") == len(CHANGED)
    assert "new file mode 100755\n" in preview.diff
    assert "old mode 100644\nnew mode 100755\n" in preview.diff
    result = copy.bring_back(origin, preview, keep_branch=False)
    assert (result.new_head, user.head) == (copy.head, copy.head)
    assert user.git("status", "--porcelain") == ""
    assert files(user.root) == files(copy.folder)
    assert not (user.root / "gone").exists()
    user.git("fsck", "--strict")
    copy.take_back(origin, result)
    assert (user.head, user.git("status", "--porcelain")) == (origin.head, "")
    assert (files(user.root), folders(user.root)) == (before, places)


def test_files_with_edits_that_the_run_began_from_are_written(workspace: GitWorkspace, user: UserRepository) -> None:
    user.write("nav.yml", NAV + "# draft\n")
    user.write("unrelated.md", "mine\n")
    copy, origin = workspace.create(range_spec(user.root, user.head))
    before, index = files(user.root), (user.root / ".git/index").read_bytes()
    work(copy)
    result = accept(copy, origin)
    assert (result.mode, result.unreviewed, user.head) == ("write", False, origin.head)
    assert (user.root / ".git/index").read_bytes() == index
    assert files(user.root) == files(copy.folder)
    copy.take_back(origin, result)
    assert files(user.root) == before


@pytest.mark.parametrize("how", ["branch moved", "a file was edited", "a file was staged"])
def test_what_changed_meanwhile_is_merged_file_by_file(workspace: GitWorkspace, user: UserRepository, how: str) -> None:
    copy, origin = workspace.create(range_spec(user.root, user.head))
    work(copy)
    if how == "branch moved":
        user.commit("Meanwhile", **{"other.md": "x\n"})
    elif how == "a file was staged":
        user.git("update-index", "--cacheinfo", f"100644,{user.git('rev-parse', 'HEAD:run.sh')},nav.yml")
    else:
        user.write(SUBJECT, TEXT.replace("# Payments", "# Refunds"))
    before = files(user.root)
    result = accept(copy, origin)
    assert (result.mode, result.unreviewed) == ("merge", True)
    expected = TEXT.replace("Three", "Five")
    merged = expected.replace("# Payments", "# Refunds") if how == "a file was edited" else expected
    assert (user.root / SUBJECT).read_text() == merged
    assert {file.path for file in result.files} == set(CHANGED)
    copy.take_back(origin, result)
    assert files(user.root) == before


def test_conflicts_of_all_files_are_counted_together(workspace: GitWorkspace, user: UserRepository) -> None:
    copy, origin = workspace.create(range_spec(user.root, user.head))
    copy.write(SUBJECT, b"theirs\n")
    copy.write("nav.yml", b"theirs\n")
    copy.commit("fix")
    user.write(SUBJECT, "mine\n")
    user.write("nav.yml", "mine\n")
    preview = copy.preview(origin)
    assert (preview.mode, preview.conflicts) == ("merge", 2)


def test_edits_that_the_user_made_too_are_no_longer_a_change(workspace: GitWorkspace, user: UserRepository) -> None:
    copy, origin = workspace.create(range_spec(user.root, user.head))
    work(copy)
    (user.root / "gone/here.md").unlink()
    user.write("bin/pay", "#!/bin/sh\n").chmod(0o755)
    preview = copy.preview(origin)
    assert preview.mode == "merge"
    assert set(preview.files) == set(CHANGED) - {"gone/here.md", "bin/pay"}


def test_a_new_page_and_its_navigation_entry_come_together(workspace: GitWorkspace, user: UserRepository) -> None:
    copy, origin = workspace.create(creating_spec(user.root, "docs/refunds/start.md"))
    copy.write("docs/refunds/start.md", b"# Refunds\n")
    copy.write("nav.yml", NAV.encode() + b"  - docs/refunds/start.md\n")
    copy.commit("Write it")
    result = accept(copy, origin)
    assert (result.mode, result.before_hash, [file.before is None for file in result.files]) == (
        "fast_forward",
        "",
        [True, False],
    )
    assert user.git("show", "--name-status", "--format=", "HEAD") == "A\tdocs/refunds/start.md\nM\tnav.yml"
    copy.take_back(origin, result)
    assert not (user.root / "docs/refunds").exists()


@pytest.mark.parametrize("kind", ["plain", "unborn"])
def test_where_there_is_no_commit_files_are_written_and_taken_back(
    workspace: GitWorkspace, tmp_path: Path, kind: str
) -> None:
    place = UserRepository(tmp_path / "place", init=kind == "unborn")
    place.write("page.md", TEXT)
    copy, origin = workspace.create(spec_of(place.root, "page.md"))
    before = files(place.root)
    (copy.folder / "page.md").unlink()
    copy.write("pages/one.md", b"one\n")
    copy.write("pages/two.md", b"two\n")
    copy.commit("split")
    result = accept(copy, origin)
    assert result.mode == "write"
    assert set(files(place.root)) == {"pages/one.md", "pages/two.md"}
    copy.take_back(origin, result)
    assert files(place.root) == before
    assert not (place.root / "pages").exists()


def test_a_new_file_gets_the_permissions_that_the_user_gives_files(workspace: GitWorkspace, tmp_path: Path) -> None:
    (tmp_path / "loose").mkdir()
    copy, origin = workspace.create(creating_spec(tmp_path / "loose", "a.md"))
    copy.write("a.md", b"a\n")
    copy.commit("write")
    mask = os.umask(0o027)
    try:
        accept(copy, origin)
    finally:
        os.umask(mask)
    assert (tmp_path / "loose/a.md").stat().st_mode & 0o777 == 0o640


def test_line_ends_are_those_of_the_users_checkout(workspace: GitWorkspace, user: UserRepository) -> None:
    user.git("config", "core.autocrlf", "true")
    for name in ("nav.yml", "old/name.md"):
        (user.root / name).unlink()
    user.git("checkout", "--quiet", "--", ".")
    assert b"\r\n" in (user.root / "nav.yml").read_bytes()
    copy, origin = workspace.create(spec_of(user.root, SUBJECT))
    copy.write("nav.yml", NAV.encode() + b"  - more.md\n")
    (copy.folder / "old/name.md").unlink()
    copy.commit("change")
    result = accept(copy, origin)
    assert result.mode == "fast_forward"
    assert (user.root / "nav.yml").read_bytes() == (NAV + "  - more.md\n").replace("\n", "\r\n").encode()
    assert user.git("cat-file", "blob", "HEAD:nav.yml") == NAV + "  - more.md"
    assert user.git("status", "--porcelain") == ""
    copy.take_back(origin, result)
    assert user.git("status", "--porcelain") == ""
    user.write("nav.yml", ("# mine\n" + NAV).replace("\n", "\r\n"))
    preview = copy.preview(origin)
    assert (preview.mode, preview.conflicts) == ("merge", 0)
    accept(copy, origin)
    assert (user.root / "nav.yml").read_bytes() == f"# mine\n{NAV}  - more.md\n".replace("\n", "\r\n").encode()


def test_edits_that_were_only_staged_are_edits_that_the_run_began_from(
    workspace: GitWorkspace, user: UserRepository
) -> None:
    user.write("nav.yml", "staged\n")
    user.git("add", "nav.yml")
    user.write("nav.yml", NAV)
    copy, origin = workspace.create(range_spec(user.root, user.head))
    work(copy)
    result = accept(copy, origin)
    assert (result.mode, result.unreviewed) == ("write", False)
    assert user.git("show", ":nav.yml") == "staged"


def test_a_data_folder_with_an_odd_name_is_no_trouble(user: UserRepository, tmp_path: Path) -> None:
    user.git("config", "core.autocrlf", "true")
    (user.root / "nav.yml").unlink()
    user.git("checkout", "--quiet", "--", ".")
    copy, origin = GitWorkspace(tmp_path / 'da:ta "here"').create(spec_of(user.root, SUBJECT))
    copy.write("nav.yml", b"nav:\n")
    copy.commit("change")
    assert accept(copy, origin).mode == "fast_forward"
    assert (user.root / "nav.yml").read_bytes() == b"nav:\r\n"


def test_a_new_file_comes_also_where_no_hard_links_are(
    workspace: GitWorkspace, user: UserRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    copy, origin = workspace.create(range_spec(user.root, user.head))
    work(copy)
    monkeypatch.setattr(Path, "hardlink_to", refuse)
    accept(copy, origin)
    assert files(user.root) == files(copy.folder)


def test_a_clean_filter_of_the_users_runs_only_for_what_is_committed(
    workspace: GitWorkspace, user: UserRepository, tmp_path: Path
) -> None:
    user.git("config", "filter.loud.clean", f"tee -a '{tmp_path}/ran'")
    user.git("config", "filter.loud.smudge", f"tee -a '{tmp_path}/ran'")
    user.commit("Filter", **{".gitattributes": "*.yml filter=loud\n"})
    (tmp_path / "ran").unlink(missing_ok=True)
    copy, origin = workspace.create(range_spec(user.root, user.head))
    work(copy)
    preview = copy.preview(origin)
    assert preview.mode == "fast_forward"
    assert not (tmp_path / "ran").exists()
    copy.bring_back(origin, preview, keep_branch=False)
    assert user.git("status", "--porcelain") == ""
