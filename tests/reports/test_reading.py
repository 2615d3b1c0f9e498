import json

import pytest

from critloop.model.errors import UsageProblem
from critloop.model.report import Malformed, NotReviewed, Report
from critloop.reports.reading import READERS, read_report
from tests.reports import test_branch_review, test_docs_report, test_evaluation, test_task_review

TEXTS = {
    "docs": test_docs_report.PLAIN,
    "spec": "## Spec Review\n\n**Status:** Approved\n\n**Issues (if any):**\n- None\n",
    "plan": "## Plan Review — Chunk 2: Storage\n\n**Status:** Approved\n\n**Issues (if any):**\n- None\n",
    "task": test_task_review.PLAIN,
    "branch": test_branch_review.PLAIN,
    "evaluation": test_evaluation.PASS,
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_report_by_name_or_found_out(name: str) -> None:
    for asked in ("auto", name):
        for text in (TEXTS[name], f"\ufeff{TEXTS[name]}".replace("\n", "\r\n")):
            found, read = read_report(text, asked)
            assert found == name
            assert isinstance(read, Report), read
            assert (read.format, read.approves) == (name, True)


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize(
    ("old", "new"), [("pprove", "pprovish"), ("Yes", "Yes, if fixed"), ("None", "- data loss"), ('"pass"', '"passed"')]
)
def test_what_is_malformed_in_its_own_format_is_read_in_no_other(name: str, old: str, new: str) -> None:
    text = (
        TEXTS[name].replace(old, new).replace("APPROVED", "MOSTLY")
        if old == "pprove"
        else TEXTS[name].replace(old, new)
    )
    if text != TEXTS[name]:
        found, read = read_report(text)
        assert found == name
        assert not (isinstance(read, Report) and read.approves), text


def test_a_text_that_claims_to_be_two_reports_is_neither() -> None:
    for other in ("plan", "task", "docs"):
        read = read_report(f"{TEXTS['spec']}\n{TEXTS[other]}")[1]
        assert isinstance(read, Malformed)


def test_a_text_without_a_title_that_lists_issues() -> None:
    found, read = read_report("**Status:** Issues Found\n\n**Issues:**\n- [A]: data loss\n")
    assert isinstance(read, Report)
    assert not read.approves
    assert found in READERS


def test_a_review_in_a_form_of_its_own_is_read_as_a_review() -> None:
    found, read = read_report(
        "# Review of the retry change\n\n## Findings\n\n1. **High** — no end.\n\n## Verdict\n\nFail\n"
    )
    assert found == "review"
    assert not (isinstance(read, Report) and read.approves)


def test_an_evaluation_with_text_around_it_is_one() -> None:
    assert read_report(f"Here is my evaluation:\n\n```json\n{TEXTS['evaluation']}\n```\n")[0] == "evaluation"
    assert read_report(json.dumps({"name": "a", "version": 2}))[0] != "evaluation"


def test_a_text_of_no_format() -> None:
    assert isinstance(read_report("Hello.")[1], Malformed | NotReviewed)


def test_an_unknown_format() -> None:
    with pytest.raises(UsageProblem, match="'pdf'"):
        read_report(TEXTS["spec"], "pdf")
