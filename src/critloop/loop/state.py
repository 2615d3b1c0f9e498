"""What a run is at one version: everything that is shown or decided, folded from its events."""

from collections.abc import Mapping
from typing import Literal

from critloop.model.base import Frozen
from critloop.model.chain import LinkRun
from critloop.model.context import PageContext
from critloop.model.criteria import Criteria
from critloop.model.events import ChangesUndone, CommitMade, LeftBeside, LinkStood, RunPrepared, TestsWereRun
from critloop.model.finding import Answer, Finding, FindingStatus, Progress
from critloop.model.gate import Cause, GateDecision
from critloop.model.items import Unverified
from critloop.model.outcome import Outcome
from critloop.model.report import Report
from critloop.model.run import RunSpec, Unit
from critloop.model.turn import AgentRef, Duty, Role, ToolCall
from critloop.model.usage import Usage
from critloop.model.workcopy import BringBackPreview, BroughtBack, Snapshot


class Turn(Frozen):
    """One dispatch and what became of it. ``text`` is all that is known of the reply."""

    id: str
    role: Role
    unit: str
    round: int
    attempt: int
    agent: AgentRef
    prompt: str
    prompt_hash: str
    revision: str
    started_at: float
    duty: Duty = "review"
    ended_at: float | None = None
    status: Literal["running", "ended", "failed", "cut"] = "running"
    handled: bool = False
    text: str = ""
    error: str = ""
    problem: str = ""
    final: bool = False
    usage: Usage = Usage()
    tools: tuple[ToolCall, ...] = ()
    conversation: str | None = None


class Round(Frozen):
    """One valid report on a unit. ``raised`` are the ids of its findings, in the report's order.

    ``maker_turn`` is the turn whose fixes this round judges (None in the first round); ``open``
    are the ids that were open and blocking after triage. ``scope`` is ``scoped`` where only the open
    findings and their fixes were looked at.
    """

    number: int
    unit: str
    critic_turn: str | None
    maker_turn: str | None
    snapshot: Snapshot
    report: Report
    raised: tuple[str, ...]
    open: tuple[str, ...]
    at: float
    scope: Literal["full", "scoped"] = "full"


class Sighting(Frozen):
    """A finding as one round raised it. ``reason`` says how it was recognised."""

    round: int
    finding: Finding
    reason: str


class Reply(Frozen):
    """The maker's answer in the turn that worked for ``round``, with the commit that claims the fix."""

    round: int
    answer: Answer
    commit: str | None = None


class TrackedFinding(Frozen):
    """A finding with its identity and history. ``finding`` is its latest wording.

    ``note`` is the reason that goes with ``status``: why it is accepted, refuted, deferred or fixed.
    """

    id: str
    unit: str
    finding: Finding
    blocking: bool
    status: FindingStatus = FindingStatus.OPEN
    progress: Progress | None = Progress.NEW
    note: str = ""
    owner: str | None = None
    expires: str | None = None
    sightings: tuple[Sighting, ...] = ()
    replies: tuple[Reply, ...] = ()

    @property
    def first_round(self) -> int:
        """The round that raised it first; 0 for one that no report raised."""
        return self.sightings[0].round if self.sightings else 0

    @property
    def last_round(self) -> int:
        """The last round that raised it; 0 for one that no report raised."""
        return self.sightings[-1].round if self.sightings else 0

    @property
    def answer(self) -> Answer | None:
        """The maker's latest answer."""
        return self.replies[-1].answer if self.replies else None

    @property
    def is_open(self) -> bool:
        """True while nobody has settled it."""
        return self.status is FindingStatus.OPEN


class UnitState(Frozen):
    """A unit and how far it is.

    ``phase``: ``create`` (it has to be written first), ``begin`` (no snapshot yet), ``review`` (the
    current snapshot waits for a report), ``fix`` (it has one), ``done``. ``judged`` is the round whose
    report is about the current snapshot, or was the last before it. ``allowed`` is the number of
    rounds after which a human is asked; ``muted_until`` the round before which a reason that a human
    has already answered does not open the gate again. ``looked`` is the round whose unverified items
    were looked at; ``closed`` says that the single pass for what needs no second look is over;
    ``done_hash`` is the hash of the text with which the unit was done.
    """

    unit: Unit
    phase: Literal["create", "begin", "review", "fix", "done"] = "begin"
    snapshot: Snapshot | None = None
    snapshots: tuple[Snapshot, ...] = ()
    rounds: int = 0
    judged: int = 0
    looked: int = 0
    closed: bool = False
    done_hash: str = ""
    allowed: int = 0
    muted_until: int = 0
    last_maker_turn: str | None = None
    outcome: Literal["approved", "approved_with_known_issues"] | None = None


class Gate(Frozen):
    """A gate and its answer, if it has one."""

    id: str
    unit: str
    causes: tuple[Cause, ...]
    opened_at: float
    decision: GateDecision | None = None
    decided_at: float | None = None


class RunState(Frozen):
    """The whole run at ``version`` (the number of its events). ``usage`` is of all turns, failed and cut ones too.

    ``commits`` are those on the run's branch; what a failed or cut turn had committed was put aside with it.
    ``head`` is the revision that the work copy stands on between turns. ``created`` is False while a
    maker has more to write before the subject is whole. ``gone`` are units that the subject no longer
    has. ``begun`` are the parts of a chain's links, ``links`` the runs for them, ``blocked`` why the next one
    could not begin.
    """

    spec: RunSpec
    version: int
    created_at: float
    changed_at: float
    prepared: RunPrepared | None = None
    head: str = ""
    created: bool = True
    hashes: dict[str, str] = {}
    criteria: Criteria | None = None
    criteria_hash: str = ""
    pages: dict[str, PageContext] = {}
    items: dict[str, Unverified] = {}
    tests: tuple[TestsWereRun, ...] = ()
    beside: LeftBeside | None = None
    begun: dict[str, tuple[str, ...]] = {}
    links: tuple[LinkRun, ...] = ()
    blocked: LinkStood | None = None
    gone: tuple[UnitState, ...] = ()
    units: tuple[UnitState, ...] = ()
    turns: dict[str, Turn] = {}
    rounds: tuple[Round, ...] = ()
    findings: dict[str, TrackedFinding] = {}
    commits: tuple[CommitMade, ...] = ()
    undone: tuple[ChangesUndone, ...] = ()
    gates: tuple[Gate, ...] = ()
    usage: Usage = Usage()
    budget_grants: int = 1
    failures: int = 0
    rejections: int = 0
    last_problem: str = ""
    guidance: str = ""
    stopped: bool = False
    aborting: GateDecision | None = None
    preview: BringBackPreview | None = None
    bring_back_accepted: bool | None = None
    brought_back: BroughtBack | None = None
    bring_back_undone: bool = False
    outcome: Outcome | None = None
    outcome_reason: str = ""

    @property
    def open_gate(self) -> Gate | None:
        """The gate that waits for a human; there is never more than one."""
        return self.gates[-1] if self.gates and self.gates[-1].decision is None else None

    @property
    def unit(self) -> UnitState | None:
        """The first unit that is not done."""
        return next((unit for unit in self.units if unit.phase != "done"), None)

    @property
    def running_turn(self) -> Turn | None:
        """The turn that is under way, or was when its process died."""
        last = next(reversed(self.turns.values()), None)
        return last if last is not None and last.status == "running" else None

    def unit_of(self, unit: str) -> UnitState:
        """The unit with this id, done or not, or one that is gone."""
        return next(item for item in (*self.units, *self.gone) if item.unit.id == unit)

    def units_with(self, unit: str, changes: Mapping[str, object]) -> tuple[UnitState, ...]:
        """All units, with some fields of one of them changed."""
        return tuple(item.but(changes) if item.unit.id == unit else item for item in self.units)

    def rounds_of(self, unit: str) -> list[Round]:
        """The rounds of one unit, in order."""
        return [item for item in self.rounds if item.unit == unit]

    def last_round(self, unit: str) -> Round | None:
        """The latest round of a unit."""
        return next((item for item in reversed(self.rounds) if item.unit == unit), None)

    def open_findings(self, unit: str | None = None) -> list[TrackedFinding]:
        """The open findings, of one unit or of all, in the order in which they were first raised."""
        return [f for f in self.findings.values() if f.is_open and unit in (None, f.unit)]

    def judged_round(self, unit: str) -> Round | None:
        """The round that counts for the unit's present text: the latest, or the best where that was taken back."""
        number = next((item.judged for item in self.units if item.unit.id == unit), 0)
        return next((item for item in reversed(self.rounds) if (item.unit, item.number) == (unit, number)), None)

    def open_items(self, unit: str) -> list[Unverified]:
        """What a reviewer of the unit could not verify and nobody has settled yet."""
        return [item for item in self.items.values() if item.unit == unit and item.status == "open"]

    def blocking(self, unit: str) -> list[TrackedFinding]:
        """The open findings of a unit that block it: those of the report on its present text, and confirmed gaps.

        A gap that somebody has confirmed stays, whether or not a later critic sees it, until its item is settled
        anew about another text.
        """
        last = self.judged_round(unit)
        gaps = (i.finding for i in self.items.values() if i.unit == unit and i.finding and i.status == "gap")
        keys = dict.fromkeys((*(last.raised if last else ()), *gaps))
        return [self.findings[key] for key in keys if self.findings[key].is_open and self.findings[key].blocking]
