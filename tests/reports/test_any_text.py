import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from critloop.model.report import Report
from critloop.reports.answers import read_answers
from critloop.reports.markdown import read_document
from critloop.reports.spec import read_spec_review
from tests.reports.strategies import texts

CASES = Path(os.environ.get("CRITLOOP_CASES") or Path(__file__).parents[2].parent / "shared" / "cases")

anything = st.one_of(
    st.text(), texts, st.lists(texts, max_size=6).map("\n".join), st.text(st.characters(categories=["Cs", "Cc"]))
)


@settings(max_examples=100, deadline=None)
@given(anything)
def test_no_text_makes_a_reader_raise(text: str) -> None:
    read_spec_review(text)
    read_spec_review(f"## Spec Review\n\n**Status:** Issues Found\n\n**Issues:**\n{text}")
    read_answers(text, ["F1"])


@settings(max_examples=60, deadline=None)
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
@pytest.mark.parametrize("folder", ["specs", "plans", "reports"])
def test_real_documents_are_no_spec_reviews_that_approve(folder: str) -> None:
    shaped = [read_spec_review(path.read_text(encoding="utf-8")) for path in sorted((CASES / folder).glob("*.md"))]
    assert shaped
    assert not any(isinstance(read, Report) for read in shaped) or folder == "reports"


@pytest.mark.parametrize("unit", ["\t", " ", "。", "x.y", "`", "— ", "[", "**", "~~", "- ", "none. "])
def test_a_very_long_line_is_no_trouble(unit: str) -> None:
    line = unit * (20_000 // len(unit))
    read_spec_review(f"## Spec Review\n\n**Issues:**\n- [A]: {line}\n\n**Status:** Issues Found {line}\n")
