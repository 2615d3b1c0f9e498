import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from critloop.model.finding import Severity
from critloop.model.report import Malformed, ReadResult, Report, Verdict
from critloop.reports.branch import read_branch_review, write_branch_review
from tests.reports.strategies import many, texts

HIGH, MEDIUM, LOW = Severity.HIGH, Severity.MEDIUM, Severity.LOW
DIMENSIONS = ["general", "architecture", "security"]
PLAIN = """## Branch Review

### Strengths

- small modules

### Issues

#### Critical

None.

#### Important

None.

#### Minor

- `src/c.py:9` — a name differs

**Ready to merge:** Yes
"""
IMPORTANT = "#### Important\n\nNone."


def kind(read: ReadResult) -> str:
    if isinstance(read, Report):
        return "approves" if read.approves else "fails"
    return read.kind if isinstance(read, Malformed) else "not reviewed"


@st.composite
def reports(draw: st.DrawFn, *, passed: bool | None = None) -> Report:
    passes = draw(st.booleans()) if passed is None else passed
    high = [] if passes else draw(many(HIGH, DIMENSIONS))
    medium = [] if passes else draw(many(MEDIUM, DIMENSIONS, least=0 if high else 1))
    words = "Yes" if passes else draw(st.sampled_from(["No", "With fixes"]))
    return Report(
        format="branch",
        verdicts=(Verdict(name="Ready to merge", text=words, passed=passes),),
        findings=(*high, *medium, *draw(many(LOW, DIMENSIONS))),
        summary=draw(texts),
    )


@settings(max_examples=40, deadline=None)
@given(reports())
def test_a_written_review_is_read_as_the_same(report: Report) -> None:
    assert read_branch_review(write_branch_review(report)) == report


@pytest.mark.parametrize(
    "verdict",
    [
        "**Ready to merge:** Yes",
        "**Ready to merge?** Yes",
        "## Ready to merge?\n\n**Yes.**",
        "### Ready to merge: ✅ Yes",
        "| Ready to merge | Yes |\n|---|---|",
        "**Merge verdict:** Approved",
        "Ready to merge： Yes",
        "**可以合并：** 是",
    ],
)
def test_yes_in_many_forms(verdict: str) -> None:
    assert kind(read_branch_review(PLAIN.replace("**Ready to merge:** Yes", verdict))) == "approves"


@pytest.mark.parametrize(
    "title", ["## Branch Review", "# Final Review: wire", "## Whole-branch Review", "## Merge Review"]
)
def test_titles(title: str) -> None:
    assert kind(read_branch_review(PLAIN.replace("## Branch Review", title.replace("-", " ")))) == "approves"


@pytest.mark.parametrize("words", ["No", "With fixes", "❌ No", "No — see above", "With fixes (two)", "Not yet"])
def test_only_yes_passes(words: str) -> None:
    text = PLAIN.replace("merge:** Yes", f"merge:** {words}")
    assert kind(read_branch_review(text)) == "no_findings"
    assert kind(read_branch_review(text.replace(IMPORTANT, "#### Important\n\n- swallowed"))) == "fails"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (PLAIN.replace("**Ready to merge:** Yes", ""), "no_verdict"),
        (PLAIN.replace("Yes", "Yes, with fixes"), "unknown_verdict"),
        (PLAIN.replace("Yes", "Yes | No | With fixes"), "unknown_verdict"),
        (PLAIN.replace("Yes", "Yes, after the retry is limited"), "unknown_verdict"),
        (PLAIN.replace("Yes", "[ ] Yes [x] No"), "no_findings"),
        (PLAIN.replace(IMPORTANT, "#### Important\n\n- swallowed"), "contradictory"),
        (PLAIN.replace("#### Critical\n\nNone.", "#### Critical\n\n- swallowed"), "contradictory"),
        (PLAIN.replace("## Branch Review", "## Changes"), "missing_section"),
        (f"{PLAIN}\n**Ready to merge:** No\n", "contradictory"),
        (PLAIN.replace("- `src/c.py:9` — a name differs", "- [Critical] a name differs"), "contradictory"),
    ],
)
def test_what_is_wrong_with_a_reply(text: str, expected: str) -> None:
    assert kind(read_branch_review(text)) == expected


def test_the_merge_verdict_is_no_verdict_of_a_task() -> None:
    assert (
        kind(read_branch_review(PLAIN.replace("**Ready to merge:** Yes", "**Task quality:** Approved"))) == "no_verdict"
    )
