"""Whatever happens, in whatever order: what must hold of every run.

A random world answers each action of ``next_action`` with some event that could follow from it, and
random humans interfere. No driver, no agents: only the fold and the decision.
"""

from collections.abc import Callable

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from critloop.loop import actions as do
from critloop.loop.decide import next_action
from critloop.loop.fold import apply, fold
from critloop.loop.state import RunState
from critloop.loop.triage import triage
from critloop.model import events as ev
from critloop.model.finding import AnswerKind, Finding, Location, Severity
from critloop.model.gate import GateDecision
from critloop.model.outcome import Outcome
from critloop.model.report import Report, Verdict
from critloop.model.run import Limits
from critloop.model.turn import AgentRef, Reply
from critloop.model.usage import Usage
from critloop.model.workcopy import BringBackPreview, BroughtBack, Commit, Snapshot
from critloop.workflows.spec import SpecPolicy
from tests.support.world import origin, run_spec

STEPS = 400
TEXTS = ["# Orders\n\nOne.\n", "# Orders\n\nTwo.\n", "# Orders\n\nThree.\n\n## Storage\n\nHere.\n"]
ISSUES = ["a", "b", "c"]
POLICY = SpecPolicy()

Draw = Callable[[st.SearchStrategy[object]], object]


class RandomWorld:
    """A run's history, grown by one event at a time."""

    def __init__(self, data: st.DataObject, limits: Limits) -> None:
        self.data = data
        self.items: list[ev.Recorded] = []
        self.state: RunState | None = None
        self.revision = 0
        self.text = TEXTS[0]
        self.say(ev.RunCreated(spec=run_spec(limits), version="0"))

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

    def snapshot(self) -> Snapshot:
        from tests.support.world import snapshot  # noqa: PLC0415 - a name clash with this method

        return snapshot(f"r{self.revision}", self.text)

    def perform(self, action: do.Action) -> None:
        unit = self.now.units[0].unit if self.now.units else None
        match action:
            case do.Prepare():
                units = POLICY.units(self.now.spec, self.text)
                self.say(ev.RunPrepared(origin=origin(self.now.spec, TEXTS[0]), units=units))
            case do.TakeSnapshot():
                self.say(ev.SnapshotTaken(unit=action.unit.id, round=action.round, snapshot=self.snapshot()))
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
                assert unit is not None
                gate = f"g{len(self.now.gates) + 1}"
                self.say(ev.GateOpened(gate=gate, unit=unit.id, causes=action.causes))
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
            )
        )
        how = self.pick("end", "end", "end", "max_tokens", "refusal", "fail", "die", "final")
        usage = Usage(output=self.data.draw(st.integers(0, 50)))
        if how in ("fail", "final"):
            self.say(ev.TurnFailed(turn=turn, reason="no", final=how == "final"))
        elif how != "die":
            self.say(ev.TurnEnded(turn=turn, reply=Reply(text="", stop=how, usage=usage)))  # type: ignore[arg-type] # drawn from its values

    def read(self, turn: str) -> None:
        how = self.pick("report", "report", "report", "no_verdict", "contradictory", "not_reviewed")
        if how != "report":
            self.say(ev.ReportRejected(turn=turn, problem=how, reason="x"))  # type: ignore[arg-type] # drawn from its values
            return
        issues = self.data.draw(st.lists(st.sampled_from(ISSUES), max_size=3))
        report = Report(
            format="spec",
            verdicts=(Verdict(name="Status", text="", passed=not issues),),
            findings=tuple(a_finding(text) for text in issues),
        )
        self.say(triage(self.now, self.now.units[0], report, turn, POLICY, self.text))

    def settle(self, turn: str) -> None:
        events: list[ev.Event] = []
        if self.pick(True, False):
            self.text = str(self.pick(*TEXTS))
            self.revision += 1
            commit = Commit(sha=f"r{self.revision}", subject="x")
            events.append(ev.CommitMade(turn=turn, commit=commit, by="maker"))
        for tracked in self.now.blocking("spec"):
            kind = self.pick(None, *AnswerKind)
            if isinstance(kind, AnswerKind):
                events.append(ev.FindingAnswered(turn=turn, finding=tracked.id, answer=kind, reason="because"))
        events.append(ev.MakerSettled(turn=turn))
        events.append(ev.SnapshotTaken(unit="spec", round=self.now.units[0].rounds + 1, snapshot=self.snapshot()))
        self.say(*events)

    def human(self, wait: do.Wait) -> None:
        if wait.on == "resume":
            self.say(ev.RunResumed(by="x"))
        elif wait.on == "bring_back":
            self.say(ev.BringBackAnswered(accepted=bool(self.pick(True, False)), by="x"))
        else:
            gate = self.now.open_gate
            assert gate is not None
            choice = self.pick("continue", "continue", "approve", "abort")
            rounds = self.data.draw(st.integers(1, 3))
            decision = GateDecision(choice=choice, by="x", rounds=rounds, reason="r", guidance="g")  # type: ignore[arg-type] # drawn from its values
            self.say(ev.GateDecided(gate=gate.id, decision=decision))


def a_finding(text: str) -> Finding:
    return Finding(
        severity=Severity.HIGH,
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
    """From the events alone: the last report on the unit, from a turn that ended, approves this revision."""
    last = state.rounds[-1]
    assert last.critic_turn is not None
    turn = state.turns[last.critic_turn]
    unit = state.units[0]
    assert unit.snapshot is not None
    return (
        last.report.approves
        and not last.report.findings
        and turn.status == "ended"
        and turn.problem == ""
        and turn.revision == event.revision == unit.snapshot.revision == last.snapshot.revision
    )


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.data(), st.integers(1, 5), st.sampled_from([None, 60, 200]))
def test_every_history_waits_or_ends_and_approves_by_the_book(
    data: st.DataObject, rounds: int, max_tokens: int | None
) -> None:
    world = RandomWorld(data, Limits(rounds=rounds, max_tokens=max_tokens))
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
