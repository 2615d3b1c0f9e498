"""Reviews from anywhere, in whatever form they were written."""

from critloop.reports.foreign.reader import read_foreign_review

__all__ = ["read_foreign_review"]
