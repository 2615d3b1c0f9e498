"""A plan cut into chunks: where, under which names, and without losing a line."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from critloop.model.errors import UsageProblem
from critloop.workflows.plans.cutting import LIMIT, PlanCut, chunk_text, cut_plan
from critloop.workflows.plans.parsing import read_plan


def spans(text: str) -> list[tuple[str, int, int]]:
    return [(chunk.id, chunk.start_line, chunk.end_line) for chunk in cut_plan(text).chunks]


def ids(text: str) -> list[str]:
    return [chunk.id for chunk in cut_plan(text).chunks]


CHUNKED = """# Plan

**Goal:** x

## Chunk 1: Foundation

### Task 1: a

x

### Task 2: b

## Chunk 2: Core

### Task 3: c

```
## Chunk 9: sample
```

## Risks

r
"""


def test_chunks_hold_their_tasks_and_what_follows_them_is_a_chunk_of_its_own() -> None:
    cut = cut_plan(CHUNKED)
    assert (cut.how, cut.problem) == ("chunks", "")
    assert spans(CHUNKED) == [("chunk-1", 5, 12), ("chunk-2", 13, 20), ("closing", 21, 23)]
    assert [chunk.name for chunk in cut.chunks] == ["Foundation", "Core", "Risks"]
    assert [chunk.tasks for chunk in cut.chunks] == [("1", "2"), ("3",), ()]


def test_a_plan_without_chunks_is_cut_at_its_tasks() -> None:
    text = "# P\n\nintro\n\n## Task 1: a\n\nx\n\n## Task 4b: c\n\n## Self-review\n\ny\n"
    assert cut_plan(text).how == "tasks"
    assert spans(text) == [("task-1", 5, 8), ("task-4b", 9, 10), ("closing", 11, 13)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# P\n\n- [ ] ### Task 1: A\n\n- [x] ### Task 2: B\n", ["task-1", "task-2"]),
        ("# P\n\n## 任务 1：甲\n\n## 任务 2：乙\n", ["task-1", "task-2"]),
        ("# Task 1: a\n\n# Task 2: b\n", ["task-1", "task-2"]),
        ("# P\n\n#### Task 1.1: a\n\n#### Task 1.2: b\n", ["task-1.1", "task-1.2"]),
        ("Plan\n===\n\nTask 1: a\n---\n\nTask 2: b\n---\n", ["task-1", "task-2"]),
        ("# P\n\n### 1. Make\n\n**Files:**\n\n### 2. Test\n\n- [ ] run\n", ["task-1", "task-2"]),
        ("# P\n\n## Tasks\n\n### R1: drop\n\nx\n\n### R2: drop\n\ny\n", ["task-r1", "task-r2"]),
        ("# P\n\n**Task 1: Foo**\n\ndo\n\n**Task 2: Bar**\n\ndo\n", ["task-1", "task-2"]),
        ("# P\n\n1. **Task 1: a**\n   do\n2. **Task 2: b**\n   do\n", ["task-1", "task-2"]),
        ("# P\n\n## Step 1: do\n\n- [ ] a\n\n## Step 2: do\n\n- [ ] b\n", ["step-1", "step-2"]),
        (
            "# P\n\n## Phase 1\n\n| Task | File |\n|--|--|\n\n## Phase 2\n\n| Task | File |\n|--|--|\n",
            ["phase-1", "phase-2"],
        ),
    ],
)
def test_tasks_are_found_in_the_forms_they_are_written_in(text: str, expected: list[str]) -> None:
    assert cut_plan(text).how == "tasks"
    assert ids(text) == expected


def test_numbered_sections_that_hold_no_work_are_sections() -> None:
    cut = cut_plan("# Design\n\n## 1. Context\n\nx\n\n## 2. Target\n\n- [ ] y\n\n## 3. Risks\n\nz\n")
    assert (cut.how, cut.problem) == ("headings", "no heading of the plan is a task")
    assert (cut.chunks[0].id, cut.chunks[0].number) == ("section-1-context", "")


def test_a_list_of_the_tasks_is_not_the_tasks() -> None:
    text = "# P\n\n- [ ] Task 1: a\n- [ ] Task 2: b\n\n### Task 1: a\n\nx\n\n### Task 2: b\n\ny\n"
    assert spans(text) == [("task-1", 6, 9), ("task-2", 10, 12)]
    assert cut_plan("# P\n\n- [ ] Task 1: a\n- [ ] Task 2: b\n\n## More\n\nx\n").how == "headings"


def test_a_task_one_level_too_deep_is_its_own_and_a_part_is_not() -> None:
    slip = "# P\n\n## Task 1: a\n\n### Task 2: b\n\n## Task 3: c\n"
    parts = "# P\n\n## Task 1: a\n\n### Task 1.1: b\n\n### Task 1.2: c\n\n## Task 2: d\n"
    again = "# P\n\n## Task 1: a\n\n### Task 1: b\n\n### Task 2: c\n\n## Task 2: d\n"
    assert ids("# P\n\n## Task 0: a\n\n### Task 1: b\n\n### Task 2: c\n") == ["task-0", "task-1", "task-2"]
    assert ids(slip) == ["task-1", "task-2", "task-3"]
    assert ids(parts) == ids(again) == ["task-1", "task-2"]
    assert cut_plan(parts).chunks[0].tasks == ("1", "1.1", "1.2")


PHASED = """# P

intro

## Phase 1: a

about phase 1

### Task 1.1: b

x

### Task 1.2: c

## Phase 2: d

### Task 2.1: e

## Phase 3: later

nothing yet
"""


def test_a_phase_comes_with_its_first_task_and_is_shown_with_the_others() -> None:
    cut = cut_plan(PHASED)
    assert spans(PHASED) == [("task-1.1", 5, 12), ("task-1.2", 13, 14), ("task-2.1", 15, 18), ("phase-3", 19, 21)]
    assert [chunk.shared is not None for chunk in cut.chunks] == [False, True, False, False]
    second = chunk_text(PHASED, cut, cut.chunks[1])
    assert second.context == "# P\n\nintro\n\n## Phase 1: a\n\nabout phase 1"
    assert second.text == "### Task 1.2: c\n"


def test_a_title_that_names_a_phase_is_no_phase() -> None:
    assert spans("# Phase 3: clean up\n\nintro\n\n## Task 1\n\nx\n") == [("task-1", 5, 7)]


def test_constraints_go_with_every_chunk_wherever_they_stand() -> None:
    text = (
        "# P\n\n## Task 1: a\n\nx\n\n## Notes\n\nn\n\n## Global Constraints\n\n- c\n\n## Other\n\no\n\n"
        "## Task 2: b\n\n## Appendix\n\nz\n"
    )
    cut = cut_plan(text)
    assert spans(text) == [("task-1", 3, 10), ("task-2", 15, 20), ("closing", 21, 23)]
    for chunk in cut.chunks:
        assert chunk_text(text, cut, chunk).context == "# P\n\n## Global Constraints\n\n- c"


def test_constraints_in_the_preamble_are_told_once() -> None:
    text = "# P\n\n## Global Constraints\n\n- c\n\n### Task 1: a\n\nx\n"
    cut = cut_plan(text)
    assert [(one.start, one.end) for one in cut.constraints] == [(3, 6)]
    assert chunk_text(text, cut, cut.chunks[0]).context == "# P\n\n## Global Constraints\n\n- c"


def test_a_section_between_two_tasks_belongs_to_the_first() -> None:
    assert spans("# P\n\n## Task 1\n\n## Check\n\n## Task 2\n") == [("task-1", 3, 6), ("task-2", 7, 7)]


def test_tasks_before_the_first_chunk_are_not_lost() -> None:
    assert ids("# P\n\n### Task 0: prepare\n\n## Chunk 1: A\n\n### Task 1: a\n") == ["task-0", "chunk-1"]


def test_a_chunk_holds_tasks_of_its_own_level() -> None:
    text = "# P\n\n## Chunk 1: A\n\n## Task 1\n\n## Task 2\n\n## Chunk 2: B\n\n## Task 3\n\n## Notes\n\nx\n"
    assert spans(text) == [("chunk-1", 3, 8), ("chunk-2", 9, 12), ("closing", 13, 15)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# T\n\nx\n\n## A\n\n## B\n", [("section-a", 5, 6), ("section-b", 7, 7)]),
        ("### A\n\n### B\n", [("section-a", 1, 2), ("section-b", 3, 3)]),
        ("front\n\n# Only\n\nx\n", [("section-only", 3, 5)]),
        ("# T\n\n## Constraints\n\nx\n", [("section-constraints", 3, 5)]),
    ],
)
def test_a_plan_without_tasks_is_cut_at_its_sections_and_says_so(
    text: str, expected: list[tuple[str, int, int]]
) -> None:
    cut = cut_plan(text)
    assert cut.how == "headings"
    assert cut.problem
    assert spans(text) == expected


@pytest.mark.parametrize("text", ["", "words\n", "```\n# no\n```\n", "---\na: b\n---\n"])
def test_a_file_without_headings_is_refused(text: str) -> None:
    with pytest.raises(UsageProblem) as refused:
        cut_plan(text)
    assert "no headings" in refused.value.message
    assert "### Task 1: Name" in refused.value.remedy


def test_ids_are_unique_and_do_not_depend_on_the_place() -> None:
    assert ids("# P\n\n## Task 1\n\n## Task 1\n\n## Task 1\n\n## Task 1-2\n") == [
        "task-1",
        "task-1-2",
        "task-1-3",
        "task-1-2-2",
    ]
    assert ids("# P\n\n## Task 2\n\n## Task 3\n")[1] == ids("# P\n\n## Task 1\n\n## Task 2\n\n## Task 3\n")[2]


def test_a_chunk_of_more_than_a_thousand_lines_is_told() -> None:
    text = "# P\n\n## Chunk 1: A\n" + "x\n" * (LIMIT - 1) + "## Chunk 2: B\n" + "x\n" * LIMIT
    assert [chunk.long for chunk in cut_plan(text).chunks] == [False, True]


def test_line_ends_and_byte_order_mark_change_nothing() -> None:
    assert spans("\ufeff" + CHUNKED.replace("\n", "\r\n")) == spans(CHUNKED)


LINES = st.sampled_from(
    [
        "",
        "text",
        "# Plan",
        "##",
        "## Chunk 1: a",
        "## Chunk 2: b",
        "## Task 1: a",
        "### Task 2: b",
        "### Task 1.1: c",
        "# Task 3",
        "- [ ] ### Task 4: d",
        "- [ ] **Step 1:** do",
        "**Task 5: e**",
        "## Phase 1",
        "## Phase 2",
        "## Global Constraints",
        "### Constraints",
        "## Notes",
        "### 1. one",
        "### 2. two",
        "#### Files",
        "```",
        "~~~",
        "<!--",
        "-->",
        "---",
        "===",
        "| Task | File |",
    ]
)


@given(st.lists(LINES, max_size=40).map("\n".join))
def test_every_line_belongs_to_one_chunk_or_to_the_context(text: str) -> None:
    try:
        cut = cut_plan(text)
    except UsageProblem:
        assert not read_plan(text).entries
        return
    times = Counter(n for chunk in cut.chunks for n in range(chunk.start_line, chunk.end_line + 1))
    context = context_lines(cut)
    assert all(times[n] + (n in context) == 1 for n in range(1, len(read_plan(text).lines) + 1))
    assert set(times) | context <= set(range(1, len(read_plan(text).lines) + 1))
    assert len({chunk.id for chunk in cut.chunks}) == len(cut.chunks) > 0
    assert [chunk.start_line for chunk in cut.chunks] == sorted(chunk.start_line for chunk in cut.chunks)
    assert all(chunk.name and chunk.id for chunk in cut.chunks)


def context_lines(cut: PlanCut) -> set[int]:
    ranges = [cut.preamble, *cut.constraints]
    return {n for one in ranges for n in range(one.start, one.end + 1)}
