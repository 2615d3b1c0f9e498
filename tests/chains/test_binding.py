"""What tasks are held against is what it was before their makers ran."""

from typing import Any

import pytest

from tests.support.chained import PLAN
from tests.support.commands import Commands, Ran
from tests.support.reports import task_review
from tests.support.user_repository import UserRepository

LAZY = PLAN.replace("count", "do nothing").replace("write", "write less")
ALL = '[[links]]\nname = "tasks"\nloop = "task"\nplan = "plan.md"\ntask = "all"\n'
EACH = "".join(
    f'[[links]]\nname = "t{n}"\nloop = "task"\nplan = "plan.md"\ntask = "{n}"\nconstraints = "rules.md"\n'
    for n in (1, 2)
)
FILES = (
    '[[links]]\nname = "a"\nloop = "task"\nrequirement = "a.md"\n'
    '[[links]]\nname = "b"\nloop = "task"\nrequirement = "b.md"\n'
)
TAKEN = (
    '[[links]]\nname = "plan"\nloop = "plan"\nsubject = "plan.md"\nmaker = "builtin"\ncritic = "builtin"\n'
    + ALL.replace('"plan.md"', '{ from = "plan" }')
)


@pytest.fixture
def project(run: Commands) -> Commands:
    """A project whose maker rewrites what the next task is held against."""
    for name in ("a.md", "b.md", "rules.md"):
        run.write(name, f"# {name}\n\nKeep a count.\n")
    UserRepository(run.project, init=False).commit()
    changed = {"plan.md": LAZY, "b.md": "do nothing\n", "rules.md": "None.\n", "pump.py": "pump = 1\n"}
    files = [{"path": path, "text": text} for path, text in changed.items()]
    agent = run.recording({"role": "maker", "text": "Done.", "files": files}, {"role": "critic", "text": task_review()})
    run.write("critloop.toml", f'[roles.maker]\nagent = "{agent}"\n[roles.critic]\nagent = "{agent}"\n')
    return run


def inputs_of(ran: Ran) -> list[dict[str, Any]]:
    """The inputs of the task runs that were created, in order."""
    created = [line["event"]["spec"] for line in ran.lines if line.get("event", {}).get("kind") == "run_created"]
    return [spec["inputs"] for spec in created if spec["loop"] == "task"]


@pytest.mark.parametrize("chain", [ALL, EACH, TAKEN])
def test_a_maker_can_not_set_its_next_task(project: Commands, chain: str) -> None:
    project.write("chain.toml", chain)
    inputs = inputs_of(project("chain", "chain.toml", "--json"))
    assert "do nothing" in (project.project / "plan.md").read_text()
    assert "**Step 1:** count" in inputs[1]["requirement"]
    assert inputs[1]["task"] == "2"


def test_nor_what_binds_it(project: Commands) -> None:
    project.write("chain.toml", EACH)
    inputs = inputs_of(project("chain", "chain.toml", "--json"))
    assert (project.project / "rules.md").read_text() == "None.\n"
    assert "Keep a count." in inputs[1]["constraints"]


def test_nor_the_requirement_of_a_later_link(project: Commands) -> None:
    project.write("chain.toml", FILES)
    inputs = inputs_of(project("chain", "chain.toml", "--json"))
    assert (project.project / "b.md").read_text() == "do nothing\n"
    assert "Keep a count." in inputs[1]["requirement"]


def test_that_a_file_has_changed_since_is_told(project: Commands) -> None:
    project.write("chain.toml", ALL)
    ran = project("chain", "chain.toml", "--json")
    notes = [line["event"]["note"] for line in ran.lines if line.get("event", {}).get("kind") == "link_ran"]
    assert notes == ["", "plan.md has changed since, and what was written down before counts"]


def test_a_plan_is_as_its_own_link_left_it(project: Commands) -> None:
    """What is written down is what was approved, not what the file was when the chain began."""
    rough = PLAN.replace("### Task 2: Count\n", "### Task 2: Count\n\n```\ncode\n").replace(
        "- [ ] **Step 1:** count\n", ""
    )
    project.write("plan.md", rough)
    UserRepository(project.project, init=False).commit()
    project.write("chain.toml", TAKEN)
    ran = project("chain", "chain.toml", "--json")
    assert inputs_of(ran)[0]["task"] == "1"
    [texts] = [
        line["event"]["texts"]
        for line in ran.lines
        if line.get("event", {}).get("kind") == "link_begun" and line["event"]["link"] == "tasks"
    ]
    assert texts["plan.md"].rstrip().endswith("```")
    assert texts["plan.md"] != rough


@pytest.mark.parametrize("path", ["critloop.toml", ".critloop/prompts/spec/critic.md"])
def test_a_maker_does_not_set_how_the_next_runs_are_judged(run: Commands, path: str) -> None:
    """A person looks first; then the chain goes on."""
    UserRepository(run.project, init=False).commit()
    files = [{"path": path, "text": "# Mine.\n"}, {"path": "pump.py", "text": "pump = 1\n"}]
    agent = run.recording({"role": "maker", "text": "Done.", "files": files}, {"role": "critic", "text": task_review()})
    run.write("chain.toml", EACH.replace("constraints", f'maker = "{agent}"\ncritic = "{agent}"\nconstraints'))
    run.write("rules.md", "None.\n")
    ran = run("chain", "chain.toml", "--json")
    assert (ran.code, ran.result["outcome"]) == (12, "waiting")
    assert [unit["outcome"] for unit in ran.result["units"]] == ["approved", "waiting"]
    assert f"changed {path}, by which runs are judged" in ran.err
    assert "by which runs are judged" in run("show", ran.result["run"]).out
    again = run("resume", ran.result["run"], "--json")
    assert [line["event"]["link"] for line in again.lines if line.get("event", {}).get("kind") == "link_ran"] == ["t2"]
