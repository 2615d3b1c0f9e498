"""The spec loop (source: document-review.txt, "Spec Document Reviewer" and "Error Handling")."""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from critloop.model.finding import Finding, Severity
from critloop.model.gate import GateReason
from critloop.model.report import ReadResult
from critloop.model.run import RunSpec, Unit
from critloop.workflows.commits import fix_subject


class SpecPolicy:
    """A spec is one unit; issues block it, recommendations never do."""

    name = "spec"
    rounds = 5
    limit_reason = GateReason.ITERATIONS

    def units(self, spec: RunSpec, text: str) -> tuple[Unit, ...]:
        """The whole file."""
        del text
        return (Unit(id="spec", name=PurePosixPath(spec.subject).name, path=spec.subject),)

    def read(self, reply: str) -> ReadResult:
        """A spec review."""
        from critloop.reports.spec import read_spec_review  # noqa: PLC0415 - only what reads replies needs it

        return read_spec_review(reply)

    def blocks(self, finding: Finding) -> bool:
        """Issues block; recommendations are advisory."""
        return finding.severity is not Severity.LOW

    def once(self, finding: Finding) -> bool:
        """No issue of a spec is let go after one iteration."""
        del finding
        return False

    def deferral(self, finding: Finding) -> str:
        """Recommendations are shown and kept, never sent back."""
        del finding
        return "advisory: a recommendation does not block"

    def paths(self, unit: Unit) -> tuple[str, ...] | None:
        """The spec alone."""
        return (unit.path,)

    def commit_subject(self, spec: RunSpec, findings: Sequence[Finding], summary: str) -> str:
        """``spec(<file-stem>): fix HIGH/<dimension> — <summary>``."""
        return fix_subject("spec", PurePosixPath(spec.subject).stem, findings, summary)

    def critic_brief(self, spec: RunSpec, unit: Unit, problem: str) -> Mapping[str, object]:
        """The path of the spec, and why an earlier reply could not be read."""
        del spec
        return {"path": unit.path, "problem": problem}

    def maker_brief(
        self, spec: RunSpec, unit: Unit, findings: Sequence[tuple[str, Finding]], guidance: str
    ) -> Mapping[str, object]:
        """The findings with their ids, and the human's guidance."""
        del spec
        return {"path": unit.path, "findings": [(i, f) for i, f in findings], "guidance": guidance}
