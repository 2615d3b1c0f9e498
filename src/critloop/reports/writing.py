"""Writes spec reviews as they are read back, to the character."""

from critloop.model.report import Report
from critloop.reports.documents import write_document_review
from critloop.reports.spec import SPEC


def write_spec_review(report: Report) -> str:
    """A spec review, in the format that ``read_spec_review`` reads."""
    return write_document_review(report, SPEC, SPEC.shown)
