"""What the heading of a plan announces."""

import pytest

from critloop.workflows.plans.naming import name_of, plain_number


@pytest.mark.parametrize(
    ("heading", "kind", "number", "text"),
    [
        ("Chunk 1: Foundation", "chunk", "1", "Foundation"),
        ("Task 3: Name", "task", "3", "Name"),
        ("Task 4b — Wire it", "task", "4b", "Wire it"),
        ("Task 1.2 Deep", "task", "1.2", "Deep"),
        ("Tasks 3–5: bulk", "task", "3-5", "bulk"),
        ("Task #3: bar", "task", "3", "bar"),
        ("TASK-01: x", "task", "01", "x"),
        ("Task A: letters", "task", "A", "letters"),
        ("Task T1: x", "task", "T1", "x"),
        ("Task Two: x", "task", "Two", "x"),
        ("1. Task 1: foo", "task", "1", "foo"),
        ("**Task 1: X**", "task", "1", "X"),
        ("**Task 1:** X and *y*", "task", "1", "X and *y*"),
        ("[ ] Task 2: Y", "task", "2", "Y"),
        ("✅ Task 3 Done", "task", "3", "Done"),
        ("~~Task 4: gone~~", "task", "4", "gone"),
        ("Task 6: --flag plumbing", "task", "6", "--flag plumbing"),
        ("Task 6: [Final] Update", "task", "6", "[Final] Update"),
        ("任务 3：名字，别的", "task", "3", "名字，别的"),
        ("任务三、名字", "task", "三", "名字"),
        ("Phase 4.7：E2E", "group", "4.7", "E2E"),
        ("Workstream A: Repo", "group", "A", "Repo"),
        ("R1: delete", "coded", "R1", "delete"),
        ("A1 — key", "coded", "A1", "key"),
        ("1.2 Name", "coded", "1.2", "Name"),
        ("3) Foo", "coded", "3", "Foo"),
        ("Global Constraints", "constraints", "", "Global Constraints"),
        ("Code-Quality Rules (hard)", "constraints", "", "Code-Quality Rules (hard)"),
        ("全局约束（必读）", "constraints", "", "全局约束（必读）"),
        ("Tech Stack", "stack", "", "Tech Stack"),
        ("Tasks", "other", "", "Tasks"),
        ("Task N: [Component]", "other", "", "Task N: [Component]"),
        ("Task-by-Task Outcome", "other", "", "Task-by-Task Outcome"),
        ("Task analysis", "other", "", "Task analysis"),
        ("Part of it", "other", "", "Part of it"),
        ("PR review", "other", "", "PR review"),
        ("2026-01-02 notes", "other", "", "2026-01-02 notes"),
        ("Rules-of-thumb compliance", "other", "", "Rules-of-thumb compliance"),
        ("Business rules", "other", "", "Business rules"),
        ("Conventions — read first", "constraints", "", "Conventions — read first"),
        ("", "other", "", ""),
    ],
)
def test_a_heading_is_read_as_people_write_them(heading: str, kind: str, number: str, text: str) -> None:
    name = name_of(heading)
    assert (name.kind, name.number, name.text) == (kind, number, text)


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("3", "3"),
        (" Task 3 ", "3"),
        ("task-4B", "4b"),
        ("#3", "3"),
        ("3.", "3"),
        ("03", "3"),
        ("0", "0"),
        ("1.2", "1.2"),
        ("1.10", "1.10"),
        ("任务 3", "3"),
        ("T1", "t1"),
    ],
)
def test_a_number_is_taken_as_people_type_it(typed: str, number: str) -> None:
    assert plain_number(typed) == number
