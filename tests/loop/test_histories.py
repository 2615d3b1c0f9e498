"""Whatever happens, in whatever order: what must hold of every run.

A random world answers each action of ``next_action`` with some event that could follow from it, and
random humans interfere. No driver, no agents: only the fold and the decision.
"""

from collections.abc import Callable

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from critloop.loop import actions as do
from critloop.loop.cutting import known_units
from critloop.loop.decide import next_action
from critloop.loop.fold import apply, fold
from critloop.loop.numbering import next_number
from critloop.loop.state import Round, RunState, Turn
from critloop.loop.triage import triage
from critloop.model import events as ev
from critloop.model.criteria import Criteria, Criterion, Score
from critloop.model.finding import AnswerKind, Finding, Location, Severity
from critloop.model.gate import GateDecision
from critloop.model.items import Look
from critloop.model.material import FilePatch, Material, RangeText, UnitText
from critloop.model.outcome import Outcome
from critloop.model.report import Report, Verdict
from critloop.model.run import BranchInputs, Creation, Inputs, Limits, PolishInputs, Range, TaskInputs, Unit
from critloop.model.turn import AgentRef, Reply
from critloop.model.usage import Usage
from critloop.model.workcopy import BringBackPreview, BroughtBack, Commit, Snapshot
from critloop.workflows.registry import policy_of
from tests.support.world import origin, run_spec

STEPS = 400
TEXTS = [
    "# Orders\n\n## Task 1: A\n\nOne.\n",
    "# Orders\n\n## Task 1: A\n\nTwo.\n\n## Task 2: B\n\nHere.\n",
    "# Orders\n\n## Task 1: A\n\nThree.\n\n## Task 2: B\n\nThere.\n",
]
ISSUES = ["a", "b", "c"]
LOOPS = ["spec", "plan", "docs", "task", "branch", "polish"]
RANGE = Range(base="base")
INPUTS: dict[str, Inputs] = {
    "task": TaskInputs(range=RANGE, requirement="Do it.", source="plan.md"),
    "branch": BranchInputs(range=RANGE),
    "polish": PolishInputs(goal="short"),
}
CRITERIA = Criteria(criteria=(Criterion(id="C1", text="one"), Criterion(id="C2", text="two")), cap=3)

Draw = Callable[[st.SearchStrategy[object]], object]


class RandomWorld:
    """A run's history, grown by one event at a time."""

    def __init__(self, data: st.DataObject, limits: Limits, loop: str = "spec") -> None:
        self.data = data
        self.items: list[ev.Recorded] = []
        self.state: RunState | None = None
        self.revision = 0
        self.text = TEXTS[0]
        self.policy = policy_of(loop)
        may_create = loop not in ("branch", "polish")
        spec = run_spec(
            limits,
            loop=loop,
            inputs=INPUTS.get(loop),
            create=Creation(instruction="write") if may_create and self.pick(True, False) else None,
            rereview=self.pick("full", "scoped"),  # type: ignore[arg-type] # drawn from its values
        )
        self.say(ev.RunCreated(spec=spec, version="0"))

    def pick(self, *choices: object) -> object:
        return self.data.draw(st.sampled_from(choices))

    def say(self, *happened: ev.Event) -> None:
        for event in happened:
            item = ev.Recorded(run="run1", seq=len(self.items) + 1, at=len(self.items), event=event)
            self.items.append(item)
            before = self.state
            self.state = apply(self.state, item)
            check_step(before, event)

    @property
    def now(self) -> RunState:
        assert self.state is not None
        return self.state

    def pieces(self) -> tuple[UnitText, ...]:
        """The units as the text is cut now; a diff has a file for each heading."""
        material = Material(text=self.text)
        if self.now.spec.range is not None:
            parts = self.text.split("## ")[1:]
            files = tuple(FilePatch(path=f"{n}.py", status="added", patch=part) for n, part in enumerate(parts))
            material = Material(range=RangeText(base="base", head=f"r{self.revision}", files=files))
        return self.policy.units(self.now.spec, material, known_units(self.now))

    def snapshot(self, unit: str) -> Snapshot:
        from tests.support.world import snapshot  # noqa: PLC0415 - a name clash with this method

        piece = next(piece for piece in self.pieces() if piece.unit.id == unit)
        return snapshot(f"r{self.revision}", piece.text).but({"text_hash": piece.hash})

    def cut(self) -> list[ev.Event]:
        pieces = self.pieces()
        hashes = {piece.unit.id: piece.hash for piece in pieces}
        return [ev.UnitsCut(units=tuple(piece.unit for piece in pieces), hashes=hashes)]

    def perform(self, action: do.Action) -> None:
        match action:
            case do.Prepare():
                self.prepare()
            case do.TakeSnapshot():
                snapshot = self.snapshot(action.unit.id)
                self.say(ev.SnapshotTaken(unit=action.unit.id, round=action.round, snapshot=snapshot))
            case do.KeepBest():
                self.revision += 1
                snapshot = self.snapshot(action.unit.id).but({"text_hash": self.best(action).snapshot.text_hash})
                self.say(ev.BestKept(unit=action.unit.id, round=action.round, snapshot=snapshot))
            case do.ExpectUnit(unit):
                self.say(ev.UnitComing(unit=unit))
            case do.LeaveBeside():
                self.say(ev.LeftBeside(gate=action.gate, path="best.md", digest="d"))
            case do.CutTurn():
                self.say(ev.TurnCut(turn=action.turn, reason="died"))
            case do.Ask():
                self.ask(action)
            case do.ReadReport():
                self.read(action.turn)
            case do.SettleMaker():
                self.settle(action.turn)
            case do.Approve():
                self.say(ev.UnitApproved(unit=action.unit.id, round=action.round, revision=action.revision))
            case do.OpenGate():
                gate = f"g{len(self.now.gates) + 1}"
                self.say(ev.GateOpened(gate=gate, unit=action.unit.id, causes=action.causes))
            case do.OfferBringBack():
                mode = self.pick("write", "merge", "nothing", "blocked")
                self.say(ev.BringBackOffered(preview=BringBackPreview(mode=mode)))  # type: ignore[arg-type] # drawn from its values
            case do.BringBack():
                done = BroughtBack(mode="write", before_hash="a", after_hash="b", backup="c")
                self.say(ev.BringBackDone(result=done))
            case do.Finish():
                self.say(ev.RunFinished(outcome=action.outcome, reason=action.reason))
            case _:
                raise AssertionError(action)

    def best(self, action: do.KeepBest) -> Round:
        return next(round for round in self.now.rounds_of(action.unit.id) if round.number == action.round)

    def prepare(self) -> None:
        spec = self.now.spec
        units = tuple(piece.unit for piece in self.pieces())
        if spec.create is not None:
            units = (Unit(id="chunk-1" if self.policy.piecewise else self.policy.name, name="new", path=spec.subject),)
        self.say(ev.RunPrepared(origin=origin(spec, TEXTS[0]), units=units))
        if spec.create is None and self.policy.several:
            self.say(*self.cut())

    def ask(self, action: do.Ask) -> None:
        turn = f"t{len(self.now.turns) + 1}"
        self.say(
            ev.TurnStarted(
                turn=turn,
                role=action.role,
                unit=action.unit.id,
                round=action.round,
                attempt=action.attempt,
                agent=AgentRef(agent="x"),
                prompt="",
                prompt_hash="",
                revision=action.revision,
                duty=action.duty,
            )
        )
        how = self.pick(*["end"] * 15, "max_tokens", "refusal", "fail", "die", "final")
        usage = Usage(output=self.data.draw(st.integers(0, 50)))
        if how in ("fail", "final"):
            self.say(ev.TurnFailed(turn=turn, reason="no", final=how == "final"))
        elif how != "die":
            self.say(ev.TurnEnded(turn=turn, reply=Reply(text="", stop=how, usage=usage)))  # type: ignore[arg-type] # drawn from its values

    def read(self, turn: str) -> None:
        how = self.pick(*["report"] * 12, "no_verdict", "contradictory", "not_reviewed")
        if how != "report":
            self.say(ev.ReportRejected(turn=turn, problem=how, reason="x"))  # type: ignore[arg-type] # drawn from its values
            return
        asked = self.now.turns[turn]
        if asked.duty == "extract":
            self.say(ev.CriteriaLocked(criteria=CRITERIA, hash=CRITERIA.hash, turn=turn))
        elif asked.duty == "look":
            self.look(asked)
        else:
            unit = self.now.unit_of(asked.unit)
            self.say(triage(self.now, unit, self.report(), turn, self.policy, lambda _: self.text))

    def look(self, turn: Turn) -> None:
        looks = {i.id: Look(kind=self.pick("holds", "gap", "unknown")) for i in self.now.open_items(turn.unit)}  # type: ignore[arg-type] # drawn from its values
        gaps = [key for key, look in looks.items() if look.kind == "gap"]
        findings = {key: f"F{number}" for number, key in enumerate(gaps, start=next_number(self.now))}
        self.say(ev.ItemsLooked(turn=turn.id, unit=turn.unit, looks=looks, findings=findings))

    def report(self) -> Report:
        issues = self.data.draw(st.lists(st.sampled_from(ISSUES), max_size=3))
        severities = [self.pick(*Severity) for _ in issues]
        findings = tuple(a_finding(t, Severity(str(s))) for t, s in zip(issues, severities, strict=True))
        passed = all(finding.severity is Severity.LOW for finding in findings)
        items = ("the port",) if self.policy.name == "task" and self.pick(True, False) else ()
        scores: tuple[Score, ...] = ()
        if self.policy.scored:
            scores = tuple(Score(criterion_id=i.id, passed=bool(self.pick(True, False))) for i in CRITERIA.criteria)
            passed = all(score.passed for score in scores)
            findings = tuple(a_finding(s.criterion_id) for s in scores if not s.passed)
        verdict = Verdict(name="Status", text="", passed=passed)
        return Report(format="x", verdicts=(verdict,), findings=findings, cannot_verify=items, scores=scores)

    def settle(self, turn: str) -> None:
        asked = self.now.turns[turn]
        events: list[ev.Event] = []
        if asked.duty == "create" and not self.pick(True, True, False):
            self.say(ev.ReportRejected(turn=turn, problem="not_reviewed", reason="nothing was written"))
            return
        if self.pick(True, False):
            self.text = str(self.pick(*TEXTS))
            self.revision += 1
            commit = Commit(sha=f"r{self.revision}", subject="x")
            events.append(ev.CommitMade(turn=turn, commit=commit, by="maker"))
        for tracked in [] if asked.duty == "create" else self.now.blocking(asked.unit):
            kind = self.pick(None, *AnswerKind)
            if isinstance(kind, AnswerKind):
                events.append(ev.FindingAnswered(turn=turn, finding=tracked.id, answer=kind, reason="because"))
        events.append(ev.MakerSettled(turn=turn, head=f"r{self.revision}"))
        if asked.duty == "create":
            self.say(*events, *self.cut(), *([ev.CreationDone(turn=turn)] if self.is_whole() else []))
            return
        events += self.cut() if self.policy.several else []
        if asked.duty != "close" and any(piece.unit.id == asked.unit for piece in self.pieces()):
            round = self.now.unit_of(asked.unit).rounds + 1
            events.append(ev.SnapshotTaken(unit=asked.unit, round=round, snapshot=self.snapshot(asked.unit)))
        self.say(*events)

    def is_whole(self) -> bool:
        return not self.policy.piecewise or bool(self.pick(True, True, False))

    def human(self, wait: do.Wait) -> None:
        if wait.on == "resume":
            self.say(ev.RunResumed(by="x"))
        elif wait.on == "bring_back":
            self.say(ev.BringBackAnswered(accepted=bool(self.pick(True, False)), by="x"))
        else:
            gate = self.now.open_gate
            assert gate is not None
            phase = self.now.unit_of(gate.unit).phase
            choice = self.pick("continue", "abort" if phase == "create" else "approve", "continue", "abort")
            self.rule(gate.unit)
            rounds = self.data.draw(st.integers(1, 3))
            decision = GateDecision(choice=choice, by="x", rounds=rounds, reason="r", guidance="g")  # type: ignore[arg-type] # drawn from its values
            self.say(ev.GateDecided(gate=gate.id, decision=decision))

    def rule(self, unit: str) -> None:
        """Settle some of the items that could not be verified."""
        for item in self.now.open_items(unit):
            ruling = self.pick("open", "holds", "gap", "accepted")
            if ruling != "open":
                gap = f"F{next_number(self.now)}" if ruling == "gap" else None
                self.say(ev.ItemRuled(item=item.id, ruling=ruling, reason="r", by="x", finding=gap))  # type: ignore[arg-type] # drawn from its values


def a_finding(text: str, severity: Severity = Severity.HIGH) -> Finding:
    return Finding(
        severity=severity,
        label="Issue",
        dimension="clarity",
        title=text,
        issue=text,
        location=Location(section="Orders"),
    )


def check_step(before: RunState | None, event: ev.Event) -> None:
    """What must hold of each single event, given the state before it."""
    if isinstance(event, ev.GateOpened):
        assert before is not None
        assert before.open_gate is None
    if isinstance(event, ev.UnitApproved):
        assert before is not None
        assert approved_by_the_book(before, event)
    if isinstance(event, ev.RunFinished) and event.outcome is Outcome.APPROVED:
        assert before is not None
        assert all(unit.outcome == "approved" for unit in before.units)


def approved_by_the_book(state: RunState, event: ev.UnitApproved) -> bool:
    """From the events alone: the unit's last full report, from a turn that ended, approves this revision."""
    unit = state.unit_of(event.unit)
    last = state.rounds_of(event.unit)[-1]
    assert last.critic_turn is not None
    assert last.scope == "full"
    turn = state.turns[last.critic_turn]
    assert unit.snapshot is not None
    open_now = [f for f in state.open_findings(event.unit) if f.id in last.raised and f.blocking]
    return (
        last.report.approves
        and not open_now
        and not [item for item in state.items.values() if item.unit == event.unit and item.status == "open"]
        and turn.status == "ended"
        and turn.duty in ("review", "audit")
        and turn.problem == ""
        and turn.revision == event.revision == unit.snapshot.revision == last.snapshot.revision
    )


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.data(), st.integers(1, 5), st.sampled_from([None, 60, 200]), st.sampled_from(LOOPS))
def test_every_history_waits_or_ends_and_approves_by_the_book(
    data: st.DataObject, rounds: int, max_tokens: int | None, loop: str
) -> None:
    world = RandomWorld(data, Limits(rounds=rounds, max_tokens=max_tokens, max_patch=2), loop)
    alone = 0
    decisions = 0
    while decisions < 6:
        action = next_action(world.now)
        if isinstance(action, do.Done):
            break
        if isinstance(action, do.Wait):
            alone = 0
            decisions += 1
            world.human(action)
            continue
        if data.draw(st.integers(0, 30)) == 0 and not world.now.stopped:
            world.say(ev.RunStopped(by="x"))
            continue
        world.perform(action)
        alone += 1
        assert alone < STEPS, "the run neither ends nor waits"
    assert fold(world.items) == world.state
    if world.now.outcome is None:
        assert not isinstance(next_action(world.now), do.Done)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.data())
def test_a_prefix_of_a_history_is_a_history(data: st.DataObject) -> None:
    world = RandomWorld(data, Limits(rounds=3))
    for _ in range(30):
        action = next_action(world.now)
        if isinstance(action, do.Wait | do.Done):
            break
        world.perform(action)
    cut = data.draw(st.integers(1, len(world.items)))
    assert next_action(fold(world.items[:cut])) is not None
