"""The gate: when a human is asked, and what the human can say."""

from enum import StrEnum
from typing import Literal

from critloop.model.base import Frozen


class GateReason(StrEnum):
    """Why a human is asked. The order here is the order in which reasons lead."""

    FAILURE = "failure"
    MALFORMED = "malformed"
    BUDGET = "budget"
    CAP = "cap"
    ITERATIONS = "iterations"
    NEEDS_AUTHOR = "needs_author"
    DISAGREEMENT = "disagreement"
    MEDIUM_REMAINS = "medium_remains"
    CANNOT_VERIFY = "cannot_verify"
    STALL = "stall"

    @property
    def words(self) -> str:
        """The reason as people are told it, the same everywhere."""
        return _WORDS[self]


_WORDS: dict[GateReason, str] = {
    GateReason.FAILURE: "an agent failed twice",
    GateReason.MALFORMED: "two unreadable reports",
    GateReason.BUDGET: "budget used up",
    GateReason.CAP: "rounds used up",
    GateReason.ITERATIONS: "many rounds, no approval",
    GateReason.NEEDS_AUTHOR: "needs the author",
    GateReason.DISAGREEMENT: "maker and critic disagree",
    GateReason.MEDIUM_REMAINS: "only medium findings left",
    GateReason.CANNOT_VERIFY: "something unverified",
    GateReason.STALL: "nothing moves any more",
}


class Cause(Frozen):
    """One reason of a gate, in words, with the findings it is about."""

    reason: GateReason
    detail: str
    findings: tuple[str, ...] = ()


class Acceptance(Frozen):
    """An open finding that a human accepts as known: why, who, and until when (ISO date)."""

    finding: str
    reason: str
    owner: str
    expires: str | None = None


class GateDecision(Frozen):
    """A human's answer to a gate.

    ``rounds`` counts for ``continue`` only. ``reason`` is required for ``approve`` and stands for
    each open finding that ``acceptances`` does not name. ``discard`` counts for ``abort`` only.
    """

    choice: Literal["continue", "approve", "abort"]
    by: str
    rounds: int = 1
    reason: str = ""
    guidance: str = ""
    acceptances: tuple[Acceptance, ...] = ()
    discard: bool = False
