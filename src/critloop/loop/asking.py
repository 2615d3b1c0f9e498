"""Dispatching a turn: the prompt, the agent, and what is journaled of what comes back."""

import asyncio
import hashlib

from critloop.loop.actions import Ask
from critloop.loop.desk import MakerDesk
from critloop.loop.session import Session, threaded
from critloop.loop.state import Turn
from critloop.loop.telling import situation
from critloop.loop.turns import LiveSink, TurnStopped, run_turn
from critloop.model import events as ev
from critloop.model.errors import AgentProblem
from critloop.model.ports import Desk, TurnRequest, WorkCopy
from critloop.model.run import RunSpec
from critloop.model.turn import AgentRef, Reply, Role
from critloop.model.usage import Usage
from critloop.workflows.briefs import brief_of, prompt_name
from critloop.workflows.situation import Situation


async def ask(session: Session, action: Ask) -> None:
    """Do one turn and journal how it ended."""
    turn = f"t{len(session.state.turns) + 1}"
    await _stand_on(session, action.revision, turn)
    request, digest = await _request(session, action, turn)
    gathered = request.context is not None and request.context != session.state.pages.get(action.unit.id)
    shown = [ev.ContextGathered(unit=action.unit.id, context=request.context)] if request.context and gathered else []
    await session.append(
        *shown,
        ev.TurnStarted(
            turn=turn,
            role=action.role,
            unit=action.unit.id,
            round=action.round,
            attempt=action.attempt,
            agent=request.agent,
            prompt=request.prompt,
            prompt_hash=digest,
            revision=action.revision,
            duty=action.duty,
        ),
    )
    await _dispatch(session, request)


async def cut(session: Session, turn: Turn, reason: str, text: str = "") -> None:
    """Close a turn that will not come back; what it edited is kept aside."""
    copy = await session.copy()
    kept = await threaded(copy.restore, turn.revision, turn.id)
    session.clean = True
    await session.record(ev.TurnCut(turn=turn.id, reason=reason, text=text, kept=kept))


async def _stand_on(session: Session, revision: str, turn: str) -> None:
    """Have the work copy show exactly this revision; a no-op when it is known to."""
    copy = await session.copy()
    if not session.clean or copy.head != revision:
        await threaded(copy.restore, revision, turn)
    session.clean = True


async def _request(session: Session, action: Ask, turn: str) -> tuple[TurnRequest, str]:
    """What is asked of whom, and the hash of the prompt."""
    state, policy = session.state, session.policy
    copy = await session.copy()
    now, prompt = await threaded(_written, session, copy, action)
    earlier = [t for t in state.turns.values() if t.role is action.role and t.status != "cut"]
    goes_on = bool(earlier) and action.role is Role.MAKER and not policy.text_replies
    request = TurnRequest(
        run=session.run,
        turn=turn,
        loop=policy.name,
        role=action.role,
        agent=_agent(state.spec, action),
        prompt=prompt,
        folder=copy.folder,
        unit=action.unit,
        round=action.round,
        attempt=action.attempt,
        turn_number=len(earlier) + 1,
        findings=now.findings if action.role is Role.MAKER else (),
        conversation=earlier[-1].conversation if goes_on else None,
        idle_seconds=state.spec.limits.turn_idle,
        duty=action.duty,
        spec=state.spec,
        text=now.text,
        material=now.material,
        criteria=now.criteria,
        items=now.items,
        context=now.page,
        tests=state.spec.tests,
    )
    return request, hashlib.sha256(prompt.encode()).hexdigest()


def _written(session: Session, copy: WorkCopy, action: Ask) -> tuple[Situation, str]:
    """What the role is told, and the prompt that says it. Blocks."""
    state, policy = session.state, session.policy
    page = session.ports.gather(state.spec, copy.folder, action.unit) if action.role is Role.CRITIC else None
    now = situation(state, policy, copy, action, page or state.pages.get(action.unit.id))
    name = prompt_name(action.duty, policy.name)
    return now, session.prompts.render(policy.name, name, dict(brief_of(now)))


def _agent(spec: RunSpec, action: Ask) -> AgentRef:
    if action.role is Role.MAKER:
        return spec.maker
    if action.duty == "audit":
        return spec.auditor or spec.critic
    return (spec.extractor or spec.critic) if action.duty == "extract" else spec.critic


async def _dispatch(session: Session, request: TurnRequest) -> None:
    calls = 0

    async def call_ended(text: str, usage: Usage) -> None:
        nonlocal calls
        calls += 1
        await session.record(ev.CallEnded(turn=request.turn, index=calls, text=text, usage=usage))

    ports = session.ports
    sink = LiveSink(request, session.watch, call_ended, ports.clock)
    is_maker = request.role is Role.MAKER
    desk: Desk | None = MakerDesk(session, request) if is_maker else None
    try:
        agent = ports.agent_for(request.agent, request.role)
        reply = await run_turn(agent, request, sink, desk, session.control, ports.clock)
    except AgentProblem as problem:
        await _failed(session, request, problem, sink)
    except (TurnStopped, asyncio.CancelledError) as stop:
        reason = "stopped by the human" if isinstance(stop, TurnStopped) else "the dashboard closed"
        await asyncio.shield(cut(session, session.state.turns[request.turn], reason, sink.received))
        raise
    else:
        await _returned(session, request, reply)


async def _failed(session: Session, request: TurnRequest, problem: AgentProblem, sink: LiveSink) -> None:
    text = problem.text or sink.received
    reason = " — ".join(filter(None, (problem.message, problem.remedy)))
    usage = Usage(seconds=max(0.0, session.ports.clock.now() - session.state.turns[request.turn].started_at))
    await session.record(ev.TurnFailed(turn=request.turn, reason=reason, text=text, usage=usage, final=problem.final))
    await _put_aside(session, request, "the turn failed; its edits are kept aside")


async def _returned(session: Session, request: TurnRequest, reply: Reply) -> None:
    """Journal the reply first: it is paid for. A critic that touched a file has failed its turn all the same."""
    if request.role is Role.MAKER:
        await session.record(ev.TurnEnded(turn=request.turn, reply=reply))
        if reply.stop != "end":
            await _put_aside(session, request, "the turn ended early; its edits are kept aside")
        return
    copy = await session.copy()
    touched = [change.path for change in await threaded(copy.changes)]
    if not touched and copy.head == session.state.turns[request.turn].revision:
        await session.record(ev.TurnEnded(turn=request.turn, reply=reply))
        return
    what = ", ".join(touched[:3]) or "the history of the work copy"
    reason = f"the critic changed {what}; a critic may only read"
    await session.record(ev.TurnFailed(turn=request.turn, reason=reason, text=reply.text, usage=reply.usage))
    await _put_aside(session, request, "a critic may only read")


async def _put_aside(session: Session, request: TurnRequest, reason: str) -> None:
    copy = await session.copy()
    paths = tuple(change.path for change in await threaded(copy.changes))
    kept = await threaded(copy.restore, session.state.turns[request.turn].revision, request.turn)
    session.clean = True
    if kept is not None:
        await session.record(ev.ChangesUndone(turn=request.turn, paths=paths, reason=reason, kept=kept))
