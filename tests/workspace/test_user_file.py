import os
from pathlib import Path

import pytest

from critloop.model.errors import WorkspaceProblem
from critloop.workspace.user_file import UserFile


def test_a_file_that_changed_in_the_last_moment_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"typed just now")
    with pytest.raises(WorkspaceProblem, match="changed just now"):
        UserFile(tmp_path, "a.md").replace(b"as planned", b"new", "mark")
    assert (tmp_path / "a.md").read_bytes() == b"typed just now"


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755, 0o444])
def test_a_replaced_file_keeps_its_mode_and_leaves_nothing_beside_it(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"old")
    path.chmod(mode)
    UserFile(tmp_path, "a.md").replace(b"old", b"new", "mark")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == mode
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.md"]


def test_a_reader_sees_the_old_text_or_the_new_one_never_a_part(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"old")
    with path.open("rb") as reading:
        UserFile(tmp_path, "a.md").replace(b"old", b"new text", "mark")
        assert reading.read() == b"old"
    assert path.stat().st_nlink == 1


def test_a_full_disk_leaves_the_file_and_no_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.md").write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WorkspaceProblem, match=r"disk .* is full"):
        UserFile(tmp_path, "a.md").replace(b"old", b"new", "mark")
    assert (tmp_path / "a.md").read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.md"]


@pytest.mark.parametrize("missing", ["a.md", "gone/a.md"])
def test_a_missing_file_is_an_obstacle_and_an_error(tmp_path: Path, missing: str) -> None:
    file = UserFile(tmp_path, missing)
    assert "moved or deleted" in file.obstacle
    with pytest.raises(WorkspaceProblem, match="can't be read"):
        file.read()
