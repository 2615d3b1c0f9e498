"""Every loop without a dashboard: what is told, which exit, what the result says."""

import json
from typing import Any

import msgspec
import pytest

from critloop.export.shapes import ResultJson
from tests.support.commands import Commands
from tests.support.reports import DOCS_APPROVED, PLAN_APPROVED, task_review
from tests.support.user_repository import UserRepository

PLAN = "# Plan\n\nIt pumps.\n\n### Task 1: Pump\n\n**Files:**\n- Create: `pump.py`\n\n- [ ] **Step 1:** Build it.\n"
TASK = "## Requirement\n\nBuild a pump.\n"
MINOR = "[pump.py:1]: the name is short - readers have to guess"


@pytest.fixture
def repository(critloop: Commands) -> UserRepository:
    """A repository with a plan, a page and a requirement on main, and a pump on the branch work."""
    made = UserRepository(critloop.project)
    made.commit(**{"docs/plan.md": PLAN, "docs/pump.md": "# Pump\n\nIt pumps.\n", "need.md": TASK})
    made.git("switch", "--quiet", "-c", "work")
    made.commit("feat: pump", **{"pump.py": "pump = 1\n"})
    return made


def critic(text: str, **more: object) -> dict[str, Any]:
    return {"role": "critic", "text": text, **more}


def both(critloop: Commands, *turns: dict[str, Any]) -> list[str]:
    agent = critloop.recording(*turns)
    return ["--maker", agent, "--critic", agent]


def created(ran_lines: list[dict[str, Any]]) -> dict[str, Any]:
    """The specification of the run, from its first event."""
    spec: dict[str, Any] = ran_lines[0]["event"]["spec"]
    return spec


def test_a_plan_is_judged_chunk_by_chunk_by_the_built_in_agents(critloop: Commands, repository: UserRepository) -> None:
    assert repository
    ran = critloop("plan", "docs/plan.md", "--json")
    assert ran.code == 0
    assert "no spec of the plan was found" in ran.err
    assert [unit["name"] for unit in ran.result["units"]] == ["Pump"]


def test_a_page_is_judged_with_what_code_gathered(critloop: Commands, repository: UserRepository) -> None:
    assert repository
    ran = critloop("docs", "docs/pump.md", "--headless")
    assert ran.code == 0
    assert "gathered for the critic" in ran.err


def test_sources_and_related_pages_are_named_by_repeating_the_flag(
    critloop: Commands, repository: UserRepository
) -> None:
    repository.write("src/tank.py", "tank = 1\n")
    ran = critloop("docs", "docs/pump.md", "--json", "--source", "*.py", "--source", "src/**", "--related", "docs/*")
    inputs = created(ran.lines)["inputs"]
    assert (inputs["sources"], inputs["related"]) == (["*.py", "src/**"], ["docs/*"])


def test_a_page_is_written_by_a_skill_and_then_judged(critloop: Commands, repository: UserRepository) -> None:
    repository.write(".claude/skills/write-page/SKILL.md", "---\nname: write-page\n---\nWrite it.\n")
    written = {"role": "maker", "text": "Page: docs/tank.md", "files": [{"path": "docs/tank.md", "text": "# Tank\n"}]}
    agents = both(critloop, written, critic(DOCS_APPROVED))
    ran = critloop("docs", "--skill", "write-page", "tank", "two words", "--json", *agents)
    assert ran.code == 0, ran.err
    assert created(ran.lines)["create"]["arguments"] == "tank 'two words'"
    assert ran.result["subject"] == "docs/tank.md"
    assert (critloop.project / "docs/tank.md").read_text() == "# Tank\n"


def test_a_plan_is_written_from_its_spec_and_then_judged(critloop: Commands, repository: UserRepository) -> None:
    repository.write("docs/tank-design.md", "# Tank\n\nIt holds water.\n")
    written = {"role": "maker", "text": "Plan complete", "files": [{"text": PLAN}]}
    agents = both(critloop, written, critic(PLAN_APPROVED))
    ran = critloop("plan", "docs/tank-plan.md", "--create", "--json", *agents)
    assert ran.code == 0, ran.err
    assert created(ran.lines)["inputs"]["spec"] == "docs/tank-design.md"
    assert (critloop.project / "docs/tank-plan.md").read_text() == PLAN


def test_a_docs_run_that_was_not_reviewed_is_tried_again(critloop: Commands, repository: UserRepository) -> None:
    assert repository
    agents = both(critloop, critic("Looks fine."), critic("Still fine."), critic(DOCS_APPROVED))
    ran = critloop("docs", "docs/pump.md", "--headless", *agents)
    assert ran.code == 13
    assert "(try again)" in ran.out
    ran = critloop("resume", "last", "--json")
    assert ran.code == 0
    assert ran.result["outcome"] == "approved"


def test_a_task_is_judged_by_its_diff(critloop: Commands, repository: UserRepository) -> None:
    head = repository.head
    ran = critloop(
        "task", "--head", "HEAD", "--requirement", "need.md", "--json", *both(critloop, critic(task_review()))
    )
    assert ran.code == 0, ran.err
    assert ran.result["subject"] == "need.md"
    assert ran.result["reviewed"]["files"] == ["pump.py"]
    assert ran.result["reviewed"]["range"].startswith(repository.git("rev-parse", "main"))
    assert repository.head == head


def test_a_task_is_done_by_the_maker_where_there_is_no_head(critloop: Commands, repository: UserRepository) -> None:
    before = repository.head
    done = {"role": "maker", "text": "Done.", "files": [{"path": "tank.py", "text": "tank = 1\n"}]}
    agents = both(critloop, done, critic(task_review(checked="tank.py:1")))
    ran = critloop("task", "--plan", "docs/plan.md", "--task", "1", "--json", *agents)
    assert ran.code == 0, ran.err
    assert created(ran.lines)["inputs"]["range"] == {"base": before, "head": None}
    assert ran.result["reviewed"]["files"] == ["tank.py"]
    assert (critloop.project / "tank.py").read_text() == "tank = 1\n"


def test_what_could_not_be_verified_is_ruled_on_row_by_row(critloop: Commands, repository: UserRepository) -> None:
    assert repository
    turns = (critic(task_review(unverified="callers stop it")), critic("V1: unknown — I can't tell"))
    arguments = ("task", "--head", "HEAD", "--requirement", "need.md", "--headless")
    ran = critloop(*arguments, *both(critloop, *turns))
    assert ran.code == 12
    assert "V1 open: callers stop it" in ran.out
    assert "critloop rule" in ran.out
    assert "needs a reason" in critloop("rule", "last", "V1", "refute").err
    ran = critloop("rule", "last", "v1", "refute", "--reason", "I looked")
    assert ran.code == 0
    assert "V1 holds: callers stop it" in ran.out
    assert ran.out.startswith("approved")


def test_an_item_that_is_upheld_goes_back_as_a_gap(critloop: Commands, repository: UserRepository) -> None:
    assert repository
    turns = [critic(task_review(unverified="callers stop it")), critic("V1: unknown — I can't tell")]
    turns += [{"role": "maker", "text": "F1: cannot fix — no caller is mine"}]
    ran = critloop("task", "--head", "HEAD", "--requirement", "need.md", "--headless", *both(critloop, *turns))
    ran = critloop("rule", "last", "V1", "uphold", "--reason", "nobody does", "--json")
    assert ran.code == 12
    (finding,) = ran.result["findings"]
    assert (finding["severity"], finding["dimension"], finding["title"]) == (
        "high",
        "spec-compliance",
        "callers stop it",
    )


def test_only_open_items_are_ruled_on(critloop: Commands, repository: UserRepository) -> None:
    assert repository
    critloop("task", "--head", "HEAD", "--requirement", "need.md", "--headless", *both(critloop, critic(task_review())))
    for item, said in (("F1", "F1 is a finding"), ("V7", "V7 is no open item")):
        ran = critloop("rule", "last", item, "accept", "--reason", "x")
        assert (ran.code, said in ran.err) == (2, True)


def test_the_minors_of_its_tasks_reach_the_review_of_the_branch(critloop: Commands, repository: UserRepository) -> None:
    assert repository
    arguments = ("task", "--head", "HEAD", "--requirement", "need.md", "--json")
    task = critloop(*arguments, *both(critloop, critic(task_review(minor=MINOR)))).result
    assert [finding["status"] for finding in task["findings"]] == ["deferred"]
    ran = critloop("branch", "--base", "main", "--json")
    assert ran.code == 0
    assert "kept by the task reviews of this range: 1" in ran.err
    (minor,) = created(ran.lines)["inputs"]["minors"]
    assert (minor["run"], minor["finding"]["title"]) == (task["run"], "the name is short")


def test_minors_of_other_commits_and_of_unfinished_tasks_stay_out(
    critloop: Commands, repository: UserRepository
) -> None:
    agents = both(critloop, critic(task_review(minor=MINOR, unverified="callers")), critic("V1: unknown — no"))
    critloop("task", "--head", "HEAD", "--requirement", "need.md", "--headless", *agents)
    assert "of this range: 0" in critloop("branch", "--base", "main", "--headless").err
    critloop("decide", "last", "abort")
    agents = both(critloop, critic(task_review(minor=MINOR)))
    assert critloop("task", "--head", "work", "--requirement", "need.md", "--headless", *agents).code == 0
    repository.commit("more", **{"tank.py": "tank = 1\n"})
    assert "of this range: 0" in critloop("branch", "--base", "work~1", "--headless").err
    assert "of this range: 1" in critloop("branch", "--base", "main", "--headless").err


def test_what_was_not_shown_of_a_diff_is_told(critloop: Commands, repository: UserRepository) -> None:
    repository.git("mv", "pump.py", "engine.py")
    repository.write("logo.png", b"\x89PNG\x00\x01\x02")
    repository.commit("feat: logo", **{"more.txt": "more\n"})
    ran = critloop("branch", "--base", "main", "--json")
    assert ran.code == 0, ran.err
    assert ran.result["reviewed"]["excluded"] == ["logo.png: binary, so its content was not shown"]
    assert ran.result["reviewed"]["files"] == ["engine.py", "logo.png", "more.txt"]
    assert "logo.png: binary" in critloop("show", "last").out


def test_what_a_reviewer_looked_at_and_would_run_is_told(critloop: Commands, repository: UserRepository) -> None:
    assert repository
    tools = [
        {"name": "Read", "argument": "pump.py 1-1"},
        {"name": "Read", "argument": "need.md"},
        {"name": "Read", "argument": "docs/pump.md"},
        {"name": "Read", "argument": "docs/plan.md", "risk": "a contract that changed"},
        {"name": "Grep", "argument": "pump"},
    ]
    turn = critic(task_review(tests="pytest -q tests/test_pump.py"), tools=tools)
    ran = critloop("task", "--head", "HEAD", "--requirement", "need.md", "--headless", *both(critloop, turn))
    assert "4 reads, 1 grep" in ran.out
    assert "read outside the diff without a named risk: docs/pump.md\n" in ran.out
    assert "  pytest -q tests/test_pump.py" in ran.out
    page = critloop("export", "last", "--format", "md").out
    assert "## Exploration\n\n- round 1, " in page
    assert "## Tests that reviewers would run\n\n- pytest -q tests/test_pump.py" in page


def test_tests_that_were_run_are_told(critloop: Commands, repository: UserRepository) -> None:
    repository.write("critloop.toml", '[loops.task]\ntests = ["true"]\n')
    done = {"role": "maker", "text": "Done.", "files": [{"path": "tank.py", "text": "tank = 1\n"}], "tests": ["true"]}
    agents = both(critloop, done, critic(task_review(checked="tank.py:1")))
    ran = critloop("task", "--requirement", "need.md", "--headless", *agents)
    assert ran.code == 0, ran.err
    assert "  true passed on tree " in ran.out


def test_the_result_of_any_other_loop_is_as_published(critloop: Commands, repository: UserRepository) -> None:
    assert repository
    result = critloop("branch", "--base", "main", "--json").result
    assert msgspec.convert(result, ResultJson).data() == result
    assert json.loads(critloop("export", "last", "--format", "json").out)["result"] == result
