"""Requests to review or write a spec or a plan."""

import pytest

from critloop.model.run import Creation, PlanInputs
from tests.support.asking import proposal, refusal
from tests.support.user_repository import UserRepository

TEXT = "# Title\n\nAll is said.\n"
PLAN = "# Plan\n\n### Task 1: Pump\n\n- [ ] **Step 1:** Build it.\n"


def spec_named(project: UserRepository, **given: object) -> tuple[str | None, tuple[str, ...]]:
    found = proposal(project.root, "plan", "docs/pump-plan.md", **given)
    assert isinstance(found.spec.inputs, PlanInputs)
    return found.spec.inputs.spec, found.notes


def test_the_spec_of_a_plan_is_found_beside_it_and_told(project: UserRepository) -> None:
    project.write("docs/pump-plan.md", PLAN)
    project.write("docs/pump-design.md", TEXT)
    spec, notes = spec_named(project)
    assert spec == "docs/pump-design.md"
    assert "docs/pump-design.md" in notes[0]


def test_of_several_specs_none_is_taken_and_all_are_told(project: UserRepository) -> None:
    project.write("docs/pump-plan.md", PLAN)
    project.write("docs/pump-design.md", TEXT)
    project.write("docs/pump-spec.md", TEXT)
    spec, notes = spec_named(project)
    assert spec is None
    assert "docs/pump-design.md, docs/pump-spec.md" in notes[0]
    assert "--spec" in notes[0]


def test_a_plan_without_a_spec_is_reviewed_and_that_is_told(project: UserRepository) -> None:
    project.write("docs/pump-plan.md", PLAN)
    spec, notes = spec_named(project)
    assert spec is None
    assert "no spec of the plan was found" in notes[0]


def test_a_spec_that_is_named_is_taken_without_a_word(project: UserRepository) -> None:
    project.write("docs/pump-plan.md", PLAN)
    project.write("docs/pump-design.md", TEXT)
    project.write("other.md", TEXT)
    assert spec_named(project, spec="other.md") == ("other.md", ())


def test_a_spec_that_is_not_there_or_not_in_the_project_is_refused(project: UserRepository) -> None:
    project.write("plan.md", PLAN)
    (project.root.parent / "outside.md").write_text(TEXT)
    assert refusal(project.root, "plan", "plan.md", spec="gone.md").message == "gone.md: no such file"
    assert (
        "--spec ../outside.md: outside the project"
        in refusal(project.root, "plan", "plan.md", spec="../outside.md").message
    )


def test_a_plan_without_headings_is_refused_by_its_name(project: UserRepository) -> None:
    project.write("plan.md", "Do this, then that.\n")
    said = refusal(project.root, "plan", "plan.md")
    assert said.message.startswith("plan.md: ")
    assert "heading" in said.message + said.remedy


def test_a_spec_is_written_from_an_instruction(project: UserRepository) -> None:
    found = proposal(project.root, "spec", "docs/new.md", create="A shop for pumps.")
    assert found.spec.create == Creation(instruction="A shop for pumps.")
    assert found.spec.subject == "docs/new.md"
    assert not (project.root / "docs").exists()


@pytest.mark.parametrize("loop", ["spec", "plan", "docs"])
def test_a_file_with_a_text_is_not_written_anew(project: UserRepository, loop: str) -> None:
    project.write("a.md", TEXT)
    more = {"spec": "a.md"} if loop == "plan" else {}
    assert refusal(project.root, loop, "a.md", create="x", **more).message == "a.md: exists already"


def test_an_instruction_says_something(project: UserRepository) -> None:
    assert "--create needs an instruction" in refusal(project.root, "spec", "new.md", create=" ").message


def test_a_plan_is_written_from_a_spec(project: UserRepository) -> None:
    assert "none is named" in refusal(project.root, "plan", "docs/pump-plan.md", create="").message
    project.write("docs/pump-design.md", TEXT)
    found = proposal(project.root, "plan", "docs/pump-plan.md", create="")
    assert found.spec.create == Creation()
    assert found.spec.inputs == PlanInputs(spec="docs/pump-design.md")


def test_a_review_to_begin_with_has_issues_in_the_loops_own_format(project: UserRepository) -> None:
    project.write("a.md", TEXT)
    review = "## Spec Review\n\n**Status:** Issues Found\n\n**Issues (if any):**\n- [Title]: (clarity) x - y\n"
    assert proposal(project.root, "spec", "a.md", review=review).spec.review == review
    approved = "## Spec Review\n\n**Status:** Approved\n\n**Issues (if any):**\n\nNone.\n"
    assert "approves" in refusal(project.root, "spec", "a.md", review=approved).message
    assert "can't be used" in refusal(project.root, "spec", "a.md", review="fine").message


def test_a_loop_that_does_not_exist_is_refused(project: UserRepository) -> None:
    assert "no loop is called 'essay'" in refusal(project.root, "essay", "a.md").message
