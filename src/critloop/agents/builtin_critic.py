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
        lines, text = await asyncio.to_thread(self._review, path, request)
        call = ToolCall(name="Read", argument=request.unit.path, result=f"{lines} lines")
        sink.tool(call)
        await speak(text, sink.text)
        return Reply(text=text, tools=(call,))

    def _review(self, path: Path, request: TurnRequest) -> tuple[int, str]:
        """The number of lines of the file, and the review of it."""
        # The parser is loaded with the first turn, not with the program.
        from critloop.checks.catalogue import CHECKS  # noqa: PLC0415
        from critloop.checks.findings import to_finding  # noqa: PLC0415
        from critloop.checks.folding import folded  # noqa: PLC0415
        from critloop.checks.run import check_file  # noqa: PLC0415

        try:
            checked = check_file(path, root=request.folder, loop=request.loop, disabled=self._disabled)
        except UsageProblem as problem:
            raise AgentProblem(problem.message, problem.remedy, final=True) from None
        lines = len(checked.text.splitlines())
        ran = sum(1 for check in CHECKS if request.loop in check.loops and check.id not in self._disabled)
        summary = f"{ran} mechanical checks over {lines} lines; whether the content is right was not judged."
        return lines, write_spec_review(report([to_finding(p) for p in folded(checked.problems)], summary))


def report(findings: Sequence[Finding], summary: str = "") -> Report:
    """The report that these findings make: approved unless one of them is more than a recommendation."""
    passed = all(finding.severity is Severity.LOW for finding in findings)
    verdict = Verdict(name="Status", text="Approved" if passed else "Issues Found", passed=passed)
    return Report(format="spec", verdicts=(verdict,), findings=tuple(findings), summary=summary)
