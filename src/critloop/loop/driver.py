"""Performs what ``next_action`` says through the ports, until a human is needed or the run ends."""

from typing import Literal, assert_never

from critloop.loop import actions as do
from critloop.loop import asking, bringing, settling
from critloop.loop.control import Control
from critloop.loop.decide import next_action
from critloop.loop.fold import fold
from critloop.loop.session import Ports, Session, threaded
from critloop.loop.state import RunState
from critloop.loop.triage import triage
from critloop.loop.turns import TurnStopped
from critloop.model import events as ev
from critloop.model.errors import StaleVersion, UsageProblem
from critloop.model.ports import Watcher, WorkCopy
from critloop.model.report import Malformed, NotReviewed, Report
from critloop.model.run import Unit
from critloop.workflows.policy import Policy


class Driver:
    """Advances runs. Nothing but ``next_action`` decides what happens."""

    def __init__(self, ports: Ports) -> None:
        """Work through these ports."""
        self._ports = ports

    async def advance(
        self,
        run: str,
        *,
        by: str,
        watch: Watcher | None = None,
        control: Control | None = None,
        bring_back: Literal["ask", "yes"] = "ask",
    ) -> RunState:
        """Drive a run until it waits for a human, ends, or is stopped; the state it is then in.

        With ``bring_back="yes"`` a result that needs no merge is brought back without asking.

        Raises:
            LeaseHeld: Another process is advancing it.
            LeaseLost: Another process took it over.
            StoreProblem: The journal can't be read or written.
        """
        lease = await threaded(self._ports.journal.lease, run)
        try:
            state = fold(await threaded(self._ports.journal.read, run))
            session = Session(self._ports, state, lease, watch, control or Control())
            return await self._drive(session, by, bring_back)
        finally:
            await threaded(lease.release)

    async def _drive(self, session: Session, by: str, mode: Literal["ask", "yes"]) -> RunState:
        begun = False
        while True:
            try:
                if not begun:
                    await _begin(session, by)
                    begun = True
                await session.control.ready()
                if session.control.stopping:
                    return await _stop(session)
                action = next_action(session.state)
                if isinstance(action, do.Done):
                    return session.state
                if isinstance(action, do.Wait):
                    if not await bringing.answer_by_itself(session, action, mode, by):
                        return session.state
                else:
                    await _perform(session, action)
            except StaleVersion:
                continue
            except TurnStopped:
                return await _stop(session)


async def _begin(session: Session, by: str) -> None:
    """Take a stopped run up again, and show an unanswered offer as it is now."""
    if session.state.stopped:
        await session.append(ev.RunResumed(by=by))
    await bringing.refresh(session)


async def _stop(session: Session) -> RunState:
    if session.state.outcome is None and not session.state.stopped:
        await session.record(ev.RunStopped(by=session.control.stopped_by))
    return session.state


async def _perform(session: Session, action: do.Action) -> None:
    match action:
        case do.Prepare():
            await _prepare(session)
        case do.CutTurn():
            await asking.cut(session, session.state.turns[action.turn], "the process that ran it ended")
        case do.TakeSnapshot():
            await _snapshot(session, action.unit, action.round)
        case do.UseReview():
            await _use_review(session, action)
        case do.Ask():
            await asking.ask(session, action)
        case do.ReadReport():
            await _read(session, action.turn)
        case do.SettleMaker():
            await settling.settle(session, session.state.turns[action.turn])
        case do.Approve():
            await session.append(ev.UnitApproved(unit=action.unit.id, round=action.round, revision=action.revision))
        case do.OpenGate():
            gate = f"g{len(session.state.gates) + 1}"
            await session.append(ev.GateOpened(gate=gate, unit=action.unit.id, causes=action.causes))
        case do.OfferBringBack() | do.BringBack() | do.Finish():
            await bringing.perform(session, action)
        case do.Wait() | do.Done():
            raise AssertionError("these end the advance")
        case _:
            assert_never(action)


async def _prepare(session: Session) -> None:
    spec = session.state.spec
    copy, origin = await threaded(session.ports.workspace.create, spec)
    session.use(copy)
    session.clean = True
    text = await threaded(copy.read, origin.seed, spec.subject)
    units = session.policy.units(spec, text.decode("utf-8-sig", errors="replace"))
    await session.append(ev.RunPrepared(origin=origin, units=units))


async def _snapshot(session: Session, unit: Unit, round: int) -> None:
    copy = await session.copy()
    snapshot = await threaded(copy.snapshot, unit, round)
    await session.append(ev.SnapshotTaken(unit=unit.id, round=round, snapshot=snapshot))


async def _read(session: Session, turn: str) -> None:
    copy = await session.copy()
    await session.append(await threaded(_read_as, session.state, session.policy, copy, turn))


def _read_as(state: RunState, policy: Policy, copy: WorkCopy, turn: str) -> ev.Reviewed | ev.ReportRejected:
    """What a critic's reply comes to: a round, or the reason why it is none."""
    result = policy.read(state.turns[turn].text)
    match result:
        case Report():
            return _reviewed(state, policy, copy, result, turn)
        case Malformed():
            return ev.ReportRejected(turn=turn, problem=result.kind, reason=result.reason)
        case NotReviewed():
            return ev.ReportRejected(turn=turn, problem="not_reviewed", reason=result.reason)
        case _:
            assert_never(result)


async def _use_review(session: Session, action: do.UseReview) -> None:
    result = session.policy.read(action.text)
    if not isinstance(result, Report):
        raise UsageProblem(f"the review given with --review is no {session.policy.name} review: {result.reason}")
    copy = await session.copy()
    await session.append(await threaded(_reviewed, session.state, session.policy, copy, result, None))


def _reviewed(state: RunState, policy: Policy, copy: WorkCopy, report: Report, turn: str | None) -> ev.Reviewed:
    unit = state.unit
    if unit is None or unit.snapshot is None:
        raise AssertionError("a report is about a snapshot of a unit that is not done")
    text = copy.read(unit.snapshot.revision, unit.unit.path).decode("utf-8-sig", errors="replace")
    return triage(state, unit, report, turn, policy, text)
