"""The closed union of events. A run is the list of its events; all else is folded from it.

An event says what happened, never what should. ``durable`` events are synced to disk before the
driver goes on: they record something that was paid for, that a human said or that touched the
user's files. The others follow from these and are decided again when they are lost.
"""

from typing import ClassVar, Literal

import msgspec

from critloop.model.base import Frozen
from critloop.model.chain_events import AnyChainFact as AnyChainFact
from critloop.model.chain_events import LinkBegun as LinkBegun
from critloop.model.chain_events import LinkRan as LinkRan
from critloop.model.chain_events import LinkStood as LinkStood
from critloop.model.event_base import BaseEvent
from critloop.model.event_base import ChainFact as ChainFact
from critloop.model.event_base import UnitFact as UnitFact
from critloop.model.finding import AnswerKind
from critloop.model.gate import Cause, GateDecision
from critloop.model.outcome import Outcome
from critloop.model.report import MalformedKind, Report
from critloop.model.run import RunSpec, Unit
from critloop.model.turn import AgentRef, Duty, Reply, Role
from critloop.model.unit_events import AnyUnitFact as AnyUnitFact
from critloop.model.unit_events import BestKept as BestKept
from critloop.model.unit_events import ContextGathered as ContextGathered
from critloop.model.unit_events import CreationDone as CreationDone
from critloop.model.unit_events import CriteriaLocked as CriteriaLocked
from critloop.model.unit_events import ItemRuled as ItemRuled
from critloop.model.unit_events import ItemsLooked as ItemsLooked
from critloop.model.unit_events import LeftBeside as LeftBeside
from critloop.model.unit_events import TestsWereRun as TestsWereRun
from critloop.model.unit_events import UnitComing as UnitComing
from critloop.model.unit_events import UnitsCut as UnitsCut
from critloop.model.usage import Usage
from critloop.model.workcopy import BringBackPreview, BroughtBack, Commit, Origin, Snapshot


class RunCreated(BaseEvent):
    """The first event of every run."""

    durable: ClassVar[bool] = True
    spec: RunSpec
    version: str


class RunPrepared(BaseEvent):
    """The work copy exists, begun from the user's files, and the units are known."""

    durable: ClassVar[bool] = True
    origin: Origin
    units: tuple[Unit, ...]


class SnapshotTaken(BaseEvent):
    """A unit's text as the next report will judge it."""

    unit: str
    round: int
    snapshot: Snapshot


class TurnStarted(BaseEvent):
    """A dispatch: who, with what exact prompt, on which revision.

    ``round`` is the round the turn works for: a critic's is the round its report would make, a
    maker's the one its fixes are judged in. ``attempt`` counts from 1 within that.
    """

    turn: str
    role: Role
    unit: str
    round: int
    attempt: int
    agent: AgentRef
    prompt: str
    prompt_hash: str
    revision: str
    duty: Duty = "review"


class CallEnded(BaseEvent):
    """One finished model call inside a turn, for agents that make several."""

    durable: ClassVar[bool] = True
    turn: str
    index: int
    text: str
    usage: Usage
    tree: str | None = None


class TurnEnded(BaseEvent):
    """A turn came back. ``reply.stop`` tells whether it ended normally."""

    durable: ClassVar[bool] = True
    turn: str
    reply: Reply


class TurnCut(BaseEvent):
    """A turn that will never come back: the process died, or the human stopped it.

    It is no failure of the agent. ``kept`` is the ref that holds what was edited meanwhile.
    """

    turn: str
    reason: str
    text: str = ""
    kept: str | None = None


class TurnFailed(BaseEvent):
    """A turn that gave nothing usable: the agent died, refused, was cut off, or changed files it must not.

    ``final`` failures (an unknown model, a wrong key) are not tried again.
    """

    durable: ClassVar[bool] = True
    turn: str
    reason: str
    text: str = ""
    usage: Usage = Usage()
    final: bool = False


class ReportRejected(BaseEvent):
    """A critic's reply that is no report: malformed, or it says itself that nothing was reviewed."""

    turn: str
    problem: MalformedKind | Literal["not_reviewed", "stale"]
    reason: str


class Match(Frozen):
    """The identity of one finding of a report: its id in the run, and why it is that one.

    ``blocking`` is the loop's judgement. ``deferred`` says why one that does not block is kept for
    the human and not sent to the maker; empty where it is. ``reason`` is ``new`` or says how the
    finding was recognised.
    """

    finding: str
    blocking: bool
    deferred: str = ""
    reason: str = "new"


class Reviewed(BaseEvent):
    """A valid report on a revision: this is a round. ``matches[i]`` belongs to ``report.findings[i]``.

    ``settled`` are earlier open findings that this report does not raise: id to ``fixed`` (its
    text changed) or ``unraised`` (it did not). ``scope`` is ``scoped`` for a re-review of the open
    findings and their fixes. ``items`` are the ids of what the report could not verify, in its order.
    """

    turn: str | None
    unit: str
    round: int
    revision: str
    report: Report
    matches: tuple[Match, ...]
    settled: dict[str, Literal["fixed", "unraised"]] = {}
    scope: Literal["full", "scoped"] = "full"
    items: tuple[str, ...] = ()


class FindingAnswered(BaseEvent):
    """The maker's word on one finding."""

    turn: str
    finding: str
    answer: AnswerKind
    reason: str = ""


class CommitMade(BaseEvent):
    """A commit in the work copy. ``by`` is ``maker``, or ``orchestrator`` for what a maker left uncommitted."""

    turn: str
    commit: Commit
    by: Literal["maker", "orchestrator"]


class ChangesUndone(BaseEvent):
    """Edits outside what a role may touch, undone in the work copy. ``kept`` is the ref that still has them."""

    turn: str
    paths: tuple[str, ...]
    reason: str
    kept: str | None = None


class MakerSettled(BaseEvent):
    """A maker's turn is dealt with: answers read, changes committed.

    ``claimed`` said fixed and changed nothing, or will not be looked at again; ``unasked`` are ids in
    its reply that it was not asked about, whose answers don't count. ``head`` is the revision that its
    work has come to.
    """

    turn: str
    claimed: tuple[str, ...] = ()
    unasked: tuple[str, ...] = ()
    head: str = ""


class UnitApproved(BaseEvent):
    """A unit is approved by the report of this round, which judged exactly this revision."""

    unit: str
    round: int
    revision: str


class GateOpened(BaseEvent):
    """A human is asked. ``causes`` are all reasons that hold, the leading one first."""

    durable: ClassVar[bool] = True
    gate: str
    unit: str
    causes: tuple[Cause, ...]


class GateDecided(BaseEvent):
    """The human's answer, whoever wrote it: the dashboard, ``critloop decide``, another machine."""

    durable: ClassVar[bool] = True
    gate: str
    decision: GateDecision


class BringBackOffered(BaseEvent):
    """The result is ready and differs from the user's file: this is what bringing it back would do."""

    preview: BringBackPreview


class BringBackAnswered(BaseEvent):
    """The user's word on the preview. Declined, the result stays in the work copy and its branch."""

    durable: ClassVar[bool] = True
    accepted: bool
    by: str


class BringBackDone(BaseEvent):
    """The user's files were changed, as the preview said."""

    durable: ClassVar[bool] = True
    result: BroughtBack


class BringBackUndone(BaseEvent):
    """``critloop undo`` took the brought-back result out again."""

    durable: ClassVar[bool] = True
    by: str


class RunStopped(BaseEvent):
    """The human stopped the run between or during turns; ``resume`` goes on."""

    durable: ClassVar[bool] = True
    by: str


class RunResumed(BaseEvent):
    """A stopped or interrupted run goes on."""

    by: str


class RunFinished(BaseEvent):
    """The last event, but for an undo."""

    durable: ClassVar[bool] = True
    outcome: Outcome
    reason: str


Event = (
    RunCreated
    | RunPrepared
    | SnapshotTaken
    | TurnStarted
    | CallEnded
    | TurnEnded
    | TurnCut
    | TurnFailed
    | ReportRejected
    | Reviewed
    | FindingAnswered
    | CommitMade
    | ChangesUndone
    | MakerSettled
    | UnitApproved
    | GateOpened
    | GateDecided
    | BringBackOffered
    | BringBackAnswered
    | BringBackDone
    | BringBackUndone
    | RunStopped
    | RunResumed
    | RunFinished
    | AnyUnitFact
    | AnyChainFact
)

EVENT: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)
"""Reads one event from JSON."""


class Recorded(Frozen):
    """An event in its place: ``seq`` counts from 1 in a run, ``at`` is Unix time in seconds."""

    run: str
    seq: int
    at: float
    event: Event
