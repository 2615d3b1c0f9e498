from hypothesis import given, settings

from critloop.model.report import Report
from critloop.reports.spec import read_spec_review
from critloop.reports.writing import write_spec_review
from tests.reports.strategies import reports


@settings(max_examples=60, deadline=None)
@given(reports())
def test_a_written_report_is_read_as_the_same_report(report: Report) -> None:
    assert read_spec_review(write_spec_review(report)) == report
