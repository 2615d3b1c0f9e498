"""The best version lies beside the user's file, and goes when it is taken, unless they have made it theirs."""

import hashlib
from pathlib import Path

import pytest

from critloop.model.workcopy import Origin
from critloop.workspace.beside import leave, take_away


def origin(root: Path) -> Origin:
    return Origin(
        kind="plain",
        root=str(root),
        subject="a.md",
        head=None,
        branch=None,
        subject_hash="",
        subject_dirty=False,
        others_dirty=False,
        seed="",
    )


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def note(root: Path) -> Path:
    return root.with_name(f"{root.name}.note")


def test_it_is_named_after_the_file_and_replaces_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.best.md").write_bytes(b"mine")
    assert leave(origin(tmp_path), "a.md", b"best", note(tmp_path)) == "a.best-2.md"
    assert (tmp_path / "a.best-2.md").read_bytes() == b"best"
    assert (tmp_path / "a.best.md").read_bytes() == b"mine"


def test_where_it_can_not_be_written_there_is_no_name(tmp_path: Path) -> None:
    assert leave(origin(tmp_path), "gone/a.md", b"best", note(tmp_path)) == ""


def test_it_is_taken_away_again(tmp_path: Path) -> None:
    path = leave(origin(tmp_path), "a.md", b"best", note(tmp_path))
    take_away(origin(tmp_path), path, digest(b"best"))
    assert not list(tmp_path.iterdir())


def test_one_that_was_edited_stays(tmp_path: Path) -> None:
    path = leave(origin(tmp_path), "a.md", b"best", note(tmp_path))
    (tmp_path / path).write_bytes(b"better")
    take_away(origin(tmp_path), path, digest(b"best"))
    assert (tmp_path / path).read_bytes() == b"better"


def test_one_that_is_gone_is_no_trouble(tmp_path: Path) -> None:
    take_away(origin(tmp_path), "a.best.md", digest(b"best"))


@pytest.mark.parametrize("written", [b"best", b"be", b""])
def test_one_that_a_process_left_when_it_died_is_gone_on_with(tmp_path: Path, written: bytes) -> None:
    leave(origin(tmp_path), "a.md", b"best", note(tmp_path))
    (tmp_path / "a.best.md").write_bytes(written)
    assert leave(origin(tmp_path), "a.md", b"best", note(tmp_path)) == "a.best.md"
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a.best.md": b"best"}


def test_a_file_of_the_same_bytes_that_somebody_else_made_is_not_taken_over(tmp_path: Path) -> None:
    (tmp_path / "a.best.md").write_bytes(b"best")
    assert leave(origin(tmp_path), "a.md", b"best", note(tmp_path)) == "a.best-2.md"


def test_one_that_was_edited_after_the_process_died_is_not_taken_over(tmp_path: Path) -> None:
    leave(origin(tmp_path), "a.md", b"best", note(tmp_path))
    (tmp_path / "a.best.md").write_bytes(b"bester")
    assert leave(origin(tmp_path), "a.md", b"best", note(tmp_path)) == "a.best-2.md"
    assert (tmp_path / "a.best.md").read_bytes() == b"bester"
