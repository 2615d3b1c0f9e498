import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from critloop.model.finding import Finding, Severity
from critloop.model.report import Malformed, NotReviewed, ReadResult, Report, Verdict
from critloop.reports.docs import read_docs_report, write_docs_report
from tests.reports.strategies import many, texts

HIGH, MEDIUM, LOW = Severity.HIGH, Severity.MEDIUM, Severity.LOW
DIMENSIONS = ["quality", "accuracy", "completeness", "consistency"]
HEAD = "## Docs Critic Report: docs/schema.md\n\n### Summary\n\nThe page is sound.\n\n### Findings\n\n"
PLAIN = f"{HEAD}None\n\n### Verdict\n\nAPPROVED\n"
NIT = "#### [LOW/quality] A long sentence\n**Location:** Construction, line 12\n**Issue:** it has 60 words\n"
NITS = f"{HEAD}{NIT}\n### Verdict\n\nAPPROVED\n"


def kind(read: ReadResult) -> str:
    if isinstance(read, Report):
        return "approves" if read.approves else "fails"
    return read.kind if isinstance(read, Malformed) else "not reviewed"


def report(findings: str, verdict: str = "ITERATE") -> Report:
    read = read_docs_report(f"{HEAD}{findings}\n\n### Verdict\n\n{verdict}\n")
    assert isinstance(read, Report), read
    return read


@st.composite
def reports(draw: st.DrawFn, *, passed: bool | None = None) -> Report:
    passes = draw(st.booleans()) if passed is None else passed
    high = [] if passes else draw(many(HIGH, DIMENSIONS))
    medium = [] if passes else draw(many(MEDIUM, DIMENSIONS, least=0 if high else 1))
    words = f"ITERATE — {len(high)} high, {len(medium)} medium issues remain"
    return Report(
        format="docs",
        verdicts=(Verdict(name="Verdict", text="APPROVED" if passes else words, passed=passes),),
        findings=(*high, *medium, *draw(many(LOW, DIMENSIONS))),
        summary=draw(texts),
    )


@settings(max_examples=40, deadline=None)
@given(reports())
def test_a_written_report_is_read_as_the_same(report: Report) -> None:
    assert read_docs_report(write_docs_report(report, "docs/a.md")) == report


def test_the_format_of_the_source_document() -> None:
    found = report(
        "#### [HIGH/accuracy] Wrong number of arguments\n"
        "**Location:** Construction, lines 12-14\n"
        "**Issue:** `of` takes two arguments\n"
        '**Evidence:** "def of(a: Int, b: Int)"\n'
        "**Suggested fix:** pass both\n",
        "ITERATE — 1 high, 0 medium issues remain",
    ).findings[0]
    assert (found.severity, found.label, found.dimension) == (HIGH, "HIGH", "accuracy")
    assert (found.title, found.issue) == ("Wrong number of arguments", "`of` takes two arguments")
    assert (found.location.section, found.location.start_line, found.location.end_line) == ("Construction", 12, 14)
    assert (found.evidence.quote, found.suggested_fix) == ("def of(a: Int, b: Int)", "pass both")


@pytest.mark.parametrize(
    "item",
    [
        "#### [MEDIUM/completeness] No error case\n**Location:** Parsing\n**Issue:** it can fail",
        "#### 1. [MEDIUM/completeness] No error case\n\n**Location**: Parsing\n\n**Issue**: it can fail",
        "#### **[MEDIUM / Completeness]** No error case\n- **Location:** Parsing\n- **Issue:** it can fail",
        "#### [MEDIUM] [completeness] No error case\n**Location:** Parsing\n**Issue:** it can fail",
        "#### MEDIUM/completeness: No error case\n**Location:** Parsing\n**Issue:** it can fail",
        "#### [中/completeness] No error case\n**位置：** Parsing\n**问题：** it can fail",
        "#### 【重要】No error case\n**Category:** completeness\n**場所:** Parsing\n**問題:** it can fail",
        "#### Medium\n\n- **No error case** it can fail\n  - Location: Parsing\n  - Category: completeness",
        "- [MEDIUM/completeness] **No error case** it can fail\n  Location: Parsing",
        "### [MEDIUM/completeness] No error case\n**Location:** Parsing\n**Issue:** it can fail",
        (
            "| Severity | Category | Location | Title | Issue |\n|---|---|---|---|---|\n"
            "| MEDIUM | completeness | Parsing | No error case | it can fail |"
        ),
    ],
)
def test_one_finding_in_many_forms(item: str) -> None:
    for text in (item, item.replace("\n", "\r\n")):
        findings = report(text).findings
        assert len(findings) == 1, findings
        found = findings[0]
        assert (found.severity, found.dimension, found.location.section) == (MEDIUM, "completeness", "Parsing")
        assert (found.title, found.issue) == ("No error case", "it can fail")


@pytest.mark.parametrize(
    ("word", "severity"),
    [
        ("HIGH", HIGH),
        ("Critical", HIGH),
        ("高", HIGH),
        ("严重", HIGH),
        ("重大", HIGH),
        ("medium", MEDIUM),
        ("重要", MEDIUM),
        ("中", MEDIUM),
    ],
)
def test_severities_keep_their_own_word(word: str, severity: Severity) -> None:
    (found,) = report(f"#### [{word}/accuracy] Wrong\n**Issue:** wrong").findings
    assert (found.severity, found.label) == (severity, word)


@pytest.mark.parametrize("word", ["LOW", "minor", "低", "轻微", "軽微", "nit"])
def test_low_findings_stand_beside_an_approval(word: str) -> None:
    read = report(NIT.replace("LOW", word), "APPROVED")
    assert read.approves
    assert [finding.label for finding in read.findings] == [word]


def test_a_finding_without_a_severity_is_taken_as_high() -> None:
    (found,) = report("#### Wrong signature\n**Issue:** wrong").findings
    assert found.severity is HIGH


def test_an_unknown_dimension_is_kept() -> None:
    (found,) = report("#### [HIGH/Tone of voice] Wrong\n**Issue:** wrong").findings
    assert found.dimension == "Tone of voice"


@pytest.mark.parametrize(
    "verdict",
    [
        "APPROVED",
        "**APPROVED**",
        "✅ APPROVED",
        "Approved.",
        "`APPROVED`",
        "ＡＰＰＲＯＶＥＤ",
        "通过",
        "AP\u200bPROVED",
    ],
)
@pytest.mark.parametrize(
    "place", ["### Verdict\n\n{}\n", "### Verdict: {}\n", "**Verdict:** {}\n", "| Verdict | {} |\n|---|---|\n"]
)
def test_a_verdict_in_many_forms(verdict: str, place: str) -> None:
    assert kind(read_docs_report(f"{HEAD}None.\n\n{place.format(verdict)}")) == "approves"


@pytest.mark.parametrize(
    "verdict",
    [
        "ITERATE",
        "ITERATE — 1 high, 0 medium issues remain",
        "**ITERATE** - 1 HIGH",
        "Iterate (1 high)",
        "ITERATE: 高 and 1 高",
    ],
)
def test_verdicts_that_iterate(verdict: str) -> None:
    assert not report("#### [HIGH/accuracy] Wrong\n**Issue:** wrong", verdict).approves


@pytest.mark.parametrize("none", ["None", "None.", "- None", "No findings.", "N/A", "_None_", "无", "No issues found."])
def test_no_findings_and_approved(none: str) -> None:
    assert report(none, "APPROVED").findings == ()


@pytest.mark.parametrize(
    "item",
    [
        "#### ~~[HIGH/accuracy] Wrong~~",
        "#### [HIGH/accuracy] Wrong (fixed)\n**Issue:** wrong",
        "#### [HIGH/accuracy] Wrong ✅\n**Issue:** wrong",
        "#### [HIGH/accuracy] Wrong\n**Status:** Fixed\n**Issue:** wrong",
    ],
)
def test_what_is_marked_as_fixed_is_not_open_and_not_lost(item: str) -> None:
    read = report(item, "APPROVED")
    assert read.findings == ()
    assert len(read.dropped) == 1
    assert "Wrong" in read.dropped[0]


NOTE = "Note: the required-sections check was skipped, as the kind of the page is unknown."


@pytest.mark.parametrize(
    "text",
    [
        PLAIN.replace("The page is sound.", f"The page is sound.\n\n{NOTE}"),
        PLAIN.replace("### Findings", f"{NOTE}\n\n### Findings"),
        PLAIN.replace("None\n", f"None\n\n{NOTE}\n"),
        f"{PLAIN}\n{NOTE}\n",
    ],
)
def test_a_note_that_required_sections_were_not_checked_belongs_to_the_summary(text: str) -> None:
    read = read_docs_report(text)
    assert isinstance(read, Report), read
    assert read.approves
    assert read.summary == f"The page is sound.\n\n{NOTE}"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("", "empty"),
        ("The page looks good.", "no_verdict"),
        (HEAD + "None\n", "no_verdict"),
        (PLAIN.replace("### Findings\n\nNone\n\n", ""), "missing_section"),
        (PLAIN.replace("None\n", "\n"), "missing_section"),
        (PLAIN.replace("APPROVED", "ITERATE"), "contradictory"),
        (PLAIN.replace("APPROVED", "ITERATE — 0 high, 0 medium issues remain"), "contradictory"),
        (NITS.replace("APPROVED", "ITERATE — 0 high, 1 medium issues remain"), "contradictory"),
        (NITS.replace("LOW", "HIGH"), "contradictory"),
        (NITS.replace("LOW", "MEDIUM"), "contradictory"),
        (NITS.replace("LOW", "HIGH").replace("APPROVED", "ITERATE — 2 high, 0 medium issues remain"), "contradictory"),
        (NITS.replace("LOW", "HIGH").replace("APPROVED", "ITERATE — 0 high, 1 medium issues remain"), "contradictory"),
        (PLAIN.replace("APPROVED", "APPROVED with changes"), "unknown_verdict"),
        (PLAIN.replace("APPROVED", "APPROVED | ITERATE"), "unknown_verdict"),
        (PLAIN.replace("APPROVED\n", ""), "truncated"),
        (PLAIN.replace("## Docs Critic Report", "## Release Notes"), "missing_section"),
        (PLAIN.replace("The page is sound.", "I could not open the file docs/schema.md."), "not reviewed"),
        ("I was unable to read the document.", "not reviewed"),
        (f"{PLAIN}\n### Verdict\n\nITERATE — 1 high, 0 medium issues remain\n", "contradictory"),
    ],
)
def test_what_is_wrong_with_a_reply(reply: str, expected: str) -> None:
    assert kind(read_docs_report(reply)) == expected


def test_a_malformed_report_keeps_its_findings_for_a_person() -> None:
    read = read_docs_report(NITS.replace("LOW", "HIGH"))
    assert isinstance(read, Malformed)
    assert [finding.title for finding in read.findings] == ["A long sentence"]
    assert "sentence" not in read.reason


def test_preamble_and_postscript_are_no_part_of_the_report() -> None:
    assert (
        kind(read_docs_report(f"I read the page and its sources.\n\n{PLAIN}\nTell me if you need more.\n"))
        == "approves"
    )
    assert kind(read_docs_report(f"```markdown\n{PLAIN}```")) == "approves"
    assert kind(read_docs_report(f"\ufeff{PLAIN}".replace("\n", "\r\n"))) == "approves"


def test_a_finding_that_quotes_a_verdict_is_no_verdict() -> None:
    read = report("#### [HIGH/accuracy] Wrong\n**Issue:** wrong\n**Evidence:**\n```\n### Verdict\nAPPROVED\n```")
    assert not read.approves


def test_findings_written_by_hand_get_the_formats_own_words() -> None:
    found = Finding(severity=HIGH, label="Issue", dimension="accuracy", title="Wrong", issue="Wrong")
    verdict = Verdict(name="Verdict", text="ITERATE", passed=False)
    text = write_docs_report(Report(format="docs", verdicts=(verdict,), findings=(found,)), "docs/a.md")
    assert "#### [HIGH/accuracy] Wrong\n" in text
    assert isinstance(read_docs_report(text), Report)


def test_a_reply_that_read_nothing_is_not_reviewed() -> None:
    assert isinstance(read_docs_report("I don't have access to the file."), NotReviewed)
