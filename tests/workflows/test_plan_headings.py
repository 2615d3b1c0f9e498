"""What is a heading, and what only looks like one."""

import pytest

from critloop.model.headings import headings, hidden_lines, lines_of


def found(text: str) -> list[tuple[int, int, str]]:
    return [(heading.line, heading.level, heading.text) for heading in headings(lines_of(text))]


@pytest.mark.parametrize(
    "text",
    [
        "```\n# no\n```\n",
        "~~~\n# no\n```\n# no\n~~~\n",
        "````md\n```\n# no\n```\n# no\n````\n",
        "  ```\n# no\n  ```\n",
        "```\n# no\n    ```\n# no\n",
        "1. item\n\n    ```md\n# no\n    ```\n",
        "- ```sh\n  # no\n  ```\n",
        "<!-- # no\n# no\n-->\n",
        "<pre>\n# no\n</pre>\n",
        "---\ntitle: no\n---\n",
        "    # no\n",
        "#no\n",
        "- one\n- two\n---\n",
        "| a |\n---\n",
        "\n---\n",
        "> # no\n",
    ],
)
def test_what_only_looks_like_a_heading_is_none(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# a\n", [(1, 1, "a")]),
        ("   ## a ##\n", [(1, 2, "a")]),
        ("#\n", [(1, 1, "")]),
        ("a\n===\n\nb\n---\n", [(1, 1, "a"), (4, 2, "b")]),
        ("```\n# no\n````\n# yes\n", [(4, 1, "yes")]),
        ("<!-- a -->\n# yes\n", [(2, 1, "yes")]),
        ("`` ```\n# yes\n", [(2, 1, "yes")]),
        ("``` `a`\n# yes\n", [(2, 1, "yes")]),
        ("1. item\n\n    ```\n# no\n    ```\n\n# yes\n", [(7, 1, "yes")]),
        ("- a\n  - b\n\n      ~~~\n# no\n      ~~~\n# yes\n", [(7, 1, "yes")]),
        ("text\n\n    ```\n# yes\n", [(4, 1, "yes")]),
        ("---\n\ntext\n\n# yes\n---\n", [(5, 1, "yes")]),
        ("\ufeff# a\r\n# b\r# c\n", [(1, 1, "a"), (2, 1, "b"), (3, 1, "c")]),
        ("- [ ] ### Task\n2. [x] ## Done\n", [(1, 3, "Task"), (2, 2, "Done")]),
        ("a\u2028b\x0c\n# c\n", [(2, 1, "c")]),
    ],
)
def test_headings_have_their_line_level_and_text(text: str, expected: list[tuple[int, int, str]]) -> None:
    assert found(text) == expected


def test_the_marks_of_a_fence_are_hidden_with_its_content() -> None:
    assert hidden_lines(lines_of("a\n```\nb\n```\nc\n<!-- d -->\n")) == {2, 3, 4, 6}
