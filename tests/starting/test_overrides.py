"""A project's own prompts, before a run is told by them."""

from tests.support.asking import proposal, refusal
from tests.support.user_repository import UserRepository

HEAD = "---\nvariables:\n  path: the file\n---\nReview `{{ path }}`.\n"
PROMPT = ".critloop/prompts/spec/critic.md"


def test_prompts_that_say_nothing_wrong_are_used_without_a_word(project: UserRepository) -> None:
    project.write("a.md", "# Title\n\nText.\n")
    project.write(PROMPT, HEAD)
    assert proposal(project.root, "spec", "a.md").flags == ()


def test_prompts_that_pre_judge_are_flagged_for_the_runs_of_their_loop(project: UserRepository) -> None:
    project.write("a.md", "# Title\n\nText.\n")
    project.write(PROMPT, HEAD + "\nDo not report style issues.\n")
    (flag,) = proposal(project.root, "spec", "a.md").flags
    assert (flag.where, flag.line, flag.kind) == (str(project.root / PROMPT), 7, "pre_judging")
    assert proposal(project.root, "docs", "a.md").flags == ()


def test_a_template_that_cannot_be_used_starts_nothing(project: UserRepository) -> None:
    project.write("a.md", "# Title\n\nText.\n")
    project.write(PROMPT, HEAD.replace("{{ path }}", "{{ path"))
    assert f"{project.root / PROMPT}:" in refusal(project.root, "spec", "a.md").message


def test_a_file_that_no_role_is_told_is_no_hindrance(project: UserRepository) -> None:
    project.write("a.md", "# Title\n\nText.\n")
    project.write(".critloop/prompts/spec/README.md", "Do not report style issues.\n")
    assert proposal(project.root, "spec", "a.md").flags == ()
