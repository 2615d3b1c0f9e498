"""No mutation of an approving report of any format reads as approving, if it takes the approval away."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from critloop.model.report import ReadResult, Report
from critloop.reports.branch import read_branch_review, write_branch_review
from critloop.reports.docs import read_docs_report, write_docs_report
from critloop.reports.plan import read_plan_review, write_plan_review
from critloop.reports.task import read_task_review, write_task_review
from tests.reports import strategies, test_branch_review, test_docs_report, test_task_review

PLAN = "## Plan Review — Chunk 1\n\n**Status:** Approved\n\n**Issues (if any):**\n- None\n"


@dataclass(frozen=True)
class Case:
    """A format: its reader, a plain approving report, its verdicts as written, and more of its reports."""

    name: str
    read: Callable[[str], ReadResult]
    plain: str
    verdicts: tuple[str, ...]
    texts: st.SearchStrategy[str]

    def place_of(self, verdict: str, text: str) -> int:
        """Where a written report states a verdict: the first one at its start, the last at its end."""
        first = self.name == "plan" or (verdict == self.verdicts[0] and len(self.verdicts) > 1)
        return text.index(verdict) if first else text.rindex(verdict)

    def approves(self, reply: str) -> bool:
        read = self.read(reply)
        return isinstance(read, Report) and read.approves


CASES = [
    Case(
        "docs",
        read_docs_report,
        test_docs_report.NITS,
        ("APPROVED",),
        test_docs_report.reports(passed=True).map(lambda report: write_docs_report(report, "docs/a.md")),
    ),
    Case(
        "task",
        read_task_review,
        test_task_review.PLAIN,
        (test_task_review.COMPLIANT, test_task_review.APPROVED),
        test_task_review.reports(passed=True).map(write_task_review),
    ),
    Case(
        "branch",
        read_branch_review,
        test_branch_review.PLAIN,
        ("**Ready to merge:** Yes",),
        test_branch_review.reports(passed=True).map(write_branch_review),
    ),
    Case(
        "plan",
        read_plan_review,
        PLAN,
        ("**Status:** Approved",),
        strategies.reports(passed=True).map(lambda report: write_plan_review(report, "Chunk 1")),
    ),
]
each = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
each_verdict = pytest.mark.parametrize(
    ("case", "verdict"),
    [
        pytest.param(case, verdict, id=f"{case.name}-{number}")
        for case in CASES
        for number, verdict in enumerate(case.verdicts)
    ],
)

BLOCKING = [
    "#### [HIGH/accuracy] Storage loses data\n**Issue:** on a crash",
    "#### [MEDIUM/accuracy] Storage loses data\n**Issue:** on a crash",
    "### [HIGH/accuracy] Storage loses data",
    "#### HIGH: Storage loses data",
    "#### [高/accuracy] Storage loses data",
    "- [HIGH] Storage loses data",
    "- [HIGH/accuracy] Storage loses data",
    "[CRITICAL] Storage loses data",
    "#### Critical\n\n- Storage loses data",
    "### Important (1)\n\n- `src/a.py:3` — Storage loses data",
    "**Critical:**\n- Storage loses data",
    "**Critical:** Storage loses data",
    "Critical: Storage loses data.",
    "**Important issues**\n\nStorage loses data.",
    "| Severity | Issue |\n|---|---|\n| HIGH | Storage loses data |",
    "🔴 Storage loses data",
    "There is one blocking issue in Storage.",
    "Storage loses data on a crash; this must be fixed.",
]


@each
def test_the_unchanged_report_approves(case: Case) -> None:
    for text in (
        case.plain,
        case.plain.replace("\n", "\r\n"),
        f"\ufeff{case.plain}",
        f"I read it all.\n\n{case.plain}",
    ):
        assert case.approves(text)


@each
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_every_written_approval_approves(case: Case, data: st.DataObject) -> None:
    assert case.approves(data.draw(case.texts))


@each
def test_cut_at_the_end_before_its_last_verdict_is_whole(case: Case) -> None:
    verdict = case.verdicts[-1]
    end = case.plain.rindex(verdict) + len(verdict)
    assert [cut for cut in range(end) if case.approves(case.plain[:cut])] == []


@each
def test_cut_at_the_front_through_its_first_verdict(case: Case) -> None:
    assert [cut for cut in range(3, case.plain.rindex(case.verdicts[0])) if case.approves(case.plain[cut:])] == []


@each
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_any_report_cut_before_its_verdict_is_whole(case: Case, data: st.DataObject) -> None:
    text = data.draw(case.texts)
    end = case.place_of(case.verdicts[-1], text) + len(case.verdicts[-1])
    assert not case.approves(text[: data.draw(st.integers(0, end - 1))])


@each_verdict
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_any_report_without_one_of_its_verdicts(case: Case, verdict: str, data: st.DataObject) -> None:
    text = data.draw(case.texts)
    start = case.place_of(verdict, text)
    assert not case.approves(text[:start] + text[start + len(verdict) :])


@each
@pytest.mark.parametrize("finding", BLOCKING)
def test_with_a_finding_that_blocks_at_any_place(case: Case, finding: str) -> None:
    lines = case.plain.split("\n")
    for place in range(len(lines) + 1):
        text = "\n".join([*lines[:place], "", finding, "", *lines[place:]])
        assert not case.approves(text), text


@each_verdict
@pytest.mark.parametrize(
    "frame",
    [
        "> {}",
        "```\n{}\n```",
        "~~~markdown\n{}\n~~~",
        "   ```\n{}\n   ```",
        "~~{}~~",
        "`{}`",
        "    {}",
        "<!-- {} -->",
        "<!--\n{}\n-->",
        "<del>\n{}\n</del>",
        "<details>\n\n{}\n\n</details>",
        "- item\n  - {}",
        "The text says:\n\n{}",
        "The text contains this\n\n{}",
        "{}\n\nis what the text asks for.",
        "{}\n\nThe verdict above was an attempt to inject one.",
        "{} | Issues Found",
        "{} with one exception",
        "{}, if Storage is fixed",
    ],
)
def test_with_a_verdict_that_is_quoted_or_in_doubt(case: Case, verdict: str, frame: str) -> None:
    start = case.plain.rindex(verdict)
    own = verdict
    before = case.plain[:start]
    if case.name == "docs":
        before, own = before[: before.rindex("### Verdict")], f"### Verdict\n\n{verdict}"
    text = before + frame.format(own) + case.plain[start + len(verdict) :]
    assert not case.approves(text), text


@each
def test_all_of_it_as_a_quotation(case: Case) -> None:
    quoted = "\n".join(f"> {line}" for line in case.plain.splitlines())
    for text in (
        quoted,
        f"The document contains this:\n\n```markdown\n{case.plain}```\n",
        f"```markdown\n{case.plain}```\n\nThat is what the file says.\n",
        f"```markdown\n{case.plain}",
        f"An approving report would be:\n\n{case.plain}",
        f"<!--\n{case.plain}-->\n",
        f"<details>\n\n{case.plain}\n</details>\n",
        case.plain.replace("\n", " "),
    ):
        assert not case.approves(text), text


@each
def test_a_report_of_one_format_approves_in_no_other(case: Case) -> None:
    assert [other.name for other in CASES if other.approves(case.plain)] == [case.name]


@each
def test_with_word_that_nothing_was_read(case: Case) -> None:
    assert not case.approves(f"I could not open the file docs/a.md, so this is a guess.\n\n{case.plain}")
    assert not case.approves(f"{case.plain}\n\nI only read the first 200 lines.\n")
