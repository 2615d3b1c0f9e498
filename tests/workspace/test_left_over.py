"""What a process that was killed has left is cleared away by the next one, and nothing else is."""

import os
from pathlib import Path

import pytest

from critloop.model.errors import WorkspaceProblem
from critloop.model.workcopy import Change, Origin
from critloop.workspace.copy import GitWorkCopy
from critloop.workspace.git import GitWorkspace
from critloop.workspace.record import read_record
from critloop.workspace.user_file import temporary_beside
from tests.support.task_result import accept, begin, files, work
from tests.support.user_repository import UserRepository, piece_of, range_spec, spec_of

SUBJECT = "docs/pay.md"


class Died(BaseException):
    """The process was killed."""


@pytest.fixture
def copy(workspace: GitWorkspace, user: UserRepository) -> GitWorkCopy:
    return workspace.create(spec_of(user.root, SUBJECT))[0]


@pytest.mark.parametrize(
    "lock",
    [
        *("index.lock", "HEAD.lock", "config.lock", "packed-refs.lock"),
        *("refs/heads/critloop/run1.lock", "refs/critloop/run1/spec/1.lock"),
    ],
)
def test_a_lock_that_was_left_in_the_work_copy_is_in_nobodys_way(
    workspace: GitWorkspace, copy: GitWorkCopy, lock: str
) -> None:
    place = copy.git_dir / lock
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("")
    again = workspace.open("run1")
    again.take_up()
    assert not place.exists()
    again.write(SUBJECT, b"fixed\n")
    assert again.commit("fix") is not None
    again.snapshot(piece_of(SUBJECT, "fixed\n"), 1)
    assert again.changes() == []


def test_a_lock_that_a_test_left_is_in_nobodys_way(copy: GitWorkCopy) -> None:
    tree, head = copy.tree(), copy.head
    for name in ("index.lock", "HEAD.lock"):
        (copy.git_dir / name).write_text("")
    assert copy.back_to(tree, head, "t1") == ((), None)
    copy.write(SUBJECT, b"fixed\n")
    assert copy.commit("fix") is not None


def test_a_lock_of_the_users_repository_stays(workspace: GitWorkspace, copy: GitWorkCopy, user: UserRepository) -> None:
    lock = user.root / ".git/index.lock"
    lock.write_text("")
    workspace.open("run1").take_up()
    copy.restore(copy.head, "t1")
    assert lock.exists()


def test_somebody_who_only_looks_takes_no_lock_away(workspace: GitWorkspace, copy: GitWorkCopy) -> None:
    lock = copy.git_dir / "index.lock"
    lock.write_text("")
    assert workspace.open("run1").read("HEAD", SUBJECT)
    assert lock.exists()


def test_a_commit_whose_index_was_not_written_any_more_is_whole(
    workspace: GitWorkspace, copy: GitWorkCopy, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: object) -> None:
        raise Died

    monkeypatch.setattr(GitWorkCopy, "stage", die)
    copy.write(SUBJECT, b"fixed\n")
    copy.write("b.md", b"new\n")
    with pytest.raises(Died):
        copy.commit("fix")
    monkeypatch.undo()
    copy.write("src/pay.py", b"typed since\n")
    again = workspace.open("run1")
    again.take_up()
    assert again.changes() == [Change(path="src/pay.py", status="modified")]
    assert again.read("HEAD", "b.md") == b"new\n"


def test_an_index_that_can_not_be_read_is_made_anew(workspace: GitWorkspace, copy: GitWorkCopy) -> None:
    (copy.git_dir / "index").write_bytes(b"rubbish")
    again = workspace.open("run1")
    again.take_up()
    assert again.changes() == []


@pytest.fixture
def brought(workspace: GitWorkspace, user: UserRepository) -> tuple[GitWorkCopy, Origin]:
    begin(user)
    copy, origin = workspace.create(range_spec(user.root, user.head))
    work(copy)
    return copy, origin


@pytest.mark.parametrize("step", ["fsync", "rename", "link"])
@pytest.mark.parametrize("undoing", [False, True])
def test_no_temporary_file_stays_in_the_users_folder(
    workspace: GitWorkspace,
    user: UserRepository,
    brought: tuple[GitWorkCopy, Origin],
    monkeypatch: pytest.MonkeyPatch,
    step: str,
    *,
    undoing: bool,
) -> None:
    copy, origin = brought
    before = files(user.root)
    preview = copy.preview(origin)
    result = copy.bring_back(origin, preview, keep_branch=False)
    after = files(user.root)
    if not undoing:
        copy.take_back(origin, result)
    _die_in(monkeypatch, user.root, step)
    with pytest.raises(Died):
        copy.take_back(origin, result) if undoing else copy.bring_back(origin, preview, keep_branch=False)
    monkeypatch.undo()
    assert files(user.root).keys() - before.keys() - after.keys(), "the process was to die with a temporary file there"
    again = workspace.open("run1")
    if undoing:
        again.take_back(origin, result)
    else:
        again.bring_back(origin, again.preview(origin) if _is_as(user, before) else preview, keep_branch=False)
    assert files(user.root) == (before if undoing else after)


def _is_as(user: UserRepository, before: dict[str, tuple[bytes, int]]) -> bool:
    return all(files(user.root).get(path) == content for path, content in before.items())


def _die_in(monkeypatch: pytest.MonkeyPatch, root: Path, step: str) -> None:
    """Die at a moment when the first temporary file in the user's folder has just been written."""
    real = os.fsync

    def is_users(handle: int) -> bool:
        return os.fstat(handle).st_ino in {place.lstat().st_ino for place in root.rglob(".*")}

    def fsync(handle: int) -> None:
        if is_users(handle):
            raise Died
        real(handle)

    def move(self: Path, *_: object) -> None:
        if self.is_relative_to(root):
            raise Died
        raise AssertionError(self)

    # A killed process tidies nothing up.
    unlink = Path.unlink
    monkeypatch.setattr(
        Path,
        "unlink",
        lambda self, missing_ok=False: None if self.is_relative_to(root) else unlink(self, missing_ok=missing_ok),
    )
    monkeypatch.setattr("critloop.workspace.steps.take_back_steps", lambda *_: None)
    if step == "fsync":
        monkeypatch.setattr(os, "fsync", fsync)
    elif step == "link":
        monkeypatch.setattr(Path, "hardlink_to", move)
    else:
        replace = Path.replace
        monkeypatch.setattr(
            Path, "replace", lambda self, to: move(self) if self.is_relative_to(root) else replace(self, to)
        )


def test_taking_a_run_up_clears_temporary_files_away_too(
    workspace: GitWorkspace, user: UserRepository, brought: tuple[GitWorkCopy, Origin]
) -> None:
    copy, origin = brought
    accept(copy, origin)
    record = read_record(copy.layout.apart)
    assert record is not None
    place = temporary_beside(user.root / "nav.yml", record.mark)
    place.write_text("half")
    theirs = user.write(".nav.yml.backup", "theirs")
    workspace.open("run1").take_up()
    assert not place.exists()
    assert theirs.exists()


def test_an_undo_that_was_done_is_done_whatever_the_user_wrote_since(
    workspace: GitWorkspace, user: UserRepository, brought: tuple[GitWorkCopy, Origin]
) -> None:
    copy, origin = brought
    result = accept(copy, origin)
    copy.take_back(origin, result)
    user.write("nav.yml", "typed since\n")
    workspace.open("run1").take_back(origin, result)
    assert (user.root / "nav.yml").read_text() == "typed since\n"
    assert user.head == origin.head


def test_an_undo_of_what_was_brought_back_again_is_no_earlier_one(
    user: UserRepository, brought: tuple[GitWorkCopy, Origin]
) -> None:
    copy, origin = brought
    before = files(user.root)
    copy.take_back(origin, accept(copy, origin))
    again = accept(copy, origin)
    user.write("nav.yml", "typed since\n")
    with pytest.raises(WorkspaceProblem, match="edited since"):
        copy.take_back(origin, again)
    user.git("checkout", "--quiet", "nav.yml")
    copy.take_back(origin, again)
    assert files(user.root) == before
