import pytest

from critloop.checks.run import check_text, fix_text
from tests.support.checking import lines, mended, problems, text_of

STEPS = text_of(
    """
    ### Task 1: Export

    - [ ] **Step 1: Write the test**

    text

    - [ ] **Step 2: See it fail**
    - [ ] **Step 2: Write the code**
    - [ ] **Step 3: See it pass**
    """
)


def test_a_step_given_twice_is_found_and_the_rest_numbered_on() -> None:
    (problem,) = check_text(STEPS, loop="spec")
    assert (problem.check.id, problem.line) == ("step-number", 8)
    assert mended(STEPS).splitlines()[7:] == [
        "- [ ] **Step 3: Write the code**",
        "- [ ] **Step 4: See it pass**",
    ]


def test_a_missing_step_is_the_author_s_to_settle() -> None:
    (problem,) = problems(STEPS.replace("- [ ] **Step 2: See it fail**\n- [ ] **Step 2: Write the code**\n", ""))
    assert (problem.title, problem.fix) == ("Step 2 is missing", None)


@pytest.mark.parametrize(
    "item", ["- Step {}: x", "- [ ] Step {}: x", "- **Step {}:** x", "* Step {} - x", "1. Step {}: x"]
)
@pytest.mark.parametrize(("numbers", "title"), [((1, 2, 4), "Step 3 is missing"), ((1, 2, 2), "Step 2 comes twice")])
def test_steps_of_a_list_are_counted_however_they_are_marked(item: str, numbers: tuple[int, ...], title: str) -> None:
    source = "## A\n\n" + "".join(f"{item.format(number)}\n" for number in numbers)
    assert [p.title for p in problems(source, "step-number")] == [title]


def test_steps_that_something_refers_to_are_not_renumbered() -> None:
    (problem,) = problems(STEPS + "\nGo back to step 3 when it fails.\n")
    assert problem.fix is None


@pytest.mark.parametrize(
    "source",
    [
        "## A\n\n**Step 1:** x\n\n**Step 2:** x\n\nOr:\n\n**Step 1:** x\n\n**Step 2:** x\n",
        "## A\n\n**Step 1:** x\n\n## B\n\n**Step 3:** x\n",
        "## A\n\n```md\n- [ ] **Step 1:** x\n- [ ] **Step 3:** x\n```\n\ntext\n",
        "## A\n\n- **Step 2a:** x\n- **Step 2b:** x\n",
        "## A\n\n**Steps 1-3:** x\n\n**Step 4:** x\n",
        "## A\n\n> **Step 1:** x\n>\n> **Step 3:** x\n",
        "## A\n\n**Step 1:** x\n\n**Step 3:** x\n\nStep 2 was removed.\n",
        "## A\n\nStep 1 comes first, Step 3 last.\n",
        "## A\n\n**Step 4:** x\n\n**Step 6:** x\n",
        "## A\n\n- Step 1: x\n- Step 2: x\n",
        "## A\n\n- Step 1: x\n\nOr:\n\n* Step 3: x\n",
        "## A\n\n- **Step 1:** x\n  - Step 1: y\n  - Step 2: y\n- **Step 2:** x\n",
        "## A\n\n- Step 1 is long\n- Step 3 is short\n",
    ],
)
def test_steps_that_count_or_are_no_series_are_left_alone(source: str) -> None:
    assert lines(source, "step-number") == []


def test_a_gap_and_a_repetition_among_tasks_are_found() -> None:
    heads = "# P\n\n## Task 1: a\n\nx\n\n## Task {}: b\n\nx\n\n## Task 3: c\n\nx\n"
    assert [p.title for p in problems(heads.format(1), "task-number")] == []
    assert [p.title for p in problems(heads.format(3), "task-number")] == []
    gap = problems("# P\n\n## Task 1: a\n\nx\n\n## Task 2: b\n\nx\n\n## Task 4: c\n\nx\n", "task-number")
    assert [(p.title, p.line) for p in gap] == [("Task 3 is missing", 11)]
    twice = problems("# P\n\n## Phase 1\n\nx\n\n## Phase 2\n\nx\n\n## Phase 2\n\nx\n", "task-number")
    assert [(p.title, p.line) for p in twice] == [("Phase 2 comes twice", 11)]


@pytest.mark.parametrize(
    "source",
    [
        "# P\n\n## Chunk 1\n\n### Task 1\n\nx\n\n### Task 2\n\nx\n\n## Chunk 2\n\n### Task 3\n\nx\n\n### Task 4\n\nx\n",
        "# P\n\n## One\n\n### Task 1\n\nx\n\n### Task 3\n\nx\n\n## Two\n\n### Task 2\n\nx\n",
        "# P\n\n## Task 7: a\n\nx\n\n## Task 9: b\n\nx\n",
        "# P\n\n- Task 7 `old` elsewhere\n- Task 5 `older`\n",
        "# P\n\n## Phase 1\n\nx\n\n## Phase 1.5\n\nx\n\n## Phase 2\n\nx\n",
        "# P\n\n## Task 1\n\nx\n\n## Task 3\n\nx\n\nTask 2 has been merged into Task 1.\n",
        "# 1.2.0\n\nx\n\n# 1.1.0\n\nx\n\n# 1.0.3\n\nx\n",
        "# P\n\n## Phase 1: a\n\nx\n\n## Phase 2: b\n\nx\n\n## Phase 2 decisions\n\nx\n",
        "# P\n\n## 2026 plans\n\nx\n\n## 2028 plans\n\nx\n\n## 3 things\n\nx\n",
    ],
)
def test_numbers_that_are_names_or_go_on_elsewhere_are_left_alone(source: str) -> None:
    assert lines(source, "task-number", "section-number") == []


def test_numbered_sections_are_held_to_their_count() -> None:
    source = (
        "# P\n\n## 1. A\n\nx\n\n## 2. B\n\nx\n\n### 2.1 C\n\nx\n\n### 2.2 D\n\nx\n\n### 2.2 E\n\nx\n\n## 4. F\n\nx\n"
    )
    assert [(p.line, p.title) for p in problems(source, "section-number")] == [
        (19, "2.2 comes twice"),
        (23, "3 is missing"),
    ]


@pytest.mark.parametrize("numbers", ["124", "1223"])
def test_a_list_that_jumps_or_repeats_is_numbered_anew(numbers: str) -> None:
    source = "# A\n\n" + "".join(f"{number}. item\n" for number in numbers)
    (problem,) = check_text(source, loop="spec")
    assert problem.check.id == "list-number"
    fixed = fix_text(source, problem)
    assert fixed == "# A\n\n" + "".join(f"{number}. item\n" for number, _ in enumerate(numbers, start=1))


@pytest.mark.parametrize("numbers", ["111", "000", "123", "345", "12", "13", "137", "1231", "321"])
def test_lists_that_count_or_are_left_to_the_renderer_are_fine(numbers: str) -> None:
    source = "# A\n\n" + "".join(f"{number}. item\n" for number in numbers)
    assert lines(source, "list-number") == []
