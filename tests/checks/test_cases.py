"""Real documents with places checked by hand: CRITLOOP_CASES, or ``../shared/cases`` beside the checkout."""

import csv
import os
from pathlib import Path

import pytest

from critloop.checks.catalogue import BY_ID
from critloop.checks.run import check_file, fix_text

CASES = Path(os.environ.get("CRITLOOP_CASES", Path(__file__).parents[3] / "shared" / "cases"))
# Labels about families under other names; link labels need the repositories around the documents.
NEEDS_TREE = {"link"}

pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason=f"no labelled documents in {CASES}; set CRITLOOP_CASES")


def labels(kind: str) -> list[tuple[str, int, str]]:
    with (CASES / "labels.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return [
        (row["file"], int(row["line"]), row["check"]) for row in rows if row["kind"] == kind and row["check"] in BY_ID
    ]


def reported(file: str, check: str) -> set[int]:
    problems = check_file(CASES / file, root=None, loop="spec").problems
    return {p.line for p in problems if p.check.id == check}


def test_labelled_faults_are_reported() -> None:
    wanted = [row for row in labels("fault") if row[2] not in NEEDS_TREE]
    assert wanted
    assert [row for row in wanted if row[1] not in reported(row[0], row[2])] == []


def test_no_trap_is_reported() -> None:
    traps = labels("trap")
    assert traps
    assert [row for row in traps if row[1] in reported(row[0], row[2])] == []


def test_every_document_is_checked_and_every_fix_settles_what_it_is_for() -> None:
    for path in sorted([*CASES.glob("specs/*.md"), *CASES.glob("plans/*.md")]):
        checked = check_file(path, root=None, loop="plan")
        for problem in checked.problems:
            assert problem.fix is None or fix_text(checked.text, problem) not in (None, checked.text)
