"""One task taken out of a plan, with its files and with what binds it."""

import pytest

from critloop.model.errors import UsageProblem
from critloop.workflows.plans.files import FileMention, files_of
from critloop.workflows.plans.tasks import task_numbers, task_of

PLAN = """# Plan

**Goal:** faster

**Architecture:** one queue,
one worker.

**Tech Stack:** Python 3.11

**Conventions for every task:**

- commit once

**Spec:** spec.md

## Global Constraints

- no new dependency

## File Map

| File | Action |

### Task 1: Queue

**Files:**
- Create: `src/queue.py`
- Modify: `src/app.py:10-20` (wire it in)
- Test: `tests/test_queue.py`

- [ ] **Step 1:** write `other.py`

```
### Task 9: sample
```

### Task 4b: Worker

Do it.

## Self-review

Fine.
"""


def files(text: str) -> list[tuple[str, str]]:
    return [(mention.action, mention.path) for mention in files_of(text.splitlines())]


def test_a_task_has_its_text_its_lines_and_its_files() -> None:
    task = task_of(PLAN, "1")
    assert (task.number, task.name, task.start_line, task.end_line) == ("1", "Queue", 24, 36)
    assert task.text.startswith("### Task 1: Queue\n")
    assert "### Task 9: sample" in task.text
    assert task.files == (
        FileMention(path="src/queue.py", action="create"),
        FileMention(path="src/app.py", action="modify"),
        FileMention(path="tests/test_queue.py", action="test"),
    )


def test_a_task_comes_with_what_the_plan_says_of_all_tasks() -> None:
    constraints = task_of(PLAN, "4b").constraints
    assert constraints == (
        "**Architecture:** one queue,\none worker.\n\n**Tech Stack:** Python 3.11\n\n"
        "**Conventions for every task:**\n\n- commit once\n\n## Global Constraints\n\n- no new dependency"
    )


def test_constraints_that_follow_the_tasks_bind_them_too() -> None:
    text = "# P\n\n## 任务 1：甲\n\n做\n\n## 全局约束\n\n- 不要\n"
    assert task_of(text, "1").constraints == "## 全局约束\n\n- 不要"
    assert task_of(text, "任务 1").text == "## 任务 1：甲\n\n做\n"


def test_a_task_s_own_constraints_stay_with_it() -> None:
    text = "# P\n\n## Task 1\n\n### Constraints\n\nown\n\n## Task 2\n\nx\n"
    assert "own" in task_of(text, "1").text
    assert task_of(text, "2").constraints == ""


@pytest.mark.parametrize("typed", ["4b", "4B", "Task 4b", "task-4b", "#4b", " 4b "])
def test_a_number_is_found_as_people_type_it(typed: str) -> None:
    assert task_of(PLAN, typed).name == "Worker"


def test_a_task_ends_before_what_is_not_its_own() -> None:
    assert task_of(PLAN, "4b").text == "### Task 4b: Worker\n\nDo it.\n"


@pytest.mark.parametrize(
    ("text", "number", "lines"),
    [
        ("## Task 1\n\n### Step 1\n\nx\n\n## Task 2\n", "1", (1, 6)),
        ("### Task 1\n\n### Step 1\n\nx\n\n### Task 2\n\n### Files\n\n### Notes\n", "2", (7, 10)),
        ("## Task 1\n\n### Task 1.1\n\nx\n\n### Task 1.2\n\n## Task 2\n", "1", (1, 8)),
        ("## Task 1\n\n### Task 1.1\n\nx\n\n### Task 1.2\n\n## Task 2\n", "1.1", (3, 6)),
        ("## Task 1\n\n### Task 1.1\n\nx\n\n### Task 1.2\n\n## Task 2\n", "1.2", (7, 8)),
        ("## Task 1\n\n### Task 2\n\nx\n\n## Task 3\n", "1", (1, 2)),
        ("## Chunk 1: A\n\n### Task 1\n\nx\n\n## Chunk 2: B\n\n### Task 2\n", "1", (3, 6)),
        ("## Chunk 1: A\n\n## Task 1\n\nx\n\n## Chunk 2: B\n\n### Task 2\n", "1", (3, 6)),
        ("## Phase 1\n\n### Task 1\n\nx\n\n## Phase 2\n\nabout\n\n### Task 2\n", "1", (3, 6)),
        ("## Task 1\n\n## Notes\n\nx\n\n## Task 2\n", "1", (1, 6)),
    ],
)
def test_a_task_reaches_to_the_next_that_is_no_part_of_it(text: str, number: str, lines: tuple[int, int]) -> None:
    task = task_of(text, number)
    assert (task.start_line, task.end_line) == lines


def test_an_unknown_number_names_those_that_there_are() -> None:
    with pytest.raises(UsageProblem) as refused:
        task_of(PLAN, "7")
    assert refused.value.message == "the plan has no task '7'"
    assert refused.value.remedy == "its tasks: 1, 4b"


@pytest.mark.parametrize("text", ["", "words\n", "# P\n\n## Goals\n\nx\n"])
def test_a_plan_without_tasks_says_so(text: str) -> None:
    assert task_numbers(text) == ()
    with pytest.raises(UsageProblem, match="no task") as refused:
        task_of(text, "1")
    assert "### Task 1: Name" in refused.value.remedy


def test_a_number_that_two_tasks_have_is_refused() -> None:
    with pytest.raises(UsageProblem, match=r"2 tasks with the number 1 \(lines 1, 3\)"):
        task_of("## Task 1: a\n\n## Task 1: b\n", "1")


def test_the_numbers_are_those_of_all_tasks_as_written() -> None:
    assert task_numbers("## Task 1\n\n### Task 1.1\n\n## Task 02\n\n## Task B: x\n") == ("1", "1.1", "02", "B")
    assert task_numbers("# P\n\n### 1. Make\n\n**Files:**\n\n### 2. Test\n\n- [ ] run\n") == ("1", "2")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "- Modify: `a.py`, `b.py` (both), `c/d.ts:3-9`",
            [("modify", "a.py"), ("modify", "b.py"), ("modify", "c/d.ts")],
        ),
        ("- **Create:** `a.py` — see `b.py`", [("create", "a.py")]),
        ("- Create: src/wire.c\n- Modify: CMakeLists.txt", [("create", "src/wire.c"), ("modify", "CMakeLists.txt")]),
        ("- Modify tests:\n  - `t/a.py`\n  - `t/b.py`", [("modify", "t/a.py"), ("modify", "t/b.py")]),
        ("**Files:**\n- `a.py` (new)\n- `b.py`", [("create", "a.py"), ("modify", "b.py")]),
        ("**Files:** `a.py`, `b.py`", [("modify", "a.py"), ("modify", "b.py")]),
        ("**Files:** none; verification only.", []),
        ("- Rename: `a.py` → `b.py`", [("delete", "a.py"), ("create", "b.py")]),
        ("- Move: all files in `a/` into `b/`", [("modify", "a/"), ("create", "b/")]),
        ("- Delete: `scripts/` (directory)", [("delete", "scripts/")]),
        ("- Create: `s/{a.md,b.sh}`", [("create", "s/a.md"), ("create", "s/b.sh")]),
        ("- 新建：`a.mjs`\n- 修改：`b.mjs`", [("create", "a.mjs"), ("modify", "b.mjs")]),
        (
            "| Action | File |\n|---|---|\n| Create | `a.py` |\n| `b.py` | Modify |",
            [("create", "a.py"), ("modify", "b.py")],
        ),
        ("- Test: inline `#[cfg(test)]` in `cfc.rs`", [("test", "cfc.rs")]),
        ("- Modify: multiple files that build `Model`", []),
        ("- Create: the receipt/grant at the path that the command prints", []),
        ("- Modify: `app/(group)/[id]/page.tsx`", [("modify", "app/(group)/[id]/page.tsx")]),
        ("**Files:**\n- Create: `a.py`\n\n- [ ] **Step 1:** edit `b.py`", [("create", "a.py")]),
        ("Then edit `b.py`.", []),
        ("File `b.py` is read first.", []),
        ("**Files to change:** Modify: `b.py`", [("modify", "b.py")]),
        ("#### Files\n\n- `b.py`", [("modify", "b.py")]),
        ("- Modify: `./a.py`\n- Modify: `a.py`", [("modify", "a.py")]),
    ],
)
def test_the_files_of_a_task_are_read_from_its_lists(text: str, expected: list[tuple[str, str]]) -> None:
    assert files(text) == expected
