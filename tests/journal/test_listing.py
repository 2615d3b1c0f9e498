from pathlib import Path

import pytest

from critloop.journal.sqlite import SqliteJournal
from critloop.model.errors import UsageProblem
from tests.support.journal_events import created, ended, settled


def make(journal: SqliteJournal, *runs: str, root: str = "/project") -> None:
    for run in runs:
        journal.append(run, 0, [created(run, root=root)], at=2.0)


def names(journal: SqliteJournal, root: str | None = None) -> list[str]:
    return [row.spec.run for row in journal.runs(root)]


def test_runs_are_listed_with_the_newest_first(journal: SqliteJournal) -> None:
    make(journal, "run-b", "run-c")
    journal.append("run-a", 1, [settled("a"), ended("b")], at=7.5)

    rows = journal.runs()
    assert [row.spec.run for row in rows] == ["run-c", "run-b", "run-a"]
    assert (rows[2].version, rows[2].created_at, rows[2].changed_at) == (3, 1.0, 7.5)
    assert rows[2].spec == created("run-a").spec


def test_runs_of_one_root_only(journal: SqliteJournal) -> None:
    make(journal, "here", root="/home/ü \udcff")
    assert names(journal, "/home/ü \udcff") == ["here"]
    assert names(journal, "/nowhere") == []
    assert journal.runs("/home/ü \udcff")[0].spec.root == "/home/ü \udcff"


def test_a_run_is_found_by_its_whole_name_or_a_prefix_that_only_it_has(journal: SqliteJournal) -> None:
    make(journal, "spec-1", "spec-10", "plan-%_")
    assert journal.find("spec-1") == "spec-1"
    assert journal.find("spec-10") == "spec-10"
    assert journal.find("p") == "plan-%_"
    assert journal.find("plan-%") == "plan-%_"


def test_last_is_the_run_that_changed_last(journal: SqliteJournal) -> None:
    make(journal, "run-b")
    assert journal.find("last") == "run-b"
    journal.append("run-a", 1, [settled("a")], at=0.5)
    assert journal.find("last") == "run-a"


def test_several_runs_for_a_prefix_are_named(journal: SqliteJournal) -> None:
    make(journal, *[f"spec-{n}" for n in range(7)])
    with pytest.raises(UsageProblem, match="7 runs begin with 'spec'") as caught:
        journal.find("spec")
    assert "spec-6, spec-5" in caught.value.remedy
    assert caught.value.remedy.endswith("…")


@pytest.mark.parametrize("prefix", ["nope", "", "RUN", "%", "\udcff"])
def test_no_run_for_a_prefix_names_the_latest(journal: SqliteJournal, prefix: str) -> None:
    with pytest.raises(UsageProblem, match="no run begins with") as caught:
        journal.find(prefix)
    assert "run-a" in caught.value.remedy


@pytest.mark.parametrize("prefix", ["last", "x"])
def test_without_any_run_the_remedy_is_to_start_one(path: Path, prefix: str) -> None:
    journal = SqliteJournal(path)
    with pytest.raises(UsageProblem, match="no runs yet"):
        journal.find(prefix)
    journal.close()


def test_a_board_learns_what_changed_since_it_last_looked(journal: SqliteJournal, other: SqliteJournal) -> None:
    make(journal, "run-b", "run-c")
    token, rows = journal.changed_since()
    assert [row.spec.run for row in rows] == ["run-a", "run-b", "run-c"]
    assert journal.changed_since(token) == (token, [])

    other.append("run-b", 1, [settled("a")], at=3.0)
    journal.append("run-a", 1, [settled("a")], at=3.0)
    token, rows = journal.changed_since(token)
    assert [(row.spec.run, row.version) for row in rows] == [("run-b", 2), ("run-a", 2)]
    assert journal.changed_since(token) == (token, [])
