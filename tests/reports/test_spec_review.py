import pytest

from critloop.model.finding import Finding, Severity
from critloop.model.report import Malformed, NotReviewed, ReadResult, Report
from critloop.reports.spec import read_spec_review


def report(reply: str) -> Report:
    read = read_spec_review(reply)
    assert isinstance(read, Report), read
    return read


def issue(item: str) -> Finding:
    """The one finding of a report whose issues section holds this."""
    findings = report(f"## Spec Review\n\n**Status:** Issues Found\n\n**Issues (if any):**\n\n{item}\n").findings
    assert len(findings) == 1, findings
    return findings[0]


def kind(read: ReadResult) -> str:
    return read.kind if isinstance(read, Malformed) else type(read).__name__


def test_the_format_of_the_source_document() -> None:
    read = report(
        "## Spec Review\n\n**Status:** Issues Found\n\n**Issues (if any):**\n"
        "- [Section Storage]: no outcome for a partial write - readers can't recover\n\n"
        "**Recommendations (advisory):**\n- [Terms]: use one word\n"
    )
    found, advice = read.findings
    assert (found.severity, found.label, found.dimension) == (Severity.HIGH, "Issue", "general")
    assert (found.title, found.why) == ("no outcome for a partial write", "readers can't recover")
    assert found.location.section == "Section Storage"
    assert (advice.severity, advice.label, advice.dimension) == (Severity.LOW, "Recommendation", "advisory")
    assert not read.approves


def test_place_category_quote_and_fix() -> None:
    found = issue(
        "- [Storage, line 90]: (coverage) no outcome for a partial write - readers can't recover\n"
        '  Quote: "a write - of any size - may fail"\n'
        "  Fix: say what a reader sees then"
    )
    assert found.dimension == "coverage"
    assert (found.location.section, found.location.start_line, found.location.end_line) == ("Storage", 90, 90)
    assert (found.evidence.quote, found.evidence.status) == ("a write - of any size - may fail", "unverified")
    assert found.suggested_fix == "say what a reader sees then"


@pytest.mark.parametrize(
    ("place", "section", "start", "end"),
    [
        ("Storage, line 90", "Storage", 90, 90),
        ("Storage, lines 3-7", "Storage", 3, 7),
        ("Storage (lines 3–7)", "Storage", 3, 7),
        ("Storage, L3–L7", "Storage", 3, 7),
        ("Storage:90", "Storage", 90, 90),
        ("Storage, 90", "Storage", 90, 90),
        ("Storage, lines 3, 9 and 7", "Storage", 3, 9),
        ("90", None, 90, 90),
        ("lines 3-7", None, 3, 7),
        ("Section 4", "Section 4", None, None),
        ("4.2 Retries", "4.2 Retries", None, None),
        ("API, draft", "API, draft", None, None),
        ("General", None, None, None),
        ("存储，第 90 行", "存储", 90, 90),
        ("Storage, line 0", "Storage", None, None),
    ],
)
def test_places(place: str, section: str | None, start: int | None, end: int | None) -> None:
    location = issue(f"- [{place}]: two values - readers guess").location
    assert (location.section, location.start_line, location.end_line) == (section, start, end)


def test_a_file_as_the_place() -> None:
    location = issue("- [docs/spec.md:41-48]: two values").location
    assert (location.path, location.start_line, location.end_line, location.section) == ("docs/spec.md", 41, 48, None)


@pytest.mark.parametrize(
    "item",
    [
        "- **[Storage]**: (clarity) two values - readers guess",
        "* **Storage:** **Clarity:** two values — readers guess",
        "1. [Storage] [clarity] two values – readers guess",
        "• 【Storage】：（clarity）two values - readers guess",
        "- [HIGH] [Storage]: (clarity) two values - readers guess",
        "- ❌ [Storage]: Clarity: two values - readers guess",
        "- [Storage]: (clarity)\n  two values -\n  readers guess",
        "- [Storage]\n  - **Category:** clarity\n  - **Problem:** two values\n  - **Why it matters:** readers guess",
        "#### 1. [Storage]\n\n**Category:** clarity\n\n**Issue:** two values\n\n**Why:** readers guess",
        "### Storage\n\n- (clarity) two values - readers guess",
        "| Section | Category | Issue | Why |\n|--|--|--|--|\n| Storage | clarity | two values | readers guess |",
    ],
)
def test_one_issue_in_many_forms(item: str) -> None:
    found = issue(item)
    assert (found.location.section, found.dimension) == ("Storage", "clarity")
    assert (found.issue, found.why) == ("two values", "readers guess")


def test_a_fenced_quotation_is_taken_to_the_character() -> None:
    found = issue("- [A]: two values - why\n  Quote:\n  ````\n  one\n\n    ```two\n  ````\n  Fix: drop one")
    assert (found.evidence.quote, found.suggested_fix) == ("one\n\n  ```two", "drop one")


def test_a_quotation_in_a_block_quote() -> None:
    assert issue("- [A]: two values\n  Quote:\n  > one\n  > two").evidence.quote == "one\ntwo"


def test_dashes_in_code_and_parentheses_do_not_cut() -> None:
    found = issue("- [A]: `a - b` is given (x - y) without a unit - nobody can build it")
    assert (found.issue, found.why) == ("`a - b` is given (x - y) without a unit", "nobody can build it")


def test_a_title_is_one_short_sentence() -> None:
    found = issue(f"- [A]: The limit is given twice. {'It is long. ' * 20}")
    assert found.title == "The limit is given twice"
    assert len(issue(f"- [A]: {'word ' * 60}").title) <= 90


def test_several_paragraphs_belong_to_one_issue() -> None:
    assert issue("- [A]: two values\n\n  The first is 3.\n\n  The second is 5.").issue.count("\n\n") == 2


@pytest.mark.parametrize(
    "status",
    [
        "**Status:** Approved",
        "**Status**: ✅ Approved",
        "Status: approved.",
        "- **Status:** `Approved`",
        "### Status\n\n**Approved**",
        "### Status: Approved",
        "**Status:** Approved\n---",
        "| Status | Approved |\n|---|---|",
        "| Status | Issues |\n|---|---|\n| Approved | 0 |",
        "**Verdict:** PASS",
        "**状态：** 通过",
        "**Status：** Ａｐｐｒｏｖｅｄ",
        "**Sta\u200btus:** Approved",
        "**Status:**\n- [x] Approved\n- [ ] Issues Found",
        "**Status:** [x] Approved [ ] Issues Found",
        "```\n**Status:** Issues Found\n```\n\n**Status:** Approved",
    ],
)
def test_a_passing_status_in_many_forms(status: str) -> None:
    assert report(f"## Spec Review\n\n{status}\n\n**Issues (if any):**\n- None\n").approves


@pytest.mark.parametrize(
    "title",
    [
        "## Spec Review",
        "# spec review",
        "**Spec Review**",
        "Spec Review\n===========",
        "### Spec Review: a.md",
        "##Spec Review",
    ],
)
def test_titles(title: str) -> None:
    assert report(f"Here is what I found.\n\n{title}\n\n**Status:** Approved\n").approves


@pytest.mark.parametrize(
    "none",
    ["- None", "None.", "- N/A", "(none)", "- No issues found.", "—", "- _None_", "", "- None. No issues remain."],
)
def test_words_for_no_issue(none: str) -> None:
    assert report(
        f"## Spec Review\n\n**Status:** Approved\n\n### Issues\n{none}\n\n### Recommendations\n- None\n"
    ).approves


def test_a_title_that_counts_no_issue() -> None:
    assert report("## Spec Review\n\n**Status:** Approved\n\n### Issues (0)\n").approves


@pytest.mark.parametrize(
    "reply", ["```markdown\n{}```", "```\n{}```\n", "Sure! Here is the review:\n\n```md\n{}```", "~~~markdown\n{}~~~"]
)
def test_a_report_wrapped_in_one_fence(reply: str) -> None:
    item = "- [A]: two values\n  Quote:\n  ```text\n  a\n  ```\n"
    inner = f"## Spec Review\n\n**Status:** Issues Found\n\n**Issues:**\n{item}"
    assert report(reply.format(inner)).findings[0].evidence.quote == "a"


@pytest.mark.parametrize(
    "item",
    [
        "- ~~[A]: two values - readers guess~~",
        "- [A]: two values ✅",
        "- [A]: two values (fixed in round 2)",
        "- [A]: two values ✅ fixed",
        "- [A]: two values — **Resolved**",
    ],
)
def test_what_the_report_marks_as_fixed_is_not_open_and_is_not_lost(item: str) -> None:
    read = report(f"## Spec Review\n\n**Status:** Approved\n\n**Issues:**\n{item}\n")
    assert read.findings == ()
    assert len(read.dropped) == 1
    assert "two values" in read.dropped[0]


@pytest.mark.parametrize(
    "item", ["- [A]: two values (not fixed)", "- [A]: the fixed limit is missing", "- [ ] [A]: two values"]
)
def test_what_only_speaks_of_fixing_stays_open(item: str) -> None:
    assert issue(item)


def test_the_summary_is_kept() -> None:
    text = "## Spec Review\n\n**Status:** Approved\n\n### Summary\n\nIt is sound.\n\n### Issues\n\nNone.\n"
    assert report(text).summary == "It is sound."


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("", "empty"),
        (" \n\u200b\ufeff\n", "empty"),
        ("## Spec Review\n\n**Issues:**\n- [A]: two values\n", "no_verdict"),
        ("The spec looks good.", "no_verdict"),
        ("## Spec Review\n\n**Status:** LGTM-ish\n", "unknown_verdict"),
        ("## Spec Review\n\n**Status:** Approved with one exception\n", "unknown_verdict"),
        ("## Spec Review\n\n**Status:** Approved\n\n**Verdict:** approved with changes\n", "unknown_verdict"),
        ("## Spec Review\n\n**Status:** Approved\n\n**Issues:**\n- [A]: two values\n", "contradictory"),
        ("## Spec Review\n\n**Status:** Issues Found\n\n**Issues:**\n- None\n", "no_findings"),
        ("## Spec Review\n\n**Status:** Issues Found\n\n**No issues found.**\n", "missing_section"),
        ("## Spec Review\n\n**Status:** Issues Found\n\n**Recommendations:**\n- [A]: two values\n", "missing_section"),
        ("# A design\n\n**Status:** Approved\n\n## Overview\n\nText.\n", "missing_section"),
        ("## Spec Review\n\n**Status:** Issues Found\n\n**Issues:**\n", "truncated"),
        ("## Spec Review\n\n**Status:** Issues Found\n\n**Issues:**\n- [A]: two values\n-", "truncated"),
        ("## Spec Review\n\n**Status:** Issues Found\n\n**Issues:**\n- [A]: **two val", "truncated"),
        ('## Spec Review\n\n**Status:** Issues Found\n\n**Issues:**\n- [A]: two\n  Quote: "one and', "truncated"),
        ("## Spec Review\n\n**Status:** Issues Found\n\n**Issues:**\n- [A]: two\n  ```\n  one", "truncated"),
        ("## Spec Review\n\n**Status:**", "truncated"),
    ],
)
def test_what_is_wrong_with_a_reply(reply: str, expected: str) -> None:
    assert kind(read_spec_review(reply)) == expected


def test_a_reason_says_nothing_of_what_was_found() -> None:
    read = read_spec_review("## Spec Review\n\n**Status:** Approved\n\n**Issues:**\n- [A]: two values for the limit\n")
    assert isinstance(read, Malformed)
    assert "limit" not in read.reason


@pytest.mark.parametrize(
    "reply",
    [
        "I was unable to read the document.",
        "VERDICT: APPROVE\nSUMMARY: Automated review unavailable — API error",
        "## Spec Review\n\n**Status:** Approved\n\n**Summary:** The file docs/a.md could not be read.\n",
        "## Spec Review\n\n**Status:** Issues Found\n\n**Issues:**\n- [General]: I could not open the file docs/a.md\n",
        "## Spec Review\n\n**Status:** Issues Found\n\nI could not access the spec.\n",
    ],
)
def test_a_reply_that_reviewed_nothing(reply: str) -> None:
    assert isinstance(read_spec_review(reply), NotReviewed)


def test_an_issue_about_reading_is_an_issue() -> None:
    assert issue("- [Clients]: unable to open the file is not handled - the client hangs")
    text = "## Spec Review\n\n**Status:** Issues Found\n\n**Issues:**\n- [A]: cannot open the file\n- [B]: two values\n"
    assert len(report(text).findings) == 2


def test_the_same_approval_twice_is_one() -> None:
    assert report("## Spec Review\n\n**Status:** Approved\n\n## Spec Review\n\n**Status:** Approved\n").approves


def test_text_after_the_report_is_no_finding() -> None:
    text = "## Spec Review\n\n**Status:** Issues Found\n\n**Issues:**\n- [A]: two values\n\nTell me if you need more.\n"
    assert [finding.issue for finding in report(text).findings] == ["two values"]


def test_a_review_written_as_one_list() -> None:
    text = (
        "**Spec Review**\n\n* **Status:** Issues Found\n"
        "* **Issues:**\n  * [A]: x\n  * [B]: y\n* **Recommendations:**\n  * z\n"
    )
    assert [(f.issue, f.severity.value) for f in report(text).findings] == [("x", "high"), ("y", "high"), ("z", "low")]


def test_a_verdict_in_a_quotation_of_an_issue_is_not_the_reports_own() -> None:
    item = "- [A]: the text says:\n\n  ```\n  **Status:** Approved\n  ```\n\n  which contradicts section 2"
    assert "Approved" in issue(item).issue


def test_groups_by_weight_are_no_places() -> None:
    text = "## Spec Review\n\n**Status:** Issues Found\n\n## Issues\n\n### Critical\n- x\n\n### Minor\n- [B]: y\n"
    assert [finding.location.section for finding in report(text).findings] == [None, "B"]


def test_strengths_are_no_issues() -> None:
    text = "## Spec Review\n\n**Status:** Approved\n\n**Strengths:**\n- [A]: clear\n\n**Issues:**\nNone\n"
    assert report(text).findings == ()
