"""The task loop (source: task-review.txt: one reviewer, one diff, two verdicts)."""

from collections.abc import Sequence

from critloop.model.criteria import Criteria
from critloop.model.finding import Finding
from critloop.model.material import Material, UnitText
from critloop.model.report import Malformed, ReadResult, Report
from critloop.model.run import RunSpec, TaskInputs, Unit
from critloop.model.turn import Duty
from critloop.workflows.commits import plain_subject
from critloop.workflows.diffs import parts_of
from critloop.workflows.policy import FIRST, Policy, Touch

_UNPROVEN = Malformed(
    kind="missing_section",
    reason="Each item under “What was checked” is answered with the file and line that shows it, as path:line.",
)


class TaskPolicy(Policy):
    """Critical and Important go back; Minor is kept for the branch; what a diff can't show is settled row by row."""

    name = "task"
    several = True
    single_file = False
    shows_places = True

    def units(self, spec: RunSpec, material: Material, known: Sequence[Unit] = ()) -> tuple[UnitText, ...]:
        """The diff of the task, in as many parts as it needs."""
        number = spec.inputs.task if isinstance(spec.inputs, TaskInputs) else None
        return parts_of(spec, material, f"task-{number}" if number else "task", known)

    def read(self, reply: str, criteria: Criteria | None, unit: Unit | None = None, place: int = 0) -> ReadResult:
        """A task review. One that passes has shown where it looked."""
        from critloop.reports.task import read_task_review  # noqa: PLC0415 - only what reads replies needs it

        del criteria, unit, place
        result = read_task_review(reply)
        unproven = isinstance(result, Report) and result.approves and not any(item.places for item in result.checked)
        return _UNPROVEN if unproven else result

    def deferral(self, finding: Finding) -> str:
        """Minor findings don't loop."""
        del finding
        return "minor: kept for the branch review"

    def may_touch(self, spec: RunSpec, unit: Unit, path: str, duty: Duty) -> Touch:
        """Anything; what lies outside the diff under review is marked."""
        del spec
        return "yes" if duty == "create" or path in unit.files else "marked"

    def commit_subject(self, spec: RunSpec, findings: Sequence[Finding], summary: str) -> str:
        """``fix(task-3): <summary>``."""
        del findings
        return plain_subject("fix", self.commit_scope(spec), summary)

    def commit_scope(self, spec: RunSpec) -> str:
        """The task's number, or the name of the file with its requirement."""
        number = spec.inputs.task if isinstance(spec.inputs, TaskInputs) else None
        return f"task-{number}" if number else super().commit_scope(spec)

    def commit_other(self, spec: RunSpec, words: str) -> str:
        """A commit of the work itself, or of what is left over."""
        return plain_subject("feat" if words == FIRST else "chore", self.commit_scope(spec), self._words(spec, words))

    def _words(self, spec: RunSpec, words: str) -> str:
        name = spec.inputs.name if isinstance(spec.inputs, TaskInputs) else ""
        return name or spec.title if words == FIRST else words
