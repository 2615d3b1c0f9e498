"""What was said beforehand about the gate, where it can't be done: the run waits, and its result is the last line."""

from collections.abc import Mapping

import pytest

from tests.support.commands import Commands, Ran
from tests.support.reports import PLAN_APPROVED, task_review
from tests.support.user_repository import UserRepository

SPEC = "# Title\n\nAll is said.\n"
PLAN = "# Plan\n\n## Chunk 1: Pump\n\n### Task 1: Pump\n\n- [ ] **Step 1:** Build it.\n"
ISSUE = (
    "## Spec Review\n\n**Status:** Issues Found\n\n**Issues (if any):**\n"
    "- [Title, line 3]: (clarity) it is unclear who “all” is - readers are misled\n"
)
PAGE_ISSUE = (
    "## Docs Critic Report: s.md\n\n### Summary\n\nRead.\n\n### Findings\n\n#### [HIGH/accuracy] it is wrong\n"
    "- **Location:** Title\n- **Issue:** it is wrong\n- **Evidence:** none\n- **Suggested fix:** mend it\n\n"
    "### Verdict\n\nITERATE — 1 high, 0 medium issues remain\n"
)
APPROVE = ("--on-gate", "approve", "--reason", "it will do")


@pytest.fixture(autouse=True)
def project(critloop: Commands) -> None:
    UserRepository(critloop.project).commit(**{"s.md": SPEC})


def critic(text: str) -> dict[str, object]:
    return {"role": "critic", "text": text}


def edit(old: str, new: str) -> dict[str, object]:
    made = {"findings": ["F1"], "summary": "say", "edits": [{"old": old, "new": new}]}
    return {"role": "maker", "text": "done", "commits": [made]}


def both(critloop: Commands, *turns: Mapping[str, object]) -> list[str]:
    agent = critloop.recording(*(dict(turn) for turn in turns))
    return ["--maker", agent, "--critic", agent]


def waits(ran: Ran, code: int, *said: str) -> None:
    """The run waits with this exit, the result comes last, and why is told."""
    assert ran.code == code, ran
    assert ran.result["schema"] == "critloop.result/1"
    assert ran.result["gate"] is not None
    assert all(words in ran.err for words in said), ran.err


def test_nothing_that_is_not_written_is_approved(critloop: Commands) -> None:
    agents = both(critloop, *[{"role": "maker", "text": "hm"}] * 2)
    ran = critloop("plan", "p.md", "--create", "--spec", "s.md", "--json", *APPROVE, *agents)
    waits(ran, 13, "is not written yet")
    assert ran.result["gate"]["reasons"] == ["failure"]


def test_a_part_that_is_still_to_be_written_is_not_approved(critloop: Commands) -> None:
    written = {"role": "maker", "text": "ok", "files": [{"text": PLAN}]}
    agents = both(critloop, written, critic(PLAN_APPROVED), *[{"role": "maker", "text": "hm"}] * 2)
    ran = critloop("plan", "p.md", "--create", "--spec", "s.md", "--json", *APPROVE, *agents)
    waits(ran, 13, "is not written yet")
    assert not (critloop.project / "p.md").exists()


def test_nothing_that_nobody_could_read_is_approved(critloop: Commands) -> None:
    ran = critloop("spec", "s.md", "--json", *APPROVE, *both(critloop, *[critic("Fine!")] * 2))
    waits(ran, 13, "no valid report judges s.md")
    assert ran.result["outcome"] == "not_reviewed"


def test_no_fix_that_nobody_has_judged_is_approved(critloop: Commands) -> None:
    turns = (critic(ISSUE), edit("All is", "Everything is"), critic("Fine!"), critic("Fine!"))
    waits(critloop("spec", "s.md", "--json", *APPROVE, *both(critloop, *turns)), 13, "no valid report judges")


def test_nor_are_the_fixes_after_the_cap_of_a_page(critloop: Commands) -> None:
    turns = (critic(PAGE_ISSUE), edit("All is", "Everything is"))
    ran = critloop("docs", "s.md", "--json", "--rounds", "1", *APPROVE, *both(critloop, *turns))
    waits(ran, 11, "no valid report judges")
    assert (critloop.project / "s.md").read_text() == SPEC


def test_an_existing_review_is_no_report_of_a_critic(critloop: Commands) -> None:
    critloop.write("review.md", ISSUE)
    agents = both(critloop, {"role": "maker", "text": "F1: cannot fix: ask the author"})
    ran = critloop("spec", "s.md", "--json", "--review", "review.md", *APPROVE, *agents)
    waits(ran, 12, "no valid report judges")


def test_a_waiting_run_is_not_approved_on_resuming_either(critloop: Commands) -> None:
    run = critloop("spec", "s.md", "--json", *both(critloop, *[critic("Fine!")] * 2)).result["run"]
    waits(critloop("resume", run, "--json", *APPROVE), 13, "no valid report judges")
    assert critloop("decide", run, "approve", "--reason", "I have read it").code == 10


def test_a_run_whose_agent_is_gone_waits(critloop: Commands) -> None:
    run = critloop("spec", "s.md", "--json", *both(critloop, *[critic("Fine!")] * 2)).result["run"]
    (critloop.data.parent / "turns.jsonl").unlink()
    ran = critloop("resume", run, "--json", "--on-gate", "continue")
    assert ran.code == 12, ran
    assert ran.result["run"] == run
    assert "turns.jsonl" in ran.err


def test_what_is_told_of_a_run_is_told_once_there_is_one(critloop: Commands) -> None:
    critloop.write("need.md", "## Requirement\n\nBuild it.\n")
    ran = critloop("task", "--requirement", "need.md", "--json")
    assert ran.code == 2
    assert "BASE is" not in ran.err
    done = {"role": "maker", "text": "Done.", "files": [{"path": "pump.py", "text": "pump = 1\n"}]}
    ran = critloop("task", "--requirement", "need.md", "--json", *both(critloop, done, critic(task_review())))
    assert ran.code == 0, ran.err
    assert "BASE is" in ran.err
