"""``prompts lint``."""

import pytest

from tests.support.commands import Commands

PRE_JUDGING = "Review it.\n\nDo not report style issues.\n"


def test_without_prompts_of_its_own_a_project_has_nothing_to_flag(critloop: Commands) -> None:
    ran = critloop("prompts", "lint")
    assert (ran.code, ran.out) == (0, "")
    assert "nothing to flag" in ran.err


@pytest.mark.parametrize("path", ["words.md", "."])
def test_texts_are_flagged_with_line_and_remedy(critloop: Commands, path: str) -> None:
    critloop.write("words.md", PRE_JUDGING)
    ran = critloop("prompts", "lint", path)
    assert ran.code == 1
    assert ran.out.startswith("words.md:3: “")


def test_the_projects_own_prompts_are_read(critloop: Commands) -> None:
    critloop.write(
        ".critloop/prompts/spec/critic.md", "---\nvariables:\n  path: the file\n---\nReview {{ path }}.\n" + PRE_JUDGING
    )
    ran = critloop("prompts", "lint")
    assert ran.code == 1
    assert "critic.md:8: “" in ran.out


def test_a_text_that_is_not_there_is_refused(critloop: Commands) -> None:
    assert critloop("prompts", "lint", "gone.md").code == 2


def test_lint_is_all_that_prompts_can_do(critloop: Commands) -> None:
    ran = critloop("prompts", "lnit")
    assert (ran.code, "did you mean lint?" in ran.err) == (2, True)
