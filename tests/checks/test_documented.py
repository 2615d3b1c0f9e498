"""The table of checks in the manual is the catalogue."""

from pathlib import Path

from critloop.checks.catalogue import CHECKS
from critloop.checks.framework import TEXT_LOOPS, Check

MANUAL = Path(__file__).parents[2] / "docs" / "commands.md"
ORDER = ("spec", "plan", "docs", "polish", "task", "branch")


def row(check: Check) -> str:
    loops = "texts" if check.loops == TEXT_LOOPS else ", ".join(loop for loop in ORDER if loop in check.loops)
    return f"| `{check.id}` | {loops} | {check.severity.value} | {check.explanation} |"


def test_every_check_is_in_the_manual_with_its_loops_and_severity_as_the_catalogue_has_them() -> None:
    lines = MANUAL.read_text(encoding="utf-8").splitlines()
    start = lines.index("| check | loops | severity | finds |") + 2
    assert lines[start : start + len(CHECKS) + 1] == [*map(row, CHECKS), ""]
