from pathlib import Path

import pytest

from critloop.model.errors import UsageProblem
from critloop.model.finding import AnswerKind, Evidence, Finding, Location, Severity
from critloop.model.report import Report
from critloop.model.run import RunSpec, Unit
from critloop.model.turn import AgentRef
from critloop.prompting import TemplatePrompts, read_template
from critloop.reports.answers import read_answers
from critloop.reports.spec import read_spec_review
from critloop.resources import prompt_path, prompt_text, style_path
from critloop.workflows.registry import POLICIES

FINDING = Finding(
    severity=Severity.HIGH,
    label="Issue",
    dimension="coverage",
    title="no outcome",
    issue="no outcome for a partial write\nin {{ path }}",
    why="data is lost",
    location=Location(section="Storage", start_line=3, end_line=7),
    evidence=Evidence(quote="a write\n\n{% raw %}", status="verified"),
    suggested_fix="say what a reader sees",
)
UNIT = Unit(id="spec", name="a.md", path="docs/a spec.md")


def run_spec(loop: str) -> RunSpec:
    agent = AgentRef(agent="builtin")
    return RunSpec(run="r1", loop=loop, subject=UNIT.path, root="/project", maker=agent, critic=agent)


def critic(loop: str = "spec", problem: str = "", root: Path | None = None) -> str:
    brief = POLICIES[loop].critic_brief(run_spec(loop), UNIT, problem)
    return TemplatePrompts(root).render(loop, "critic", dict(brief))


def maker(loop: str = "spec", guidance: str = "") -> str:
    brief = POLICIES[loop].maker_brief(run_spec(loop), UNIT, [("F1", FINDING), ("F12", FINDING)], guidance)
    return TemplatePrompts().render(loop, "maker", dict(brief))


def override(root: Path, text: str) -> Path:
    path = root / ".critloop" / "prompts" / "spec" / "critic.md"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("loop", POLICIES)
def test_every_loop_has_the_prompts_of_its_roles(loop: str) -> None:
    assert UNIT.path in critic(loop)
    assert UNIT.path in maker(loop)


def test_a_critic_hears_of_the_format_only_when_it_failed() -> None:
    assert "note on the format" not in critic()
    assert "The reply was empty." in critic(problem="The reply was empty.")


def test_the_report_that_a_critic_is_shown_is_one_that_can_be_read() -> None:
    shown = critic().split("```markdown\n")[1].split("```")[0]
    read = read_spec_review(shown)
    assert isinstance(read, Report)
    assert read.approves


def test_the_item_that_a_critic_is_shown_is_one_that_can_be_read() -> None:
    item = critic().split("```markdown\n")[2].split("```")[0]
    read = read_spec_review(f"## Spec Review\n\n**Status:** Issues Found\n\n**Issues (if any):**\n{item}")
    assert isinstance(read, Report)
    (found,) = read.findings
    assert (found.dimension, found.location.start_line, found.location.end_line) == ("coverage", 12, 14)
    assert found.evidence.quote
    assert found.suggested_fix


def test_a_critic_is_told_nothing_of_findings() -> None:
    assert "partial write" not in critic()


def test_a_maker_gets_every_part_of_every_finding() -> None:
    text = maker()
    for part in ("F1 ·", "F12 ·", "HIGH", "coverage", "Storage, lines 3-7", "data is lost", "say what a reader sees"):
        assert part in text


def test_what_is_filled_in_is_data() -> None:
    text = maker()
    assert "> in {{ path }}" in text
    assert "> {% raw %}" in text


def test_a_maker_gets_guidance_only_where_there_is_some() -> None:
    assert "person in charge" not in maker()
    assert "> keep it short" in maker(guidance="keep it short")


def test_the_answers_that_a_maker_is_shown_are_ones_that_can_be_read() -> None:
    answers = read_answers(maker(), ["F1", "F2", "F3"])
    assert [answer.kind for answer in answers.values()] == [
        AnswerKind.FIXED,
        AnswerKind.DISPUTED,
        AnswerKind.CANNOT_FIX,
    ]


def test_a_project_can_override_a_prompt(tmp_path: Path) -> None:
    override(tmp_path, "---\nvariables:\n  path: the spec\n---\nReview {{ path }}.\n")
    assert critic(root=tmp_path) == "Review docs/a spec.md.\n"
    assert critic() != critic(root=tmp_path)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("Review {{ path }}.\n", 1, "front matter"),
        ("---\nvariables:\n  path: x\n", 1, "front matter"),
        ("---\nrole: critic\n---\nReview.\n", 1, "variables"),
        ("---\nvariables:\n  - path\n---\nReview.\n", 3, "name"),
        ("---\nvariables:\n  path: x\n---\n\nReview {{ path }}\nand {{ verdict }}.\n", 7, "'verdict'"),
        ("---\nvariables:\n  path: x\n  earlier: x\n---\nReview {{ earlier }}.\n", 1, "'earlier'"),
        ("---\nvariables:\n  path: x\n---\nReview\n{% if path %}\n", 6, "if"),
        ("---\nvariables:\n  path: x\n---\nReview\n{{ path.nothing }}\n", 6, "nothing"),
        ("---\nvariables:\n  path: x\n---\nReview\n{{ path | shout }}\n", 6, "shout"),
        ("---\nvariables:\n  path: x\n---\nReview\n\n{{ path.__class__.__mro__ }}\n", 7, "unsafe"),
        ("---\nvariables:\n  path: x\n---\nReview\n{{ 1 / 0 }}\n", 6, "zero"),
        ("---\nvariables:\n  path: x\n---\n{% include 'other.md' %}\n", 5, ""),
    ],
)
def test_a_wrong_template_is_named_with_its_line(tmp_path: Path, text: str, line: int, words: str) -> None:
    path = override(tmp_path, text)
    with pytest.raises(UsageProblem) as caught:
        critic(root=tmp_path)
    assert caught.value.message.startswith(f"{path}:{line}: ")
    assert words in caught.value.message


def test_a_template_that_is_no_text(tmp_path: Path) -> None:
    override(tmp_path, "").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageProblem, match="UTF-8"):
        critic(root=tmp_path)


def test_front_matter_with_windows_line_ends() -> None:
    template = read_template(Path("a.md"), "---\r\nvariables:\r\n  path: x\r\n---\r\nReview.\r\n")
    assert (template.variables, template.first_line) == (frozenset({"path"}), 5)


def test_resources_that_are_there() -> None:
    assert prompt_text("spec", "critic").startswith("---\n")
    assert style_path("app.tcss").is_file()


@pytest.mark.parametrize("name", ["nothing", "../spec", "", "SPEC", "/etc"])
def test_resources_that_are_not_there(name: str) -> None:
    with pytest.raises(UsageProblem):
        prompt_path("spec", name)
    with pytest.raises(UsageProblem):
        style_path(f"{name}.tcss")
