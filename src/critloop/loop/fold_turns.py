"""The part of the fold that is about turns: who was asked, what came back, what failed."""

from typing import assert_never

from critloop.loop.state import RunState, TrackedFinding, Turn
from critloop.model import events as ev
from critloop.model.finding import Progress
from critloop.model.turn import Role

TurnEvent = (
    ev.TurnStarted | ev.CallEnded | ev.TurnEnded | ev.TurnCut | ev.TurnFailed | ev.ReportRejected | ev.MakerSettled
)

TRIES = 2
"""Failed or malformed turns in a row after which a human is asked."""


def apply(state: RunState, event: TurnEvent, at: float) -> RunState:
    """The state after an event about a turn."""
    match event:
        case ev.TurnStarted():
            return _started(state, event, at)
        case ev.CallEnded():
            turn = state.turns[event.turn]
            state = with_turn(state, event.turn, usage=turn.usage + event.usage, text=turn.text + event.text)
            return state.but({"usage": state.usage + event.usage})
        case ev.TurnEnded():
            return _ended(state, event, at)
        case ev.TurnCut():
            text = event.text or state.turns[event.turn].text
            state = without_commits(state, event.turn)
            return with_turn(state, event.turn, status="cut", ended_at=at, error=event.reason, text=text)
        case ev.TurnFailed():
            return _failed(state, event, at)
        case ev.ReportRejected():
            return _rejected(state, event)
        case ev.MakerSettled():
            return _settled(state, event)
        case _:
            assert_never(event)


def with_turn(state: RunState, turn: str, **update: object) -> RunState:
    """The state with some fields of one turn replaced."""
    turns = {**state.turns, turn: state.turns[turn].but(update)}
    return state.but({"turns": turns})


def without_commits(state: RunState, turn: str) -> RunState:
    """The state without the commits of a turn: they were put aside with it."""
    return state.but({"commits": tuple(made for made in state.commits if made.turn != turn)})


def _started(state: RunState, event: ev.TurnStarted, at: float) -> RunState:
    turn = Turn(
        id=event.turn,
        role=event.role,
        unit=event.unit,
        round=event.round,
        attempt=event.attempt,
        agent=event.agent,
        prompt=event.prompt,
        prompt_hash=event.prompt_hash,
        revision=event.revision,
        started_at=at,
        duty=event.duty,
    )
    findings = _without_replies(state, event) if event.role is Role.MAKER else state.findings
    return state.but({"turns": {**state.turns, event.turn: turn}, "findings": findings})


def _without_replies(state: RunState, event: ev.TurnStarted) -> dict[str, TrackedFinding]:
    """A maker that is asked again answers anew: what a failed or cut turn had said doesn't count."""
    return {
        key: item.but({"replies": tuple(r for r in item.replies if r.round != event.round)})
        if item.unit == event.unit and item.replies and item.replies[-1].round == event.round
        else item
        for key, item in state.findings.items()
    }


def _ended(state: RunState, event: ev.TurnEnded, at: float) -> RunState:
    reply = event.reply
    normal = reply.stop == "end"
    more = reply.usage - state.turns[event.turn].usage
    state = with_turn(
        state.but({"usage": state.usage + more}),
        event.turn,
        status="ended" if normal else "failed",
        ended_at=at,
        text=reply.text,
        error=reply.error,
        usage=reply.usage,
        tools=reply.tools,
        conversation=reply.conversation,
    )
    if normal:
        return state
    state = without_commits(state, event.turn)
    words = reply.error or f"the turn ended early ({reply.stop})"
    return state.but({"failures": state.failures + 1, "last_problem": words})


def _failed(state: RunState, event: ev.TurnFailed, at: float) -> RunState:
    turn = state.turns[event.turn]
    state = with_turn(
        without_commits(state, event.turn).but({"usage": state.usage + event.usage}),
        event.turn,
        status="failed",
        ended_at=at,
        text=event.text or turn.text,
        error=event.reason,
        final=event.final,
        usage=turn.usage + event.usage,
    )
    failures = max(state.failures + 1, TRIES if event.final else 0)
    return state.but({"failures": failures, "last_problem": event.reason})


def _rejected(state: RunState, event: ev.ReportRejected) -> RunState:
    state = with_turn(without_commits(state, event.turn), event.turn, handled=True, problem=event.reason)
    counter = "failures" if event.problem in ("not_reviewed", "stale") else "rejections"
    return state.but({counter: getattr(state, counter) + 1, "last_problem": event.reason})


def _settled(state: RunState, event: ev.MakerSettled) -> RunState:
    state = with_turn(state, event.turn, handled=True)
    turn = state.turns[event.turn]
    findings = {
        key: item.but({"progress": Progress.CLAIMED}) if key in event.claimed else item
        for key, item in state.findings.items()
    }
    closing = {"closed": True} if turn.duty == "close" else {}
    units = state.units_with(turn.unit, {"last_maker_turn": turn.id, **closing})
    head = event.head or state.head
    told = {"failures": 0, "last_problem": "", "guidance": ""}
    return state.but({"findings": findings, "units": units, "head": head, **told})
