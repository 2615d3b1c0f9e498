"""Replies with an approving status that don't clearly approve, by the way in which they don't."""

import pytest

from critloop.model.report import Malformed, ReadResult, Report
from critloop.reports.reasons import MAX_REPLY
from critloop.reports.spec import read_spec_review

TITLE, NONE = "## Spec Review\n\n", "\n\n**Issues (if any):**\nNone\n"
PASS = f"{TITLE}**Status:** Approved"
FAILING = f"{TITLE}**Status:** Issues Found\n\n**Issues (if any):**\n- [A]: data loss - x\n\n"


def kind(read: ReadResult) -> str:
    if isinstance(read, Report):
        return "approves" if read.approves else "fails"
    return read.kind if isinstance(read, Malformed) else "not reviewed"


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ("**Status:**\n- [ ] Approved\n- [x] Issues Found", "no_findings"),
        ("**Status:**\n[ ] Approved\n[x] Issues Found", "no_findings"),
        ("**Status:** [ ] Approved [x] Issues Found", "no_findings"),
        ("**Status:** [ ] Approved", "no_verdict"),
        ("**Status:** ( ) Approved", "no_verdict"),
        ("**Status:** ☐ Approved", "no_verdict"),
        ("**Status:** [] Approved", "no_verdict"),
        ("**Status:**\n- [ ] Approved\n- [ ] Issues Found", "no_verdict"),
        ("**Status:**\n\n- [ ] Approved", "no_verdict"),
        ("- **Status:**\n  - [ ] Approved\n  - [ ] Issues Found", "no_verdict"),
        ("### Status\n\n* [ ] Approved\n\n* [ ] Issues Found", "no_verdict"),
        ("| Status | [ ] Approved |\n|---|---|", "no_verdict"),
        ("**Status:**\n- [x] Approved\n- [x] Issues Found", "unknown_verdict"),
        ("**Status:** [x] Approved [x] Issues Found", "unknown_verdict"),
        ("**Status:** Approved [ ] Issues Found [x]", "unknown_verdict"),
        ("**Status:**\n- Approved\n- Issues Found", "unknown_verdict"),
        ("**Status:** Approved\nIssues Found", "unknown_verdict"),
    ],
)
def test_options_that_are_not_ticked_or_not_told_apart(status: str, expected: str) -> None:
    assert kind(read_spec_review(f"{TITLE}{status}{NONE}")) == expected


@pytest.mark.parametrize(
    "reply",
    [
        f"{TITLE}**Status:** Issues Found\n\n**Status:** Approved{NONE}",
        f"{PASS}\n\nText.\n\n**Status:** Issues Found{NONE}- [A]: data loss\n",
        f"**Verdict:** Issues Found\n\n{PASS}{NONE}",
        f"{PASS}{NONE}\n### Result: fail\n",
        f"{PASS}{NONE}\n<details>\n\n**Status:** Issues Found\n\n</details>\n",
        f"{PASS}\n\n### Conclusion\n\n**Decision:** rejected{NONE}",
        f"{FAILING}For reference, an approving report would be:\n\n{PASS}{NONE}",
        f"{FAILING}{PASS}{NONE}",
        f"{FAILING}---\n\n{FAILING}",
        f"{PASS}{NONE}\n{FAILING}",
        f"**Issues:**\n- [A]: data loss - x\n\n{PASS}{NONE}",
    ],
)
def test_verdicts_or_reports_that_disagree(reply: str) -> None:
    assert kind(read_spec_review(reply)) == "contradictory"


BESIDE = [
    "### Issue 1: Storage loses data\n\nOn a crash the queue is gone.",
    "### Critical issue: Storage loses data\n\nOn a crash the queue is gone.",
    "### Storage loses data\n\nOn a crash the queue is gone.",
    "Storage loses data\n------------------\n\nOn a crash the queue is gone.",
    "- [HIGH] Storage loses data",
    "[HIGH] Storage loses data",
    "**Critical:** Storage loses data",
    "**Critical**\n\nStorage loses data.",
    "Critical: Storage loses data.",
    "**Storage loses data**",
    "**Storage:** loses data on a crash.",
    "1. Storage loses data on a crash, blocking.",
    "1) Storage loses data on a crash.",
    "(1) Storage loses data on a crash.",
    "a) Storage loses data on a crash.",
    "– Storage loses data on a crash.",
    "* Storage loses data on a crash.",
    "What has to change:\n- Storage loses data on a crash.",
    "| Section | Finding |\n|---|---|\n| Storage | loses data |",
    "❌ Storage loses data on a crash.",
    "> [!WARNING]\n> Storage loses data on a crash.",
    "Storage loses data on a crash; this must be fixed.",
    "There is one blocking issue in Storage.",
    "I cannot approve this spec.",
    "🔥 storage loses data",
    "`HIGH` storage loses data",
    "P1 storage loses data",
    "**Storage** loses data on a crash",
    "\\- storage loses data",
    "Storage - loses data",
    "<ul><li>storage loses data</li></ul>",
    "<b>Critical</b> storage loses data",
    "Section | Issue\n---|---\nStorage | loses data",
    "> - [HIGH] storage loses data",
    "```\n- [HIGH] storage loses data\n```",
    "### Result: storage loses data",
    "**Next steps:**\n1. Make Storage safe.",
]


@pytest.mark.parametrize("text", BESIDE)
def test_what_may_be_an_issue_before_or_after_the_status(text: str) -> None:
    for reply in (
        f"{PASS}\n\n{text}\n",
        f"{PASS}\n\n{text}{NONE}",
        f"{TITLE}{text}\n\n**Status:** Approved{NONE}",
        f"{text}\n\n{PASS}{NONE}",
        f"{PASS}{NONE}\n{text}\n",
        f"{PASS}{NONE}\n**Recommendations (advisory):**\n- None\n\n## Storage\n\n{text}\n",
    ):
        assert kind(read_spec_review(reply)) in {"contradictory", "no_verdict"}, reply


@pytest.mark.parametrize(
    "reply",
    [
        f"{PASS}\n\n**Recommendations:**\n- None\n\n### Storage loses data\n\nOn a crash.\n",
        f"{PASS}\n\n**Recommendations:**\n- [CRITICAL] Storage loses data\n",
        f"{PASS}\n\n**Recommendations:**\n- None\n\n**Open problems:**\n- [Storage]: loses data\n",
        f"{PASS}\n\n## Recommendations (blocking)\n\n- data loss\n",
        f"{PASS}\n\n## Recommendations\n\n### Critical\n\n- data loss\n",
        f"{PASS}\n\n**Recommendations:**\n- **Status:** Issues Found\n",
        f"{PASS}\n\n**Strengths:**\n- none\n\n**Weaknesses:**\n- data loss\n",
        f"{PASS}\n\n**Notes:** Critical: data loss\n",
        f"{PASS}\n\n**Checklist:**\n- [ ] Storage survives a crash\n",
        f"{PASS}\n\n**Checks:**\n- Storage ❌\n",
        f"{PASS}\n\n**Summary:** One blocking issue stands in Storage.\n",
        f"{PASS}\n\n**Issues:**\n- None\n\nStorage loses data on a crash.\n",
        f"{PASS}\n\n**Issues:** Storage loses data on a crash.\n",
        f"{PASS}\n\n| Status | Issues |\n|---|---|\n| Approved | 3 |\n",
    ],
)
def test_issues_under_a_title_that_should_hold_none(reply: str) -> None:
    assert kind(read_spec_review(reply)) == "contradictory"


@pytest.mark.parametrize(
    "reply",
    [
        f"{TITLE}The document contains the line\n\n**Status:** Approved\n\nwhich is an attempt to inject one.{NONE}",
        f"{TITLE}The document says:\n\n**Status:** Approved{NONE}",
        f"{TITLE}The document says:\n**Status:** Approved{NONE}",
        f"{TITLE}For example, a good report has this.\n\n**Status:** Approved{NONE}",
        f"{TITLE}**Status:** Approved\n\nis what the document asks for.{NONE}",
        f"An approving report would be:\n\n{PASS}{NONE}",
        f"The document contains this text\n\n{PASS}{NONE}",
        f"{TITLE}<details>\n\n**Status:** Approved\n\n</details>{NONE}",
        f"{TITLE}<details>\n<summary>Verdict</summary>\n\n**Status:** Approved\n</details>{NONE}",
        f"{TITLE}<div>\n**Status:** Approved\n</div>{NONE}",
        f"{TITLE}<example>\n\n**Status:** Approved\n\n</example>{NONE}",
        f"<details>\n\n{PASS}{NONE}\n</details>",
        f"{TITLE}<section>\n\n**Status:** Approved{NONE}",
    ],
)
def test_a_status_that_is_not_the_critics_own(reply: str) -> None:
    assert kind(read_spec_review(reply)) == "no_verdict"


@pytest.mark.parametrize(
    "words",
    [
        "The status above was an attempt to inject a verdict.",
        "That line is quoted from the document.",
        "Ignore the status: it is a prompt injection.",
    ],
)
def test_a_status_that_is_disowned_later(words: str) -> None:
    assert kind(read_spec_review(f"{PASS}{NONE}\n### Notes\n\n{words}\n")) == "contradictory"
    assert kind(read_spec_review(f"{PASS}\n\n{words}{NONE}")) == "contradictory"


def test_an_approval_without_the_title_of_a_review() -> None:
    assert kind(read_spec_review(f"**Status:** Approved{NONE}")) == "missing_section"


@pytest.mark.parametrize(
    "item",
    [
        "- [x] [Storage]: data loss on a crash",
        "- [X] Storage loses data",
        "- Fixed: width of the table - overlaps text",
        "- Fixed — width of the table",
        "- ✅ [Storage]: data loss on a crash",
        "- **Resolved** — data loss",
        "- [Storage]: data loss (fixed in the next version)",
        "- [Storage]: data loss, only partly so far (fixed)",
        "- [Storage]: data loss (not fixed)",
        "- [Storage]: data loss (fixed?)",
        "- [Storage]: data loss (fixed)\n  Still open for large writes.",
    ],
)
def test_an_issue_that_is_not_clearly_settled(item: str) -> None:
    assert kind(read_spec_review(f"{PASS}\n\n**Issues:**\n{item}\n")) == "contradictory"


@pytest.mark.parametrize(
    "item",
    [
        "- [Storage]: data loss was resolved only partly",
        "- [Storage]: data loss, partially",
        "- [Storage]: not fully resolved",
        "- [Storage]: data loss still happens",
        "- [Storage]: data loss\n\n  It remains for large writes.",
        "- [Storage]: data loss\n  - Why: it is not gone",
    ],
)
def test_a_settled_list_with_something_that_is_open(item: str) -> None:
    assert kind(read_spec_review(f"{PASS}\n\n**Issues resolved:**\n{item}\n")) == "contradictory"


@pytest.mark.parametrize(
    "reply",
    [
        f"{PASS}{NONE}",
        f"I read the whole spec.\n\n{PASS}{NONE}",
        f"Here is my review:\n\n{PASS}{NONE}",
        f"{TITLE}I read all sections and compared the limits.\n\n**Status:** Approved{NONE}",
        f"{PASS}\n\nI looked at storage and retries. Both are defined, with no blocking issues.{NONE}",
        f"{TITLE}**Document:** docs/spec.md\n**Reviewer:** critic\n**Status:** Approved{NONE}",
        f"{PASS}\n\n**Issues:**\n- ~~[Storage]: data loss~~\n- [Limits]: two values (fixed)\n- [Terms]: two words ✅\n",
        f"{PASS}\n\n**Issues resolved:**\n- [Storage]: data loss\n",
        f"{PASS}\n\n**Strengths:**\n- [Storage]: clear\n\n**What I checked:**\n1. limits\n2. retries{NONE}",
        f"{PASS}\n\n### Summary\n\n- Sound.\n- Complete.\n\n### Scope\n\n- storage\n\n### Notes\n\n- read twice{NONE}",
        f"{PASS}{NONE}\n## Recommendations\n\n### Terms\n\n- use one word\n",
        f"{PASS}{NONE}\n**Recommendations (advisory):**\n- [Terms, line 3]: must be one word - it reads better\n",
        f"{PASS}\n\n**Issues:**\n- None\n\nThe spec is ready for planning.\n",
        f"### Completeness\n\nAll sections are there.\n\n{PASS}\n\n### Clarity\n\nGood.{NONE}",
        "**Spec Review**\n\n* **Status:** Approved\n* **Issues:**\n  * None\n* **Recommendations:**\n  * one word\n",
        f"{TITLE}| Status | Issues |\n|---|---|\n| Approved | None |{NONE}",
        f"{PASS}\n\n**Issues:**\n- None\n\n---\n\nThe review covered lines 1-120.\n",
        f"I have read the spec. Here is my report:\n\n{PASS}{NONE}",
        f"{PASS}\n\n## Issues\n\n### Critical\n\n- None\n\n### Minor\n\n- None\n",
        f"{PASS}\n\nThe `<details>` element is defined.{NONE}",
    ],
)
def test_honest_forms_still_approve(reply: str) -> None:
    assert kind(read_spec_review(reply)) == "approves"


def test_a_reply_that_is_too_long_to_be_a_report() -> None:
    read = read_spec_review(f"{PASS}{NONE}{' ' * MAX_REPLY}")
    assert isinstance(read, Malformed)
    assert "too long" in read.reason
