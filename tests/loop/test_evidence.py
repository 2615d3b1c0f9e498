"""Quotes held against the text."""

import pytest

from critloop.loop.evidence import with_evidence
from critloop.model.finding import Evidence, EvidenceStatus, Finding, Location, Severity

TEXT = "# Orders\n\nAn order has\none  owner.\n\n## Storage\n\nKept for ever.\n\n\n\n\n\nThe end.\n"


def finding(quote: str | None, section: str | None = None, line: int | None = None) -> Finding:
    return Finding(
        severity=Severity.HIGH,
        label="Issue",
        dimension="clarity",
        title="t",
        issue="t",
        location=Location(section=section, start_line=line, end_line=line),
        evidence=Evidence(quote=quote),
    )


@pytest.mark.parametrize(
    ("quote", "section", "line", "status"),
    [
        ("An order has one owner.", "Orders", None, "verified"),
        ("An order has one owner.", None, None, "verified"),
        ("An order has one owner.", None, 3, "verified"),
        ("Kept for ever.", "Storage", None, "verified"),
        ("Kept for ever.", "Nowhere", None, "moved"),
        ("The end.", None, 3, "moved"),
        ("An order has two owners.", "Orders", None, "unverified"),
        ("an order has one owner.", "Orders", None, "unverified"),
        (None, "Orders", None, "absent"),
        ("  ", "Orders", None, "absent"),
    ],
)
def test_a_quote_is_verified_moved_unverified_or_absent(
    quote: str | None, section: str | None, line: int | None, status: EvidenceStatus
) -> None:
    assert with_evidence(finding(quote, section, line), TEXT, "spec.md").evidence.status == status


def test_a_finding_that_names_no_file_points_at_the_unit() -> None:
    assert with_evidence(finding(None), TEXT, "spec.md").location.path == "spec.md"
