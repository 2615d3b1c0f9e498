import pytest
from hypothesis import given
from hypothesis import strategies as st

from critloop.reports.artifact import read_artifact, write_artifact
from tests.reports.strategies import texts

TAGS = st.lists(
    st.sampled_from(["<artifact>", "</artifact>", "<artifact-1>", "</artifact-1>", "\n", "\r\n", " ", "text", "```"]),
    max_size=8,
).map("".join)


@given(st.one_of(st.text(), texts, TAGS), st.sampled_from(["", "Here is the text:\n\n", "\ufeff"]))
def test_a_written_text_is_read_as_the_same(text: str, before: str) -> None:
    assert read_artifact(before + write_artifact(text)) == text


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        ("<artifact>\na\n</artifact>", "a\n"),
        ("I changed one line.\n\n<artifact>\n# A\n\nb\n</artifact>\n\nDone.", "# A\n\nb\n"),
        ("<artifact>\r\na\r\nb\r\n</artifact>\r\n", "a\r\nb\r\n"),
        ("<artifact>\na</artifact>", "a"),
        ("<artifact>\n  a \n\n\n</artifact>", "  a \n\n\n"),
        ("<artifact>\n</artifact>", ""),
        ("<artifact>\nThe tag </artifact> ends it.\n</artifact>", "The tag </artifact> ends it.\n"),
        ("<artifact>\na\n</artifact>\nb\n</artifact>", "a\n</artifact>\nb\n"),
        ("```markdown\n# A\n```", "# A\n"),
        ("\n~~~~\n~~~\na\n~~~\n~~~~\n", "~~~\na\n~~~\n"),
        ("```\n<artifact>\na\n</artifact>\n```", "a\n"),
    ],
)
def test_a_text_in_tags_or_in_one_fence(reply: str, text: str) -> None:
    assert read_artifact(reply) == text


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "The revised text.",
        "<artifact>\nit was cut of",
        "<artifact>\na\n</artifact",
        "a\n</artifact>",
        "The text stands between <artifact> and </artifact>.",
        "<artifact>\ndraft\n</artifact>\n\nBetter:\n\n<artifact>\nfinal\n</artifact>",
        "Here it is:\n\n```\na\n```",
        "```\na\n```\n\nThat is all.",
        "```\na\n```\n\n```\nb\n```",
        "```\na",
        "```",
    ],
)
def test_a_reply_without_one_whole_text(reply: str) -> None:
    assert read_artifact(reply) is None
