"""``spec`` without a dashboard: what is printed, which exit, and what becomes of the file."""

import io
import sys

import msgspec
import pytest

from critloop.export.shapes import EventJson, ResultJson
from tests.support.commands import Commands
from tests.support.user_repository import UserRepository, fingerprint

CLEAN = "# Title\n\nAll is said.\n"
FIXABLE = "# Title\n\nWhat is stored:\n\n| a | b |\n| - | - |\n| 1 |\n\n```\ncode\n"
BOTH = "# Title\n\nText.\n\n## Storage\n\n## Code\n\n```\ncode\n"
AUTHORS = "# Title\n\nText.\n\n## Storage\n"
APPROVED = "## Spec Review\n\n**Status:** Approved\n\n**Issues (if any):**\n\nNone.\n"
ISSUE = (
    "## Spec Review\n\n**Status:** Issues Found\n\n**Issues (if any):**\n"
    "- [Title, line 3]: (clarity) it is unclear who “all” is - readers are misled\n"
)


class Typed(io.StringIO):
    """What a person types into a terminal."""

    def isatty(self) -> bool:
        return True


def critic(text: str) -> dict[str, object]:
    return {"role": "critic", "text": text}


def maker(old: str, new: str, finding: str = "F1") -> dict[str, object]:
    edit = {"old": old, "new": new}
    return {"role": "maker", "text": "done", "commits": [{"findings": [finding], "summary": "say", "edits": [edit]}]}


def both(critloop: Commands, *turns: dict[str, object]) -> list[str]:
    agent = critloop.recording(*turns)
    return ["--maker", agent, "--critic", agent]


def test_a_spec_that_needs_nothing_is_approved_and_stays_as_it_is(critloop: Commands) -> None:
    path = critloop.write("s.md", CLEAN)
    ran = critloop("spec", "s.md", "--headless")
    assert ran.code == 0
    assert ran.out.startswith("approved (mechanical checks only): spec review of s.md")
    assert "round 1: critic builtin reviews" in ran.err
    assert path.read_text() == CLEAN


def test_a_fixed_spec_is_brought_back_and_can_be_taken_out_again(critloop: Commands) -> None:
    path = critloop.write("s.md", FIXABLE)
    ran = critloop("spec", "s.md", "--headless")
    assert ran.code == 0
    assert "your file: has the result" in ran.out
    assert path.read_text() != FIXABLE
    assert critloop("check", "s.md", "--fail-on", "medium").code == 0
    assert critloop("undo", "last").code == 0
    assert path.read_text() == FIXABLE


def test_in_a_clean_repository_the_branch_moves_to_the_commits(critloop: Commands) -> None:
    repository = UserRepository(critloop.project)
    before = repository.commit(**{"s.md": FIXABLE})
    ran = critloop("spec", "s.md", "--headless", "--json")
    assert ran.result["outcome"] == "approved"
    assert repository.git("status", "--porcelain") == ""
    assert repository.git("rev-list", "--count", f"{before}..HEAD") == str(len(ran.result["commits"]))


def test_json_is_every_event_and_then_the_result_as_published(critloop: Commands) -> None:
    critloop.write("s.md", FIXABLE)
    lines = critloop("spec", "s.md", "--json").lines
    assert [msgspec.convert(line, EventJson).seq for line in lines[:-1]] == list(range(1, len(lines)))
    assert all(msgspec.convert(line, EventJson).data() == line for line in lines[:-1])
    assert msgspec.convert(lines[-1], ResultJson).data() == lines[-1]
    assert lines[-1]["revision"] in lines[-1]["reviewed"]["range"]
    assert lines[-1]["unreviewed_commits"] == []


def test_what_only_the_author_can_settle_waits_and_says_how_to_decide(critloop: Commands) -> None:
    path = critloop.write("s.md", AUTHORS)
    ran = critloop("spec", "s.md", "--headless")
    assert ran.code == 12
    assert "needs the author" in ran.out
    assert "critloop decide" in ran.out
    assert path.read_text() == AUTHORS


def test_a_decision_made_beforehand_approves_with_its_reason(critloop: Commands) -> None:
    critloop.write("s.md", AUTHORS)
    ran = critloop("spec", "s.md", "--json", "--on-gate", "approve", "--reason", "storage comes later")
    assert ran.code == 10
    assert ran.result["outcome"] == "approved_with_known_issues"
    assert [finding["status"] for finding in ran.result["findings"]] == ["accepted"]


def test_an_abort_leaves_everything_as_it_was(critloop: Commands) -> None:
    repository = UserRepository(critloop.project)
    repository.commit(**{"s.md": AUTHORS})
    critloop.write("other.md", "mine")
    before = fingerprint(critloop.project)
    ran = critloop("spec", "s.md", "--headless", "--on-gate", "abort")
    assert ran.code == 15
    assert fingerprint(critloop.project) == before


def test_continuing_beforehand_ends_where_no_round_comes_of_it(critloop: Commands) -> None:
    critloop.write("s.md", CLEAN)
    turns = both(critloop, *[critic("Fine!")] * 8)
    ran = critloop("spec", "s.md", "--json", "--on-gate", "continue:3", *turns)
    assert ran.code == 13
    assert sum(line["event"]["kind"] == "gate_decided" for line in ran.lines[:-1]) == 1


def test_rounds_granted_beforehand_are_those_of_all_gates_together(critloop: Commands) -> None:
    critloop.write("s.md", CLEAN)
    turns = [
        turn
        for number in range(1, 9)
        for turn in (critic(ISSUE.replace("all", f"all{number}")), maker("said.", "said. x", f"F{number}"))
    ]
    ran = critloop("spec", "s.md", "--json", "--rounds", "1", "--on-gate", "continue:2", *both(critloop, *turns))
    assert ran.code == 12
    assert ran.result["rounds"] == 3


def test_the_flags_set_who_judges_and_when_a_human_is_asked(critloop: Commands) -> None:
    critloop.write("s.md", CLEAN)
    turns = [critic(ISSUE), maker("All is", "Everything is"), critic(APPROVED)]
    ran = critloop("spec", "s.md", "--json", "--rounds", "1", *both(critloop, *turns))
    assert ran.code == 12
    assert ran.result["gate"]["reasons"][0] == "iterations"
    assert critloop("spec", "s.md", "--json", *both(critloop, *turns)).code == 0
    assert (critloop.project / "s.md").read_text() == CLEAN.replace("All is", "Everything is")


def test_a_critic_without_a_valid_report_ends_as_not_reviewed(critloop: Commands) -> None:
    critloop.write("s.md", CLEAN)
    ran = critloop("spec", "s.md", "--json", *both(critloop, critic("Fine!"), critic("Very fine!")))
    assert ran.code == 13
    assert ran.result["outcome"] == "not_reviewed"
    assert ran.result["rounds"] == 0


def test_the_limit_of_tokens_asks_a_human(critloop: Commands) -> None:
    critloop.write("s.md", CLEAN)
    turns = both(critloop, critic(ISSUE), maker("All", "Each"), critic(APPROVED))
    ran = critloop("spec", "s.md", "--json", "--max-tokens", "1", *turns)
    assert ran.code == 14
    assert ran.result["outcome"] == "budget_reached"


def test_an_existing_review_is_the_first_round(critloop: Commands) -> None:
    critloop.write("s.md", CLEAN)
    critloop.write("review.md", ISSUE)
    turns = both(critloop, maker("All is", "Everything is"), critic(APPROVED))
    ran = critloop("spec", "s.md", "--json", "--review", "review.md", *turns)
    assert ran.code == 0
    assert ran.result["rounds"] == 2
    assert ran.result["findings"][0]["status"] == "fixed"


@pytest.mark.parametrize("text", ["Looks good!", APPROVED, ""])
def test_a_review_that_cannot_be_a_first_round_is_refused(critloop: Commands, text: str) -> None:
    critloop.write("s.md", CLEAN)
    critloop.write("review.md", text)
    assert critloop("spec", "s.md", "--headless", "--review", "review.md").code == 2
    assert critloop("runs").out == ""


def test_keep_branch_leaves_the_branch_in_the_repository(critloop: Commands) -> None:
    repository = UserRepository(critloop.project)
    repository.commit(**{"s.md": FIXABLE})
    ran = critloop("spec", "s.md", "--json", "--keep-branch")
    assert f"critloop/{ran.result['run']}" in repository.git("branch", "--list", "critloop/*")


def test_headless_never_merges(critloop: Commands) -> None:
    path = critloop.write("s.md", BOTH)
    run = critloop("spec", "s.md", "--json").result["run"]
    path.write_text(BOTH.replace("Text.", "My own words."))
    mine = path.read_text()
    ran = critloop("decide", run, "approve", "--reason", "later")
    assert ran.code == 12
    assert "merge" in ran.out
    assert path.read_text() == mine


@pytest.mark.parametrize(("answer", "taken"), [("y\n", True), ("n\n", False), ("", False)])
def test_where_there_is_somebody_to_ask_the_change_is_shown_and_asked_for(
    critloop: Commands, monkeypatch: pytest.MonkeyPatch, answer: str, taken: bool
) -> None:
    path = critloop.write("s.md", FIXABLE)
    monkeypatch.setattr("sys.stdin", Typed(answer))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    ran = critloop("spec", "s.md", "--headless")
    assert ran.code == 0
    assert "+```" in ran.err
    assert "bring this into s.md? [y/N]" in ran.err
    assert (path.read_text() != FIXABLE) is taken


def test_yes_answers_beforehand(critloop: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    path = critloop.write("s.md", FIXABLE)
    monkeypatch.setattr("sys.stdin", Typed("n\n"))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert "[y/N]" not in critloop("spec", "s.md", "--headless", "--yes").err
    assert path.read_text() != FIXABLE


def test_flags_for_headless_runs_are_refused_where_the_dashboard_opens(
    critloop: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    critloop.write("s.md", CLEAN)
    monkeypatch.setattr("critloop.cli.loops.in_terminal", lambda: True)
    ran = critloop("spec", "s.md", "--on-gate", "abort")
    assert ran.code == 2
    assert "headless only" in ran.err
