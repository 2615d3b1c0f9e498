import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from critloop.checks.catalogue import CHECKS
from critloop.checks.folding import folded
from critloop.checks.run import check_file, check_text, fix_text
from critloop.checks.source import SourceText
from critloop.model.errors import UsageProblem
from tests.support.checking import mended

FRAGMENTS = st.sampled_from(
    [
        *("# A\n", "## B\n", "#### C\n", "#\n", "Title\n===\n", "---\n", "key: value\n", "text\n", "\n", "  \t\n"),
        *("```\n", "```md\n", "````sh\n", "~~~\n", "    ```\n", "> quote\n", "<div>\n", "<!-- c -->\n", "<a name=x>\n"),
        *(
            "1. a\n",
            "2. b\n",
            "2) c\n",
            "- [ ] **Step 1:** x\n",
            "- [ ] **Step 3: y**\n",
            "## Task 2: z\n",
            "### 4.1 q\n",
        ),
        *("| a | b |\n", "|---|---|\n", "| `x|y` | z |\n", "| one\n", "[l](#none)\n", "[m](a.md#B)\n", "[r]: x.md\n"),
        *(
            "TODO: x\n",
            "TBD\n",
            "...\n",
            "\ufeff",
            "\r\n",
            "\r",
            "*",
            "_",
            "`",
            "[",
            "](",
            "|",
            ":",
            "\\",
            "\x0c",
            "錯\n",
        ),
    ]
)
TEXTS = st.one_of(st.text(max_size=200), st.lists(FRAGMENTS, max_size=40).map("".join))


@given(TEXTS)
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_text_crashes_a_check_and_every_problem_is_well_formed(text: str) -> None:
    source = SourceText.of(text)
    for problem in check_text(text, loop="spec"):
        assert 1 <= problem.line <= problem.end_line <= max(len(source.lines), 1)
        assert problem.quote == source.line(problem.line).strip()
        assert problem.title
        assert "\n" not in problem.title + problem.issue
        assert problem.fix is None or fix_text(text, problem) not in (None, text)


@given(TEXTS)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_fixing_comes_to_an_end(text: str) -> None:
    mended(text)


SAMPLE = """# Title

See [words](#The_Words).

## The words

| a | b |
| --- | --- |
| `x|y` | z |

- [ ] **Step 1:** a
- [ ] **Step 1:** b

1. one
3. three
4. four

```md
```sh
make
```
```

#### Deep

text
"""


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_fixes_settle_their_problem_and_change_no_other_line(newline: str, mark: str) -> None:
    text = mark + SAMPLE.replace("\n", newline).removesuffix(newline)
    while fixable := [problem for problem in check_text(text, loop="spec") if problem.fix]:
        problem = fixable[0]
        after = fix_text(text, problem)
        assert after is not None
        assert problem.fix is not None
        old, new = SourceText.of(text), SourceText.of(after)
        changed = {
            number for number, pair in enumerate(zip(old.lines, new.lines, strict=True), 1) if pair[0] != pair[1]
        }
        assert changed == {edit.line for edit in problem.fix.lines}
        assert (old.ends, old.bom) == (new.ends, new.bom)
        left = [p.issue for p in check_text(after, loop="spec")]
        assert left.count(problem.issue) < len([p for p in check_text(text, loop="spec") if p.issue == problem.issue])
        text = after
    assert check_text(text, loop="spec") == ()
    assert text.startswith(mark + "# Title" + newline)


def test_the_wording_of_a_problem_is_that_of_its_check() -> None:
    for problem in check_text(SAMPLE, loop="spec"):
        assert problem.check.wording
        assert re.search(problem.check.wording, problem.issue)


def test_a_check_can_be_switched_off_and_one_that_does_not_exist_is_named() -> None:
    assert [p.check.id for p in check_text("# A\n\nTBD\n\n## B\n", loop="spec", disabled=["placeholder"])] == [
        "empty-section"
    ]
    with pytest.raises(UsageProblem, match="no check is called 'spelling'"):
        check_text("x", loop="spec", disabled=["spelling"])


def test_a_loop_without_documents_has_no_checks() -> None:
    assert check_text("# A\n\nTBD\n", loop="task") == ()


def test_files_that_can_not_be_read_are_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(UsageProblem, match=r"none\.md: no such file"):
        check_file(tmp_path / "none.md", root=tmp_path, loop="spec")
    with pytest.raises(UsageProblem, match="is a directory"):
        check_file(tmp_path, root=tmp_path, loop="spec")


def test_many_problems_of_a_kind_in_a_section_are_told_as_one_with_all_their_fixes() -> None:
    rows = "".join(f"| `a|{number}` | x |\n" for number in range(5))
    text = f"# A\n\n| a | b |\n| --- | --- |\n{rows}"
    (problem,) = folded(check_text(text, loop="spec"))
    assert (problem.line, problem.end_line) == (5, 9)
    assert "4 more of the kind" in problem.issue
    fixed = fix_text(text, problem)
    assert fixed == text.replace("a|", "a\\|")


def test_ids_of_checks_are_unique_and_dimensions_are_those_of_the_spec_loop() -> None:
    assert len({check.id for check in CHECKS}) == len(CHECKS)
    of_specs = {check.dimension for check in CHECKS if "spec" in check.loops}
    assert of_specs <= {"completeness", "coverage", "consistency", "clarity", "yagni"}


def test_a_long_document_is_read_in_time_that_grows_with_its_length() -> None:
    # Each part is small; only a check that reads the whole text again for each finding would not end soon.
    part = "## Part {0}\n\nText with `code` and [a link](#part-{0}-x).\n\n| a | b |\n|---|---|\n| {0} | TBD |\n\n"
    text = "# Long\n\n" + "".join(part.format(number) for number in range(1500))
    found = check_text(text, loop="spec")
    assert len(found) == 3000
