import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from critloop.model.report import Report
from critloop.reports.answers import read_answers
from critloop.reports.markdown import read_document
from critloop.reports.reading import READERS, read_report
from critloop.reports.spec import read_spec_review
from tests.reports.strategies import texts

CASES = Path(os.environ.get("CRITLOOP_CASES") or Path(__file__).parents[2].parent / "shared" / "cases")

STARTS = {
    "docs": "## Docs Critic Report: a.md\n\n### Findings\n\n#### [HIGH/accuracy] ",
    "task": (
        "## Task Review\n\n**Spec compliance:** ❌ Gaps\n\n- a\n\n### What was checked\n\n- a\n\n"
        "### Issues\n\n#### Important\n- "
    ),
    "branch": "## Branch Review\n\n**Ready to merge:** No\n\n### Issues\n\n#### Critical\n- ",
    "plan": "## Plan Review — Chunk 1\n\n**Status:** Issues Found\n\n**Issues:**\n- [A]: ",
    "evaluation": '{"scores": ',
}

anything = st.one_of(
    st.text(), texts, st.lists(texts, max_size=6).map("\n".join), st.text(st.characters(categories=["Cs", "Cc"]))
)


@settings(max_examples=100, deadline=None)
@given(anything)
def test_no_text_makes_a_reader_raise(text: str) -> None:
    for read in READERS.values():
        read(text)
    read_report(text)
    for start in STARTS.values():
        read_report(f"{start}{text}")
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


@pytest.mark.skipif(not CASES.is_dir(), reason=f"no folder of real cases at {CASES}")
@pytest.mark.parametrize("folder", ["specs", "plans"])
def test_real_documents_are_no_reports_of_any_format(folder: str) -> None:
    texts_there = [path.read_text(encoding="utf-8") for path in sorted((CASES / folder).glob("*.md"))]
    assert texts_there
    assert not any(isinstance(read_report(text)[1], Report) for text in texts_there)


@pytest.mark.parametrize(
    "unit", ["\t", " ", "。", "x.y", "`", "— ", "[", "**", "~~", "- ", "none. ", "a/b.c:1 ", "a/", "x:1", "{", "[HIGH/"]
)
def test_a_very_long_line_is_no_trouble(unit: str) -> None:
    line = unit * (20_000 // len(unit))
    read_spec_review(f"## Spec Review\n\n**Issues:**\n- [A]: {line}\n\n**Status:** Issues Found {line}\n")
    for name, start in STARTS.items():
        READERS[name](f"{start}{line}\n- {line}\n  Quote: {line}\n\n**Verdict:** {line}\n")
