"""A database that can't be used is told in words, named, and left as it is."""

import os
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from critloop.journal.sqlite import SqliteJournal
from critloop.model.errors import StoreProblem
from tests.support.journal_events import created, ended, settled

RUN = "run-a"
NOBODY = 65534


def fill(path: Path, events: int = 40) -> None:
    journal = SqliteJournal(path)
    journal.append(RUN, 0, [created(RUN)], at=1.0)
    journal.append(RUN, 1, [ended(f"t{n}", "x" * 3000) for n in range(events)], at=2.0)
    journal.close()


def raw(path: Path, statement: str, *parameters: str | int) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement, parameters)
    connection.commit()
    connection.close()


def append_for_ever(journal: SqliteJournal, version: int) -> None:
    while True:
        version += len(journal.append(RUN, version, [ended("b", "x" * 3000)], at=3.0))


@contextmanager
def refused(path: Path, words: str) -> Iterator[None]:
    """The block raises a StoreProblem in these words, in one line, and changes not a byte."""
    before = path.read_bytes()
    with pytest.raises(StoreProblem, match=words) as caught:
        yield
    assert str(path) in caught.value.message
    assert caught.value.remedy
    assert "\n" not in caught.value.message + caught.value.remedy
    assert path.read_bytes() == before


@contextmanager
def unprivileged() -> Iterator[Path]:
    """A folder that we may be kept from writing, as someone whom permissions bind."""
    if not hasattr(os, "geteuid"):
        pytest.skip("permissions work otherwise here")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        if os.geteuid() != 0:
            yield folder
            folder.chmod(0o755)
            return
        os.chown(folder, NOBODY, -1)
        os.seteuid(NOBODY)
        try:
            yield folder
        finally:
            os.seteuid(0)


@pytest.mark.parametrize("content", [b"# A spec\n\nNo database.\n" * 50, b"\x89PNG\r\n" + bytes(900)])
def test_a_file_that_is_no_database(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "critloop.db"
    path.write_bytes(content)
    journal = SqliteJournal(path)
    with refused(path, "is no critloop database"):
        journal.runs()
    with refused(path, "is no critloop database"):
        journal.append(RUN, 0, [created(RUN)], at=1.0)


def test_a_database_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "critloop.db"
    raw(path, "CREATE TABLE runs (run TEXT)")
    with refused(path, "is the database of another program"):
        SqliteJournal(path).append(RUN, 0, [created(RUN)], at=1.0)


def test_an_empty_file_becomes_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "critloop.db"
    path.touch()
    fill(path)


def test_a_database_of_a_newer_version(path: Path) -> None:
    fill(path)
    raw(path, "PRAGMA user_version = 99")
    with refused(path, "newer critloop"):
        SqliteJournal(path).read(RUN)


@pytest.mark.parametrize(
    "body", ['{"kind":"teleported"}', '{"kind":"maker_settled","turn":"a","mood":"good"}', '{"kind":"maker_settled"}']
)
def test_an_event_that_is_unknown_here(path: Path, body: str) -> None:
    fill(path)
    raw(path, "UPDATE events SET body = ? WHERE seq = 3", body)
    journal = SqliteJournal(path)
    with refused(path, f"run {RUN} .* newer critloop .*event 3"):
        journal.read(RUN)
    assert len(journal.read(RUN, after=3)) == 38
    journal.close()


def test_a_run_that_can_not_be_read_hides_no_other(path: Path) -> None:
    fill(path)
    raw(path, "UPDATE runs SET spec = ?", '{"run":"run-a","loop":"tango"}')
    raw(path, "UPDATE events SET body = ?", '{"kind":"run_created"}')
    journal = SqliteJournal(path)
    journal.append("run-b", 0, [created("run-b")], at=2.0)
    assert [row.spec.run for row in journal.runs()] == ["run-b"]
    assert journal.find("run-b") == "run-b"
    assert journal.read("run-b")
    with refused(path, "newer critloop"):
        journal.read("run-a")
    journal.close()


def test_an_event_that_is_cut_off(path: Path) -> None:
    fill(path)
    raw(path, "UPDATE events SET body = substr(body, 1, 30) WHERE seq = 3")
    journal = SqliteJournal(path)
    with refused(path, "damaged .*event 3"):
        journal.read(RUN)
    journal.close()


@pytest.mark.parametrize(("start", "end"), [(4096, None), (100, 4096)])
def test_a_damaged_database(path: Path, start: int, end: int | None) -> None:
    fill(path)
    content = bytearray(path.read_bytes())
    end = end or len(content)
    content[start:end] = b"\xa5" * (end - start)
    path.write_bytes(content)
    journal = SqliteJournal(path)
    with refused(path, "is damaged"):
        journal.read(RUN)
    journal.close()


def test_a_folder_in_place_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "critloop.db"
    path.mkdir()
    with pytest.raises(StoreProblem, match=r"critloop\.db can't be opened"):
        SqliteJournal(path).runs()


def test_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a folder")
    with pytest.raises(StoreProblem, match=r"folder .*data can't be made"):
        SqliteJournal(tmp_path / "data" / "critloop.db").runs()


def test_a_read_only_file_can_be_read(path: Path) -> None:
    del path
    with unprivileged() as folder:
        path = folder / "critloop.db"
        fill(path)
        path.chmod(0o444)
        journal = SqliteJournal(path)
        with refused(path, "is read-only"):
            journal.append(RUN, 41, [settled("a")], at=3.0)
        assert len(journal.read(RUN)) == 41
        journal.close()


def test_a_read_only_folder() -> None:
    with unprivileged() as folder:
        folder.chmod(0o555)
        with pytest.raises(StoreProblem, match=r"critloop\.db can't be opened"):
            SqliteJournal(folder / "critloop.db").runs()
        with pytest.raises(StoreProblem, match="can't be made: permission denied"):
            SqliteJournal(folder / "new" / "critloop.db").runs()
        folder.chmod(0o755)


def test_a_full_database_keeps_what_it_has_and_goes_on_when_there_is_space(path: Path) -> None:
    fill(path)
    journal = SqliteJournal(path)
    connection = journal._database._opened()
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")

    with pytest.raises(StoreProblem, match="no space left"):
        journal.append(RUN, 41, [settled("small"), ended("b", "x" * 50_000)], at=3.0)
    assert len(journal.read(RUN)) == 41
    assert journal.runs()[0].version == 41

    connection.execute(f"PRAGMA max_page_count = {pages * 10}")
    assert len(journal.append(RUN, 41, [ended("b", "x" * 50_000)], at=3.0)) == 1
    journal.close()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 256 kB."""
    folder = tmp_path / "small"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=256k", "critloop-test", str(folder)]
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or subprocess.run(command, check=False).returncode:
        pytest.skip("needs the right to mount a small file system")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_keeps_what_it_has_and_goes_on_when_there_is_space(small_disk: Path) -> None:
    path = small_disk / "critloop.db"
    fill(path, events=5)
    ballast = small_disk / "ballast"
    journal = SqliteJournal(path)
    version = journal.runs()[0].version
    ballast.write_bytes(b"x" * 60_000)

    with pytest.raises(StoreProblem, match=r"no space left.*critloop\.db"):
        append_for_ever(journal, version)
    version = journal.runs()[0].version
    assert version > 6
    assert len(journal.read(RUN)) == version

    ballast.unlink()
    assert len(journal.append(RUN, version, [ended("b", "x" * 3000)], at=3.0)) == 1
    journal.close()


def test_a_disk_that_is_full_from_the_start(small_disk: Path) -> None:
    ballast = small_disk / "ballast"
    with pytest.raises(OSError, match="No space"):
        ballast.write_bytes(b"x" * 300_000)
    with pytest.raises(StoreProblem, match=r"no space left.*critloop\.db"):
        SqliteJournal(small_disk / "critloop.db").append(RUN, 0, [created(RUN)], at=1.0)
    ballast.unlink()
    fill(small_disk / "critloop.db", events=1)


def test_a_file_that_another_process_holds_for_long(
    path: Path, journal: SqliteJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("critloop.journal.database.BUSY_SECONDS", 0.01)
    impatient = SqliteJournal(path)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreProblem, match="locked by another process"):
        impatient.append(RUN, 1, [settled("a")], at=2.0)
    connection.execute("ROLLBACK")
    connection.close()
    assert len(impatient.append(RUN, 1, [settled("a")], at=2.0)) == 1
    impatient.close()
    del journal
