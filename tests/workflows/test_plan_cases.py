"""Real plans: CRITLOOP_CASES, or ``../shared/cases`` beside the checkout."""

import os
from pathlib import Path

import pytest

from critloop.model.errors import UsageProblem
from critloop.workflows.plans.cutting import cut_plan
from critloop.workflows.plans.parsing import read_plan
from critloop.workflows.plans.tasks import task_numbers, task_of
from tests.workflows.test_plan_cutting import context_lines

CASES = Path(os.environ.get("CRITLOOP_CASES", Path(__file__).parents[3] / "shared" / "cases")) / "plans"

pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason=f"no plans in {CASES}; set CRITLOOP_CASES")


def plans() -> list[str]:
    texts = [path.read_bytes().decode() for path in sorted(CASES.glob("*.md"))]
    return [text for text in texts if read_plan(text).entries]


def test_no_line_of_a_real_plan_is_lost_or_reviewed_twice() -> None:
    for text in plans():
        cut = cut_plan(text)
        lines = [n for chunk in cut.chunks for n in range(chunk.start_line, chunk.end_line + 1)]
        assert sorted([*lines, *context_lines(cut)]) == list(range(1, len(read_plan(text).lines) + 1))


def test_every_task_of_a_real_plan_can_be_taken_out_and_lies_in_one_chunk() -> None:
    for text in plans():
        chunks = cut_plan(text).chunks
        for number in task_numbers(text):
            task = task_of(text, number)
            assert sum(c.start_line <= task.start_line and task.end_line <= c.end_line for c in chunks) == 1


def test_what_has_no_headings_is_refused() -> None:
    for path in CASES.glob("*.md"):
        text = path.read_bytes().decode()
        if not read_plan(text).entries:
            with pytest.raises(UsageProblem):
                cut_plan(text)
