import pytest
from hypothesis import given, settings

from critloop.model.finding import Evidence, Finding, Severity
from critloop.model.report import Report, Verdict
from critloop.reports.spec import read_spec_review
from critloop.reports.writing import write_spec_review
from tests.reports.strategies import reports


@settings(max_examples=60, deadline=None)
@given(reports())
def test_a_written_report_is_read_as_the_same_report(report: Report) -> None:
    assert read_spec_review(write_spec_review(report)) == report


@pytest.mark.parametrize(
    "value",
    [
        "a\n```\nb",
        "a\n````text\nb\n````",
        "~~~",
        "a\r\nb",
        "a\rb",
        "\ufeffa",
        " a ",
        "a\n",
        "\n",
        '"a"',
        "a - b",
        "~~a~~",
        "`",
        "**",
    ],
)
def test_awkward_values_survive(value: str) -> None:
    finding = Finding(
        severity=Severity.HIGH,
        label="Issue",
        dimension=value,
        title=value,
        issue=value,
        why=value,
        evidence=Evidence(quote=value, status="unverified"),
        suggested_fix=value,
    )
    verdict = Verdict(name="Status", text="Issues Found", passed=False)
    report = Report(format="spec", verdicts=(verdict,), findings=(finding,), summary=value)
    assert read_spec_review(write_spec_review(report)) == report


def test_a_plain_finding_is_written_on_one_line() -> None:
    finding = Finding(
        severity=Severity.HIGH, label="Issue", dimension="coverage", title="no outcome", issue="no outcome", why="loss"
    )
    verdict = Verdict(name="Status", text="Issues Found", passed=False)
    text = write_spec_review(Report(format="spec", verdicts=(verdict,), findings=(finding,)))
    assert "- [General]: (coverage) no outcome - loss\n\n" in text


def test_a_report_without_findings_says_so() -> None:
    verdict = Verdict(name="Status", text="Approved", passed=True)
    assert write_spec_review(Report(format="spec", verdicts=(verdict,))) == (
        "## Spec Review\n\n**Status:** Approved\n\n**Issues (if any):**\n- None\n\n"
        "**Recommendations (advisory):**\n- None\n"
    )
