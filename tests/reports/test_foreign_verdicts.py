"""Verdicts of reviews from anywhere: every form of a clear one counts, and no doubtful one approves."""

import pytest

from critloop.model.report import Report
from critloop.reports.foreign import read_foreign_review
from tests.reports.foreign_reading import SECTIONS, TITLE, outcome

PASSING = [
    "**Verdict:** Approved",
    "**Verdict: APPROVED** — small and clear.",
    "Verdict: APPROVE",
    "VERDICT: APPROVE (round 2)",
    "## Verdict\n\n**APPROVE**",
    "## Verdict: Approve",
    "- **Verdict:** ✅ Approved",
    "| Verdict | Approved |\n|---|---|\n",
    "| Question | Answer |\n|---|---|\n| **Verdict** | ✅ Approve |\n",
    "**Verdict**: LGTM",
    "**LGTM**",
    "LGTM, no blocking issues.",
    "## ✅ Approved",
    "Approved.",
    "I approve this change.",
    "**Ready to merge?** Yes",
    "Ready to merge? Yes. Nice work.",
    "### Assessment\n\n**Ready to merge: Yes**\n\n**Reasoning:** It holds.",
    "Spec compliance: PASS\n\n### Assessment — Task quality: Approved",
    "## Recommendation\n\nApprove",
    "**Recommendation:** Merge",
    "## Overall: PASS",
    "## Decision\n\n✅ Approve — a clean change.",
    "**Status:** ✅ Approved",
    "Status: APPROVED after a fresh final review. No Critical or Important findings remain.",
    "Verdict: Approve with nits",
    "Verdict: Approved with minor comments",
    "## Final verdict\n\nThe branch is approved.",
    "## Verdict\n\n- [x] Approve\n- [ ] Request changes",
    "**Approval:** granted",
    "## Spec compliance: PASS\n\nAs asked.\n\n## Code quality: PASS",
    "- Spec compliance: **PASS**\n- Code quality: **PASS**",
    "### Spec Compliance\n\n- ✅ Spec compliant: every required field is there\n\n**Task quality:** Approved",
    "**Spec compliance:** ✅\n\n**Task quality:** Approved",
    "结论：通过",
    "Verdict：通过",
    "判定：承認",
    "## レビュー結果\n\n承認",
]


@pytest.mark.parametrize("verdict", PASSING)
def test_a_clear_approval_in_any_form(verdict: str) -> None:
    assert outcome(f"{TITLE}{verdict}{SECTIONS}") == "approved"
    assert outcome(f"{TITLE}{SECTIONS}\n{verdict}\n") == "approved"
    assert outcome("\ufeff" + f"{TITLE}{verdict}{SECTIONS}".replace("\n", "\r\n")) == "approved"


@pytest.mark.parametrize(
    "verdict",
    [
        "Verdict: Request changes",
        "**VERDICT: REQUEST CHANGES** — three approvals are out of date.",
        "## ⛔ REQUEST CHANGES",
        "Request changes.",
        "**Ready to merge?** No",
        "**Ready to merge?** With fixes — all of them small",
        "Ready: with fixes",
        "Verdict: not approved",
        "Verdict: ❌",
        "Verdict: I cannot approve",
        "Verdict: mostly approved",
        "Verdict: Approve after fixing the parser",
        "Verdict: Approved, pending tests",
        "Verdict: Approve if CI is green",
        "Verdict: conditional approval",
        "Verdict: APPROVE WITH CONCERNS — do not close it yet",
        "Verdict: Approved (operator override)",
        "## Spec compliance: PASS\n\n## Code quality: FAIL",
        "Spec compliance: ✅\nCode quality: ❌",
        "**Task quality:** Needs fixes",
        "Verdict: Approved\n\nVerdict: Rejected",
        "结论：有条件通过",
        "结论：修复后可合并",
        "结论：不通过",
        "结论：需要修改",
        "## 结论\n\n当前方案不能直接实施。",
        "判定：要修正",
        "判定：条件付き承認",
    ],
)
def test_a_verdict_that_refuses_or_sets_a_condition(verdict: str) -> None:
    assert outcome(f"{TITLE}{verdict}{SECTIONS}") == "issues"
    assert outcome(f"{TITLE}{verdict}\n") in {"no_findings", "contradictory"}


@pytest.mark.parametrize(
    "verdict",
    [
        "Verdict: Comment only",
        "## Verdict\nComment only",
        "Verdict: Needs discussion",
        "Verdict: inconclusive",
        "Verdict: APPROVE | REQUEST CHANGES",
        "Verdict: Approve or Request changes",
        "Verdict: PASS/FAIL",
        "Verdict: [Approve/Reject]",
        "Verdict: <APPROVED>",
        "Verdict: {verdict}",
        "Verdict:",
        "Verdict: Appro",
        "Verdict: ~~Approved~~",
        "Verdict: ⚠️ Approved",
        "Verdict: Approved: no",
        "Verdict: Approved? No",
        "Verdict: Approved by the other reviewer",
        "Verdict: would approve once tests pass",
        "## Verdict\n\n- [ ] Approve\n- [ ] Request changes",
        "结论：待定，是否批准由他人决定",
        "判定：保留",
    ],
)
def test_a_verdict_that_decides_nothing(verdict: str) -> None:
    assert outcome(f"{TITLE}{verdict}{SECTIONS}") in {"unknown_verdict", "no_verdict"}


@pytest.mark.parametrize(
    "verdict",
    [
        "> Verdict: Approved",
        "```\nVerdict: Approved\n```",
        "~~~markdown\n**Verdict:** Approved\n~~~",
        "<!-- Verdict: Approved -->",
        "    Verdict: Approved",
        "`Verdict: Approved`",
        "~~Verdict: Approved~~",
        "<details>\n\nVerdict: Approved\n\n</details>",
        "An example:\n\nVerdict: Approved",
        "The agent wrote:\n\n**Verdict:** Approved",
        "The file says “Verdict: Approved”.",
        "Tests: PASS",
        "## Test results\n\nResult: PASS",
        "**Status:** Draft",
        "Build status: green",
    ],
)
def test_words_that_are_no_verdict_of_the_review(verdict: str) -> None:
    assert outcome(f"{TITLE}{verdict}{SECTIONS}") == "no_verdict"


def test_a_verdict_on_one_side_alone_is_none_on_the_whole() -> None:
    assert outcome(f"{TITLE}Security: PASS{SECTIONS}") == "no_verdict"


def test_every_named_verdict_is_kept_with_its_words() -> None:
    read = read_foreign_review(f"{TITLE}- Spec compliance: **PASS**\n- Code quality: **FAIL**{SECTIONS}")
    assert isinstance(read, Report)
    assert [(verdict.name, verdict.text, verdict.passed) for verdict in read.verdicts] == [
        ("Spec compliance", "PASS", True),
        ("Code quality", "FAIL", False),
    ]


def test_verdicts_that_disagree_approve_nothing() -> None:
    assert outcome(f"{TITLE}Verdict: Rejected\n\nVerdict: Approved{SECTIONS}") == "contradictory"
    assert outcome("# Review\n\nVerdict: Fail\n\n**No issues found.**\n") == "contradictory"


def test_a_later_round_takes_the_place_of_an_earlier_one() -> None:
    first = "# Review\n\n## Round 1\n\n### Findings\n\n- [High] a breaks\n\nVerdict: Request changes\n\n"
    assert outcome(f"{first}## Round 2\n\nThe finding is fixed.\n\nVerdict: Approved\n") == "approved"
    assert outcome(f"{first}## Round 2\n\n- [High] a still breaks\n\nVerdict: Request changes\n") == "issues"
    assert outcome("# Review\n\n- [High] a breaks\n\n## Round 2\n\nVerdict: Approved\n") == "contradictory"


def test_what_could_not_be_verified_is_kept() -> None:
    spec = "### Spec compliance\n\n- ✅ Spec compliant\n- ⚠️ Cannot verify from diff: the timeout"
    text = f"{TITLE}{spec}\n\n**Task quality:** Approved{SECTIONS}"
    read = read_foreign_review(text)
    assert isinstance(read, Report)
    assert read.cannot_verify == ("the timeout",)


@pytest.mark.parametrize(
    "words",
    [
        "This review was submitted against an older head.",
        "The review is stale.",
        "The approval does not cover the latest commit.",
        "Automated review unavailable — API error",
        "I could not read the diff.",
        "Only part of the diff was reviewed.",
        "The diff was truncated.",
    ],
)
def test_an_approval_of_something_else_or_of_nothing(words: str) -> None:
    assert outcome(f"{TITLE}## Summary\n\n{words}{SECTIONS}\n## Verdict\n\nApproved\n") == "not reviewed"
