"""The closed union of what can be next in a run."""

from dataclasses import dataclass

from critloop.model.criteria import Criteria
from critloop.model.gate import Cause
from critloop.model.outcome import Outcome
from critloop.model.run import Unit
from critloop.model.turn import Duty, Role


@dataclass(frozen=True, slots=True)
class Prepare:
    """Make the work copy and cut the subject into units."""


@dataclass(frozen=True, slots=True)
class CutTurn:
    """Close a turn whose process died; what it edited is kept aside."""

    turn: str


@dataclass(frozen=True, slots=True)
class TakeSnapshot:
    """Keep the unit's text as the next round judges it."""

    unit: Unit
    round: int


@dataclass(frozen=True, slots=True)
class LockCriteria:
    """Take the criteria that were supplied; nothing changes them from now on."""

    criteria: Criteria


@dataclass(frozen=True, slots=True)
class ExpectUnit:
    """Have the next unit written, where all that are there are done."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class KeepBest:
    """Take the unit back to the version that scored best."""

    unit: Unit
    round: int


@dataclass(frozen=True, slots=True)
class LeaveBeside:
    """Lay the best version beside the user's file while they are asked."""

    unit: Unit
    gate: str


@dataclass(frozen=True, slots=True)
class UseReview:
    """Take an existing review as the first round."""

    unit: Unit
    text: str


@dataclass(frozen=True, slots=True)
class Ask:
    """Dispatch a turn. ``problem`` says why the last reply to the same request could not be used."""

    role: Role
    duty: Duty
    unit: Unit
    round: int
    attempt: int
    revision: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class ReadReport:
    """Read a critic's reply by what it was asked for: a report, a look at items, or criteria."""

    turn: str


@dataclass(frozen=True, slots=True)
class SettleMaker:
    """Read a maker's answers, commit what it left, undo what it must not touch, take the snapshot."""

    turn: str


@dataclass(frozen=True, slots=True)
class Approve:
    """The unit's report approves exactly its current revision."""

    unit: Unit
    round: int
    revision: str


@dataclass(frozen=True, slots=True)
class OpenGate:
    """Ask a human."""

    unit: Unit
    causes: tuple[Cause, ...]


@dataclass(frozen=True, slots=True)
class OfferBringBack:
    """Show what bringing the result back would do."""


@dataclass(frozen=True, slots=True)
class BringBack:
    """Change the user's files, as offered and accepted."""


@dataclass(frozen=True, slots=True)
class Finish:
    """Write down how the run ended."""

    outcome: Outcome
    reason: str


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing to do until a human answers the gate, answers the preview, or resumes the run."""

    on: str


@dataclass(frozen=True, slots=True)
class Done:
    """Nothing more will happen."""


Action = (
    Prepare
    | CutTurn
    | TakeSnapshot
    | LockCriteria
    | ExpectUnit
    | KeepBest
    | LeaveBeside
    | UseReview
    | Ask
    | ReadReport
    | SettleMaker
    | Approve
    | OpenGate
    | OfferBringBack
    | BringBack
    | Finish
    | Wait
    | Done
)
