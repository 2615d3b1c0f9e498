"""The forms that the documentation shows are read as it says."""

import re
from pathlib import Path

import pytest

from critloop.model.report import Report
from critloop.reports.reading import read_report

DOCS = Path(__file__).parents[2] / "docs" / "reports.md"


def shown(section: str) -> str:
    """The first fenced block of a section."""
    text = DOCS.read_text().split(f"\n## {section}\n", 1)[1]
    match = re.search(r"```(?:markdown|json)\n(.*?)\n```", text, re.DOTALL)
    assert match is not None
    return match[1]


@pytest.mark.parametrize(
    ("section", "name", "approves", "findings"),
    [
        ("Spec", "spec", False, 2),
        ("Plan", "plan", True, 0),
        ("Docs", "docs", False, 1),
        ("Task", "task", False, 2),
        ("Branch", "branch", False, 1),
        ("Evaluation", "evaluation", False, 1),
    ],
)
def test_a_documented_form_is_read(section: str, name: str, approves: bool, findings: int) -> None:
    form, result = read_report(shown(section))
    assert form == name
    assert isinstance(result, Report), result
    assert result.approves is approves
    assert len(result.findings) == findings


def test_the_task_form_has_its_rows_tests_and_places() -> None:
    _, result = read_report(shown("Task"))
    assert isinstance(result, Report)
    assert result.cannot_verify == ("the report is sent before midnight",)
    assert result.tests_wanted == ("pytest tests/test_count.py -k empty",)
    assert result.checked[0].places[0].path == "src/count.py"
