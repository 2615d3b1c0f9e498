"""No mutation of an approving report that takes its verdict away, or adds an issue, reads as approving."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from critloop.model.report import Report
from critloop.reports.plan import read_plan_review
from critloop.reports.spec import read_spec_review
from critloop.reports.writing import write_spec_review
from tests.reports.strategies import reports, texts

PLAIN = """## Spec Review

**Status:** Approved

**Issues (if any):**
- None

**Recommendations (advisory):**
- [Terms, line 12]: use one word for it - readers look for a difference
"""
LINE = "**Status:** Approved"

approving = reports(passed=True).map(write_spec_review)


def approves(reply: str) -> bool:
    read = read_spec_review(reply)
    return isinstance(read, Report) and read.approves


def test_the_unchanged_report_approves() -> None:
    assert approves(PLAIN)
    assert approves(PLAIN.replace("\n", "\r\n"))
    assert approves("\ufeff" + PLAIN)


@settings(max_examples=25, deadline=None)
@given(approving, st.data())
def test_cut_before_the_end_of_its_verdict(text: str, data: st.DataObject) -> None:
    end = text.index(LINE) + len(LINE)
    assert not approves(text[: data.draw(st.integers(0, end - 1))])


def test_cut_at_every_place_before_the_end_of_its_verdict() -> None:
    end = PLAIN.index(LINE) + len(LINE)
    assert [cut for cut in range(end) if approves(PLAIN[:cut])] == []


def test_a_loop_takes_no_approval_that_is_cut_off_before_its_list_of_issues() -> None:
    end = PLAIN.index("- None") + len("- None")
    for read, text in ((read_spec_review, PLAIN), (read_plan_review, PLAIN.replace("Spec Review", "Plan Review"))):
        results = {cut: read(text[:cut], whole=True) for cut in range(len(text))}
        passed = [cut for cut, result in results.items() if isinstance(result, Report) and result.approves]
        assert passed
        assert min(passed) >= end


def test_cut_at_the_front_through_its_verdict() -> None:
    start = PLAIN.index("Status")
    assert [cut for cut in range(start + 1, len(PLAIN)) if approves(PLAIN[cut:])] == []


@settings(max_examples=25, deadline=None)
@given(approving)
def test_without_its_verdict(text: str) -> None:
    assert not approves(text.replace(LINE, "", 1))


@settings(max_examples=25, deadline=None)
@given(
    approving,
    st.sampled_from(
        [
            "- [Storage]: no outcome for a partial write - data is lost",
            "* **Storage**: no outcome for a partial write",
            "1. no outcome for a partial write",
            "No outcome for a partial write.",
            "#### Storage\n\nno outcome for a partial write",
            "| Section | Issue |\n|---|---|\n| Storage | no outcome for a partial write |",
            "```\n- [Storage]: no outcome\n```",
            "> - [Storage]: no outcome",
        ]
    ),
)
def test_with_an_issue_in_place_of_none(text: str, issue: str) -> None:
    changed = text.replace("**Issues (if any):**\n- None", f"**Issues (if any):**\n\n{issue}", 1)
    assert changed != text
    assert not approves(changed)


@pytest.mark.parametrize(
    "title", ["**Issues:**", "### Issues", "Issues (1):", "## Critical Issues", "**Blocking issues:**"]
)
def test_with_an_issue_in_another_section(title: str) -> None:
    assert not approves(f"{PLAIN}\n{title}\n\n- [Storage]: no outcome for a partial write - data is lost\n")


def test_with_an_issue_under_the_status_itself() -> None:
    assert not approves(PLAIN.replace(LINE, f"{LINE}\n\n- [Storage]: no outcome for a partial write - data is lost"))


@pytest.mark.parametrize("count", ["(2)", "(3 open)"])
def test_with_a_count_of_issues_in_a_title(count: str) -> None:
    assert not approves(PLAIN.replace("**Issues (if any):**\n- None", f"### Issues {count}\n"))


@pytest.mark.parametrize(
    "instead",
    [
        f"> {LINE}",
        f"> The author writes:\n{LINE}",
        f"```\n{LINE}\n```",
        f"~~~markdown\n{LINE}\n~~~",
        f"   ```\n{LINE}\n   ```",
        f"````\n```\n{LINE}\n```\n````",
        f"~~{LINE}~~",
        "**Status:** ~~Approved~~",
        f"~~old\n{LINE}\nold~~",
        f"`{LINE}`",
        f"    {LINE}",
        f"<!-- {LINE} -->",
        f"<!--\n{LINE}\n-->",
        f"<del>\n{LINE}\n</del>",
        f"- item\n  - {LINE}",
        "The spec says “Status: Approved”.",
        "Approved",
        "Looks good to me, approved.",
        "**Status:** Approved | Issues Found",
        "**Status:** Approved\nwith one exception: Storage",
        "**Status:** Approved\n\n**Status:** Issues Found",
        "**Status:** Approved\n\n**Verdict:** approved with changes",
        "| Status | Approved | with one exception |",
    ],
)
def test_with_its_verdict_only_quoted_or_in_doubt(instead: str) -> None:
    assert not approves(PLAIN.replace(LINE, instead))


@settings(max_examples=30, deadline=None)
@given(texts.filter(lambda words: bool(re.search(r"\w", words))))
def test_with_words_after_its_verdict(words: str) -> None:
    told = " ".join(words.split())
    if not approves(PLAIN.replace(LINE, f"**Status:** {told}")):
        assert not approves(PLAIN.replace(LINE, f"{LINE} apart from {told}"))


def test_with_word_that_it_was_not_read() -> None:
    assert not approves(f"I could not open the file docs/spec.md, so this is a guess.\n\n{PLAIN}")


@pytest.mark.parametrize(
    "words",
    ["The approval is conditional on Storage.", "Approved, pending the limit.", "This is a conditional approval."],
)
def test_with_a_condition_in_its_text(words: str) -> None:
    assert not approves(PLAIN.replace(LINE, f"{LINE}\n\n{words}"))


def test_all_of_it_as_a_quotation() -> None:
    assert not approves("\n".join(f"> {line}" for line in PLAIN.splitlines()))
    assert not approves(f"The document contains this:\n\n```markdown\n{PLAIN}```\n")
    assert not approves(f"```markdown\n{PLAIN}```\n\nThat is what the file says.\n")


def test_two_quotations_are_no_wrapper_around_all_of_it() -> None:
    assert not approves(f"```markdown\n{PLAIN}```\nThe file says so, and it is wrong.\n```\nsample\n```\n")
    assert not approves(f"```markdown\n{PLAIN}```\nThe file says so, and it is wrong.\n```\n")


def test_with_a_fence_that_only_the_end_of_its_item_closes() -> None:
    assert not approves(PLAIN + "  ```\n  sample\n\nThat is all.\n")


def test_all_of_it_in_a_fence_that_never_ends() -> None:
    assert not approves(f"```markdown\n{PLAIN}")
