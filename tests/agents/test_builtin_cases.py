"""Real documents: CRITLOOP_CASES, or ``../shared/cases`` beside the checkout."""

import os
import shutil
from pathlib import Path

import pytest

from critloop.agents.builtin.diffs import judge_task
from critloop.agents.builtin.documents import judge_document
from critloop.agents.builtin.requirement import MOST, statements_of, unverified
from critloop.checks.run import check_text
from critloop.model.errors import UsageProblem
from critloop.model.material import Material
from critloop.model.report import Report
from critloop.model.run import Range, RunSpec, TaskInputs, Unit
from critloop.reports.docs import read_docs_report
from critloop.reports.plan import read_plan_review
from critloop.reports.task import read_task_review
from critloop.workflows.plan import PlanPolicy
from critloop.workflows.plans.tasks import task_numbers, task_of
from tests.support.loop_turns import BUILTIN, asked, asked_of_diff, diff_of

CASES = Path(os.environ.get("CRITLOOP_CASES", Path(__file__).parents[3] / "shared" / "cases"))
# Every chunk has the checks run over the whole plan, so large ones take long.
LARGEST = 60_000

pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason=f"no documents in {CASES}; set CRITLOOP_CASES")


@pytest.fixture
def copies(tmp_path: Path) -> Path:
    for name in ("plans", "specs"):
        shutil.copytree(CASES / name, tmp_path / name)
    return tmp_path


def test_every_problem_of_a_plan_goes_with_a_chunk_and_every_review_can_be_read(copies: Path) -> None:
    for path in sorted((copies / "plans").glob("*.md")):
        text = path.read_text(encoding="utf-8-sig")
        if len(text) > LARGEST:
            continue
        spec = RunSpec(run="r", loop="plan", subject=path.name, root="/p", maker=BUILTIN, critic=BUILTIN)
        try:
            pieces = PlanPolicy().units(spec, Material(text=text))
        except UsageProblem:
            continue
        told = [read_plan_review(judge_document(asked(path.parent, "plan", piece.unit), ()).text) for piece in pieces]
        reports = [one for one in told if isinstance(one, Report)]
        assert len(reports) == len(pieces)
        lines = {finding.location.start_line for report in reports for finding in report.findings}
        kinds = {problem.check.id for problem in check_text(text, loop="plan")}
        assert bool(lines) is bool(kinds)


def test_every_spec_read_as_a_page_gives_a_report_that_can_be_read(copies: Path) -> None:
    for path in sorted((copies / "specs").glob("*.md")):
        unit = Unit(id="docs", name=path.name, path=path.name)
        assert isinstance(read_docs_report(judge_document(asked(path.parent, "docs", unit), ()).text), Report)


def test_every_task_of_a_plan_comes_to_a_few_rows(copies: Path) -> None:
    for path in sorted((copies / "plans").glob("*.md")):
        text = path.read_text(encoding="utf-8-sig")
        for number in dict.fromkeys(task_numbers(text)):
            try:
                task = task_of(text, number)
            except UsageProblem:
                continue
            rows = unverified(statements_of(task.text), statements_of(task.constraints))
            assert len(rows) <= MOST
            assert all(row.strip() and "\n" not in row for row in rows)
            material = diff_of(copies / "code", {"src/a.py": (None, "x = 1\n")})
            inputs = TaskInputs(
                range=Range(base="b"), requirement=task.text, source=path.name, constraints=task.constraints
            )
            reply = judge_task(asked_of_diff(copies / "code", "task", material, inputs=inputs), ())
            assert isinstance(read_task_review(reply.text), Report)
