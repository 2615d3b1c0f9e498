"""What settings and flags make of a run."""

import pytest

from critloop.model.errors import UsageProblem
from critloop.model.run import DocsInputs, TaskInputs
from critloop.model.turn import AgentRef
from critloop.workflows.registry import POLICIES
from tests.support.asking import proposal, refusal
from tests.support.user_repository import UserRepository

TEXT = "# Title\n\nAll is said.\n"


@pytest.mark.parametrize("loop", ["spec", "plan", "docs", "polish"])
def test_without_settings_a_loop_has_the_rounds_of_its_policy(project: UserRepository, loop: str) -> None:
    project.write("a.md", TEXT)
    goal = {"goal": "short"} if loop == "polish" else {}
    assert proposal(project.root, loop, "a.md", **goal).spec.limits.rounds == POLICIES[loop].rounds


@pytest.mark.parametrize("loop", ["task", "branch"])
def test_a_loop_on_a_diff_has_the_rounds_of_its_policy(project: UserRepository, loop: str) -> None:
    base = project.commit(**{"a.md": TEXT})
    project.commit(**{"b.md": TEXT})
    more = {"requirement": "a.md", "head": "HEAD"} if loop == "task" else {}
    assert proposal(project.root, loop, base=base, **more).spec.limits.rounds == POLICIES[loop].rounds


def test_settings_of_a_loop_reach_its_runs_and_flags_beat_them(project: UserRepository) -> None:
    project.write("a.md", TEXT)
    project.write("lib/a.py", "a = 1\n")
    project.write(
        "critloop.toml",
        '[loops.docs]\nrounds = 7\nrereview = "scoped"\nsources = ["src/*.py"]\nrelated = ["docs/*.md"]\n'
        "[limits]\nmax_cost = 3\nmax_tokens = 10\n",
    )
    spec = proposal(project.root, "docs", "a.md").spec
    assert (spec.limits.rounds, spec.rereview, spec.limits.max_cost, spec.limits.max_tokens) == (7, "scoped", 3.0, 10)
    assert isinstance(spec.inputs, DocsInputs)
    assert (spec.inputs.sources, spec.inputs.related) == (("src/*.py",), ("docs/*.md",))
    spec = proposal(
        project.root, "docs", "a.md", rounds=2, rereview="full", sources=("lib/*",), max_cost=1.5, max_time="2m"
    ).spec
    assert (spec.limits.rounds, spec.rereview, spec.limits.max_cost, spec.limits.max_time) == (2, "full", 1.5, 120.0)
    assert isinstance(spec.inputs, DocsInputs)
    assert spec.inputs.sources == ("lib/*",)


def test_test_commands_and_the_length_of_a_look_come_from_settings(project: UserRepository) -> None:
    base = project.commit(**{"a.md": TEXT})
    project.commit(**{"critloop.toml": '[loops.task]\ntests = ["pytest -q"]\nmax_patch = 50\n'})
    spec = proposal(project.root, "task", base=base, head="HEAD", requirement="a.md").spec
    assert spec.limits.max_patch == 50
    assert isinstance(spec.inputs, TaskInputs)
    assert spec.inputs.tests == ("pytest -q",)


def test_auditor_and_extractor_are_the_critic_unless_settings_name_another(project: UserRepository) -> None:
    project.write("a.md", TEXT)
    spec = proposal(project.root, "spec", "a.md").spec
    assert (spec.auditor, spec.extractor) == (None, None)
    project.write(
        "critloop.toml", '[roles.auditor]\nagent = "replay:audit.jsonl"\n[roles.extractor]\nmodel = "as-critic"\n'
    )
    spec = proposal(project.root, "spec", "a.md").spec
    assert spec.auditor == AgentRef(agent=f"replay:{project.root / 'audit.jsonl'}")
    assert spec.extractor is None


@pytest.mark.parametrize("role", ["maker", "critic", "auditor", "extractor"])
def test_a_model_for_an_agent_that_takes_none_is_refused_with_its_line(project: UserRepository, role: str) -> None:
    project.write("a.md", TEXT)
    project.write("critloop.toml", f'\n[roles.{role}]\nmodel = "large"\n')
    with pytest.raises(UsageProblem, match=rf"critloop.toml:3: roles.{role}.model: the agent builtin takes no model"):
        proposal(project.root, "spec", "a.md")


def test_another_agent_does_not_inherit_the_model_of_the_one_it_replaces(project: UserRepository) -> None:
    project.write("a.md", TEXT)
    project.write("critloop.toml", '[roles.maker]\nmodel = "large"\n')
    assert proposal(project.root, "spec", "a.md", maker="builtin").spec.maker == AgentRef(agent="builtin")


def test_a_file_outside_a_repository_is_a_project_of_its_own(project: UserRepository) -> None:
    folder = project.root.parent / "plain"
    folder.mkdir()
    (folder / "a.md").write_text(TEXT)
    spec = proposal(folder, "spec", "a.md").spec
    assert (spec.root, spec.subject) == (str(folder), "a.md")


def test_paths_are_taken_from_the_folder_of_the_request(project: UserRepository) -> None:
    project.write("docs/a.md", TEXT)
    spec = proposal(project.root / "docs", "spec", "a.md").spec
    assert (spec.root, spec.subject) == (str(project.root), "docs/a.md")


def test_the_rounds_of_polish_are_called_cap(project: UserRepository) -> None:
    project.write("a.md", TEXT)
    project.write("critloop.toml", "[loops.polish]\nrounds = 3\n")
    refused = refusal(project.root, "polish", "a.md", goal="at most 30 words")
    assert "critloop.toml:2: unknown setting 'loops.polish.rounds'" in refused.message
    assert refused.remedy == "the nearest valid key is 'loops.polish.cap'"
