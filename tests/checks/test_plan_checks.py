"""Checks that only a plan has: its tasks, its chunks, its boxes."""

import pytest

from critloop.checks.catalogue import CHECKS
from critloop.checks.framework import Problem
from critloop.checks.run import check_text, fix_text

OURS = {"task-syntax", "task-repeated", "chunk-size", "box", "step-outside"}


def problems(text: str) -> list[Problem]:
    return [problem for problem in check_text(text, loop="plan") if problem.check.id in OURS]


def told(text: str) -> list[tuple[str, int]]:
    return [(problem.check.id, problem.line) for problem in problems(text)]


def chunks(*numbers: tuple[int, ...]) -> str:
    """A plan with chunks whose tasks have these numbers."""
    tasks = ("".join(f"### Task {n}\n\nx\n\n" for n in chunk) for chunk in numbers)
    return "# P\n\n" + "".join(f"## Chunk {n}: a\n\n{text}" for n, text in enumerate(tasks, start=1))


def test_the_dimensions_are_those_of_a_plan_review() -> None:
    ours = {check.dimension for check in CHECKS if check.loops == {"plan"}}
    assert ours == {"task syntax", "task decomposition", "chunk size"}


def test_only_a_plan_is_asked_for_tasks() -> None:
    text = "# Design\n\n## Goals\n\nx\n"
    assert told(text) == [("task-syntax", 3)]
    assert not [p for loop in ("spec", "docs", "polish") for p in check_text(text, loop=loop) if p.check.id in OURS]


@pytest.mark.parametrize("text", ["words\n\nmore\n", "```\n## Task 1\n```\n"])
def test_a_plan_without_headings_has_no_tasks(text: str) -> None:
    assert told(text) == [("task-syntax", 1)]
    assert problems(text)[0].issue == "No heading stands in the plan."


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# P\n\n## Task 1: a\n\nx\n",
        "# P\n\n- [ ] ### Task 1: a\n\nx\n",
        "# P\n\n## 任务 1：甲\n\n做\n",
        "# P\n\n## Chunk 1: a\n\nx\n",
        "# P\n\n## Phase 1\n\n- [ ] a\n\n## Phase 2\n\n- [ ] b\n",
        "# P\n\n```\nopen to the end\n\n## Task 1: a\n",
    ],
)
def test_what_has_tasks_or_may_have_them_is_not_told(text: str) -> None:
    assert told(text) == []


def test_a_number_that_comes_back_in_one_count_is_told() -> None:
    text = "# P\n\n## Task 1\n\nx\n\n## Task 2\n\nx\n\n## Task 3\n\nx\n\n## Task 2\n\nx\n"
    assert told(text) == [("task-repeated", 15)]
    assert "line 7" in problems(text)[0].issue
    assert told(chunks((1, 2, 1))) == [("task-repeated", 13)]
    assert told(chunks((1, 2), (2, 3))) == [("task-repeated", 15)]


@pytest.mark.parametrize(
    "text",
    [
        chunks((1, 2), (1, 2)),
        "# P\n\n## Task 1\n\n### Task 1\n\nx\n\n### Task 2\n\nx\n\n## Task 2\n\nx\n",
        "# P\n\n## Task 4a\n\nx\n\n## Task 4b\n\nx\n",
        "# P\n\n## Task 1\n\n```\n## Task 1\n```\n",
    ],
)
def test_a_count_that_begins_anew_repeats_nothing(text: str) -> None:
    assert told(text) == []


def test_what_the_numbering_tells_is_not_told_twice() -> None:
    text = "# P\n\n## Task 1\n\nx\n\n## Task 2\n\nx\n\n## Task 2\n\nx\n"
    assert told(text) == []
    assert "task-number" in [p.check.id for p in check_text(text, loop="plan")]


def test_more_than_a_thousand_lines_in_one_chunk_are_told() -> None:
    head = "# P\n\n## Task 1: long\n"
    assert told(head + "x\n" * 999) == []
    assert told(head + "x\n" * 1000) == [("chunk-size", 3)]
    assert "1,001 lines" in problems(head + "x\n" * 1000)[0].issue


@pytest.mark.parametrize(
    ("line", "fixed"),
    [
        ("- [] **Step 1:** a", "- [ ] **Step 1:** a"),
        ("- [ x] a", "- [x] a"),
        ("* [  ] a", "* [ ] a"),
        ("- [x]a", "- [x] a"),
        ("1. [] a", "1. [ ] a"),
        ("-[ ] a", "- [ ] a"),
        ("[ ] **Step 1:** a", "- [ ] **Step 1:** a"),
        ("[X] a", "- [X] a"),
    ],
)
def test_a_box_that_is_none_is_told_and_mended(line: str, fixed: str) -> None:
    text = f"# P\n\n## Task 1\n\n{line}\n"
    assert told(text) == [("box", 5)]
    assert fix_text(text, problems(text)[0]) == f"# P\n\n## Task 1\n\n{fixed}\n"
    assert told(f"# P\n\n## Task 1\n\n{fixed}\n") == []


@pytest.mark.parametrize(
    "line",
    [
        "- [ ] a",
        "- [X] a",
        "- [~] a",
        "- [-] a",
        "- [2026-01-29] a",
        "- [x](y.md) a",
        "- [](y.md)",
        "- [x]: y",
        "- [x][y] a",
        "- `[]` a",
        "- an empty `[]` or [] list",
        "> [ ] a",
        "```\n-[ ] a\n```",
        "[x](y.md) a",
    ],
)
def test_what_is_a_box_or_was_never_meant_as_one_is_not_told(line: str) -> None:
    assert told(f"# P\n\n## Task 1\n\n{line}\n") == []


def test_boxes_outside_of_tasks_are_no_affair_of_the_plan() -> None:
    assert told("# P\n\nuse the [] format\n\n-[ ] a\n\n## Task 1\n\nx\n") == []


def test_a_step_that_no_task_holds_is_told() -> None:
    text = (
        "# P\n\n- [ ] **Step 1:** a\n\n## Task 1\n\n- [ ] **Step 1:** b\n\n## After\n\n- [ ] **Step 2:** c\n- [ ] d\n"
    )
    assert told(text) == [("step-outside", 3), ("step-outside", 11)]
