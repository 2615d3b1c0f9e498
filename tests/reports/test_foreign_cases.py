"""Real reviews and texts that aren't: CRITLOOP_CASES, or ``../shared/cases`` beside the checkout."""

import os
from pathlib import Path

import pytest

from critloop.model.report import Malformed, Report
from critloop.reports.foreign import read_foreign_review

CASES = Path(os.environ.get("CRITLOOP_CASES") or Path(__file__).parents[2].parent / "shared" / "cases")

pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason=f"no folder of real cases at {CASES}; set CRITLOOP_CASES")


def test_each_is_read_and_no_gating_finding_stands_beside_an_approval() -> None:
    reads = [read_foreign_review(path.read_text(encoding="utf-8")) for path in sorted((CASES / "reports").glob("*.md"))]
    assert reads
    for read in reads:
        if isinstance(read, Report) and read.approves:
            assert {finding.severity.value for finding in read.findings} <= {"low"}


@pytest.mark.parametrize("folder", ["specs", "plans"])
def test_no_document_is_a_review_with_a_verdict(folder: str) -> None:
    for path in sorted((CASES / folder).glob("*.md")):
        assert isinstance(read_foreign_review(path.read_text(encoding="utf-8")), Malformed), path.name
