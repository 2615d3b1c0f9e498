from pathlib import Path

import pytest

from critloop.model.errors import UsageProblem
from critloop.prompting import TemplatePrompts, read_template
from critloop.prompting.linting.samples import sample
from critloop.resources import prompt_path, prompt_text, style_path
from critloop.workflows.briefs import brief_of


def critic(root: Path | None = None) -> str:
    return TemplatePrompts(root).render("spec", "critic", brief_of(sample("spec", "review", full=False)))


def maker(**changes: object) -> str:
    situation = sample("spec", "fix", full=True)
    (item,) = situation.findings
    finding = item.finding.but(changes)
    return TemplatePrompts().render(
        "spec",
        "maker",
        brief_of(situation.but({"findings": (item.but({"finding": finding}), item.but({"id": "F12"}))})),
    )


def override(root: Path, text: str) -> Path:
    path = root / ".critloop" / "prompts" / "spec" / "critic.md"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_maker_gets_every_part_of_every_finding() -> None:
    text = maker()
    parts = ("F1 ·", "F12 ·", "HIGH", "clarity", "lines 3-4", "two names for one thing", "readers take them for two")
    for part in (*parts, "> the valve, or flap", "> call it the valve"):
        assert part in text


def test_what_is_filled_in_is_data() -> None:
    text = maker(issue="a partial write\nin {{ path }}", why="{% raw %}")
    assert "> in {{ path }}" in text
    assert "> {% raw %}" in text


def test_a_maker_gets_guidance_only_where_there_is_some() -> None:
    bare = brief_of(sample("spec", "fix", full=False))
    assert "person in charge" not in TemplatePrompts().render("spec", "maker", bare)
    assert "> Keep the pump small." in maker()


def test_a_project_can_override_a_prompt(tmp_path: Path) -> None:
    override(tmp_path, "---\nvariables:\n  path: the spec\n---\nReview {{ path }}.\n")
    assert critic(root=tmp_path) == "Review docs/pump.md.\n"
    assert critic() != critic(root=tmp_path)


def test_no_override_can_tell_a_critic_of_earlier_findings(tmp_path: Path) -> None:
    override(tmp_path, "---\nvariables:\n  findings: x\n---\nReview {{ findings }}.\n")
    with pytest.raises(UsageProblem, match="a spec critic is not told"):
        critic(root=tmp_path)


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
