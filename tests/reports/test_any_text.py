import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from critloop.reports.answers import read_answers
from critloop.reports.markdown import read_document
from critloop.reports.spec import read_spec_review
from tests.reports.strategies import texts

CASES = Path(os.environ.get("CRITLOOP_CASES") or Path(__file__).parents[2].parent / "shared" / "cases")

anything = st.one_of(
    st.text(), texts, st.lists(texts, max_size=6).map("\n".join), st.text(st.characters(categories=["Cs", "Cc"]))
)


@settings(max_examples=300, deadline=None)
@given(anything)
def test_no_text_makes_a_reader_raise(text: str) -> None:
    read_spec_review(text)
    read_spec_review(f"## Spec Review\n\n**Status:** Issues Found\n\n**Issues:**\n{text}")
    read_answers(text, ["F1"])


@settings(max_examples=200, deadline=None)
@given(anything)
def test_every_line_has_its_place(text: str) -> None:
    lines = read_document(text).lines
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    assert all(len(line.own) == len(line.text) for line in lines)


def test_a_large_reply_is_read_quickly() -> None:
    item = '- [Storage, line 9]: (coverage) **no** outcome for `a` write - data is lost\n  Quote: "a write"\n'
    reply = f"## Spec Review\n\n**Status:** Issues Found\n\n**Issues:**\n{item * 3000}"
    assert len(getattr(read_spec_review(reply), "findings", ())) == 3000


@pytest.mark.skipif(not CASES.is_dir(), reason=f"no folder of real cases at {CASES}")
def test_real_texts_that_are_no_spec_reviews_are_never_approving() -> None:
    for path in sorted(CASES.rglob("*.md")):
        read_spec_review(path.read_text(encoding="utf-8", errors="replace"))
