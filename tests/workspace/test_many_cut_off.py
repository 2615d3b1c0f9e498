"""A bring-back or an undo of many files that fails or dies on the way: all of them or none."""

from pathlib import Path

import pytest

from critloop.model.errors import WorkspaceProblem
from critloop.workspace.git import GitWorkspace
from critloop.workspace.record import Record, write_record
from tests.support.task_result import CHANGED, NAV, SUBJECT, accept, begin, files, folders, work
from tests.support.user_repository import UserRepository, fingerprint, range_spec, spec_of


@pytest.fixture
def user(user: UserRepository) -> UserRepository:
    begin(user)
    return user


def _refuse_at(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    link = Path.hardlink_to

    def refuse(self: Path, target: Path) -> None:
        if self == path:
            raise FileExistsError(str(self))
        link(self, target)

    monkeypatch.setattr(Path, "hardlink_to", refuse)


@pytest.mark.parametrize("dirty", [True, False])
def test_one_file_that_fails_takes_all_back(
    workspace: GitWorkspace, user: UserRepository, monkeypatch: pytest.MonkeyPatch, *, dirty: bool
) -> None:
    if dirty:
        user.write("nav.yml", NAV + "# draft\n")
    copy, origin = workspace.create(range_spec(user.root, user.head))
    work(copy)
    before, places, status = files(user.root), folders(user.root), user.git("status", "--porcelain")
    _refuse_at(monkeypatch, user.root / "src/new/retry.py")
    with pytest.raises(WorkspaceProblem, match="made just now"):
        accept(copy, origin)
    assert (files(user.root), folders(user.root)) == (before, places)
    assert (user.head, user.git("status", "--porcelain")) == (origin.head, status)
    monkeypatch.undo()
    assert accept(copy, origin).mode == ("write" if dirty else "fast_forward")


def test_a_branch_that_can_not_be_moved_takes_all_back(workspace: GitWorkspace, user: UserRepository) -> None:
    copy, origin = workspace.create(range_spec(user.root, user.head))
    work(copy)
    before, places = files(user.root), folders(user.root)
    (user.root / ".git/refs/heads/main.lock").write_text("")
    with pytest.raises(WorkspaceProblem, match="can't be moved"):
        accept(copy, origin)
    (user.root / ".git/refs/heads/main.lock").unlink()
    assert (files(user.root), folders(user.root)) == (before, places)
    assert (user.head, user.git("status", "--porcelain")) == (origin.head, "")


@pytest.mark.parametrize("dirty", [True, False])
@pytest.mark.parametrize("left", [1, 4, 7, 8])
def test_a_bring_back_that_died_between_two_files_is_finished(
    workspace: GitWorkspace, user: UserRepository, left: int, *, dirty: bool
) -> None:
    if dirty:
        user.write("nav.yml", NAV + "# draft\n")
    copy, origin = workspace.create(range_spec(user.root, user.head))
    before, after = files(user.root), {}
    work(copy)
    preview = copy.preview(origin)
    result = copy.bring_back(origin, preview, keep_branch=False)
    after = files(user.root)
    if not dirty:
        user.git("update-ref", "refs/heads/main", str(origin.head))
        user.git("read-tree", str(origin.head))
    for path in CHANGED[:left]:
        _put(user.root / path, before.get(path))
    again = workspace.open("run1").bring_back(origin, preview, keep_branch=False)
    assert again == result
    assert files(user.root) == after
    assert (user.git("status", "--porcelain") == "") == (not dirty)
    copy.take_back(origin, again)
    assert files(user.root) == before


def _put(path: Path, content: tuple[bytes, int] | None) -> None:
    if content is None:
        path.unlink()
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content[0])
    path.chmod(content[1])


def test_a_bring_back_that_died_is_not_finished_over_later_edits(workspace: GitWorkspace, user: UserRepository) -> None:
    user.write("nav.yml", NAV + "# draft\n")
    copy, origin = workspace.create(range_spec(user.root, user.head))
    work(copy)
    preview = copy.preview(origin)
    copy.bring_back(origin, preview, keep_branch=False)
    (user.root / "bin/pay").unlink()
    user.write("nav.yml", "typed since\n")
    before = fingerprint(user.root)
    with pytest.raises(WorkspaceProblem, match="changed since the preview"):
        copy.bring_back(origin, preview, keep_branch=False)
    assert fingerprint(user.root) == before


@pytest.mark.parametrize("later", ["edited", "deleted", "a made file edited", "a deleted file made again", "staged"])
def test_undo_never_loses_later_work_in_any_file(workspace: GitWorkspace, user: UserRepository, later: str) -> None:
    copy, origin = workspace.create(range_spec(user.root, user.head))
    work(copy)
    result = accept(copy, origin)
    match later:
        case "edited":
            user.write("nav.yml", "later\n")
        case "deleted":
            (user.root / SUBJECT).unlink()
        case "a made file edited":
            user.write("bin/pay", "later\n")
        case "a deleted file made again":
            user.write("gone/here.md", "later\n")
        case _:
            user.write("nav.yml", "later\n")
            user.git("add", "nav.yml")
            user.write("nav.yml", NAV + "  - new/name.md\n")
    before = fingerprint(user.root)
    with pytest.raises(WorkspaceProblem) as caught:
        copy.take_back(origin, result)
    assert caught.value.remedy
    assert fingerprint(user.root) == before


@pytest.mark.parametrize("dirty", [True, False])
@pytest.mark.parametrize("left", [1, 5, 8])
def test_an_undo_that_died_between_two_files_is_finished(
    workspace: GitWorkspace, user: UserRepository, monkeypatch: pytest.MonkeyPatch, left: int, *, dirty: bool
) -> None:
    if dirty:
        user.write("nav.yml", NAV + "# draft\n")
    copy, origin = workspace.create(range_spec(user.root, user.head))
    before, status = files(user.root), user.git("status", "--porcelain")
    work(copy)
    result = accept(copy, origin)
    after = files(user.root)

    class Died(BaseException):
        pass

    def die(*_: object) -> None:
        for path in CHANGED[:left]:
            _put(user.root / path, before.get(path))
        raise Died

    monkeypatch.setattr("critloop.workspace.take_back.do_all" if dirty else "critloop.workspace.landing.do_all", die)
    with pytest.raises(Died):
        copy.take_back(origin, result)
    monkeypatch.undo()
    assert files(user.root) not in (before, after) or left == len(CHANGED)
    workspace.open("run1").take_back(origin, result)
    assert (files(user.root), user.git("status", "--porcelain"), user.head) == (before, status, origin.head)


def test_a_result_of_one_file_from_an_earlier_version_can_be_undone(
    workspace: GitWorkspace, user: UserRepository
) -> None:
    user.write(SUBJECT, "draft\n")
    copy, origin = workspace.create(spec_of(user.root, SUBJECT))
    copy.write(SUBJECT, b"fixed\n")
    copy.commit("fix")
    result = accept(copy, origin)
    old = result.but({"files": (), "backup": str(result.files[0].before)})
    user.write(SUBJECT, "fixed, and more\n")
    with pytest.raises(WorkspaceProblem, match="was edited since") as caught:
        copy.take_back(origin, old)
    assert old.backup in caught.value.remedy
    user.write(SUBJECT, "fixed\n")
    copy.take_back(origin, old)
    assert (user.root / SUBJECT).read_text() == "draft\n"


def test_an_undo_that_died_after_all_was_done_is_over(
    workspace: GitWorkspace, user: UserRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, origin = workspace.create(range_spec(user.root, user.head))
    before = files(user.root)
    work(copy)
    result = accept(copy, origin)

    def die(apart: Path, record: Record) -> None:
        if record.undone:
            raise KeyboardInterrupt
        write_record(apart, record)

    monkeypatch.setattr("critloop.workspace.take_back.write_record", die)
    with pytest.raises(KeyboardInterrupt):
        copy.take_back(origin, result)
    monkeypatch.undo()
    workspace.open("run1").take_back(origin, result)
    assert (files(user.root), user.head, user.git("status", "--porcelain")) == (before, origin.head, "")


def test_an_undo_that_fails_leaves_the_result_there(
    workspace: GitWorkspace, user: UserRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, origin = workspace.create(range_spec(user.root, user.head))
    work(copy)
    preview = copy.preview(origin)
    result = copy.bring_back(origin, preview, keep_branch=False)
    after = files(user.root)
    _refuse_at(monkeypatch, user.root / "old/name.md")
    with pytest.raises(WorkspaceProblem, match="made just now"):
        copy.take_back(origin, result)
    monkeypatch.undo()
    assert (files(user.root), user.head, user.git("status", "--porcelain")) == (after, copy.head, "")
    assert copy.bring_back(origin, preview, keep_branch=False) == result
    copy.take_back(origin, result)
    assert user.head == origin.head
