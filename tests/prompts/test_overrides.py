from pathlib import Path

import pytest

from critloop.model.errors import UsageProblem
from critloop.prompting.linting import Flag, lint_files, lint_project
from critloop.prompting.linting.overrides import FOLDER
from critloop.prompting.linting.sentences import without_tags
from critloop.prompting.linting.wording import lint_text

HEAD = "---\nvariables:\n{declared}---\n"


def template(body: str, *declared: str) -> str:
    return HEAD.format(declared="".join(f"  {name}: x\n" for name in declared)) + body


def override(root: Path, name: str, text: str) -> Path:
    path = root / FOLDER / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def the_flag(root: Path) -> Flag:
    (flag,) = lint_project(root)
    return flag


def test_a_project_without_prompts_of_its_own_has_nothing_wrong(tmp_path: Path) -> None:
    assert lint_project(tmp_path) == []


def test_a_sound_override_passes(tmp_path: Path) -> None:
    override(tmp_path, "spec/critic.md", template("Review `{{ path }}`. Report what you find.\n", "path"))
    assert lint_project(tmp_path) == []


def test_words_that_pre_judge_are_flagged_with_their_line_in_the_file(tmp_path: Path) -> None:
    path = override(tmp_path, "spec/critic.md", template("Review `{{ path }}`.\n\nIgnore typos.\n", "path"))
    flag = the_flag(tmp_path)
    assert (flag.where, flag.line, flag.quote, flag.kind) == (str(path), 7, "Ignore", "pre_judging")


def test_what_a_comment_of_a_template_says_reaches_nobody(tmp_path: Path) -> None:
    override(tmp_path, "spec/critic.md", template("{# Ignore typos. #}\nReview `{{ path }}`.\n", "path"))
    assert lint_project(tmp_path) == []


def test_a_makers_template_may_say_more_than_a_critics(tmp_path: Path) -> None:
    text = template("Change `{{ path }}`. Run the full test suite.\n", "path")
    override(tmp_path, "task/maker.md", text)
    assert lint_project(tmp_path) == []
    override(tmp_path, "task/critic.md", text)
    assert the_flag(tmp_path).kind == "open_ended"


@pytest.mark.parametrize(
    ("name", "declared", "why"),
    [
        ("spec/critic.md", "verdict", "there is no such variable"),
        ("spec/critic.md", "findings", "a spec critic is not told it"),
        ("spec/critic.md", "guidance", "a spec critic is not told it"),
        ("docs/critic.md", "report", "a docs critic is not told it"),
        ("polish/critic.md", "goal", "a polish critic is not told it"),
        ("polish/critic.md", "path", "a polish critic is not told it"),
        ("polish/maker.md", "criteria", "a polish maker is not told it"),
        ("task/rereview.md", "report", "a task rereview is not told it"),
    ],
)
def test_a_variable_that_the_role_is_not_told(tmp_path: Path, name: str, declared: str, why: str) -> None:
    override(tmp_path, name, template("Review.\n", declared))
    flag = the_flag(tmp_path)
    assert (flag.line, flag.quote, flag.kind, flag.why) == (3, declared, "template", why)
    assert "it is told: " in flag.remedy


@pytest.mark.parametrize(
    ("name", "body", "declared", "loose"),
    [
        ("polish/critic.md", "Score:\n{{ text }}\n", "text", "text"),
        ("polish/critic.md", "Score:\n```\n{{ text }}\n```\n", "text", "text"),
        ("polish/critic.md", "Score:\n{{ text | trim }}\n", "text", "text"),
        ("task/critic.md", "Review:\n{{ patch | indent }}\n", "patch", "patch"),
        ("spec/maker.md", "Fix:\n{% for id, f in findings %}{{ f.issue }}{% endfor %}\n", "findings", "f.issue"),
        (
            "spec/maker.md",
            "Fix:\n{% for id, f in findings %}{{ f.evidence.quote }}{% endfor %}\n",
            "findings",
            "f.evidence.quote",
        ),
        ("polish/maker.md", "Fix:\n{% for gap in gaps %}{{ gap }}{% endfor %}\n", "gaps", "gap"),
        ("task/look.md", "Look:\n{% for id, item in items %}{{ item }}{% endfor %}\n", "items", "item"),
    ],
)
def test_text_of_others_that_nothing_sets_off(tmp_path: Path, name: str, body: str, declared: str, loose: str) -> None:
    override(tmp_path, name, template(body, declared))
    flag = the_flag(tmp_path)
    assert (flag.quote, flag.kind) == (loose, "template")
    assert f"{{{{ {loose} | fenced }}}}" in flag.remedy


@pytest.mark.parametrize(
    "shown", ["text | fenced", "text | quoted", 'text | fenced("text") | indent(2)', "text | length"]
)
def test_text_of_others_that_is_set_off(tmp_path: Path, shown: str) -> None:
    override(tmp_path, "polish/critic.md", template(f"Score:\n{{{{ {shown} }}}}\n", "text"))
    assert lint_project(tmp_path) == []


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("Review.\n", 1, "front matter"),
        (template("Review {{ path }}.\n"), 4, "'path' is not declared"),
        (template("Review\n{% if path %}\n", "path"), 6, "if"),
        (template("Review\n{{ path.nothing }}\n", "path"), 6, "nothing"),
        (template("Review\n{% if problem %}{{ problem.nothing }}{% endif %}\n", "problem"), 6, "nothing"),
    ],
)
def test_a_template_that_can_not_be_filled_in(tmp_path: Path, text: str, line: int, why: str) -> None:
    override(tmp_path, "spec/critic.md", text)
    flag = the_flag(tmp_path)
    assert (flag.line, flag.kind) == (line, "template")
    assert why in flag.why


@pytest.mark.parametrize("name", ["spec/auditor.md", "spec/critic.txt", "critic.md", "a/b/c.md", "specs/critic.md"])
def test_a_file_that_no_role_is_told(tmp_path: Path, name: str) -> None:
    override(tmp_path, name, template("Review.\n"))
    assert "never used" in the_flag(tmp_path).why


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    override(tmp_path, "spec/critic.md", "").write_bytes(b"\xff\xfe\x00")
    assert "can't be read" in the_flag(tmp_path).why


def test_other_files_are_read_as_words_for_a_critic(tmp_path: Path) -> None:
    path = tmp_path / "persona.md"
    path.write_text("A fitter.\nBe lenient.\n", encoding="utf-8")
    (flag,) = lint_files([path])
    assert (flag.where, flag.line) == (str(path), 2)
    with pytest.raises(UsageProblem, match="UTF-8"):
        lint_files([tmp_path / "nothing.md"])


def test_a_flag_as_a_line(tmp_path: Path) -> None:
    path = override(tmp_path, "spec/critic.md", template("Be thorough.\n"))
    assert str(the_flag(tmp_path)).startswith(f"{path}:4: “Be thorough” — it asks for work without an end")


def test_a_sentence_that_goes_over_lines_is_flagged_where_it_begins() -> None:
    (flag,) = lint_text("Read it.\nThen you should never\nflag the naming.\n", "a.md")
    assert (flag.line, flag.quote) == (2, "never flag")


def test_a_text_without_full_stops_is_read_to_its_end() -> None:
    assert lint_text("word, " * 5_000 + "\nbe lenient", "a.md")[0].line == 2


def test_the_same_words_are_flagged_once() -> None:
    assert len(lint_text("Please ignore the issues, do not report them.", "a.md")) == 2
    assert len(lint_text("Don't flag it.", "a.md")) == 1


def test_a_blanked_tag_keeps_every_line_and_offset() -> None:
    text = "a {{ b\n}} c {% if d %}\n{# e\n#}f"
    assert without_tags(text).count("\n") == text.count("\n")
    assert len(without_tags(text)) == len(text)
