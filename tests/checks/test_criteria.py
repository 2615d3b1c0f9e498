"""Criteria that a machine can decide: the forms, the counts, and above all what is not understood."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from critloop.checks.criteria import Artifact, can_extract, machine_criteria, understand
from critloop.reports.criteria import read_criteria_file
from critloop.reports.falsifiable import unfalsifiable
from critloop.reports.heads import title_of

DOCUMENTED = Path(__file__).parents[2] / "docs" / "criteria.md"


def met(criterion: str, text: str) -> bool | None:
    understood = understand(criterion)
    assert understood is not None, criterion
    judged = understood.judge(Artifact(text))
    assert (judged.gap == "") is (judged.met is True)
    return judged.met


def documented() -> list[str]:
    """The examples in the tables of the documentation."""
    rows = [line for line in DOCUMENTED.read_text(encoding="utf-8").split("\n") if line.startswith("| ")]
    return [example for row in rows[1:] for example in re.findall(r"`([^`]+)`", row.split("|")[2])]


def test_every_documented_example_is_understood_falsifiable_and_taken_from_a_goal() -> None:
    assert len(documented()) > 50
    for example in documented():
        assert understand(example) is not None, example
        assert unfalsifiable(example) == "", example
        assert can_extract(f"Make sure that {example}."), example


@pytest.mark.parametrize(
    "criterion",
    [
        *("Improve clarity", "No jargon", "Does not contain jargon", "Is easy to read", "No passive voice"),
        *("500 words", "At most 500 words per section", "At most 500 words excluding code", "mentions sqlite"),
        *("No TODO unless it names an owner", "No TODO in the code", "Contains an example", "contains any tables"),
        *("Every section has at least 2 sentences and at most 300 words", "At least 3 sections, each with an example"),
        *("Does not contain the word simply and more than 3 tables", "not at most 3 tables", "may have 3 tables"),
        *("Every code block names a language and compiles", "Starts with a heading that names the product"),
        *("No links to external sites", "No section longer than the introduction", "The summary has at most 9 words"),
        *("Contains a section on errors", "contains the word simply or easy", "Does not use more than necessary"),
        *("Uses tables instead of lists", "Replace lists with tables", "Cut the summary to at most 20 words"),
        *("Remove jargon", "Remove two tables", "Fix the links", "Reduce the tables to 3", "Keep sentences short"),
        *("uses the term a, never a", "", "   ", "x" * 1000, ", ".join(["no TODO"] * 60)),
    ],
)
def test_words_beyond_the_forms_are_not_understood(criterion: str) -> None:
    assert understand(criterion) is None


@given(
    st.lists(st.sampled_from(["", "not ", "unless ", " in the code", " except one", "every ", " nicely"]), min_size=1)
)
def test_a_form_with_a_word_more_is_understood_only_where_the_words_are_known(extra: list[str]) -> None:
    words = "".join(part for part in extra if not part.startswith(" "))
    after = "".join(part for part in extra if part.startswith(" "))
    criterion = f"{words}no sentence is longer than 25 words{after}"
    assert (understand(criterion) is not None) is (words + after == "")


WORDS = "one two three four five"


@pytest.mark.parametrize(
    ("criterion", "text", "expected"),
    [
        ("at most 5 words", WORDS, True),
        ("under 5 words", WORDS, False),
        ("fewer than six words", WORDS, True),
        ("at least 1,000 words", "word " * 1000, True),
        ("more than 1,000 words", "word " * 1000, False),
        ("at most 2 words", "---\ntitle: a b c\n---\n\none two\n", True),
        ("at most 3 words", "# one\n\n- two | three\n", True),
        ("at most 3 words", "漢字 三\n", True),
        ("between 2 and 3 lines", "a\nb\n", True),
        ("exactly one table", "| a |\n|---|\n| b |\n", True),
        ("contains no tables", "| a |\n|---|\n| b |\n", False),
        ("contains a link", "[a](b.md)", True),
        ("at most 2 sections", "# T\n\n## A\n\n## B\n", True),
        ("at most 1 section", "# T\n\n## A\n\n## B\n", False),
        ("at least 2 sentences", "One. Two", True),
        ("exactly 1 sentence", "See e.g. Table 3 of Dr. Who", True),
        ("at most 1 sentence", "One ends. so does this one. and this", None),
        ("at least 2 sentences", "One ends. so does this one", False),
        ("no sentence is longer than 3 words", "One two three. Four five six.", True),
        ("no sentence is longer than 3 words", "One two three, four. Five.", False),
        ("no sentence is longer than 3 words", "Run `a b c d e` now.", True),
        ("no line longer than 3 characters", "abc\nabcd\n", False),
        ("lines are wrapped at 4 characters", "abc\nabcd\n", True),
        ("every section has at least two sentences", "# T\n\n## A\n\nOne. Two.\n\n## B\n\nOne.\n", False),
        ("every section has at least two sentences", "# T\n\n## A\n\n### B\n\nOne. Two.\n", True),
        ("all paragraphs have at most 1 sentence", "One.\n\n- One. Two.\n", True),
    ],
)
def test_counts(criterion: str, text: str, expected: bool | None) -> None:
    assert met(criterion, text) is expected


@pytest.mark.parametrize(
    ("criterion", "good", "bad"),
    [
        ("does not contain the word simply", "Simplyfied.", "It is\nSimply so."),
        ("never uses the words “just”, “easy” or “in order to”", "It adjusts.", "In  order\nto."),
        ("does not contain any of: just, simply", "It is.", "`just` this"),
        ("mentions “SQLite” and “WAL”", "sqlite with WAL", "SQLite"),
        ("“draft” appears at most 2 times", "draft draft", "draft draft draft"),
        ("uses the term “work copy”, never “worktree”", "A work copy.", "A worktree and a work copy."),
        ("uses the term “work copy”, never “worktree”", "A work copy.", "Nothing of it."),
        ("no TODO", "All is said.", "Done.\n\n<!-- todo: x -->"),
        ("no TODO", "TBD", "A TODO list."),
        ("no placeholders", "All is said.", "Owner: to be determined"),
        ("no placeholders", "All is said.", "Lorem ipsum dolor"),
        ("every fenced block names a language", "```sh\na\n```\n", "```\na\n```\n"),
        ("no heading deeper than ##", "## A\n", "### A\n"),
        ("no heading deeper than level 2", "## A\n", "### A\n"),
        ("contains a section called “Error handling”", "## 4.2 Error Handling:\n", "Error handling\n"),
        ("has sections called “A” and “B”", "## B\n\n## A\n", "## A\n"),
        ("has a summary section", "## Summary\n", "## Summary of it\n"),
        ("has no section called Notes", "## Note\n", "## Notes\n"),
        ("starts with a heading", "\n# A\n", "a\n\n# A\n"),
        ("has exactly one title", "# A\n\n## B\n", "# A\n\n# B\n"),
        ("headings are unique", "# A\n\n## B\n", "# A\n\n## a\n"),
        ("no empty sections", "# A\n\nx\n", "# A\n\nx\n\n## B\n\n## C\n\nx\n"),
        ("no heading levels are skipped", "# A\n\n## B\n", "# A\n\n### B\n"),
        ("no trailing whitespace", "a\n", "a \n"),
        ("no consecutive blank lines", "a\n\nb\n", "a\n\n\nb\n"),
        ("ends with a newline", "a\n", "a"),
        ("contains only ASCII characters", "a\n", "ä\n"),
        ("no exclamation marks", "`!` [a](b!)\n", "Go!\n"),
        ("no tabs", "a b\n", "a\tb\n"),
        ("every image has alt text", "![a](b.png) `![](x)`\n", "![ ](b.png)\n"),
        ("no broken links", "[a](#b)\n\n# B\n", "[a](#c)\n\n# B\n"),
    ],
)
def test_forms(criterion: str, good: str, bad: str) -> None:
    assert met(criterion, good) is True
    assert met(criterion, bad) is False


def test_a_gap_says_where_and_counts_what_it_does_not_show() -> None:
    understood = understand("no TODO")
    assert understood is not None
    gap = understood.judge(Artifact("TODO a\n" * 5)).gap
    assert gap == (
        "Something is still open: line 1 (“TODO a”), line 2 (“TODO a”), line 3 (“TODO a”) and 2 more places."
    )


def test_all_statements_of_a_criterion_have_to_hold_and_each_that_fails_is_named() -> None:
    understood = understand("At most 3 words, no TODO and at most 9 lines")
    assert understood is not None
    gap = understood.judge(Artifact("one two three TODO")).gap
    assert "4 words" in gap
    assert "TODO" in gap
    assert "lines" not in gap


def test_an_undecided_statement_leaves_no_criterion_met() -> None:
    understood = understand("every link resolves and no TODO")
    assert understood is not None
    assert understood.judge(Artifact("[a](https://example.org)")).met is None
    assert understood.judge(Artifact("TODO [a](https://example.org)")).met is False


@pytest.mark.parametrize(
    ("criterion", "text", "after"),
    [
        ("no trailing whitespace", "a \r\nb\t", "a\r\nb"),
        ("no consecutive blank lines", "a\n\n\n\nb\n", "a\n\nb\n"),
        ("no consecutive blank lines", "```\n\n\na\n```\n", "```\n\n\na\n```\n"),
        ("ends with a newline", "a\r\nb", "a\r\nb\r\n"),
        (
            "uses “use”, never “utilize”",
            "Utilize it. `utilize` utilize.\n\nWe utilize.\n",
            "Utilize it. `utilize` utilize.\n\nWe use.\n",
        ),
        ("no broken links", "[a](#The_End)\n\n# The end\n", "[a](#the-end)\n\n# The end\n"),
        ("no heading levels are skipped", "# A\n\n### B\n", "# A\n\n## B\n"),
        ("at most 1 word", "a b\n", "a b\n"),
    ],
)
def test_repairs_change_what_is_certain_and_nothing_else(criterion: str, text: str, after: str) -> None:
    understood = understand(criterion)
    assert understood is not None
    assert understood.repair(Artifact(text)) == after


def test_a_goal_is_cut_into_its_statements() -> None:
    goal = "- At most 300 words; no TODO.\n- Never uses the words “just” and “simply”\n- Every link resolves"
    found = machine_criteria(goal)
    assert found is not None
    assert [one.id for one in found.criteria] == ["C1", "C2", "C3", "C4"]
    assert found.criteria[2].text == "Never uses the words “just” and “simply”"


@pytest.mark.parametrize(
    ("told", "stated"),
    [
        ("Shorten it to 300 words", "at most 300 words"),
        ("Keep the text under 300 words", "under 300 words"),
        ("Remove all TODOs", "no TODO"),
        ("Remove trailing whitespace", "no trailing whitespace"),
        ("Remove the words “just” and “easy”", "avoids the words “just” and “easy”"),
        ("Fix all broken links", "no broken links"),
        ("Replace “utilize” with “use”", "uses “use”, never “utilize”"),
        ("Add a section called Errors", "has a section called Errors"),
        ("Wrap all lines at 80 characters", "no line is longer than 80 characters"),
    ],
)
def test_what_a_goal_tells_to_do_is_what_has_to_be_so_afterwards(told: str, stated: str) -> None:
    texts = [
        "word " * 301,
        "word " * 300,
        "word " * 299,
        "TODO \n",
        "just utilize",
        "[a](#b)",
        "# Errors\n",
        "use " + "x" * 90,
        "use",
    ]
    assert machine_criteria(told) is not None
    results = [met(told, text) for text in texts]
    assert results == [met(stated, text) for text in texts]
    assert set(results) == {True, False}


def test_more_statements_than_a_run_may_have_are_joined_in_the_last() -> None:
    goal = "\n".join(f"contains the word w{number}" for number in range(11))
    found = machine_criteria(goal)
    assert found is not None
    assert len(found.criteria) == 8
    assert found.criteria[-1].text == "; ".join(f"contains the word w{number}" for number in range(7, 11))
    assert understand(found.criteria[-1].text) is not None


@pytest.mark.parametrize("goal", ["At most 300 words and a friendly tone", "Make it shine. No TODO.", "", "clear"])
def test_a_goal_of_which_one_part_is_beyond_the_forms_gives_no_criteria(goal: str) -> None:
    assert machine_criteria(goal) is None


def test_extracted_criteria_are_accepted_where_a_file_of_them_is_read() -> None:
    text = '{"criteria": [{"id": "C1", "text": "no sentence is longer than 25 words"}]}'
    assert understand(read_criteria_file(text, "c.json").criteria[0].text) is not None


@given(st.text(max_size=80), st.text(max_size=200))
def test_no_criterion_and_no_text_crashes(criterion: str, text: str) -> None:
    understood = understand(criterion)
    if understood is not None:
        understood.judge(Artifact(text))
    for known in ("no broken links", "no sentence is longer than 3 words", "no placeholders", "uses “a”, never “b”"):
        form = understand(known)
        assert form is not None
        form.judge(Artifact(text))
        form.repair(Artifact(text))


def test_a_gap_quotes_words_and_no_marks_that_a_title_would_not_show() -> None:
    understood = understand("every code block names a language")
    assert understood is not None
    gap = understood.judge(Artifact("a\n\n```\nx\n```\n\n~~~\ny\n~~~\n")).gap
    assert gap == "A code block names no language: line 3, line 7."
    understood = understand("no em dashes")
    assert understood is not None
    assert title_of(understood.judge(Artifact("—\n\n`b` — c\n")).gap) == "“—” stands there: line 1, line 3 (“b — c”)"


@pytest.mark.parametrize(
    ("text", "gap"),
    [
        (
            "every heading has at least 2 words",
            "Each heading may have at least 2 words, and not so: line 1 (“1 word: A”).",
        ),
        (
            "every heading has at most 1 word",
            "Each heading may have at most 1 word, and not so: line 3 (“2 words: B c”).",
        ),
    ],
)
def test_counts_of_one_are_told_as_one(text: str, gap: str) -> None:
    understood = understand(text)
    assert understood is not None
    assert understood.judge(Artifact("# A\n\n## B c\n")).gap == gap
