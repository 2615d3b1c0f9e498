"""The polish loop (source: polish.txt, waves 1 to 3)."""

from critloop.model.criteria import MOST, Criteria
from critloop.model.finding import Finding
from critloop.model.gate import GateReason
from critloop.model.report import Malformed, ReadResult, Report
from critloop.model.run import Unit
from critloop.workflows.policy import Policy


class PolishPolicy(Policy):
    """A stateless evaluator scores locked criteria; a generator gets the blocking gaps alone."""

    name = "polish"
    rounds = 4
    most_rounds = MOST
    limit_reason = GateReason.CAP
    keeps_best = True
    text_replies = True
    can_scope = False
    scored = True

    def read(self, reply: str, criteria: Criteria | None, unit: Unit | None = None, place: int = 0) -> ReadResult:
        """An evaluation of exactly these criteria."""
        from critloop.reports.evaluation import read_evaluation  # noqa: PLC0415 - only what reads replies needs it

        del unit, place
        if criteria is None:
            return Malformed(kind="missing_section", reason="There are no criteria to score yet.")
        return read_evaluation(reply, criteria)

    def blocks(self, finding: Finding, report: Report) -> bool:
        """A failed criterion blocks while fewer pass than the threshold asks for."""
        del finding
        return not report.approves

    def deferral(self, finding: Finding) -> str:
        """A gap above the threshold."""
        del finding
        return "the threshold is met without it"
