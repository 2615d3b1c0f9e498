"""Performs what ``next_action`` says through the ports, until a human is needed or the run ends."""

from typing import Literal, assert_never

from critloop.loop import actions as do
from critloop.loop import asking, bringing, reading, settling, standing
from critloop.loop.control import Control
from critloop.loop.decide import next_action
from critloop.loop.fold import fold
from critloop.loop.session import Ports, Session, threaded
from critloop.loop.state import RunState
from critloop.loop.turns import TurnStopped
from critloop.model import events as ev
from critloop.model.errors import StaleVersion
from critloop.model.ports import Watcher


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
            await standing.prepare(session)
        case do.CutTurn():
            await asking.cut(session, session.state.turns[action.turn], "the process that ran it ended")
        case do.TakeSnapshot():
            await standing.snapshot(session, action.unit, action.round)
        case do.LockCriteria(criteria):
            await session.append(ev.CriteriaLocked(criteria=criteria, hash=criteria.hash))
        case do.ExpectUnit(unit):
            await session.append(ev.UnitComing(unit=unit))
        case do.KeepBest():
            await standing.keep_best(session, action.unit, action.round)
        case do.LeaveBeside():
            await standing.leave_beside(session, action.unit, action.gate)
        case do.UseReview():
            await reading.use_review(session, action)
        case do.Ask():
            await asking.ask(session, action)
        case do.ReadReport():
            await reading.read(session, action.turn)
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
