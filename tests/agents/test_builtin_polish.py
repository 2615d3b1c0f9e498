"""The built-in evaluator, extractor and generator of polish, and what the built-in agents say that they can't do."""

import json
from pathlib import Path
from typing import Any

import pytest

from critloop.agents.registry import able
from critloop.model.criteria import Criteria, Criterion
from critloop.model.errors import AgentProblem
from critloop.model.finding import AnswerKind
from critloop.model.ports import TurnRequest
from critloop.model.report import NotReviewed, ReadResult, Report
from critloop.model.run import Creation, PolishInputs, Range, RunSpec, TaskInputs, Unit
from critloop.model.turn import AgentRef, Duty
from critloop.reports.artifact import read_artifact
from critloop.reports.evaluation import read_criteria, read_evaluation
from tests.support.loop_turns import BUILTIN, asked, judged, made, write_files

TEXT = "# Notes\n\nThe worktree is private.  \n\nTODO: say more\n"
OTHER = AgentRef(agent="claude", model="agent")


def criteria(*texts: str, threshold: str = "pass_all") -> Criteria:
    items = tuple(Criterion(id=f"C{number}", text=text) for number, text in enumerate(texts, start=1))
    return Criteria(criteria=items, threshold=threshold)


def request(folder: Path, text: str, wanted: Criteria | None = None, **more: Any) -> TurnRequest:
    write_files(folder, {"notes.md": text})
    unit = Unit(id="polish", name="notes.md", path="notes.md")
    more.setdefault("inputs", PolishInputs(goal="g"))
    return asked(folder, "polish", unit, text=text, criteria=wanted, **more)


async def evaluated(folder: Path, text: str, wanted: Criteria, duty: Duty = "review") -> ReadResult:
    return read_evaluation((await judged(request(folder, text, wanted, duty=duty))).text, wanted)


@pytest.mark.parametrize("duty", ["review", "audit"])
async def test_each_criterion_gets_a_score_and_a_gap_that_says_where(tmp_path: Path, duty: Duty) -> None:
    wanted = criteria("At most 100 words", "No TODO", "Uses “work copy”, never “worktree”")
    report = await evaluated(tmp_path, TEXT, wanted, duty)
    assert isinstance(report, Report)
    assert not report.approves
    assert [score.passed for score in report.scores] == [True, False, False]
    assert "line 5 (“TODO: say more”)" in report.scores[1].gap


async def test_a_text_that_meets_all_passes_and_one_that_meets_enough_does(tmp_path: Path) -> None:
    report = await evaluated(tmp_path, TEXT, criteria("Starts with a heading"))
    assert isinstance(report, Report)
    assert report.approves
    report = await evaluated(tmp_path, TEXT, criteria("Starts with a heading", "No TODO", threshold="pass_1"))
    assert isinstance(report, Report)
    assert report.approves
    assert [score.passed for score in report.scores] == [True, False]


@pytest.mark.parametrize(
    "beyond",
    [
        "Every command is followed by its output.",
        "No jargon",
        "At most 100 words, in a friendly tone",
        "Every link resolves and explains where it leads",
    ],
)
async def test_a_criterion_that_is_not_understood_is_named_and_nothing_is_passed(tmp_path: Path, beyond: str) -> None:
    wanted = criteria("Starts with a heading", beyond, threshold="pass_1")
    reply = await judged(request(tmp_path, TEXT, wanted))
    assert beyond in reply.text
    assert "C2" in reply.text
    assert isinstance(read_evaluation(reply.text, wanted), NotReviewed)


@pytest.mark.parametrize(
    "text", ["# A\n\n[b](https://example.org)\n", "# A\n\nSee [b](/docs/b.md).\n", "# A\n\n[b](b.md)\n"]
)
async def test_a_link_that_only_a_network_or_a_project_could_tell_of_is_not_passed(tmp_path: Path, text: str) -> None:
    result = await evaluated(tmp_path, text, criteria("Every link resolves"))
    assert isinstance(result, NotReviewed)


async def test_relative_links_are_held_against_the_files_around(tmp_path: Path) -> None:
    write_files(tmp_path, {"b.md": "# B\n"})
    text = "# A\n\n[b](b.md) [c](https://example.org)\n"
    report = await evaluated(tmp_path, text, criteria("no broken relative links"))
    assert isinstance(report, Report)
    assert report.approves
    report = await evaluated(tmp_path, text.replace("b.md", "c.md"), criteria("no broken relative links"))
    assert isinstance(report, Report)
    assert not report.approves


async def test_a_goal_becomes_criteria_that_can_be_read_back(tmp_path: Path) -> None:
    goal = "Under 200 words, no TODO, and every code block names a language."
    inputs = PolishInputs(goal=goal, threshold="pass_2")
    reply = await judged(request(tmp_path, TEXT, duty="extract", inputs=inputs))
    read = read_criteria(reply.text)
    assert isinstance(read, Criteria)
    assert [one.text for one in read.criteria] == ["Under 200 words", "no TODO", "every code block names a language"]
    assert read.threshold == "pass_2"
    assert json.loads(reply.text)["cap"] == 4


async def test_a_goal_beyond_the_checks_is_a_failure_in_words(tmp_path: Path) -> None:
    with pytest.raises(AgentProblem, match="beyond the built-in checks") as problem:
        await judged(request(tmp_path, TEXT, duty="extract", inputs=PolishInputs(goal="Make it shine")))
    assert problem.value.final


async def test_without_criteria_there_is_nothing_to_score(tmp_path: Path) -> None:
    with pytest.raises(AgentProblem, match="no criteria"):
        await judged(request(tmp_path, TEXT))


async def revised(folder: Path, text: str, wanted: Criteria) -> tuple[str | None, list[AnswerKind]]:
    """The generator's text and answers to the gaps that the evaluator finds."""
    report = await evaluated(folder, text, wanted)
    assert isinstance(report, Report)
    desk, reply = await made(request(folder, text, wanted, duty="fix", findings=report.findings))
    assert (folder / "notes.md").read_bytes() == text.encode()
    return read_artifact(reply.text), [answer.kind for answer in desk.answers.values()]


async def test_the_generator_closes_the_gaps_that_one_repair_closes_and_leaves_the_others(tmp_path: Path) -> None:
    wanted = criteria("No trailing whitespace", "No TODO", "Uses the term “work copy”, never “worktree”")
    text, answers = await revised(tmp_path, TEXT, wanted)
    assert text == TEXT.replace("worktree is private.  ", "work copy is private.")
    assert answers == [AnswerKind.FIXED, AnswerKind.CANNOT_FIX, AnswerKind.FIXED]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
async def test_the_whole_text_comes_back_unchanged_where_nothing_can_be_done(tmp_path: Path, newline: str) -> None:
    given = TEXT.replace("\n", newline).removesuffix(newline)
    text, answers = await revised(tmp_path, given, criteria("No TODO"))
    assert (text, answers) == (given, [AnswerKind.CANNOT_FIX])


async def test_a_repair_that_costs_another_criterion_is_not_made(tmp_path: Path) -> None:
    wanted = criteria("Uses the term “work copy”, never “worktree”", "At most 5 words")
    text, answers = await revised(tmp_path, "The worktree is all private.\n", wanted)
    assert (text, answers) == ("The worktree is all private.\n", [AnswerKind.CANNOT_FIX])


@pytest.mark.parametrize("loop", ["spec", "plan", "docs", "task"])
async def test_the_built_in_maker_writes_nothing_new(tmp_path: Path, loop: str) -> None:
    unit = Unit(id=loop, name="new.md", path="new.md")
    with pytest.raises(AgentProblem, match="writes nothing new") as problem:
        await made(asked(tmp_path, loop, unit, duty="create"))
    assert problem.value.final
    assert not (tmp_path / "new.md").exists()


def spec(loop: str = "polish", **more: Any) -> RunSpec:
    fields = {"maker": BUILTIN, "critic": BUILTIN} | more
    return RunSpec(run="r", loop=loop, subject="a.md", root="/p", **fields)


TASK = TaskInputs(range=Range(base="b"), requirement="r", source="a.md")
BEYOND = PolishInputs(goal="g", criteria=criteria("No TODO", "No jargon", "Every example runs"))


@pytest.mark.parametrize(
    ("run", "says"),
    [
        (spec("spec", create=Creation(instruction="write it")), "can't write a spec"),
        (spec("docs", create=Creation(instruction="write it")), "can't write a page"),
        (spec("docs", create=Creation(skill="howto")), "can't run the skill howto"),
        (spec("task", create=Creation(), inputs=TASK), "can't carry out a task"),
        (spec(inputs=PolishInputs(goal="Make it shine")), "no criteria that code can decide follow from the goal"),
        (spec(inputs=PolishInputs(goal="At most 300 words, friendly")), "no criteria that code can decide"),
        (spec(inputs=BEYOND), "C2 (“No jargon”), C3 (“Every example runs”)"),
    ],
)
def test_what_a_built_in_agent_can_not_do_is_said_before_anything_is_started(run: RunSpec, says: str) -> None:
    told = able(BUILTIN, run)
    assert says in told
    assert "\n" not in told


@pytest.mark.parametrize(
    ("ref", "run"),
    [
        (BUILTIN, spec("spec")),
        (BUILTIN, spec("task", inputs=TASK)),
        (BUILTIN, spec("spec", maker=OTHER, create=Creation(instruction="write it"))),
        (OTHER, spec("spec", maker=OTHER, create=Creation(instruction="write it"))),
        (BUILTIN, spec(inputs=PolishInputs(goal="At most 300 words, no TODO"))),
        (BUILTIN, spec(critic=OTHER, inputs=PolishInputs(goal="Make it shine"))),
        (BUILTIN, spec(extractor=OTHER, inputs=PolishInputs(goal="Make it shine"))),
        (BUILTIN, spec(critic=OTHER, inputs=BEYOND)),
        (BUILTIN, spec(inputs=PolishInputs(goal="g", criteria=criteria("No TODO")))),
    ],
)
def test_what_an_agent_can_do_or_nobody_knows_of_needs_no_words(ref: AgentRef, run: RunSpec) -> None:
    assert able(ref, run) == ""
