"""Texts that are no reviews, or that only call themselves so, never read as one with a verdict."""

import pytest

from tests.reports.foreign_reading import SECTIONS, TITLE, outcome, weights

NO_REVIEWS = [
    "# Reply to the review\n\n### 1. [High] a — accepted\n\nFixed.\n\n**Status:** Approved\n",
    "# config-review-2 reply\n\n## 结论\n\n通过\n",
    "# 审阅回应\n\n### Finding 1 ✅ 接受\n\n已修复。\n\n**结论：** 通过\n",
    "Thanks for the review! I have addressed all of it.\n\n**Verdict:** Approved\n",
    "# Response to code review\n\nVerdict: Approved\n",
    "# Review acknowledged\n\nVerdict: Approved\n",
    "# Implementation plan\n\n## Task 1\n\n**Status:** Approved\n",
    "# PR 3 vs PR 4: duplicate divergence\n\n## Decision\n\nApprove PR 3.\n\n**Verdict:** Approved\n",
    "# Skill effectiveness report\n\n**Verdict:** Approved\n",
    "# Plugin - verification report\n\n**Status:** ✅ PASSED\n",
    "# Task 3 report\n\n**Status:** ✅ Approved\n",
    "# Literature review\n\n**Verdict:** Approved\n",
    "# Code review guidelines\n\n**Verdict:** Approved\n",
    "# Changelog\n\n- Approved\n\nVerdict: PASS\n",
    "The reviewer approved the change.\n\nStatus: approved\n",
    "# Review summary\n\nThe reviewer found no issues and approved it.\n\n**Status:** Approved\n",
    "# Review\n\n### F1 ✅ accepted\n\nx\n\n### F2 ✅ accepted\n\nx\n\n### F3 ⚠️ rejected\n\nx\n\nVerdict: Approved\n",
    "LGTM",
    "Looks good to me!",
    "Approved",
    "Hello.",
]


@pytest.mark.parametrize("text", NO_REVIEWS)
def test_a_text_that_is_no_review(text: str) -> None:
    assert outcome(text) == "missing_section"
    assert weights(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "# Behavioural audit\n\n## Verdict by dimension\n\n### 1. Tracks\n\n| Feature | Sev |\n|---|---|\n| a | 🔴 |\n",
        "# Review\n\nIt reads well.\n",
        "# Bug hunt\n\n## Findings, ranked\n\n### 1. a\n\nx\n\n### 2. b — ✅ FIXED\n\ny\n",
        "# Review\n\n## Blocking issues\n- None.\n\n## Non-blocking issues\n- None.\n",
    ],
)
def test_a_review_without_a_verdict_has_none(text: str) -> None:
    assert outcome(text) == "no_verdict"


def test_a_review_without_a_title_is_known_by_its_sections() -> None:
    body = "## Summary\nOK.\n\n## Blocking issues\n- None\n\n## Non-blocking issues\n- None\n\n"
    body += "## Verdict\n- **Approved**\n"
    assert outcome(body) == "approved"
    assert outcome("Verdict: Approved\n\nSummary: It does what it says.\n") == "approved"


def test_non_blocking_issues_alone_are_half_a_review() -> None:
    assert outcome("## Non-blocking issues\n- None.\n\n## Verdict\nApproved\n") == "missing_section"


@pytest.mark.parametrize("text", ["", "\ufeff", " \r\n\t", "\u200b"])
def test_nothing_at_all(text: str) -> None:
    assert outcome(text) == "empty"


@pytest.mark.parametrize(
    "text",
    [
        "# Review\n\n## Verdict: PASS\n\n## Findings\n\n### Critical\n",
        "# Review\n\n## Verdict: PASS\n\n## Findings\n\n### Minor\n\n- The parser drops the",
        "# Review\n\n## Verdict: PASS\n\n```\nsample\n",
        f"# Review\n\n## Verdict: PASS\n\n{'word ' * 1000}\n",
    ],
)
def test_a_review_that_breaks_off(text: str) -> None:
    assert outcome(text) == "truncated"


def test_a_text_too_long_to_be_a_review() -> None:
    assert outcome(f"{TITLE}Verdict: Approved{SECTIONS}{' ' * 1_000_001}") == "truncated"
