"""Dispatching a turn: the prompt, the agent, and what is journaled of what comes back."""

import asyncio
import hashlib
from collections.abc import Sequence

from critloop.loop.actions import Ask
from critloop.loop.session import Session, threaded
from critloop.loop.state import Turn
from critloop.loop.turns import LiveSink, TurnStopped, run_turn
from critloop.model import events as ev
from critloop.model.errors import AgentProblem, UnknownFinding
from critloop.model.finding import AnswerKind
from critloop.model.ports import Desk, OpenFinding, TurnRequest
from critloop.model.turn import Reply, Role
from critloop.model.usage import Usage


class MakerDesk:
    """Commits and answers of one maker turn, journaled at once."""

    def __init__(self, session: Session, request: TurnRequest) -> None:
        """Serve the turn of this request."""
        self._session = session
        self._request = request
        self._given = {item.id: item.finding for item in request.findings}

    async def commit_fix(self, findings: Sequence[str], summary: str) -> str | None:
        """Commit what the unit's files have changed; the commit's hash, None when nothing changed."""
        session, unit = self._session, self._request.unit
        named = [self._given[self._known(key)] for key in findings]
        subject = session.policy.commit_subject(session.state.spec, named, summary)
        copy = await session.copy()
        commit = await threaded(copy.commit, subject, session.policy.paths(unit))
        if commit is None:
            return None
        commit = commit.but({"findings": tuple(findings)})
        await session.record(ev.CommitMade(turn=self._request.turn, commit=commit, by="maker"))
        return commit.sha

    async def answer(self, finding: str, kind: AnswerKind, reason: str = "") -> None:
        """Answer one of the findings that the maker was given."""
        key = self._known(finding)
        event = ev.FindingAnswered(turn=self._request.turn, finding=key, answer=kind, reason=reason)
        await self._session.record(event)

    def _known(self, finding: str) -> str:
        if finding not in self._given:
            known = ", ".join(self._given) or "none"
            raise UnknownFinding(f"there is no finding {finding} in this turn", f"findings: {known}")
        return finding


async def ask(session: Session, action: Ask) -> None:
    """Do one turn and journal how it ended."""
    turn = f"t{len(session.state.turns) + 1}"
    await _stand_on(session, action.revision, turn)
    request = await _request(session, action, turn)
    digest = hashlib.sha256(request.prompt.encode()).hexdigest()
    await session.append(
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
        )
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


async def _request(session: Session, action: Ask, turn: str) -> TurnRequest:
    state, policy = session.state, session.policy
    blocking = state.blocking(action.unit.id) if action.role is Role.MAKER else []
    if action.role is Role.MAKER:
        pairs = [(item.id, item.finding) for item in blocking]
        brief = policy.maker_brief(state.spec, action.unit, pairs, state.guidance)
    else:
        brief = policy.critic_brief(state.spec, action.unit, action.problem)
    prompt = await threaded(session.prompts.render, policy.name, action.role.value, dict(brief))
    earlier = [t for t in state.turns.values() if t.role is action.role and t.status != "cut"]
    copy = await session.copy()
    return TurnRequest(
        run=session.run,
        turn=turn,
        loop=policy.name,
        role=action.role,
        agent=state.spec.maker if action.role is Role.MAKER else state.spec.critic,
        prompt=prompt,
        folder=copy.folder,
        unit=action.unit,
        round=action.round,
        attempt=action.attempt,
        turn_number=len(earlier) + 1,
        findings=tuple(OpenFinding(id=item.id, finding=item.finding) for item in blocking),
        conversation=earlier[-1].conversation if earlier and action.role is Role.MAKER else None,
        idle_seconds=state.spec.limits.turn_idle,
    )


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
