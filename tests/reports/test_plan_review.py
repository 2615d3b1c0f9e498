import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from critloop.model.report import Malformed, Report
from critloop.reports.plan import read_plan_review, write_plan_review
from critloop.reports.spec import read_spec_review
from critloop.reports.writing import write_spec_review
from tests.reports.strategies import reports

NONE = "\n\n**Status:** Approved\n\n**Issues (if any):**\n- None\n"
plans = reports().map(lambda report: report.but({"format": "plan"}))


@settings(max_examples=60, deadline=None)
@given(plans, st.sampled_from(["Chunk 1", "Chunk 12: Foundation", "Chunk 2 — the `store`", ""]))
def test_a_written_review_is_read_as_the_same(report: Report, chunk: str) -> None:
    assert read_plan_review(write_plan_review(report, chunk)) == report


@pytest.mark.parametrize(
    "title",
    [
        "## Plan Review — Chunk 2",
        "## Plan Review - Chunk 2: Storage",
        "## Plan Review: Chunk 2 (Storage)",
        "# Plan Review",
        "**Plan Review Chunk 2**",
        "## Plan Chunk Review",
        "## Chunk 2 Review",
        "## Plan Document Review – Chunk 2",
    ],
)
def test_titles(title: str) -> None:
    read = read_plan_review(title + NONE)
    assert isinstance(read, Report), read
    assert (read.format, read.approves) == ("plan", True)


def test_the_categories_of_a_plan() -> None:
    read = read_plan_review(
        "## Plan Review — Chunk 1\n\n**Status:** Issues Found\n\n**Issues (if any):**\n"
        "- [Task 3]: (task syntax) the step has no box - nobody can tick it\n"
        "- [Task 4]: Spec alignment: two screens are not in the spec - scope grows\n"
    )
    assert isinstance(read, Report)
    assert [finding.dimension for finding in read.findings] == ["task syntax", "spec alignment"]


@settings(max_examples=20, deadline=None)
@given(reports(passed=True))
def test_a_spec_review_approves_no_plan_and_the_other_way_round(report: Report) -> None:
    assert isinstance(read_plan_review(write_spec_review(report)), Malformed)
    assert isinstance(read_spec_review(write_plan_review(report, "Chunk 1")), Malformed)


def test_what_keeps_a_spec_review_from_approving_keeps_a_plan_review_too() -> None:
    for reply in (
        f"## Plan Review — Chunk 1{NONE}\n**Critical:** Storage loses data\n",
        "## Plan Review — Chunk 1\n\n**Status:** Approved\n\n**Issues:**\n- [Task 1]: no test\n",
        f"> ## Plan Review — Chunk 1{NONE}",
        "## Plan Review — Chunk 1\n\n> **Status:** Approved\n\n**Issues:**\n- None\n",
    ):
        assert isinstance(read_plan_review(reply), Malformed), reply


def test_a_reason_names_the_title_of_the_format() -> None:
    read = read_plan_review(f"Hello.{NONE}")
    assert isinstance(read, Malformed)
    assert "## Plan Review" in read.reason
