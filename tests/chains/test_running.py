"""A chain goes from link to link as each is approved, stops where one is not, and goes on from there."""

from pathlib import Path

import pytest

from tests.support.commands import Commands
from tests.support.user_repository import UserRepository

SPEC = "# Orders\n\n## Storage\n\nOne object a line.\n"
PLAN = "# Plan\n\n### Task 1: Store\n\n- [ ] **Step 1:** write\n\n### Task 2: Count\n\n- [ ] **Step 1:** count\n"
CHAIN = """
[[links]]
name = "design"
loop = "spec"
subject = "spec.md"

[[links]]
name = "plan"
loop = "plan"
subject = "plan.md"
spec = { from = "design" }
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Commands:
    repository = UserRepository(tmp_path / "project")
    commands = Commands(repository.root, tmp_path, capsys)
    for name, value in commands.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(commands.project)
    commands.write("spec.md", SPEC)
    commands.write("plan.md", PLAN)
    commands.write("chain.toml", CHAIN)
    return commands


def test_every_link_is_approved_in_turn(run: Commands) -> None:
    ran = run("chain", "chain.toml", "--json")
    assert ran.code == 0
    assert (ran.result["loop"], ran.result["outcome"]) == ("chain", "approved")
    assert [(unit["name"], unit["outcome"]) for unit in ran.result["units"]] == [
        ("design", "approved"),
        ("plan", "approved"),
    ]
    created = [line["event"]["spec"] for line in ran.lines if line.get("event", {}).get("kind") == "run_created"]
    assert [spec["loop"] for spec in created] == ["chain", "spec", "plan"]
    assert created[2]["inputs"]["spec"] == "spec.md"


def test_only_the_last_line_is_a_result(run: Commands) -> None:
    schemas = [line["schema"] for line in run("chain", "chain.toml", "--json").lines]
    assert set(schemas[:-1]) == {"critloop.event/1"}
    assert schemas[-1] == "critloop.result/1"


def test_it_stops_at_a_link_that_is_not_approved_and_says_why(run: Commands) -> None:
    run.write("spec.md", SPEC + "\nTBD\n")
    ran = run("chain", "chain.toml", "--json")
    assert ran.code == 12
    assert ran.result["gate"]["reasons"] == ["needs_author"]
    assert [unit["outcome"] for unit in ran.result["units"]] == ["waiting", "waiting"]
    assert [finding["unit"] for finding in ran.result["findings"]] == ["design/spec"]


def test_once_its_link_is_settled_it_goes_on_from_there(run: Commands) -> None:
    run.write("spec.md", SPEC + "\nTBD\n")
    stopped = run("chain", "chain.toml", "--json")
    link = next(line["event"]["run"] for line in stopped.lines if line.get("event", {}).get("kind") == "link_ran")
    assert run("decide", link, "approve", "--reason", "the owner knows").code == 10
    again = run("resume", stopped.result["run"], "--headless", "--json")
    assert again.code == 10
    assert [(unit["name"], unit["outcome"]) for unit in again.result["units"]] == [
        ("design", "approved_with_known_issues"),
        ("plan", "approved"),
    ]


def test_a_link_that_was_aborted_begins_anew(run: Commands) -> None:
    run.write("spec.md", SPEC + "\nTBD\n")
    stopped = run("chain", "chain.toml", "--json")
    link = next(line["event"]["run"] for line in stopped.lines if line.get("event", {}).get("kind") == "link_ran")
    run("decide", link, "abort")
    run.write("spec.md", SPEC)
    again = run("resume", stopped.result["run"], "--headless", "--json")
    assert again.code == 0
    assert again.result["units"][0]["outcome"] == "approved"


def test_what_is_wrong_with_the_first_link_starts_nothing(run: Commands) -> None:
    run.write("chain.toml", CHAIN.replace("spec.md", "gone.md"))
    ran = run("chain", "chain.toml")
    assert ran.code == 2
    assert "gone.md" in ran.err
    assert "no runs" in (run("runs").out + run("runs").err).lower()


def test_a_later_link_that_can_not_begin_leaves_the_chain_where_it_is(run: Commands) -> None:
    run.write("chain.toml", CHAIN.replace("plan.md", "gone.md"))
    ran = run("chain", "chain.toml")
    assert ran.code == 2
    assert "gone.md" in ran.err
    run.write("gone.md", PLAN)
    assert run("resume", "last", "--headless").code == 0


def test_show_tells_of_every_link(run: Commands) -> None:
    run("chain", "chain.toml")
    shown = run("show", "last").out
    assert "design: approved" in shown
    assert "plan: approved" in shown
