"""The branch loop: the broad final review (source: task-review.txt, "final review stays broad")."""

from collections.abc import Sequence

from critloop.model.criteria import Criteria
from critloop.model.finding import Finding
from critloop.model.gate import GateReason
from critloop.model.material import Material, UnitText
from critloop.model.report import ReadResult
from critloop.model.run import RunSpec, Unit
from critloop.model.turn import Duty
from critloop.workflows.commits import plain_subject
from critloop.workflows.diffs import parts_of
from critloop.workflows.policy import Policy, Touch


class BranchPolicy(Policy):
    """One broad review, one wave of fixes, one review of them; then a human is asked."""

    name = "branch"
    several = True
    single_file = False
    rounds = 2
    limit_reason = GateReason.CAP

    def units(self, spec: RunSpec, material: Material, known: Sequence[Unit] = ()) -> tuple[UnitText, ...]:
        """The branch's diff, in as many parts as it needs."""
        return parts_of(spec, material, "branch", known)

    def read(self, reply: str, criteria: Criteria | None, unit: Unit | None = None, place: int = 0) -> ReadResult:
        """A branch review."""
        from critloop.reports.branch import read_branch_review  # noqa: PLC0415 - only what reads replies needs it

        del criteria, unit, place
        return read_branch_review(reply)

    def deferral(self, finding: Finding) -> str:
        """Minor findings don't keep a branch from being merged."""
        del finding
        return "minor: it does not keep the branch from being merged"

    def may_touch(self, spec: RunSpec, unit: Unit, path: str, duty: Duty) -> Touch:
        """Anything; what lies outside the diff under review is marked."""
        del spec, duty
        return "yes" if path in unit.files else "marked"

    def commit_subject(self, spec: RunSpec, findings: Sequence[Finding], summary: str) -> str:
        """``fix(branch): <summary>``."""
        del spec, findings
        return plain_subject("fix", "branch", summary)

    def commit_scope(self, spec: RunSpec) -> str:
        """The branch."""
        del spec
        return "branch"

    def commit_other(self, spec: RunSpec, words: str) -> str:
        """A commit of what is left over."""
        del spec
        return plain_subject("chore", "branch", words)
