"""The built-in critic: the checks, written as a review in the loop's own format."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from critloop.agents.speaking import speak
from critloop.model.errors import AgentProblem, UsageProblem
from critloop.model.finding import Finding, Severity
from critloop.model.ports import Desk, Sink, TurnRequest
from critloop.model.report import Report, Verdict
from critloop.model.turn import Reply, ToolCall
from critloop.reports.writing import write_spec_review


class BuiltinCritic:
    """Judges a document by what can be known of it without a model; no network, no key."""

    def __init__(self, disabled: Sequence[str] = ()) -> None:
        """``disabled`` names checks that are left out."""
        self._disabled = tuple(disabled)

    async def turn(self, request: TurnRequest, sink: Sink, desk: Desk | None = None) -> Reply:
        """Read the unit's file and write the review.

        Raises:
            AgentProblem: The file can't be read, or is no UTF-8 text.
        """
        del desk
        path = request.folder / request.unit.path
        lines, findings = await asyncio.to_thread(self._judge, path, request)
        call = ToolCall(name="Read", argument=request.unit.path, result=f"{lines} lines")
        sink.tool(call)
        text = write_spec_review(report(findings))
        await speak(text, sink.text)
        return Reply(text=text, tools=(call,))

    def _judge(self, path: Path, request: TurnRequest) -> tuple[int, list[Finding]]:
        # The parser is loaded with the first turn, not with the program.
        from critloop.checks.findings import to_finding  # noqa: PLC0415
        from critloop.checks.folding import folded  # noqa: PLC0415
        from critloop.checks.run import check_file  # noqa: PLC0415

        try:
            checked = check_file(path, root=request.folder, loop=request.loop, disabled=self._disabled)
        except UsageProblem as problem:
            raise AgentProblem(problem.message, problem.remedy, final=True) from None
        return len(checked.text.splitlines()), [to_finding(problem) for problem in folded(checked.problems)]


def report(findings: Sequence[Finding]) -> Report:
    """The report that these findings make: approved unless one of them is more than a recommendation."""
    passed = all(finding.severity is Severity.LOW for finding in findings)
    verdict = Verdict(name="Status", text="Approved" if passed else "Issues Found", passed=passed)
    return Report(format="spec", verdicts=(verdict,), findings=tuple(findings))
