"""Requests to review or write a documentation page."""

import pytest

from critloop.model.run import Creation, DocsInputs
from tests.support.asking import proposal, refusal
from tests.support.user_repository import UserRepository

TEXT = "# Title\n\nAll is said.\n"
PERSONA = (
    "---\nname: fitter\ndescription: fits pumps\ntools: Read, Edit, Grep\nmodel: large\n---\n\nYou are a fitter.\n"
)


def persona(project: UserRepository, text: str, **given: object) -> DocsInputs:
    project.write("a.md", TEXT)
    project.write("agents/fitter.md", text)
    found = proposal(project.root, "docs", "a.md", **{"persona": "agents/fitter.md", **given}).spec.inputs
    assert isinstance(found, DocsInputs)
    return found


def test_a_page_is_reviewed_by_the_default_persona(project: UserRepository) -> None:
    project.write("a.md", TEXT)
    found = proposal(project.root, "docs", "a.md")
    assert found.spec.inputs == DocsInputs()
    assert found.spec.create is None


def test_a_persona_comes_from_a_definition_whose_tools_narrow_the_critics(project: UserRepository) -> None:
    found = persona(project, PERSONA)
    assert (found.persona, found.persona_from) == ("You are a fitter.", "agents/fitter.md")
    assert found.tools == ("Read", "Grep")
    assert persona(project, PERSONA.replace("tools: Read, Edit, Grep\n", "")).tools is None


def test_a_persona_is_named_by_settings_too_relative_to_them(
    project: UserRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project.root.parent)
    project.write("critloop.toml", '[loops.docs]\npersona = "agents/fitter.md"\n')
    assert persona(project, PERSONA, persona=None).persona == "You are a fitter."


def test_the_model_of_a_persona_is_not_taken_in_silence(project: UserRepository) -> None:
    persona(project, PERSONA)
    notes = proposal(project.root, "docs", "a.md", persona="agents/fitter.md").notes
    assert "names the model large" in notes[0]


def test_a_persona_that_pre_judges_is_flagged_with_its_line(project: UserRepository) -> None:
    persona(project, PERSONA + "\nDo not report style issues.\n")
    (flag,) = proposal(project.root, "docs", "a.md", persona="agents/fitter.md").flags
    assert (flag.where, flag.line, flag.kind) == ("agents/fitter.md", 10, "pre_judging")


def test_a_persona_that_is_none_is_refused(project: UserRepository) -> None:
    project.write("a.md", TEXT)
    assert "gone.md: can't read it" in refusal(project.root, "docs", "a.md", persona="gone.md").message
    assert "no front matter" in refusal(project.root, "docs", "a.md", persona="a.md").message


def test_a_page_is_written_from_an_instruction(project: UserRepository) -> None:
    found = proposal(project.root, "docs", "docs/new.md", create="Describe the pump.")
    assert found.spec.create == Creation(instruction="Describe the pump.")


def test_a_skill_writes_a_page_that_may_have_no_name_yet(project: UserRepository) -> None:
    project.write(".claude/skills/write-page/SKILL.md", "---\nname: write-page\n---\nWrite.\n")
    found = proposal(project.root, "docs", skill="write-page", arguments="pump").spec
    path = ".claude/skills/write-page/SKILL.md"
    assert found.create == Creation(skill="write-page", skill_path=path, arguments="pump")
    assert (found.subject, found.root) == ("", str(project.root))
    assert proposal(project.root, "docs", "docs/pump.md", skill="write-page").spec.subject == "docs/pump.md"


def test_a_skill_that_is_not_there_is_refused_with_those_that_are(project: UserRepository) -> None:
    project.write(".claude/skills/write-page/SKILL.md", "---\nname: write-page\n---\nWrite.\n")
    said = refusal(project.root, "docs", skill="write")
    assert "no skill 'write'" in said.message
    assert "write-page" in said.remedy


def test_a_page_is_named_or_a_skill_is_and_never_two_ways_to_write_it(project: UserRepository) -> None:
    assert "no page is named" in refusal(project.root, "docs").message
    assert "two ways" in refusal(project.root, "docs", "a.md", create="x", skill="y").message
