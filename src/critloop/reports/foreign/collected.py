"""What a review lists, as it was gathered."""

from dataclasses import dataclass, field

from critloop.model.finding import Finding, Severity


@dataclass(slots=True)
class Collected:
    """The open findings of a review and, in words, those that it says are done with.

    ``claimed`` are weights that a title or a table counts (``### Critical (2)``) without a finding
    for each; ``indexed`` are open rows of a table that repeats findings listed elsewhere.
    ``taken`` are the numbers of the lines that findings are made of.
    """

    open: list[Finding] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    claimed: dict[Severity, int] = field(default_factory=dict)
    indexed: list[Finding] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)
    sections: int = 0

    @property
    def gating(self) -> list[Finding]:
        """The open findings that no approval may stand beside."""
        return [finding for finding in self.open if finding.severity is not Severity.LOW]
