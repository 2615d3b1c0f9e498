from pathlib import Path

import pytest

from critloop.checks.run import check_file, fix_text
from critloop.checks.slugs import heading_anchors, slug
from tests.support.checking import in_tree, lines, problems


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Simple Title", "simple-title"),
        ("Why? Because!", "why-because"),
        ("A & B", "a--b"),
        ("snake_case and `code()`", "snake_case-and-code"),
        ("1.2 Über die Größe", "12-über-die-größe"),
        ("错误处理（重试）", "错误处理重试"),
        ("設計: 方針", "設計-方針"),
        ("Fast 🚀 start", "fast--start"),
        ("a – b", "a--b"),
        ("x² and ½", "x-and-"),
    ],
)
def test_a_slug_is_github_s(text: str, expected: str) -> None:
    assert slug(text) == expected


def test_headings_of_one_name_get_numbers() -> None:
    assert {"notes", "notes-1", "notes-2"} <= heading_anchors(["Notes", "notes", "Notes"])


ANCHORS = """# The Title

## Error handling
## Error handling
Set by underline
----------------
### A & B: `x_y`
### 錯誤処理（再試行）
### Named {#own-name}
<a name="by-name"></a> <span id='by-id'>x</span>

"""


@pytest.mark.parametrize(
    "anchor",
    [
        "the-title",
        "error-handling",
        "error-handling-1",
        "set-by-underline",
        "a--b-x_y",
        "錯誤処理再試行",
        "%E9%8C%AF%E8%AA%A4%E5%87%A6%E7%90%86%E5%86%8D%E8%A9%A6%E8%A1%8C",
        "own-name",
        "by-name",
        "by-id",
        "user-content-the-title",
        "top",
        "",
        ":~:text=Title",
    ],
)
def test_an_anchor_that_exists_is_not_reported(anchor: str) -> None:
    assert problems(f"{ANCHORS}[x](#{anchor})\n", "anchor") == []


@pytest.mark.parametrize("anchor", ["nowhere", "error-handling-7", "named-own-name"])
def test_an_anchor_that_leads_nowhere_is(anchor: str) -> None:
    (problem,) = problems(f"{ANCHORS}text\n[x](#{anchor})\n", "anchor")
    assert problem.line == ANCHORS.count("\n") + 2
    assert problem.fix is None


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("The-Title", "the-title"), ("a-b-x_y", "a--b-x_y"), ("set_by_underline", "set-by-underline")],
)
def test_an_anchor_that_is_nearly_right_is_corrected(wrong: str, right: str) -> None:
    source = f"{ANCHORS}See [`x`](#{wrong} 'title') or [y][r].\n\n[r]: https://example.org/#{wrong}\n"
    (problem,) = problems(source, "anchor")
    fixed = fix_text(source, problem)
    assert fixed is not None
    assert fixed == source.replace(f"(#{wrong} ", f"(#{right} ")


def test_a_link_definition_is_corrected_where_it_stands() -> None:
    source = "# Title\n\nSee [it][ref].\n\n[ref]: #Title\n"
    found = problems(source, "anchor")
    assert [problem.line for problem in found] == [5]
    assert fix_text(source, found[0]) == source.replace("#Title", "#title")


@pytest.mark.parametrize(
    "target",
    [
        "https://example.org/none.md",
        "mailto:a@example.org",
        "//example.org/x",
        "/absolute/on/the/site",
        "{{ site.url }}/x.md",
        "${BASE}/x.md",
        "url",
        "../../outside.md",
        "there.md",
        "there.md?raw=1",
        "there.md#a-heading",
        "there",
        "there.html",
        "sub/",
        "sub",
        "./sub/../there.md",
        "sp%20ace.md",
        "code.py:12",
        "code.py#L10-L12",
        "empty-submodule/readme.md",
    ],
)
def test_links_that_lead_somewhere_or_can_not_be_judged_are_left_alone(tmp_path: Path, target: str) -> None:
    (tmp_path / "docs/empty-submodule").mkdir(parents=True)
    files = {
        "docs/spec.md": f"# A\n\n[x](<{target}>) and ![y]({target.replace(' ', '%20')})\n",
        "docs/there.md": "# A heading\n\nx\n",
        "docs/sub/README.md": "x",
        "docs/sp ace.md": "x",
        "docs/code.py": "x",
    }
    assert in_tree(tmp_path, files, "docs/spec.md") == []


def test_links_that_lead_nowhere_are_found_with_their_line(tmp_path: Path) -> None:
    text = "# A\n\ntext [a](none.md) and\n![b](img/none.png)\n\n[c](there.md#none)\n\n[d]: ../none.md 'title'\n"
    found = in_tree(tmp_path, {"docs/spec.md": text, "docs/there.md": "# There\n\nx\n"}, "docs/spec.md")
    assert [(p.line, p.check.id) for p in found] == [(3, "link"), (4, "link"), (6, "anchor"), (8, "link")]
    assert all(problem.fix is None for problem in found)


@pytest.mark.parametrize(
    ("wrong", "right"), [("docs/run.md", "run.md"), ("RUN.md", "run.md"), ("Sub/B.md", "sub/b.md")]
)
def test_a_target_that_is_plainly_another_spelling_is_corrected(tmp_path: Path, wrong: str, right: str) -> None:
    files = {
        "docs/spec.md": f"# A\n\n[`{wrong}`]({wrong}#x)\n",
        "docs/run.md": "## X\n\nx\n",
        "docs/sub/b.md": "## X\n",
    }
    (problem,) = in_tree(tmp_path, files, "docs/spec.md", "link")
    fixed = fix_text(files["docs/spec.md"], problem)
    assert fixed == f"# A\n\n[`{wrong}`]({right}#x)\n"


def test_without_surroundings_nothing_outside_is_judged(tmp_path: Path) -> None:
    text = "# A\n\n[x](none.md) [y](none.md#z)\n"
    assert lines(text) == []
    assert in_tree(tmp_path, {"docs/spec.md": text}, "docs/spec.md") == []
    assert check_file(tmp_path / "docs/spec.md", root=tmp_path / "elsewhere", loop="spec").problems == ()
