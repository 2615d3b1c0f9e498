"""Findings of reviews from anywhere: in whatever form they are listed, and which of them are open."""

import pytest

from critloop.model.report import Malformed, Report
from critloop.reports.foreign import read_foreign_review
from tests.reports.foreign_reading import TITLE, dropped, outcome, titles, weights

VERDICT = "\n\nVerdict: Request changes\n"


@pytest.mark.parametrize(
    ("listed", "expected"),
    [
        ("### Critical\n\n- a\n- b\n\n### Important\n\n1. c\n\n### Minor\n\n* d", ["high", "high", "medium", "low"]),
        ("**Critical:**\n- a\n\n**Important:**\n- b", ["high", "medium"]),
        ("- **Critical:**\n  - a\n  - b\n- **Minor:**\n  - c", ["high", "high", "low"]),
        ("Important findings requiring correction:\n\n1. a\n2. b", ["medium", "medium"]),
        (
            "### 1. [P0] a\n\nIt breaks.\n\n### 2. [P1] b\n\nIt too.\n\n### 3. [P2] c\n\nAnd it.",
            ["high", "medium", "low"],
        ),
        ("## 1. [MAJOR] a\n\ntext\n\n## 2. [MINOR] b\n\ntext", ["medium", "low"]),
        ("### 1. [高] 甲\n\n说明\n\n### 2. [中] 乙\n\n说明\n\n### 3. [极低] 丙\n\n说明", ["high", "medium", "low"]),
        ("## 严重问题\n\n- 甲\n\n## 轻微\n\n- 乙", ["high", "low"]),
        ("## 重大\n\n- 甲\n\n## 軽微\n\n- 乙", ["high", "low"]),
        (
            "| # | Severity | Issue |\n|---|---|---|\n| 1 | High | a |\n| 2 | med-high | b |\n| 3 | 🟢 | c |",
            ["high", "high", "low"],
        ),
        (
            "### F-R1. a\n**Severity: CRITICAL** · Step 3\n\ntext\n\n### F-R2. b\n**Severity:** minor\n\ntext",
            ["high", "low"],
        ),
        ("**Issue:** a\n**Severity:** High\n\n**Issue:** b\n**Severity:** Low", ["high", "low"]),
        (
            "## Minor\n\n**Finding 4: a**\n- File: `a.rs:69`\n- Why it matters: gaps\n\n**Finding 5: b**\n- Issue: x",
            ["low", "low"],
        ),
        ("## Minor\n\n**1. A is slow.** It loops.\n\n**2. B is slow.** It too.", ["low", "low"]),
        (
            "## Warnings\n\n### WR-01: a\n\n**File:** `a.dart:1`\n\n## Info\n\n### IN-01: b\n\n**File:** `b.dart:2`",
            ["medium", "low"],
        ),
        ("## Findings\n\n### src/a.py\n\n- [HIGH] a\n- [nit] b\n\n### src/b.py\n\n- [low] c", ["high", "low", "low"]),
        ("## Issues\n\nThe parser drops the last line.", ["high"]),
        ("## Required changes\n\n1. a\n2. b", ["high", "high"]),
        ("1. **Data loss** (Critical)\n2. **Typo** (nit)", ["high", "low"]),
        ("## Issues\n\n1. **A race** — two writers. Severity: high.\n2. A typo. Severity: low.", ["high", "low"]),
        ("🔴 data is lost\n\n🟡 it is slow", ["high", "medium"]),
        ("<details><summary>High</summary>\n\n- a\n\n</details>", ["high"]),
        ("## Suggestions\n\n- a\n\n## Recommendations\n\n1. b", ["low", "low"]),
        ("## 问题\n\n- **严重**：甲\n- 【低】乙", ["high", "low"]),
    ],
)
def test_the_forms_of_findings(listed: str, expected: list[str]) -> None:
    assert weights(f"{TITLE}{listed}{VERDICT}") == expected
    assert outcome(f"{TITLE}{listed}{VERDICT}") == "issues"


def test_the_fields_of_a_finding() -> None:
    text = (
        f"{TITLE}## Blocking issues\n- **Retries never end**\n  - **Category:** correctness\n  - **File:** `src/a.py`\n"
        "  - **Lines:** `88-112`\n  - **Problem:** There is no limit.\n    It loops for ever.\n"
        f"  - **Recommended fix:** Add one.\n{VERDICT}"
    )
    read = read_foreign_review(text)
    assert isinstance(read, Report)
    (finding,) = read.findings
    assert (finding.title, finding.dimension, finding.label) == ("Retries never end", "correctness", "Blocking")
    assert finding.issue == "There is no limit.\nIt loops for ever."
    assert (finding.location.path, finding.location.start_line, finding.location.end_line) == ("src/a.py", 88, 112)
    assert finding.suggested_fix == "Add one."


@pytest.mark.parametrize(
    ("place", "lines"),
    [("`a/b.c:7`", (7, 7)), ("`a/b.c:7-9`", (7, 9)), ("a/b.c:7,12", (7, 12)), ("`a/b.c`, lines 3-4", (3, 4))],
)
def test_a_place_in_a_findings_words(place: str, lines: tuple[int, int]) -> None:
    read = read_foreign_review(f"{TITLE}## Minor\n\n- {place} — it is not checked\n{VERDICT}")
    assert isinstance(read, Report)
    where = read.findings[0].location
    assert (where.path, where.start_line, where.end_line) == ("a/b.c", *lines)


@pytest.mark.parametrize(
    "nothing",
    [
        "None.",
        "- None",
        "_None_",
        "- None identified in this scope.",
        "None. The former overlap is closed by `a.c:3`: the move ends first.",
        "No Critical findings.",
        "No issues found.",
        "N/A",
        "无。",
        "本轮未发现新的问题，也没有剩余阻塞性 finding。",
        "なし",
        "✅ None",
    ],
)
def test_a_section_that_says_that_it_is_empty(nothing: str) -> None:
    assert weights(f"{TITLE}### Critical\n\n{nothing}\n\n### Important\n\n{nothing}\n") == []


@pytest.mark.parametrize(
    "settled",
    [
        "### 1. [High] a breaks — ✅ FIXED\n\ntext",
        "### 1. a never breaks, but leaks **[verified]** — ✅ FIXED\n\nIt still says why.",
        "- [High] a breaks (fixed in 3f2a1b)",
        "- [High] a breaks [resolved]",
        "- ~~[High] a breaks~~",
        "- ✅ **FIXED** — a breaks",
        "- [已修复] a",
        "- a breaks — 已修复",
        "1. **Missing file** (Important → Resolved)\n   - Created it.",
        "| # | Severity | Issue | Status |\n|---|---|---|---|\n| 1 | High | a | ✅ Fixed in 3f2a |",
        "- **[High]** a breaks\n  - **Status:** Fixed",
    ],
)
def test_what_the_report_marks_as_fixed_is_dropped_with_words(settled: str) -> None:
    text = f"{TITLE}## Findings\n\n{settled}\n\n## Verdict\n\nApproved\n"
    assert outcome(text) == "approved"
    assert (weights(text), dropped(text)) == ([], 1)


@pytest.mark.parametrize(
    "title", ["Findings Resolved", "Resolved since earlier reviews", "Resolved during review", "已修正项", "已解决项"]
)
def test_what_is_listed_as_resolved_is_dropped(title: str) -> None:
    text = f"{TITLE}## {title}\n\n- a\n- b\n\n## Verdict\n\nApproved\n"
    assert (outcome(text), dropped(text)) == ("approved", 2)


@pytest.mark.parametrize(
    "item",
    [
        "- [High] a breaks (not fixed)",
        "- [High] a breaks — partially fixed",
        "- [High] a breaks, only partly so far (fixed)",
        "- [High] a breaks (fixed in the next version)",
        "- [High] a breaks (fixed?)",
        "- [x] [High] a breaks",
        "- Fixed: width of the table",
        "| # | Severity | Issue | Status |\n|---|---|---|---|\n| 1 | High | a | Not fixed |",
    ],
)
def test_what_is_not_clearly_fixed_stays_open(item: str) -> None:
    assert outcome(f"{TITLE}## Findings\n\n{item}\n\n## Verdict\n\nApproved\n") == "contradictory"


@pytest.mark.parametrize(
    "item",
    ["a was resolved only partly", "not fully resolved", "a still happens", "a\n\n  It remains for large writes."],
)
def test_a_list_of_what_is_resolved_can_hold_what_is_open(item: str) -> None:
    assert outcome(f"{TITLE}## Findings resolved\n\n- {item}\n\n## Verdict\n\nApproved\n") == "contradictory"


def test_findings_that_a_later_section_resolves() -> None:
    found = "# Independent review\n\n## Findings\n\nImportant findings requiring correction:\n\n1. a\n2. b\n\n"
    end = "## Status\n\nAPPROVED after fresh final review. No Critical or Important findings remain.\n"
    assert outcome(f"{found}## Resolution\n\n- Both are covered.\n\n{end}") == "approved"
    assert outcome(f"{found}## Corrections\n\n- Both are covered.\n\n{end}") == "approved"
    assert outcome(f"{found}{end}") == "contradictory"
    partly = end.replace("Critical or Important", "Critical")
    assert outcome(f"{found}## Resolution\n\n- Both are covered.\n\n{partly}") == "contradictory"
    assert outcome(f"{found}## Resolution\n\n- Both are covered.\n\n## Status\n\nAPPROVED\n") == "contradictory"


def test_counts_in_titles() -> None:
    counts = f"{TITLE}### Critical (0)\n\n### Important (0)\n\n### Minor (1)\n\n- a\n\nVerdict: Approved\n"
    assert (outcome(counts), weights(counts)) == ("approved", ["low"])
    assert outcome(counts.replace("Important (0)", "Important (2)")) == "contradictory"
    assert outcome(f"{TITLE}- Critical: 0\n- Important: 0\n- Outcome: APPROVE\n") == "approved"
    assert outcome(f"{TITLE}- Critical: 0\n- Important: 1\n- Outcome: APPROVE\n") == "contradictory"


def test_a_summary_that_repeats_the_findings_is_not_counted_twice() -> None:
    table = "## Summary\n\n| Severity | Issue |\n|---|---|\n| High | a |\n| Low | b |\n"
    assert weights(f"{TITLE}## Findings\n\n### 1. [High] a\n\nx\n\n### 2. [Low] b\n\ny\n\n{table}") == ["high", "low"]
    assert weights(f"{TITLE}{table}") == ["high", "low"]


def test_rows_without_words_are_no_findings() -> None:
    head = "| Severity | File:Line | Issue | Recommendation |\n|---|---|---|---|\n"
    table = f"{head}| 🔴 Critical | | | |\n| 🟢 Low | `a.py:3` | b | c |\n"
    read = read_foreign_review(f"{TITLE}## Findings\n\n{table}\n## Summary\n\n**Verdict**: Approve\n")
    assert isinstance(read, Report)
    assert [(finding.title, finding.suggested_fix, finding.location.path) for finding in read.findings] == [
        ("b", "c", "a.py")
    ]


def test_lists_that_are_no_findings() -> None:
    text = (
        f"{TITLE}## Strengths\n\n- clear\n\n## Checks assessed\n\n- constants: pass\n\n"
        "## Suggested fixes\n\n- keep it\n\n"
        "## Severity levels\n\n- **High**: must be fixed\n\n## Required verification\n\n- run the suite\n\n"
        "## Next steps\n\n1. merge\n\n## Issues\n\nNone.\n\nVerdict: Approved\n"
    )
    assert (outcome(text), weights(text)) == ("approved", [])


def test_what_is_filed_as_non_blocking_is_low_unless_it_is_high() -> None:
    filed = f"{TITLE}## Blocking issues\n\n- None\n\n## Non-blocking issues\n\n- **[{{}}]** slow\n\nVerdict: Approved\n"
    assert (outcome(filed.format("Medium")), weights(filed.format("Medium"))) == ("approved", ["low"])
    assert outcome(filed.format("High")) == "contradictory"


def test_reasons_listed_under_a_refusal_are_findings() -> None:
    assert titles(f"{TITLE}## Spec compliance: FAIL\n\n- no retry limit\n\n## Code quality: PASS\n") == [
        "no retry limit"
    ]
    assert titles(f"{TITLE}## Verdict\n\nRequest changes:\n\n1. a\n2. b\n") == ["a", "b"]


def test_a_review_without_a_verdict_keeps_what_it_lists() -> None:
    read = read_foreign_review(
        "# 文档审查\r\n\r\n## Findings\r\n\r\n### 1. [高] 甲\r\n\r\n说明\r\n\r\n### 2. [低] 乙\r\n\r\n说明\r\n"
    )
    assert isinstance(read, Malformed)
    assert read.kind == "no_verdict"
    assert [(finding.severity.value, finding.label) for finding in read.findings] == [("high", "高"), ("low", "低")]


@pytest.mark.parametrize("note", ["(unverified)", "**(verified)**", "(by hand)"])
def test_a_weight_with_a_note_behind_it_in_its_cell(note: str) -> None:
    text = f"{TITLE}| Feature | St | Sev |\n|---|---|---|\n| a | x | 🟠 {note} |\n| b | x | High {note} |\n"
    assert weights(text) == ["medium", "high"]


def test_rows_that_the_legend_says_do_not_apply() -> None:
    table = "| Feature | St | Sev |\n|---|---|---|\n| a | ❌ | 🟠 |\n| b | ⬜ | 🟢 |\n"
    assert titles(f"{TITLE}Status legend: ❌ missing · ⬜ N/A for the server.\n\n{table}") == ["a"]
    assert titles(f"{TITLE}{table}") == ["a", "b"]
    assert titles(f"{TITLE}Status legend: ❌ N/A\n\n{table}") == ["a", "b"]


def test_a_title_that_is_struck_through_and_said_to_be_done() -> None:
    text = f"{TITLE}## Findings\n\n1. ~~[High] a breaks~~ fixed in 3f2a1b\n2. ~~[High] b breaks~~ still open\n"
    assert len(weights(text)) == 1
    assert titles(f"{TITLE}## Findings\n\n1. ~~[High] a~~ fixed? no\n") != []


def test_a_finding_that_is_only_a_repair_has_a_title() -> None:
    assert titles(f"{TITLE}## Issues\n\n- a\n\n**Recommendation**: ship a list.\n") == ["a", "ship a list"]
