from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from critloop.model.finding import Location, Severity
from critloop.model.report import CheckItem, Malformed, NotReviewed, ReadResult, Report, Verdict
from critloop.reports.task import read_task_review, write_task_review
from tests.reports.strategies import checks, gaps, many, said, texts

HIGH, MEDIUM, LOW = Severity.HIGH, Severity.MEDIUM, Severity.LOW
DIMENSIONS = ["quality", "clarity", "duplication", "tests"]
PLAIN = """## Task Review

**Spec compliance:** ✅ Compliant

**⚠️ Cannot verify from diff:**
- None

**What was checked:**
- The limit is read once — `src/b.py:3-7`

### Strengths

- small functions

### Issues

#### Critical (0)

None.

#### Important

None.

#### Minor

- `src/c.py:9` — a name differs

**Tests wanted:**
- None

**Task quality:** Approved
"""
COMPLIANT, APPROVED = "**Spec compliance:** ✅ Compliant", "**Task quality:** Approved"
IMPORTANT = "#### Important\n\nNone."


def kind(read: ReadResult) -> str:
    if isinstance(read, Report):
        return "approves" if read.approves else "fails"
    return read.kind if isinstance(read, Malformed) else "not reviewed"


def report(text: str) -> Report:
    read = read_task_review(text)
    assert isinstance(read, Report), read
    return read


def verdicts(compliant: bool, approved: bool) -> tuple[Verdict, ...]:
    return (
        Verdict(name="Spec compliance", text="✅ Compliant" if compliant else "❌ Gaps", passed=compliant),
        Verdict(name="Task quality", text="Approved" if approved else "Needs fixes", passed=approved),
    )


@st.composite
def reports(draw: st.DrawFn, *, passed: bool | None = None) -> Report:
    compliant, approved = (draw(st.booleans()) if passed is None else passed for _ in range(2))
    missing = [] if compliant else draw(st.lists(gaps(), min_size=1, max_size=2))
    high = [] if approved else draw(many(HIGH, DIMENSIONS))
    medium = [] if approved else draw(many(MEDIUM, DIMENSIONS, least=0 if high else 1))
    return Report(
        format="task",
        verdicts=verdicts(compliant, approved),
        findings=(*missing, *high, *medium, *draw(many(LOW, DIMENSIONS))),
        summary=draw(texts),
        cannot_verify=tuple(draw(st.lists(said, max_size=2))),
        tests_wanted=tuple(draw(st.lists(said, max_size=2))),
        checked=tuple(draw(st.lists(checks, max_size=2))),
    )


@settings(max_examples=40, deadline=None)
@given(reports())
def test_a_written_review_is_read_as_the_same(report: Report) -> None:
    assert read_task_review(write_task_review(report)) == report


def test_items_that_look_like_labels_stay_items() -> None:
    items = ("the lock order", "Fix: the order", "Why: it may hang")
    text = write_task_review(Report(format="task", verdicts=verdicts(True, True), cannot_verify=items))
    assert report(text).cannot_verify == items


def test_all_parts_of_a_review() -> None:
    read = report(PLAIN.replace("- None", "- that the lock order is the same elsewhere", 1))
    assert read.approves
    assert [verdict.name for verdict in read.verdicts] == ["Spec compliance", "Task quality"]
    assert read.cannot_verify == ("that the lock order is the same elsewhere",)
    place = Location(path="src/b.py", start_line=3, end_line=7)
    assert read.checked == (CheckItem(text="The limit is read once", places=(place,)),)
    assert read.summary == "- small functions"
    assert [(finding.label, finding.severity) for finding in read.findings] == [("Minor", LOW)]


def test_gaps_are_findings_that_weigh_most() -> None:
    for text in ("❌ Gaps\n\n- no retry — src/a.py:12", "❌ Gaps\n\n### Gaps\n\n1. `src/a.py:12`: no retry"):
        (found, _) = report(PLAIN.replace("✅ Compliant", text)).findings
        assert (found.severity, found.label, found.dimension) == (HIGH, "Gap", "spec-compliance")
        assert (found.issue, found.location.path, found.location.start_line) == ("no retry", "src/a.py", 12)


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ("`src/a.py:12` — swallowed - hides a failure\n  Fix: raise it", ("swallowed", "hides a failure", 12, 12)),
        (
            "**`src/a.py:12-20`**: swallowed - hides a failure\n  Fix: raise it",
            ("swallowed", "hides a failure", 12, 20),
        ),
        ("src/a.py:12, 15: swallowed - hides a failure\n  Fix: raise it", ("swallowed", "hides a failure", 12, 15)),
        (
            "[src/a.py, lines 3-7]: swallowed\n  Why: hides a failure\n  Fix: raise it",
            ("swallowed", "hides a failure", 3, 7),
        ),
        (
            "swallowed\n  - File: src/a.py\n  - Lines: 9\n  - Why: hides\n  - Fix: raise it",
            ("swallowed", "hides", 9, 9),
        ),
        ("**Swallowed:** `src/a.py:12` drops it\n  Fix: raise it", ("`src/a.py:12` drops it", "", 12, 12)),
    ],
)
def test_places_reasons_and_fixes(item: str, expected: tuple[Any, ...]) -> None:
    text = PLAIN.replace(IMPORTANT, f"#### Important\n\n- {item}").replace("Approved", "Needs fixes")
    found = report(text).findings[0]
    place = found.location
    assert (found.issue, found.why, place.start_line, place.end_line) == expected
    assert (found.severity, found.label, place.path, found.suggested_fix) == (
        MEDIUM,
        "Important",
        "src/a.py",
        "raise it",
    )


@pytest.mark.parametrize(
    "group",
    [
        "#### Important (1)\n\n- swallowed",
        "### Important\n\n1. swallowed",
        "**Important:**\n- swallowed",
        "**Important issues**\n\n- swallowed",
        "#### 重要\n\n- swallowed",
        "#### Important\n\n##### 1. swallowed\n\nIt is dropped.",
        "- [Important] swallowed",
        "- **Important:** swallowed",
    ],
)
def test_groups_in_many_forms(group: str) -> None:
    text = PLAIN.replace("#### Critical (0)\n\nNone.\n\n#### Important\n\nNone.", group)
    findings = report(text.replace("Approved", "Needs fixes")).findings
    assert [finding.severity for finding in findings] == [MEDIUM, LOW]
    assert findings[0].title == "swallowed"


@pytest.mark.parametrize(
    "compliance",
    [
        "**Spec compliance:** ✅ Compliant",
        "Spec compliance: PASS",
        "## Spec compliance: PASS",
        "### Spec compliance\n\n✅ Compliant",
        "**Spec compliance** — compliant",
        "- **Spec compliance:** ✅ Compliant",
        "**Spec compliance：** ✅ Compliant",
        "**Spec compliance:** ✅ Compliant — all requirements met",
        "**Spec Compliance Verdict:** Compliant.",
    ],
)
@pytest.mark.parametrize(
    "quality", [APPROVED, "### Task quality\n\n**Approved**", "## Code quality: PASS", "Task quality: ✅ Approved"]
)
def test_verdicts_in_many_forms(compliance: str, quality: str) -> None:
    assert report(PLAIN.replace(COMPLIANT, compliance).replace(APPROVED, quality)).approves


@pytest.mark.parametrize(
    "line",
    [
        "- ⚠️ Cannot verify from diff — the lock order elsewhere",
        "⚠️ Cannot verify from diff: the lock order elsewhere",
        "### ⚠️ Cannot verify from diff\n\n- the lock order elsewhere",
        "**Cannot verify from the diff (1):**\n1. the lock order elsewhere",
    ],
)
def test_what_can_not_be_verified_contradicts_no_verdict(line: str) -> None:
    read = report(PLAIN.replace("**⚠️ Cannot verify from diff:**\n- None", line))
    assert read.approves
    assert read.cannot_verify == ("the lock order elsewhere",)


def test_either_verdict_may_fail_alone() -> None:
    gap = report(PLAIN.replace("✅ Compliant", "❌ Gaps\n\n- no retry"))
    assert [verdict.passed for verdict in gap.verdicts] == [False, True]
    bad = report(PLAIN.replace(IMPORTANT, "#### Important\n\n- swallowed").replace("Approved", "Needs fixes"))
    assert [verdict.passed for verdict in bad.verdicts] == [True, False]


def test_tests_that_are_wanted() -> None:
    read = report(PLAIN.replace("**Tests wanted:**\n- None", "**Tests wanted:**\n- `pytest -k retry`\n- the race test"))
    assert read.tests_wanted == ("`pytest -k retry`", "the race test")


@pytest.mark.parametrize(
    "item", ["- ~~`src/a.py:12` — swallowed~~", "- `src/a.py:12` — swallowed (fixed)", "- `src/a.py:12` — swallowed ✅"]
)
def test_an_issue_that_is_marked_as_fixed_is_not_open(item: str) -> None:
    read = report(PLAIN.replace(IMPORTANT, f"#### Important\n\n{item}"))
    assert read.approves
    assert len(read.dropped) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "empty"),
        ("Looks good to me.", "no_verdict"),
        (PLAIN.replace(COMPLIANT, ""), "no_verdict"),
        (PLAIN.replace(APPROVED, ""), "no_verdict"),
        (PLAIN.replace(APPROVED, "**Task quality:**"), "truncated"),
        (
            PLAIN.replace(COMPLIANT, f"{APPROVED}\n").replace(f"None\n\n{APPROVED}", f"None\n\n{COMPLIANT}"),
            "missing_section",
        ),
        (PLAIN.replace("✅ Compliant", "✅ Compliant\n\n- no retry"), "contradictory"),
        (PLAIN.replace("✅ Compliant", "✅ Compliant\n\n**Gaps:**\n- no retry"), "contradictory"),
        (PLAIN.replace("✅ Compliant", "❌ Gaps"), "no_findings"),
        (PLAIN.replace("✅ Compliant", "❌ Gaps\n\n**Gaps:**\n- None"), "no_findings"),
        (PLAIN.replace("✅ Compliant", "❌ Compliant"), "unknown_verdict"),
        (PLAIN.replace("✅ Compliant", "Mostly compliant"), "unknown_verdict"),
        (PLAIN.replace("✅ Compliant", "✅ Compliant | ❌ Gaps"), "unknown_verdict"),
        (PLAIN.replace(IMPORTANT, "#### Important\n\n- swallowed"), "contradictory"),
        (PLAIN.replace("(0)\n\nNone.", "(0)\n\n- swallowed"), "contradictory"),
        (PLAIN.replace("(0)", "(2)"), "contradictory"),
        (PLAIN.replace("Approved", "Needs fixes"), "no_findings"),
        (PLAIN.replace("Approved", "Approved with fixes"), "unknown_verdict"),
        (PLAIN.replace("## Task Review", "## Notes"), "missing_section"),
        (f"{PLAIN}\n**Status:** Needs fixes\n", "contradictory"),
        (f"{PLAIN}\n**Task quality:** Needs fixes\n", "contradictory"),
        (PLAIN.replace("- small functions", "I could not open the file src/a.py."), "not reviewed"),
    ],
)
def test_what_is_wrong_with_a_reply(text: str, expected: str) -> None:
    assert kind(read_task_review(text)) == expected


def test_without_a_list_of_issues_nothing_is_approved() -> None:
    start, end = PLAIN.index("### Issues"), PLAIN.index("**Tests wanted")
    assert kind(read_task_review(PLAIN[:start] + PLAIN[end:])) == "missing_section"


def test_an_unverifiable_item_about_reading_is_no_missing_review() -> None:
    read = read_task_review(
        PLAIN.replace("- None", "- I could not open the file src/lock.py, which is not in the diff", 1)
    )
    assert not isinstance(read, NotReviewed)
