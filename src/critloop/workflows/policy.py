"""What a loop decides for itself; all else is the same for every loop."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from critloop.model.finding import Finding
from critloop.model.gate import GateReason
from critloop.model.report import ReadResult
from critloop.model.run import RunSpec, Unit


class Policy(Protocol):
    """One loop's rules. Pure: no files, no agents."""

    @property
    def name(self) -> str:
        """The loop's name, also the folder of its prompts."""

    @property
    def rounds(self) -> int:
        """Reports a unit may get before a human is asked, where no setting says otherwise."""

    @property
    def limit_reason(self) -> GateReason:
        """``iterations`` or ``cap``: why the gate opens when the rounds are used up."""

    def units(self, spec: RunSpec, text: str) -> tuple[Unit, ...]:
        """The units of a subject, in the order in which they are reviewed."""

    def read(self, reply: str) -> ReadResult:
        """A critic's reply in this loop's format."""

    def blocks(self, finding: Finding) -> bool:
        """True for a finding that keeps the unit from being approved."""

    def once(self, finding: Finding) -> bool:
        """True for a blocking finding that gets a single iteration (docs MEDIUM)."""

    def deferral(self, finding: Finding) -> str:
        """Why a finding that does not block is kept and not sent to the maker; empty to send it."""

    def paths(self, unit: Unit) -> tuple[str, ...] | None:
        """What a maker may change for this unit; None for anything."""

    def commit_subject(self, spec: RunSpec, findings: Sequence[Finding], summary: str) -> str:
        """The first line of the commit that fixes these findings; at most 100 characters."""

    def critic_brief(self, spec: RunSpec, unit: Unit, problem: str) -> Mapping[str, object]:
        """Variables of the critic's prompt. ``problem`` says why the last reply was no report."""

    def maker_brief(
        self, spec: RunSpec, unit: Unit, findings: Sequence[tuple[str, Finding]], guidance: str
    ) -> Mapping[str, object]:
        """Variables of the maker's prompt. ``findings`` are (id, finding)."""
