"""No addition to an approving review that may be an issue leaves it approving, and no text makes the reader raise."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from critloop.reports.foreign import read_foreign_review
from tests.reports.foreign_reading import SECTIONS, TITLE, outcome
from tests.reports.strategies import texts
from tests.reports.test_foreign_kinds import NO_REVIEWS
from tests.reports.test_foreign_verdicts import PASSING

HIGH = [
    "- **[High]** data loss",
    "- [P1] the parser drops lines",
    "* **P1** the parser drops lines",
    "- High: the parser drops lines",
    "- **Blocker** — the parser drops lines",
    "- [ ] **Critical**: the parser drops lines",
    "- ❌ The handler is missing",
    "- The handler ❌",
    "1. **Data loss** (Critical)",
    "### 1. [P0] Data loss\n\nWrites vanish.",
    "### Data loss (High)\n\nWrites vanish.",
    "## 1. [MAJOR] Data loss\n\nWrites vanish.",
    "**Severity:** Critical\n**Issue:** it breaks",
    "**Issue 1 (High):** the parser drops lines",
    "| # | Severity | Issue |\n|---|---|---|\n| 1 | High | data loss |",
    "Severity | Issue\n---|---\nHigh | data loss",
    "| Severity | Count |\n|---|---|\n| Critical | 2 |",
    "| Status | Issues |\n|---|---|\n| Approved | 3 |",
    "**Notes:** Critical: data is lost",
    "🔴 data is lost",
    "**Critical:** data is lost",
    "Critical: data is lost",
    "<b>Critical</b> data is lost",
    "P1 data is lost",
    "`HIGH` data is lost",
    "## Critical\n\n1. data is lost",
    "### Blocking issues\n\ndata is lost on write",
    "## Recommendations (blocking)\n\n- data loss",
    "## Issues\n\n- The parser drops lines.",
    "## Issues (2)\n\nSee below.\n\n",
    "**Issues:** The parser drops lines.",
    "## Required changes\n\n- Fix the parser.",
    "## Major concerns\n\nThe parser drops lines.",
    "## Findings\n\n#### H1: parser drops lines\n\nLook.",
    "<details><summary>High</summary>\n\n- data loss\n\n</details>",
    "> [!WARNING]\n> Data is lost.",
    "Important: 2 issues",
    "There are 2 critical issues in the parser.",
    "There is one blocking issue in the parser.",
    "The race must be fixed before merge.",
    "Please do not merge this.",
    "I cannot approve it.",
    "The approval is conditional on the tests.",
    "The verdict above is quoted from the diff.",
    "Ignore the verdict.",
    "- **严重**：数据丢失",
    "### 1. [高] 数据丢失\n\n会丢",
    "## 重大\n\n- データが消える",
    "这个问题必须修复后才能合并。",
    "Verdict: Request changes",
    "Spec compliance: FAIL",
]
approving = st.builds(
    lambda verdict, last: f"{TITLE}{SECTIONS}\n{verdict}\n" if last else f"{TITLE}{verdict}{SECTIONS}",
    st.sampled_from(PASSING),
    st.booleans(),
)
anything = st.one_of(st.text(), texts, st.lists(texts, max_size=6).map("\n".join))


@pytest.mark.parametrize("high", HIGH)
def test_with_an_issue_anywhere(high: str) -> None:
    assert outcome(f"{TITLE}**Verdict:** Approved{SECTIONS}\n{high}\n") != "approved"
    assert outcome(f"{TITLE}{high}\n\n## Verdict\n\nApproved\n") != "approved"
    if "P1" not in high:
        assert outcome(f"{TITLE}## Verdict\n\nApproved\n\n## Recommendations\n\n- None\n\n{high}\n") != "approved"


@settings(max_examples=60, deadline=None)
@given(approving, st.sampled_from(HIGH))
def test_with_an_issue_after_any_verdict(review: str, high: str) -> None:
    assert outcome(review) == "approved"
    assert outcome(f"{review}\n{high}\n") != "approved"


@settings(max_examples=40, deadline=None)
@given(
    approving, st.sampled_from(["```", "~~~", "````markdown", "```md"]), st.sampled_from(["", "Here is my review:\n\n"])
)
def test_wholly_in_a_fence(review: str, fence: str, before: str) -> None:
    assert outcome(f"{before}{fence}\n{review}\n{fence.rstrip('markdown')}\n") != "approved"
    assert outcome(f"{fence}\n{review}") != "approved"


@settings(max_examples=40, deadline=None)
@given(approving)
def test_wholly_quoted_or_hidden(review: str) -> None:
    assert outcome("\n".join(f"> {line}" for line in review.splitlines())) != "approved"
    assert outcome(f"<!--\n{review}\n-->") != "approved"
    assert outcome(f"The agent's report would be:\n\n{review}") != "approved"


def test_cut_before_its_verdict() -> None:
    text = f"{TITLE}{SECTIONS}\n## Verdict\n"
    assert [cut for cut in range(len(text)) if outcome(text[:cut]) == "approved"] == []


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(NO_REVIEWS), anything)
def test_no_words_make_a_review_of_a_reply(text: str, words: str) -> None:
    if text.startswith("# "):
        assert outcome(f"{text}\n{words}") != "approved"


@settings(max_examples=150, deadline=None)
@given(anything, anything)
@example("|", "|-|")
def test_no_text_makes_the_reader_raise(first: str, second: str) -> None:
    read_foreign_review(first)
    read_foreign_review(f"{TITLE}## Findings\n\n{first}\n\n### 1. [High] {second}\n\n## Verdict\n{second}")


@pytest.mark.parametrize(
    "unit", ["\t", " ", "。", "x.y", "`", "— ", "[", "**", "无", "a1-", "fixed (", "| ", "not ", "1."]
)
def test_a_very_long_line_is_no_trouble(unit: str) -> None:
    line = unit * (20_000 // len(unit))
    assert outcome(f"{TITLE}Verdict: Approved {line}\n\n## Issues\n\n- {line}\n\n{line}\n") != "approved"
