"""What ``critloop read`` prints of a review in no format of ours."""

from critloop.export.reading import report_json

LISTED = "# Audit\n\n## Findings\n\n### 1. [High] a breaks\n\n`a.py:3` has no limit.\n\n### 2. [Low] b\n\nA typo.\n"


def test_a_review_without_a_verdict_is_printed_with_its_findings() -> None:
    printed = report_json(LISTED, "auto")
    assert (printed.format, printed.status, printed.verdicts) == ("review", "malformed", ())
    assert [(item.severity.value, item.blocking, item.title) for item in printed.findings] == [
        ("high", True, "a breaks"),
        ("low", False, "b"),
    ]
    assert "no verdict" in printed.reason


def test_a_review_with_verdicts_is_printed_with_them() -> None:
    printed = report_json(f"{LISTED}\n## Verdict\n\nRequest changes\n", "review")
    assert printed.status == "issues"
    assert [(verdict.name, verdict.passed) for verdict in printed.verdicts] == [("Verdict", False)]


def test_what_is_left_out_is_named() -> None:
    settled = LISTED.replace("a breaks", "a breaks — ✅ FIXED")
    printed = report_json(f"{settled}\n## Verdict\n\nApproved\n", "review")
    assert printed.status == "approved"
    assert "a breaks" in printed.reason
