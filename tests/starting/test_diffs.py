"""Requests to review a task's diff or a branch, or to have a task done."""

from typing import Any

import pytest

from critloop.model.run import BranchInputs, Creation, Range, RunSpec, TaskInputs
from tests.support.asking import proposal, refusal
from tests.support.user_repository import UserRepository

PLAN = (
    "# Plan\n\n## Global Constraints\n\n- Python 3.11\n\n### Task 1: Pump\n\n- [ ] Build it.\n\n"
    "### Task 2: Tank\n\n- [ ] Fill it.\n"
)


@pytest.fixture
def commits(project: UserRepository) -> list[str]:
    """Two commits on the default branch and two on a branch that is checked out."""
    made = [project.commit("one", **{"need.md": "Build a pump.\n"}), project.commit("two", **{"plan.md": PLAN})]
    project.git("switch", "--quiet", "-c", "work")
    return [*made, project.commit("three", **{"pump.py": "pump = 1\n"}), project.commit("four", **{"a.txt": "a\n"})]


def task(project: UserRepository, **given: Any) -> tuple[RunSpec, TaskInputs]:
    spec = proposal(project.root, "task", **{"requirement": "need.md", **given}).spec
    assert isinstance(spec.inputs, TaskInputs)
    return spec, spec.inputs


def test_both_ends_are_recorded_as_commits(project: UserRepository, commits: list[str]) -> None:
    spec, inputs = task(project, base="main", head="work~1")
    assert inputs.range == Range(base=commits[1], head=commits[2])
    assert (inputs.requirement, inputs.source, spec.subject) == ("Build a pump.\n", "need.md", "need.md")
    assert spec.create is None


def test_without_a_base_it_is_the_merge_base_with_the_default_branch_and_told(
    project: UserRepository, commits: list[str]
) -> None:
    found = proposal(project.root, "task", head="work", requirement="need.md")
    assert found.spec.range == Range(base=commits[1], head=commits[3])
    assert commits[1][:12] in found.notes[0]


@pytest.mark.parametrize("name", ["HEAD", "@"])
def test_uncommitted_files_are_part_of_head(project: UserRepository, commits: list[str], name: str) -> None:
    assert task(project, head=name)[1].range == Range(base=commits[1], head=None)


def test_uncommitted_files_of_a_diff_are_told(project: UserRepository, commits: list[str]) -> None:
    assert commits
    assert proposal(project.root, "branch", base="main").notes == (
        "minor findings kept by the task reviews of this range: 0",
    )
    for number in range(7):
        project.write(f"new{number}.txt", "new\n")
    told = "not known to git yet, and part of the diff: new0.txt, new1.txt, new2.txt, new3.txt, new4.txt and 2 more"
    for given in ({"head": "HEAD"}, {}):
        assert told in proposal(project.root, "task", requirement="need.md", **given).notes
    assert told in proposal(project.root, "branch", base="main").notes
    assert told not in proposal(project.root, "task", requirement="need.md", head="work").notes


def test_without_a_head_the_maker_does_the_task_from_where_the_user_stands(
    project: UserRepository, commits: list[str]
) -> None:
    spec, inputs = task(project)
    assert inputs.range == Range(base=commits[3], head=None)
    assert spec.create == Creation(instruction="do what need.md asks for")
    assert task(project, base=commits[0])[1].range == Range(base=commits[0], head=None)


def test_a_task_of_a_plan_brings_its_text_and_what_binds_it(project: UserRepository, commits: list[str]) -> None:
    project.write("rules.md", "Name things well.\n")
    spec, inputs = task(project, requirement=None, plan="plan.md", task="2", constraints="rules.md", head="HEAD")
    assert inputs.requirement.startswith("### Task 2: Tank")
    assert "Pump" not in inputs.requirement
    assert "Python 3.11" in inputs.constraints
    assert inputs.constraints.endswith("Name things well.")
    assert (inputs.task, inputs.name, inputs.source, spec.subject) == ("2", "Tank", "plan.md", "plan.md")
    assert commits


def test_a_requirement_may_lie_outside_the_project(project: UserRepository, commits: list[str]) -> None:
    (project.root.parent / "ticket.md").write_text("Build it.\n")
    assert task(project, requirement="../ticket.md")[1].source == "ticket.md"
    assert commits


def test_the_evidence_is_the_makers_own_report(project: UserRepository, commits: list[str]) -> None:
    project.write("report.md", "All tests pass.\n")
    assert task(project, head="HEAD", evidence="report.md")[1].evidence == "All tests pass.\n"
    assert (
        "--evidence goes with --head"
        in refusal(project.root, "task", requirement="need.md", evidence="report.md").message
    )
    assert commits


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "task needs a requirement"),
        ({"requirement": "need.md", "plan": "plan.md"}, "task needs a requirement"),
        ({"requirement": "gone.md"}, "--requirement: gone.md: no such file"),
        ({"requirement": "need.md", "task": "1"}, "--task goes with --plan"),
        ({"plan": "plan.md"}, "plan.md: no task of the plan is named"),
        ({"plan": "plan.md", "task": "9"}, "plan.md: the plan has no task '9'"),
        ({"requirement": "need.md", "base": "nowhere"}, "there is no revision nowhere"),
        ({"requirement": "need.md", "base": "--all"}, "there is no revision --all"),
        ({"requirement": "need.md", "base": "work", "head": "main"}, "work is no ancestor of main"),
        ({"requirement": "need.md", "base": "work", "head": "HEAD"}, "nothing changed from work"),
        ({"requirement": "need.md", "head": "nowhere"}, "there is no revision nowhere"),
        ({"requirement": "need.md", "constraints": "gone.md"}, "--constraints: gone.md: no such file"),
    ],
)
def test_what_is_no_task_is_refused(
    project: UserRepository, commits: list[str], given: dict[str, str], said: str
) -> None:
    assert commits
    assert said in refusal(project.root, "task", **given).message


def test_the_tasks_of_a_plan_are_told_where_none_is_named(project: UserRepository, commits: list[str]) -> None:
    assert commits
    assert "its tasks: 1, 2" in refusal(project.root, "task", plan="plan.md").remedy


@pytest.mark.parametrize("loop", ["task", "branch"])
def test_a_diff_needs_a_repository(project: UserRepository, loop: str) -> None:
    folder = project.root.parent / "plain"
    folder.mkdir()
    (folder / "need.md").write_text("Build it.\n")
    more = {"requirement": "need.md"} if loop == "task" else {}
    assert "in no repository" in refusal(folder, loop, base="main", **more).message


def test_a_branch_is_everything_since_its_base_uncommitted_files_included(
    project: UserRepository, commits: list[str]
) -> None:
    spec = proposal(project.root, "branch", base="main", plan="plan.md").spec
    assert spec.inputs == BranchInputs(range=Range(base=commits[1], head=None), plan="plan.md")
    assert proposal(project.root, "branch", base="main", head="work~1").spec.range == Range(
        base=commits[1], head=commits[2]
    )


def test_a_branch_without_a_base_or_without_a_change_is_refused(project: UserRepository, commits: list[str]) -> None:
    assert commits
    assert "branch needs a BASE" in refusal(project.root, "branch").message
    assert "nothing changed from HEAD" in refusal(project.root, "branch", base="HEAD").message
