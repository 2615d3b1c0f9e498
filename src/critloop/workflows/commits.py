"""Subjects of the commits that fix findings (source: docs-critique.txt, "Co-located issues")."""

from collections.abc import Sequence

from critloop.model.finding import Finding

LIMIT = 100


def fix_subject(prefix: str, scope: str, findings: Sequence[Finding], summary: str) -> str:
    """``prefix(scope): fix SEVERITY/dimension — summary`` in one line of at most 100 characters.

    Several findings share a commit under their highest severity, their dimensions joined by ``+``
    in the order in which they come.
    """
    worst = min(findings, key=lambda finding: finding.severity.rank)
    dimensions = "+".join(dict.fromkeys(finding.dimension for finding in findings))
    return _cut(f"{prefix}({scope}): fix {worst.severity.value.upper()}/{dimensions} — ", summary)


def plain_subject(prefix: str, scope: str, summary: str) -> str:
    """``prefix(scope): summary`` in one line of at most 100 characters."""
    return _cut(f"{prefix}({scope}): ", summary)


def _cut(head: str, summary: str) -> str:
    text = " ".join(summary.split())
    room = max(LIMIT - len(head), 20)
    return head + (text if len(text) <= room else text[: room - 1].rstrip() + "…")
