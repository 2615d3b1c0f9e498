import pytest

from tests.support.checking import lines, problems

LEFT_OVER = [
    "TODO: decide who signs.",
    "**TODO**: decide who signs.",
    "TODO(ann): decide.",
    "TBD",
    "**TBD.**",
    "- TBD",
    "- Retry limit: TBD",
    "- **Retry limit:** TBD.",
    "The retry limit: to be determined.",
    "The period (TBD) begins on Monday.",
    "The period is TBD.",
    "The storage format is still to be decided.",
    "Retries — TBD",
    "text before\nFIXME: the sum is wrong\ntext after",
    "| Limit | Value |\n| --- | --- |\n| retries | TBD |",
    "???",
    "- Owner: ???",
    "Lorem ipsum dolor sit amet, consectetur.",
    "The owner is [fill in] for now.",
    "Written by [insert name here].",
    "Coming soon.",
    "The <placeholder> is read first.",
    "<!-- TODO: write this section -->\n\ntext",
    "- [ ] TBD",
]

TALK = [
    "| Category | Look for |\n| --- | --- |\n| Completeness | TODOs, placeholders, “TBD”, gaps |",
    "- Any TODO markers or placeholder text",
    "No “TBD”, “TODO”, or “implement later” is left.",
    "Never write 'TBD' or 'TODO'.",
    "Write every gap to TODO.md as a follow-up.",
    "`CLAUDE.md` and `TODO.md` are updated.",
    "Three TODO items are covered by this spec.",
    "**TODO ref:** §10.1",
    "The critic flags a cell that is TBD.",
    "A value is rejected when it is TBD.",
    "- banned words: `TBD|TODO|later`",
    "```\nTODO: write\n```",
    "    TODO: in an indented block",
    "> TODO: quoted from the old page",
    "A comment such as `TODO: x` stays.",
    "- TODO: not begun\n- FIXME: wrong\n- XXX: dangerous",
    "Markers are listed (TODO, TBD, FIXME).",
    "The todo list is updated. Mark the todo as complete.",
    "What??? Really.",
    "| Station | Code |\n| --- | --- |\n| any | XXX |",
    "critloop show <run> prints it.",
    "[insert](https://example.org) is a method, and so is [TODO](todo.md).",
    "An ellipsis ... is not a gap.",
    "- [ ] TODO: add logging",
    "The id (TBD-3) is set, and the scope (TBD-light) too.",
    "A claim is TBD-shaped.",
]


@pytest.mark.parametrize("body", LEFT_OVER)
def test_what_is_left_over_in_the_author_s_voice_is_found(body: str) -> None:
    assert len(problems(f"# A\n\n{body}\n", "placeholder")) == 1


@pytest.mark.parametrize("body", TALK)
def test_talk_about_placeholders_is_not(body: str) -> None:
    assert lines(f"# A\n\n{body}\n", "placeholder") == []


def test_a_section_about_placeholders_is_not_judged() -> None:
    assert lines("# A\n\n## No placeholders\n\n- TBD\n\n### More\n\nTODO: none of these\n", "placeholder") == []


@pytest.mark.parametrize("body", ["...", "…", "  ...  "])
def test_a_section_of_dots_is_unfinished(body: str) -> None:
    assert lines(f"# A\n\ntext\n\n## B\n\n{body}\n", "placeholder") == [7]
    assert lines(f"# A\n\ntext\n\n{body}\n\nmore\n", "placeholder") == []


def test_a_section_called_todo_holds_what_it_says_and_one_in_parentheses_is_open() -> None:
    assert lines("# A\n\n## TODO\n\n- clean up\n", "placeholder") == []
    assert lines("# A\n\n## Storage (TBD)\n\ntext\n", "placeholder") == [3]


def test_the_line_is_that_of_the_marker() -> None:
    (problem,) = problems("# A\n\none\ntwo `x`\nthree: TBD.\nfour\n", "placeholder")
    assert problem.line == 5
    assert problem.quote == "three: TBD."
