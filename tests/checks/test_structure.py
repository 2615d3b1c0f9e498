from pathlib import Path

import pytest

from critloop.model.finding import Severity
from tests.support.checking import in_tree, lines, mended, problems


def test_a_heading_without_anything_below_it_is_an_empty_section() -> None:
    assert lines("# A\n\ntext\n\n## B\n\n## C\ntext\n", "empty-section") == [5]


def test_the_last_heading_can_be_empty_too() -> None:
    assert lines("# A\n\ntext\n\nLast\n----\n", "empty-section") == [5]


def test_a_rule_or_a_comment_does_not_fill_a_section() -> None:
    assert lines("# A\n\nx\n\n## B\n\n---\n\n## C\n\n<!-- say what -->\n", "empty-section") == [5, 9]


@pytest.mark.parametrize(
    "source",
    [
        "# A\n\n## B\n\ntext\n",
        "# A\n\n```\n# not a heading\n```\n",
        "# A\n\n| a | b |\n| --- | --- |\n",
        "# A\n\n![picture](https://example.org/a.png)\n",
        "# A\n\ntext\n\n## Status: draft\n\n## Owner: finance\n\n## C\n\ntext\n",
        "# A\n\ntext\n\n## Storage (unchanged)\n\n## C\n\ntext\n",
        "# A\n\ntext\n\n## Risks — none\n\n## C\n\ntext\n",
        "# A\n\ntext\n\n## [Unreleased]\n\n## 1.0\n\ntext\n",
        "# A\n\ntext\n\n## 5. Target\n\n## 5.1 Parts\n\ntext\n",
        "# A\n\n<div>text</div>\n",
        "# Title\n\n# Part\n\ntext\n",
        "# A\n\ntext\n\n### Step 2: Verify that all of it passes\n\n### Step 3: Commit it\n\ntext\n",
        "# A\n\ntext\n\n## Tracked in git? No, as said above.\n\n## B\n\ntext\n",
        "# A\n\ntext\n\n## 评分: 7.7/10\n\n## B\n\ntext\n",
        "# A\n\ntext\n\n## 一、概述\n\n## 目标\n\ntext\n",
        "# A\n\n    code\n",
    ],
)
def test_a_section_that_holds_something_is_not_empty(source: str) -> None:
    assert lines(source, "empty-section") == []


@pytest.mark.parametrize("source", ["", "\n\n", "---\ntitle: x\n---\n", "<!-- nothing yet -->\n"])
def test_a_document_without_text_is_told_so(source: str) -> None:
    (problem,) = problems(source)
    assert problem.title == "the document is empty"
    assert problem.severity is Severity.HIGH


def test_comments_of_a_template_are_what_it_is_for(tmp_path: Path) -> None:
    text = "# A\n\ntext\n\n## Why\n\n<!-- say why -->\n"
    files = {".github/PULL_REQUEST_TEMPLATE.md": text, "spec.md": text}
    assert in_tree(tmp_path, files, ".github/PULL_REQUEST_TEMPLATE.md") == []
    assert [problem.line for problem in in_tree(tmp_path, files, "spec.md")] == [5]


def test_skipped_levels_are_told_once_a_parent_and_raised_with_all_below() -> None:
    source = "# A\n\nx\n\n### B\n\nx\n\n#### C\n\nx\n\n### D\n\nx\n\n## E\n\nx\n"
    (problem,) = problems(source)
    assert (problem.check.id, problem.line, problem.severity) == ("heading-level", 5, Severity.LOW)
    assert mended(source) == "# A\n\nx\n\n## B\n\nx\n\n### C\n\nx\n\n## D\n\nx\n\n## E\n\nx\n"


def test_levels_that_go_up_or_begin_low_are_fine() -> None:
    assert lines("### A\n\nx\n\n#### B\n\nx\n\n## C\n\nx\n\n### D\n\nx\n", "heading-level") == []


def test_two_siblings_of_one_name_are_told() -> None:
    (problem,) = problems("# A\n\nx\n\n## Errors\n\nx\n\n## Data\n\nx\n\n## errors\n\ny\n", "duplicate-heading")
    assert (problem.line, problem.severity) == (13, Severity.LOW)


@pytest.mark.parametrize(
    "source",
    [
        "# A\n\n## T1\n\n### Files\n\nx\n\n## T2\n\n### Files\n\nx\n",
        "# A\n\n## Round\n\n1\n\n## Round\n\n2\n\n## Round\n\n3\n",
        "# A\n\nx\n\n# B\n\n## A\n\nx\n",
    ],
)
def test_names_that_repeat_elsewhere_or_as_a_form_are_fine(source: str) -> None:
    assert lines(source, "duplicate-heading") == []
