"""Test commands of a maker in a whole run: what they do to files is told, and never reaches the result."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import Commands
from tests.support.reports import task_review
from tests.support.user_repository import UserRepository


@pytest.fixture
def user(critloop: Commands, monkeypatch: pytest.MonkeyPatch) -> UserRepository:
    monkeypatch.setenv("OPENAI_KEY2", "hush-hush")
    user = UserRepository(critloop.project)
    user.write("pump.py", "x = 1\n")
    user.write("need.md", "# Need\n\nx is 2.\n")
    user.write(".gitignore", "ign*\n")
    user.write("critloop.toml", '[loops.task]\ntests = ["sh t.sh"]\n')
    user.commit("Begin", **{"t.sh": "true\n"})
    return user


def run(critloop: Commands, tmp_path: Path, script: str, *, tests: int = 1, **maker: Any) -> list[dict[str, Any]]:
    """The events of a task run whose maker writes a test script and has it run; then the result."""
    files = [{"path": "t.sh", "text": script}, {"path": "pump.py", "text": "x = 2\n"}, *maker.pop("files", [])]
    turns = [
        {"schema": "critloop.replay/1", "pace": 0},
        {"role": "maker", "text": "done", "files": files, "tests": ["sh t.sh"] * tests, **maker},
        {"role": "critic", "text": task_review()},
    ]
    replay = tmp_path / "turns.jsonl"
    replay.write_text("".join(json.dumps(turn) + "\n" for turn in turns))
    agents = ("--maker", f"replay:{replay}", "--critic", f"replay:{replay}")
    ran = critloop("task", "--requirement", "need.md", *agents, "--json")
    assert ran.code == 0, ran.err
    return [line.get("event", line) for line in ran.lines]


def undone(events: list[dict[str, Any]]) -> list[tuple[set[str], str]]:
    return [(set(e["paths"]), e["reason"]) for e in events if e.get("kind") == "changes_undone"]


def outputs(events: list[dict[str, Any]]) -> list[tuple[str, bool]]:
    ran = [e["ran"] for e in events if e.get("kind") == "tests_were_run"]
    return [(item["output"], item.get("reused", False)) for item in ran]


def test_a_test_that_writes_files_leaves_the_makers_as_they_were(
    critloop: Commands, user: UserRepository, tmp_path: Path
) -> None:
    script = "echo evil > pump.py; echo junk > junk; rm need.md; rm -rf .git\n"
    events = run(critloop, tmp_path, script)
    assert undone(events) == [
        ({".git", "pump.py", "junk", "need.md"}, "changed by sh t.sh, and put back as before"),
    ]
    assert (user.root / "pump.py").read_text() == "x = 2\n"
    assert user.git("show", "HEAD:pump.py") == "x = 2"
    assert not (user.root / "junk").exists()
    assert user.git("status", "--porcelain") == ""


def test_a_test_makes_critloops_own_git_tell_nothing(critloop: Commands, user: UserRepository, tmp_path: Path) -> None:
    flag = tmp_path / "told"
    script = f"git config filter.e.clean \"sh -c 'env > {flag}; cat'\"; echo '* filter=e' > .git/info/attributes\n"
    run(critloop, tmp_path, script)
    assert not flag.exists()
    assert user.git("status", "--porcelain") == ""


def test_what_a_maker_writes_where_git_ignores_it_is_told(
    critloop: Commands, user: UserRepository, tmp_path: Path
) -> None:
    events = run(critloop, tmp_path, "true\n", files=[{"path": "ign1", "text": "x"}])
    assert undone(events) == [({"ign1"}, "ignored by git: not committed, and no part of the result")]
    assert not (user.root / "ign1").exists()


@pytest.mark.usefixtures("user")
def test_what_a_command_itself_leaves_in_ignored_files_is_its_own(critloop: Commands, tmp_path: Path) -> None:
    events = run(critloop, tmp_path, "echo ran; echo x >> ign1\n", tests=2)
    assert outputs(events) == [("ran\n", False), ("ran\n", True)]
