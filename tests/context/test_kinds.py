"""What kind a page is, and what it lacks."""

import pytest

from critloop.context.kinds import kind_of, missing_of, required_of
from critloop.context.page import Page, read_page


def page(text: str, path: str = "docs/x.md") -> Page:
    return read_page(path, text)


@pytest.mark.parametrize(
    ("path", "text", "kind"),
    [
        ("docs/x.md", "---\ntype: reference\n---\n# X\n", "reference"),
        ("docs/x.md", "---\ndiataxis: How-To Guide\n---\n# X\n", "how-to"),
        ("docs/tutorials/x.md", "---\nkind: explanation\n---\n# X\n", "explanation"),
        ("docs/reference/schema/x.md", "# X\n", "reference"),
        ("docs/api.md", "# X\n", "reference"),
        ("docs/how-to/x.rst", "X\n=\n", "how-to"),
        ("docs/02-tutorials/x.md", "# X\n", "tutorial"),
        ("docs/guides/x.md", "# Shipping it\n", "how-to"),
        ("docs/guides/x.md", "# A tutorial on X\n", "tutorial"),
        ("docs/guides/x.md", "# X\n\nThis tutorial is for you.\n", "tutorial"),
        ("docs/x.md", "# How to ship\n", "how-to"),
        ("docs/x.md", "---\ntitle: Command reference\n---\nText\n", "reference"),
        ("docs/x.md", "# Something\n", None),
        ("docs/x.md", "---\ntype: page\n---\n# Something\n", None),
        ("docs/reference/index.md", "# Reference\n", None),
        ("docs/referendum/x.md", "# X\n", None),
    ],
)
def test_the_kind_comes_from_front_matter_path_and_title_in_this_order(path: str, text: str, kind: str | None) -> None:
    assert kind_of(page(text, path)) == kind


WORDS = (
    "It is a thing that you use to keep many values together, one after the other, and to look them up quickly "
    "later on without ever copying what they hold."
)


def test_a_whole_reference_page_lacks_nothing() -> None:
    text = (
        f"# Queue\n\n{WORDS}\n\n## Creating one\n\n```py\nq = Queue()\n```\n\n## `put`\n\nAdds.\n\n## `get`\n\nTakes.\n"
    )
    assert missing_of("reference", page(text)) == ()


def test_a_bare_reference_page_lacks_all_of_it() -> None:
    assert missing_of("reference", page("# Queue\n\nA queue.\n")) == required_of("reference")


def test_headings_answer_by_meaning() -> None:
    text = "# Q\n\n## Why it exists\n\n## Instantiation\n\n## Methods\n\n## In practice\n\n"
    assert missing_of("reference", page(text)) == ()


def test_a_generated_reference_has_its_signatures_and_operations() -> None:
    text = f"API\n===\n\n{WORDS}\n\n.. autoclass:: pkg.Queue\n   :members:\n"
    assert missing_of("reference", page(text, "docs/api.rst")) == ()


def test_a_how_to_without_an_end_is_told_so() -> None:
    text = f"# How to ship\n\n{WORDS} You need a key.\n\n1. Build.\n2. Send.\n"
    assert missing_of("how-to", page(text)) == ("result or verification",)
    assert missing_of("how-to", page(text + "\n## Check that it arrived\n")) == ()


def test_a_tutorial_says_what_one_will_learn_and_what_comes_next() -> None:
    body = "\n## Step 1\n\n## Step 2\n\n## Step 3\n"
    whole = f"# T\n\nBy the end you will have a queue. No prior knowledge.\n{body}\n## Where to go next\n"
    assert missing_of("tutorial", page(whole)) == ()
    assert missing_of("tutorial", page(f"# T\n\nText.\n{body}")) == (
        "what the reader will learn or build",
        "prerequisites",
        "summary or next steps",
    )


def test_a_title_in_the_front_matter_leaves_all_headings_to_the_sections() -> None:
    text = f"---\ntitle: Queue\n---\n{WORDS}\n\n## Creation\n\n## Examples\n\n## Operations\n"
    assert missing_of("reference", page(text)) == ()
    assert [heading.text for heading in page(text).sections] == ["Creation", "Examples", "Operations"]


def test_a_signature_in_a_code_block_shows_how_to_get_one_and_what_it_does() -> None:
    text = f"# Queue\n\n{WORDS}\n\n```scala\nfinal class Queue {{\n  def put(x: Int): Unit\n}}\n```\n"
    assert missing_of("reference", page(text)) == ()


@pytest.mark.parametrize("kind", ["explanation", None])
def test_other_kinds_ask_for_nothing(kind: str | None) -> None:
    assert (required_of(kind), missing_of(kind, page("# X\n"))) == ((), ())


def test_what_stands_in_a_code_block_is_no_heading() -> None:
    assert [heading.text for heading in page("# A\n\n```sh\n# no heading\n```\n\nB\n---\n\n## C ##\n").headings] == [
        "A",
        "B",
        "C",
    ]
