"""Which spec belongs to a plan."""

from pathlib import Path

import pytest

from critloop.context.pairs import spec_beside
from tests.context.folders import pages, project

PLAN = "docs/plans/2026-03-04-retry-queue-plan.md"
SPECS = "docs/specs/2026-03-02-retry-queue-design.md"


@pytest.mark.parametrize(
    ("plan", "spec"),
    [
        (PLAN, SPECS),
        ("docs/plans/2026-03-04-retry-queue.md", "docs/specs/retry-queue.md"),
        ("docs/plans/20260304-retry-queue-implementation.md", "docs/plans/20260304-retry-queue-design.md"),
        ("docs/plans/done/retry_queue_plan.md", "docs/design/retry-queue.md"),
        ("work/retry-queue-implementation-plan.md", "work/retry-queue-spec.md"),
        ("docs/plans/retry-queue.md", "docs/SPEC-retry-queue.md"),
        ("features/003-retry/plan.md", "features/003-retry/spec.md"),
        ("changes/retry/tasks.md", "changes/retry/design.md"),
        ("plan.md", "SPEC.md"),
    ],
)
def test_names_are_compared_without_dates_and_endings(tmp_path: Path, plan: str, spec: str) -> None:
    pages(tmp_path, plan, spec, "docs/specs/2026-03-02-other-design.md", "features/004-other/spec.md")
    assert spec_beside(tmp_path, plan) == (spec, [])


@pytest.mark.parametrize(
    "other",
    [
        "docs/specs/retry-queue-eval-results.md",
        "docs/specs/retry-queue-plan.md",
        "docs/plans/2026-03-01-retry-queue.md",
        "docs/specs/retry.md",
    ],
)
def test_another_topic_or_another_plan_is_no_spec(tmp_path: Path, other: str) -> None:
    pages(tmp_path, PLAN, other)
    assert spec_beside(tmp_path, PLAN) == (None, [])


def test_of_several_that_fit_the_one_of_the_same_date_is_taken(tmp_path: Path) -> None:
    pages(tmp_path, PLAN, "docs/specs/2026-03-04-retry-queue-design.md", "docs/specs/2026-01-01-retry-queue-design.md")
    assert spec_beside(tmp_path, PLAN) == ("docs/specs/2026-03-04-retry-queue-design.md", [])


def test_several_that_fit_equally_are_candidates(tmp_path: Path) -> None:
    both = ["docs/design/retry-queue.md", "docs/specs/retry-queue.md"]
    pages(tmp_path, PLAN, *both)
    assert spec_beside(tmp_path, PLAN) == (None, both)


HEADS = [
    "**Spec:** `docs/other/it.md`",
    "**Design spec:** docs/other/it.md. Read it first.",
    "Spec: [it](../other/it.md#goals)",
    "> - **Design doc**: ../other/it.md",
    "- Specification: `/docs/other/it.md`",
]


@pytest.mark.parametrize("head", HEADS)
def test_what_the_head_says_comes_before_names(tmp_path: Path, head: str) -> None:
    pages(tmp_path, SPECS, "docs/other/it.md", "archive/it.md")
    project(tmp_path, {PLAN: f"# Plan\n\n{head}\n"})
    assert spec_beside(tmp_path, PLAN) == ("docs/other/it.md", [])


@pytest.mark.parametrize(
    "front", ["design-doc: docs/other/it.md", "spec:\n  - docs/other/it.md", 'spec: "../other/it.md"']
)
def test_front_matter_may_name_the_spec(tmp_path: Path, front: str) -> None:
    pages(tmp_path, SPECS, "docs/other/it.md")
    project(tmp_path, {PLAN: f"---\n{front}\n---\n# Plan\n"})
    assert spec_beside(tmp_path, PLAN) == ("docs/other/it.md", [])


def test_a_link_to_a_spec_in_the_head_counts(tmp_path: Path) -> None:
    pages(tmp_path, SPECS, "docs/specs/wider.md", "docs/notes.md")
    project(tmp_path, {PLAN: "# Plan\n\nAfter [notes](../notes.md) and [this](../specs/wider.md).\n"})
    assert spec_beside(tmp_path, PLAN) == ("docs/specs/wider.md", [])


def test_a_spec_that_moved_is_found_by_its_name(tmp_path: Path) -> None:
    pages(tmp_path, "archive/specs/it-design.md")
    project(tmp_path, {PLAN: "# Plan\n\n**Spec:** docs/specs/it-design.md\n"})
    assert spec_beside(tmp_path, PLAN) == ("archive/specs/it-design.md", [])


def test_a_named_spec_that_is_gone_is_never_replaced_by_a_guess(tmp_path: Path) -> None:
    pages(tmp_path, SPECS)
    project(tmp_path, {PLAN: "# Plan\n\n**Spec:** docs/specs/gone-design.md\n"})
    assert spec_beside(tmp_path, PLAN) == (None, [SPECS])


def test_two_named_specs_are_candidates(tmp_path: Path) -> None:
    pages(tmp_path, "docs/a.md", "docs/b.md")
    project(tmp_path, {PLAN: "# Plan\n\n**Specs:** docs/a.md and docs/b.md\n**Spec:** docs/b.md, docs/a.md\n"})
    assert spec_beside(tmp_path, PLAN) == (None, ["docs/b.md", "docs/a.md"])


def test_prose_about_specs_names_none(tmp_path: Path) -> None:
    pages(tmp_path, SPECS, "docs/a.md")
    project(tmp_path, {PLAN: "# Plan\n\nThe spec is quoted in docs/a.md.\nRead docs/a.md as design: it is good.\n"})
    assert spec_beside(tmp_path, PLAN) == (SPECS, [])


def test_a_path_out_of_the_project_is_no_spec(tmp_path: Path) -> None:
    pages(tmp_path, "secret-design.md")
    project(tmp_path / "p", {PLAN: "# Plan\n\n**Spec:** ../../../secret-design.md\n"})
    assert spec_beside(tmp_path / "p", PLAN) == (None, [])


def test_a_plan_that_git_ignores_has_a_spec_all_the_same(tmp_path: Path) -> None:
    pages(tmp_path, PLAN, SPECS)
    (tmp_path / ".gitignore").write_text("docs/\n")
    assert spec_beside(tmp_path, f"./{PLAN}") == (SPECS, [])
