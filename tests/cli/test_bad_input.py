"""Bad input: one or two plain lines, the documented exit, and nothing lost."""

import contextlib
import os
import shlex
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.commands import Commands, Ran, files_below
from tests.support.user_repository import UserRepository, fingerprint

CLEAN = "# Title\n\nAll is said.\n"
FIXABLE = "# Title\n\nWhat is stored:\n\n```\ncode\n"


def plain(ran: Ran, code: int) -> str:
    """What was said, after making sure that it is one or two lines and the exit is this one."""
    lines = [line for line in ran.err.splitlines() if line.startswith(("critloop: ", "  "))]
    assert ran.code == code, ran
    assert ran.err.splitlines()[-len(lines) :] == lines
    assert 1 <= len(lines) <= 2
    assert "Traceback" not in ran.err
    return ran.err


def mount(folder: Path, *options: str) -> None:
    """Make a folder a small file system of its own; skips where that isn't allowed."""
    command = ["mount", *options, "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("mounting a small file system needs Linux and root")


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on a file system of its own that can be filled."""
    folder = tmp_path / "full"
    folder.mkdir()
    mount(folder, "-t", "tmpfs", "-o", "size=1m")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.fixture
def read_only(critloop: Commands) -> Iterator[Path]:
    """A folder of the project that holds a spec and can't be written, not even by root."""
    folder = critloop.write("docs/s.md", FIXABLE).parent
    if os.geteuid() == 0:
        mount(folder, "-t", "tmpfs", "-o", "size=1m")
        (folder / "s.md").write_text(FIXABLE)
        mount(folder, "-o", "remount,ro")
        yield folder
        subprocess.run(["umount", str(folder)], check=True)
    else:
        folder.chmod(0o555)
        yield folder
        folder.chmod(0o755)


def fill(folder: Path, *, but: int = 0) -> None:
    """Use up what is left of a file system, but for some bytes."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(bytes(4096)):
            pass
    if but:
        os.truncate(filler, filler.stat().st_size - but)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("gone.md", None, "gone.md: no such file"),
        ("empty.md", b"", "empty.md: empty"),
        ("blank.md", b" \n\n", "blank.md: empty"),
        ("binary.md", b"# T\n\x00\x01", "binary.md: binary content"),
        ("latin.md", b"# T\n\nGr\xfc\xdfe\n", "latin.md:3: not UTF-8 text"),
        ("large.md", b"# T\n\n" + b"word " * 200_001, "large.md: 1,000,010 bytes, and this loop takes 1,000,000"),
    ],
    ids=["gone", "empty", "blank", "binary", "latin", "large"],
)
def test_a_file_that_cannot_be_reviewed_is_refused(
    critloop: Commands, name: str, content: bytes | None, said: str
) -> None:
    if content is not None:
        critloop.write(name, content)
    before = files_below(critloop.project)
    assert said in plain(critloop("spec", name, "--headless"), 2)
    assert files_below(critloop.project) == before
    assert critloop("runs").out == ""


def test_a_folder_is_refused(critloop: Commands) -> None:
    (critloop.project / "docs").mkdir()
    assert "docs: a folder" in plain(critloop("spec", "docs", "--headless"), 2)


def test_an_unreadable_file_is_refused(critloop: Commands) -> None:
    path = critloop.write("s.md", CLEAN)
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user may read everything")
    assert "s.md: can't read it" in plain(critloop("spec", "s.md", "--headless"), 2)


def test_an_unknown_setting_starts_nothing(critloop: Commands) -> None:
    critloop.write("s.md", CLEAN)
    critloop.write("critloop.toml", "[limits]\nmax_token = 3\n")
    said = plain(critloop("spec", "s.md", "--headless"), 2)
    assert "critloop.toml:2: unknown setting 'limits.max_token'" in said
    assert "'limits.max_tokens'" in said
    assert not critloop.data.exists()


def conflict(repository: UserRepository) -> None:
    """Two branches that changed the same line."""
    repository.commit(**{"s.md": CLEAN})
    repository.git("switch", "--quiet", "-c", "side")
    repository.commit(**{"s.md": CLEAN.replace("All", "Each")})
    repository.git("switch", "--quiet", "main")
    repository.commit(**{"s.md": CLEAN.replace("All", "Every")})


@pytest.mark.parametrize("command", ["merge", "rebase", "cherry-pick"])
def test_a_repository_in_the_middle_of_something_is_refused_and_left_so(critloop: Commands, command: str) -> None:
    repository = UserRepository(critloop.project)
    conflict(repository)
    repository.git(command, "side", check=False)
    before = fingerprint(critloop.project)
    plain(critloop("spec", "s.md", "--headless"), 2)
    assert fingerprint(critloop.project) == before


def test_a_corrupt_database_is_left_as_it_is(critloop: Commands) -> None:
    critloop.write("s.md", CLEAN)
    critloop.data.mkdir()
    database = critloop.data / "critloop.db"
    database.write_bytes(b"this is no database at all" * 100)
    before = database.read_bytes()
    for command in (["spec", "s.md", "--headless"], ["runs"], ["show", "last"]):
        assert "critloop.db" in plain(critloop(*command), 1)
    assert database.read_bytes() == before


def test_a_newer_database_is_left_as_it_is(critloop: Commands) -> None:
    critloop.write("s.md", CLEAN)
    assert critloop("spec", "s.md", "--headless").code == 0
    database = critloop.data / "critloop.db"
    with contextlib.closing(sqlite3.connect(database)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute("PRAGMA user_version = 999")
    assert "newer" in plain(critloop("spec", "s.md", "--headless"), 1)
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    assert len(critloop("runs").out.splitlines()) == 2


def test_a_data_folder_that_cannot_be_made_is_said(critloop: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    critloop.write("s.md", CLEAN)
    blocker = critloop.write("blocker", "a file")
    monkeypatch.setenv("CRITLOOP_DATA", str(blocker / "data"))
    assert "blocker" in plain(critloop("spec", "s.md", "--headless"), 1)


def test_a_read_only_folder_keeps_the_result_in_the_work_copy(critloop: Commands, read_only: Path) -> None:
    ran = critloop("spec", read_only / "s.md", "--headless")
    assert ran.code == 12
    assert "can't be brought back" in ran.out
    assert "Traceback" not in ran.err
    assert (read_only / "s.md").read_text() == FIXABLE


def test_check_in_a_read_only_folder_says_so(critloop: Commands, read_only: Path) -> None:
    assert "s.md: can't write it: " in plain(critloop("check", read_only / "s.md", "--fix"), 2)
    assert (read_only / "s.md").read_text() == FIXABLE


def test_a_full_disk_under_the_store_loses_nothing(
    critloop: Commands, full_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = critloop.write("s.md", FIXABLE)
    monkeypatch.setenv("CRITLOOP_DATA", str(full_disk / "data"))
    fill(full_disk)
    plain(critloop("spec", "s.md", "--headless"), 1)
    assert path.read_text() == FIXABLE


def test_a_full_disk_in_the_middle_of_a_run_can_be_resumed_from(
    critloop: Commands, full_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = critloop.write("s.md", FIXABLE)
    monkeypatch.setenv("CRITLOOP_DATA", str(full_disk / "data"))
    fill(full_disk, but=256 * 1024)
    with critloop.start(
        "spec", "s.md", "--headless", environment={"CRITLOOP_DATA": str(full_disk / "data")}
    ) as process:
        _, err = process.communicate()
    assert process.returncode == 1
    assert "no space" in err or "is full" in err
    assert "Traceback" not in err
    assert path.read_text() == FIXABLE
    (full_disk / "filler").unlink()
    assert critloop("resume", "last", "--headless").code == 0
    assert path.read_text() != FIXABLE


def test_a_full_disk_under_the_file_leaves_it_whole(critloop: Commands, full_disk: Path) -> None:
    path = full_disk / "s.md"
    path.write_text(FIXABLE)
    fill(full_disk)
    ran = critloop("check", path, "--fix")
    assert "can't write it: No space left on device" in plain(ran, 2)
    assert path.read_text() == FIXABLE


@pytest.mark.parametrize("name", ["fifo.md", "zero.md"])
@pytest.mark.parametrize("command", ["spec", "check", "read"])
def test_what_is_no_regular_file_is_refused_and_never_read(critloop: Commands, name: str, command: str) -> None:
    path = critloop.project / name
    if name == "fifo.md":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    ran = critloop(command, name)
    assert ran.code == 2
    assert "no regular file" in ran.err


def test_a_name_that_is_no_utf8_is_refused_before_a_run_exists(critloop: Commands) -> None:
    path = Path(os.fsdecode(os.fsencode(critloop.project) + b"/\xff.md"))
    try:
        path.write_text("# T\n\nText.\n")
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    ran = critloop("spec", str(path))
    assert ran.code == 2
    assert "\\xff.md: its name is not UTF-8 text" in ran.err
    assert critloop("runs").out == ""


@pytest.mark.parametrize("value", ["inf", "1e400", "nan"])
@pytest.mark.parametrize("key", ["turn_idle", "max_time"])
def test_a_limit_that_is_no_number_is_refused(critloop: Commands, key: str, value: str) -> None:
    critloop.write("s.md", "# T\n\nText.\n")
    critloop.write("critloop.toml", f"[limits]\n{key} = {value}\n")
    ran = critloop("spec", "s.md")
    assert ran.code == 2
    assert f"critloop.toml:2: limits.{key}: expected seconds" in ran.err


def test_settings_that_are_a_folder_are_refused(critloop: Commands) -> None:
    critloop.write("s.md", "# T\n\nText.\n")
    (critloop.project / "critloop.toml").mkdir()
    ran = critloop("spec", "s.md")
    assert ran.code == 2
    assert "critloop.toml: no regular file" in ran.err


def test_a_check_that_does_not_exist_is_refused_before_a_run_exists(critloop: Commands) -> None:
    critloop.write("s.md", "# T\n\nText.\n")
    critloop.write("critloop.toml", '[checks]\ndisable = ["lnik"]\n')
    ran = critloop("spec", "s.md")
    assert ran.code == 2
    assert "critloop.toml:2: checks.disable: no check is called 'lnik'" in ran.err
    assert critloop("runs").out == ""


@pytest.mark.parametrize("closed", [">&-", "<&-", "2>&-", ">&- 2>&- <&-"])
@pytest.mark.parametrize("arguments", ["--version", "--help", "spec s.md --headless", "runs", "check s.md"])
def test_a_closed_standard_stream_is_no_error(critloop: Commands, closed: str, arguments: str) -> None:
    critloop.write("s.md", "# T\n\nText.\n")
    script = f"exec {shlex.quote(sys.executable)} -m critloop {arguments} {closed}"
    ran = subprocess.run(["sh", "-c", script], cwd=critloop.project, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "Traceback" not in ran.stderr
    assert "unexpected" not in ran.stderr
