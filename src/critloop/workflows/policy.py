"""What a loop decides for itself; all else is the same for every loop."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Literal

from critloop.model.criteria import Criteria
from critloop.model.finding import Finding, Severity
from critloop.model.gate import GateReason
from critloop.model.material import Material, UnitText
from critloop.model.report import ReadResult, Report
from critloop.model.run import RunSpec, Unit
from critloop.model.sections import sections
from critloop.model.turn import Duty
from critloop.workflows.commits import fix_subject
from critloop.workflows.situation import Situation

__all__ = ["Policy", "Situation"]

Touch = Literal["yes", "marked", "entry", "no"]

FIRST = "write the first version"
"""Says of a commit that it holds what the maker created."""


class Policy(ABC):
    """One loop's rules, as they are where nothing else is said. Pure: no files, no agents."""

    name: str = ""
    """The loop's name, also the folder of its prompts and the prefix of its commits."""

    rounds: int = 5
    """Reports a unit may get before a human is asked, where no setting says otherwise."""

    most_rounds: int | None = None
    """The most that a setting may give; None: any number."""

    limit_reason: GateReason = GateReason.ITERATIONS
    """Why the gate opens when the rounds are used up."""

    fixes_at_limit: bool = False
    """True where the maker answers the last report too before a human is asked (docs)."""

    ends_unread: bool = False
    """True where two unreadable reports end the run as not reviewed; ``resume`` tries again (docs)."""

    keeps_best: bool = False
    """True where the best-scoring version is what is left at the limit (polish)."""

    text_replies: bool = False
    """True where the maker has no tools: its reply is the revised text, and it is fresh each time (polish)."""

    several: bool = False
    """True where a subject is cut into units, and cut anew after each turn of the maker."""

    keeps_units: bool = False
    """True where a maker may rewrite a unit but not drop one (plan)."""

    single_file: bool = True
    """True where a maker may change the unit's file and no other."""

    piecewise: bool = False
    """True where creation goes unit by unit, each reviewed before the next is written (plan)."""

    can_scope: bool = True
    """True where a re-review may be scoped to the open findings; an evaluator is always stateless."""

    shows_places: bool = False
    """True where a report that passes has to name a place that exists for what it checked (task)."""

    scored: bool = False
    """True where the critic scores criteria that are extracted first unless they are supplied (polish)."""

    def units(self, spec: RunSpec, material: Material, known: Sequence[Unit] = ()) -> tuple[UnitText, ...]:
        """The units of a subject, in the order in which they are reviewed; here the whole file.

        ``known`` are the units that it had before: a file of a diff stays in its part.

        Raises:
            UsageProblem: It can't be cut into any.
        """
        del known
        unit = Unit(id=self.name, name=PurePosixPath(spec.subject).name, path=spec.subject)
        return (UnitText(unit=unit, text=material.text, sections=sections(material.text)),)

    @abstractmethod
    def read(self, reply: str, criteria: Criteria | None, unit: Unit | None = None, place: int = 0) -> ReadResult:
        """A critic's reply in this loop's format; one that is headed for another unit is no report on this one.

        ``place`` is the unit's among the units, from 1.
        """

    def blocks(self, finding: Finding, report: Report) -> bool:
        """True for a finding that keeps the unit from being approved."""
        del report
        return finding.severity is not Severity.LOW

    def once(self, finding: Finding) -> bool:
        """True for a blocking finding that gets a single iteration (docs MEDIUM)."""
        del finding
        return False

    def closing(self, finding: Finding) -> bool:
        """True for one that gets a single pass once the rest has passed, without a second look (docs LOW)."""
        del finding
        return False

    def deferral(self, finding: Finding) -> str:
        """Why a finding that does not block is kept and not sent to the maker; empty to send it."""
        del finding
        return "advisory: a recommendation does not block"

    def may_touch(self, spec: RunSpec, unit: Unit, path: str, duty: Duty) -> Touch:
        """Whether a maker may change a path for this unit; ``marked`` changes stand and are shown as outside.

        ``entry``: no more than an entry for the unit may be added there.
        """
        del spec, duty
        return "yes" if path == unit.path else "no"

    def commit_subject(self, spec: RunSpec, findings: Sequence[Finding], summary: str) -> str:
        """``spec(<file-stem>): fix HIGH/<dimension> — <summary>``; at most 100 characters."""
        return fix_subject(self.name, self.commit_scope(spec), findings, summary)

    def commit_scope(self, spec: RunSpec) -> str:
        """What stands in the parentheses of a commit's subject."""
        return PurePosixPath(spec.subject).stem

    def commit_other(self, spec: RunSpec, words: str) -> str:
        """The subject of a commit that answers no finding."""
        return f"{self.name}({self.commit_scope(spec)}): {words}"
