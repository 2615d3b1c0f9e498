"""Agent definitions and skills, read from a project."""

from pathlib import Path

import pytest

from critloop.context.agents import AgentDefinition, narrowed, read_agent_definition
from critloop.context.skills import Skill, read_skill
from critloop.model.errors import UsageProblem
from tests.context.folders import project


def definition(root: Path, text: str) -> AgentDefinition:
    return read_agent_definition(project(root, {"critic.md": text}) / "critic.md")


def test_a_definition_is_read_whole(tmp_path: Path) -> None:
    text = (
        "\ufeff---\nname: docs-critic\ndescription: >\n  Reads pages,\n  and doubts them.\n# a comment\n"
        'tools: Read, Grep  # no more\nmodel: "small"\n---\n\nYou doubt.\n\n---\n\nAlways.\n'
    )
    assert definition(tmp_path, text) == AgentDefinition(
        name="docs-critic",
        description="Reads pages, and doubts them.",
        tools=("Read", "Grep"),
        model="small",
        persona="You doubt.\n\n---\n\nAlways.",
    )


@pytest.mark.parametrize(
    "lines",
    [
        "tools: [Read, 'Glob']",
        "tools: [Read,  # first\n  Glob\n]",
        "tools:\n  - Read\n  - Glob",
        "tools:\n- Read\n- Glob # x",
    ],
)
def test_tools_may_be_a_list(tmp_path: Path, lines: str) -> None:
    assert definition(tmp_path, f"---\nname: a\n{lines}\n---\nYou.\n").tools == ("Read", "Glob")


def test_what_a_definition_leaves_open_is_none(tmp_path: Path) -> None:
    found = definition(tmp_path, "---\r\nname: a\r\nmodel: inherit\r\n---\r\nYou.\r\n")
    assert (found.tools, found.model, found.persona) == (None, None, "You.")


@pytest.mark.parametrize(
    ("tools", "left"),
    [
        (None, ("Read", "Glob", "Grep")),
        (("*",), ("Read", "Glob", "Grep")),
        (("Grep", "Read"), ("Read", "Grep")),
        (("Read", "Write", "Bash", "mcp__x__y"), ("Read",)),
        (("Write",), ()),
        ((), ()),
    ],
)
def test_tools_only_narrow_a_critic(tools: tuple[str, ...] | None, left: tuple[str, ...]) -> None:
    assert narrowed(tools) == left


def test_tools_may_be_taken_away(tmp_path: Path) -> None:
    found = definition(tmp_path, "---\nname: a\ndisallowedTools: Grep, Write\n---\nYou.\n")
    assert narrowed(found.tools) == ("Read", "Glob")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("You are a critic.\n", 1, "no front matter"),
        ("", 1, "no front matter"),
        ("---\nname: a\nYou.\n", 1, "no end"),
        ("---\ndescription: x\n---\nYou.\n", 1, "no name"),
        ("---\ndescription: x\nname:\n---\nYou.\n", 3, "no name"),
        ("---\nname: a\n---\n\n", 4, "no text"),
        ("---\nname: a\nhello there\n---\nYou.\n", 3, "not a key"),
        ("---\nname: a\ntools:\n---\nYou.\n", 3, "no tool is named"),
        ("---\nname: a\n\ntools: Write, Bash\n---\nYou.\n", 4, "no tool that a critic may use"),
        ("---\nname: a\ntools: Read Grep\n---\nYou.\n", 3, "no tool's name"),
        ("---\nname: a\ntools: Read(./docs/**), Grep\n---\nYou.\n", 3, "held to a part"),
    ],
)
def test_what_is_wrong_is_told_with_file_and_line(tmp_path: Path, text: str, line: int, words: str) -> None:
    with pytest.raises(UsageProblem) as told:
        definition(tmp_path, text)
    assert told.value.message.startswith(f"{tmp_path / 'critic.md'}:{line}: ")
    assert words in told.value.message
    assert told.value.remedy


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "latin.md").write_bytes(b"---\nname: \xe9\n---\n")
    for name, words in (("none.md", "can't read it"), ("latin.md", "latin.md:2: not UTF-8 text")):
        with pytest.raises(UsageProblem, match=words):
            read_agent_definition(tmp_path / name)


SKILLS = {
    ".claude/skills/write-guide/SKILL.md": "---\nname: write-guide\ndescription: Writes a guide.\n---\nSteps.\n",
    ".claude/skills/bare/SKILL.md": "Steps.\n",
    ".claude/skills/empty/notes.md": "no skill\n",
}


def test_a_skill_is_found_by_its_folder(tmp_path: Path) -> None:
    root = project(tmp_path, SKILLS)
    path = ".claude/skills/write-guide/SKILL.md"
    assert read_skill(root, "/write-guide") == Skill(name="write-guide", path=path, description="Writes a guide.")
    assert read_skill(root, "bare").description == ""


@pytest.mark.parametrize("name", ["guide", "empty", "", "../skills/bare", "bare/."])
def test_a_skill_that_is_not_there_names_those_that_are(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageProblem) as told:
        read_skill(project(tmp_path, SKILLS), name)
    assert told.value.remedy == "the skills here are bare, write-guide"


def test_a_project_without_skills_says_where_they_go(tmp_path: Path) -> None:
    with pytest.raises(UsageProblem) as told:
        read_skill(tmp_path, "guide")
    assert told.value.remedy == "add .claude/skills/guide/SKILL.md"
