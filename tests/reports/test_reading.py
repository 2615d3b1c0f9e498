import pytest

from critloop.model.errors import UsageProblem
from critloop.model.report import Malformed, Report
from critloop.reports.reading import read_report

REVIEW = "## Spec Review\n\n**Status:** Approved\n"


@pytest.mark.parametrize("name", ["auto", "spec"])
def test_a_spec_review_by_name_or_found_out(name: str) -> None:
    found, read = read_report(REVIEW, name)
    assert found == "spec"
    assert isinstance(read, Report)


def test_a_text_of_no_format() -> None:
    assert isinstance(read_report("Hello.")[1], Malformed)


def test_an_unknown_format() -> None:
    with pytest.raises(UsageProblem, match="'pdf'"):
        read_report(REVIEW, "pdf")
