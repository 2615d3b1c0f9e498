import pytest

from critloop.checks.run import check_text, fix_text
from tests.support.checking import lines, problems, text_of

NESTED = text_of(
    """
    # Plan

    Replace with:

    ```markdown
    Run it:

    ```sh
    make
    ```

    Then look.
    ```

    ## Next step

    ```sh
    make check
    ```
    """
)


def test_an_inner_fence_that_closes_the_outer_one_is_found_and_the_outer_one_lengthened() -> None:
    (problem,) = check_text(NESTED, loop="spec")
    assert (problem.check.id, problem.line, problem.end_line) == ("fence", 5, 13)
    fixed = fix_text(NESTED, problem)
    assert fixed is not None
    assert check_text(fixed, loop="spec") == ()
    before, after = NESTED.splitlines(), fixed.splitlines()
    changed = [number for number, pair in enumerate(zip(before, after, strict=True), start=1) if pair[0] != pair[1]]
    assert changed == [5, 13]
    assert after[4] == "````markdown"


def test_the_end_that_was_meant_is_found_past_bare_inner_fences() -> None:
    source = NESTED.replace("Then look.\n", "Output:\n\n```\nbuilt\n```\n\nAgain:\n\n```sh\nmake\n```\n")
    (problem,) = problems(source)
    assert problem.fix
    assert source.splitlines()[problem.end_line + 1] == "## Next step"


def test_an_end_that_could_be_one_of_several_is_left_to_the_author() -> None:
    (problem,) = problems(NESTED.replace("Then look.\n", "Output:\n\n```\nbuilt\n```\n"))
    assert (problem.check.id, problem.fix) == ("fence", None)


def test_headings_swallowed_by_a_broken_fence_give_no_findings_of_their_own() -> None:
    source = NESTED.replace("## Next step\n", "- [ ] **Step 1:** a\n- [ ] **Step 2:** b\n\n## Next step\n")
    assert [problem.check.id for problem in problems(source)] == ["fence"]


@pytest.mark.parametrize(
    "source",
    [
        "````markdown\n```sh\nmake\n```\n````\n",
        "~~~markdown\n```sh\nmake\n```\n~~~\n",
        "```\n```python\n```\n",
        "```text\nprompt: |\n    ```sh\n    make\n    ```\n```\n\ntext\n",
        "1. One\n\n   ```sh\n   make\n   ```\n\n2. Two\n\n   ```sh\n   make\n   ```\n",
        "<Bad>\n```ts\nlet x\n\nlet y\n```\n</Bad>\n\n```md\n# x\n```\n",
        "```sh\nmake\n```\n```sh\nmake\n```\n",
        "```diff\n context\n ```bash\n+new\n```\n\ntext\n",
    ],
)
def test_fences_that_are_right_are_left_alone(source: str) -> None:
    assert lines(source, "fence", "fence-unclosed") == []


def test_an_unclosed_fence_is_closed_where_its_code_ends_with_the_document() -> None:
    source = "# A\n\ntext\n\n```sh\nmake\nmake check\n\n"
    (problem,) = check_text(source, loop="spec")
    assert (problem.check.id, problem.line) == ("fence-unclosed", 5)
    assert fix_text(source, problem) == "# A\n\ntext\n\n```sh\nmake\nmake check\n```\n\n"


def test_an_unclosed_fence_whose_end_is_open_to_guesses_is_left_to_the_author() -> None:
    (problem,) = problems("# A\n\n```sh\nmake\n\nThen it is done.\n\n## B\n\n## C\n")
    assert (problem.check.id, problem.fix) == ("fence-unclosed", None)


def test_a_closing_fence_outside_its_list_item_is_indented() -> None:
    source = "1. Run:\n\n   ```sh\n   make\n```\n\n2. Look.\n"
    (problem,) = problems(source)
    assert problem.check.id == "fence-unclosed"
    fixed = fix_text(source, problem)
    assert fixed == "1. Run:\n\n   ```sh\n   make\n   ```\n\n2. Look.\n"
    assert problems(fixed) == []


def test_a_missing_fence_that_shifts_all_pairs_is_told_and_nothing_after_it_is_judged() -> None:
    source = "# A\n\ntext\n```\n\n```md\n# x\n```\n\n## Empty\n\n```md\ny\n```\n\n## Empty too\n\n```sh\nz\n```\n"
    (problem,) = problems(source)
    assert (problem.check.id, problem.line, problem.fix) == ("fence", 4, None)
    assert "pair up" in problem.title


def test_code_that_was_never_closed_before_the_next_block_is_told_and_not_taken_for_an_outer_block() -> None:
    source = "# A\n\n```sh\nmake\n\n### B\n\n**Run:**\n\n```py\nx\n```\n\n### C\n\n```py\ny\n```\n"
    (problem,) = problems(source)
    assert (problem.line, problem.fix) == (3, None)
    assert "“```py”" in problem.issue


def test_several_broken_fences_are_all_found() -> None:
    assert lines(NESTED + "\n" + NESTED.replace("# Plan", "# Again"), "fence") == [5, 25]
