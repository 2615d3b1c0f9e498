"""After a maker's turn: its answers, its commits, what it left lying around, what it must not touch."""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from critloop.loop.session import Session, threaded
from critloop.loop.splitting import split
from critloop.loop.state import RunState, Turn
from critloop.loop.triage import place_changed
from critloop.model import events as ev
from critloop.model.finding import AnswerKind, Finding
from critloop.model.ports import WorkCopy
from critloop.model.run import Unit
from critloop.model.workcopy import Snapshot
from critloop.reports.answers import read_answers, unasked_answers
from critloop.workflows.policy import Policy


async def settle(session: Session, turn: Turn) -> None:
    """Deal with all that a maker's turn left, and take the snapshot that the next round judges."""
    copy = await session.copy()
    events = await threaded(_settled, session.state, session.policy, copy, turn)
    session.clean = True
    await session.append(*events)


def _settled(state: RunState, policy: Policy, copy: WorkCopy, turn: Turn) -> list[ev.Event]:
    unit = state.unit_of(turn.unit).unit
    answers = _answers(state, turn)
    fixed = _said_fixed(state, turn, answers)
    left, events = _without_outside(policy, copy, turn, unit)
    events += _own_commits(state, policy, copy, turn, unit)
    if left:
        events += _left_over(state, policy, copy, turn, unit, fixed)
    snapshot = copy.snapshot(unit, turn.round)
    return [
        *events,
        *answers,
        ev.MakerSettled(
            turn=turn.id,
            claimed=_claimed(state, turn, fixed, events, snapshot),
            unasked=tuple(unasked_answers(turn.text, [item.id for item in state.blocking(turn.unit)])),
        ),
        ev.SnapshotTaken(unit=unit.id, round=turn.round, snapshot=snapshot),
    ]


def _without_outside(policy: Policy, copy: WorkCopy, turn: Turn, unit: Unit) -> tuple[bool, list[ev.Event]]:
    """Undo a rewritten history and edits outside the unit's files; whether anything else is left uncommitted."""
    events: list[ev.Event] = []
    lost = copy.adopt(turn.revision)
    if lost is not None:
        reason = "the maker rewrote the history of the work copy"
        events.append(ev.ChangesUndone(turn=turn.id, paths=(), reason=reason, kept=lost))
    allowed = policy.paths(unit)
    changes = copy.changes()
    outside = [change for change in changes if allowed is not None and change.path not in allowed]
    if outside:
        kept = copy.undo(outside, turn.id)
        paths = tuple(change.path for change in outside)
        events.append(ev.ChangesUndone(turn=turn.id, paths=paths, reason="outside the unit's files", kept=kept))
    return len(changes) > len(outside), events


def _own_commits(state: RunState, policy: Policy, copy: WorkCopy, turn: Turn, unit: Unit) -> list[ev.Event]:
    """The commits of this turn that are not journaled yet; what they changed outside the unit is taken out again."""
    known = {made.commit.sha for made in state.commits if made.turn == turn.id}
    if copy.head in known or copy.head == turn.revision:
        return []
    own = [commit for commit in copy.commits(turn.revision) if commit.sha not in known]
    events: list[ev.Event] = [ev.CommitMade(turn=turn.id, commit=commit, by="maker") for commit in own]
    allowed = policy.paths(unit)
    outside = sorted({path for commit in own for path in commit.paths if allowed is not None and path not in allowed})
    if outside:
        copy.put_back(turn.revision, outside)
        commit = copy.commit(f"{state.spec.loop}: take out edits outside the unit's files", outside)
        reason = "committed outside the unit's files"
        events.append(ev.ChangesUndone(turn=turn.id, paths=tuple(outside), reason=reason, kept=own[-1].sha))
        events += [ev.CommitMade(turn=turn.id, commit=commit, by="orchestrator")] if commit else []
    return events


def _left_over(
    state: RunState, policy: Policy, copy: WorkCopy, turn: Turn, unit: Unit, fixed: Sequence[str]
) -> list[ev.Event]:
    """Commits for what the maker did not commit: one for each place that it says to have fixed, then the rest."""
    named = {key for made in state.commits if made.turn == turn.id for key in made.commit.findings}
    loose = {key: state.findings[key].finding for key in fixed if key not in named}
    left = copy.changes()
    steps: list[tuple[tuple[str, ...], bytes | None]] = [((), None)]
    if [change.path for change in left] == [unit.path] and left[0].status == "modified":
        steps = _steps(copy, unit.path, loose)
    events: list[ev.Event] = []
    for ids, data in steps:
        if data is not None:
            copy.write(unit.path, data)
        commit = copy.commit(_left_over_subject(state, policy, turn, ids), None)
        if commit is not None:
            commit = commit.but({"findings": ids})
            events.append(ev.CommitMade(turn=turn.id, commit=commit, by="orchestrator"))
    return events


def _steps(copy: WorkCopy, path: str, findings: Mapping[str, Finding]) -> list[tuple[tuple[str, ...], bytes | None]]:
    old = copy.read(copy.head, path).decode("utf-8", errors="surrogateescape")
    new = (copy.folder / path).read_bytes().decode("utf-8", errors="surrogateescape")
    return [(ids, text.encode("utf-8", errors="surrogateescape")) for ids, text in split(old, new, findings)]


def _left_over_subject(state: RunState, policy: Policy, turn: Turn, findings: Sequence[str]) -> str:
    """What a maker left uncommitted goes under the findings it says to have fixed; without any, it says so."""
    spec = state.spec
    if findings:
        named = [state.findings[key].finding for key in findings]
        return policy.commit_subject(spec, named, "; ".join(item.title for item in named))
    return f"{spec.loop}({PurePosixPath(spec.subject).stem}): edits of round {turn.round} that answer no finding"


def _answers(state: RunState, turn: Turn) -> list[ev.Event]:
    """Answers that stand in the reply's text, for findings that were not answered otherwise."""
    silent = [f.id for f in state.blocking(turn.unit) if not any(reply.round == turn.round for reply in f.replies)]
    read = read_answers(turn.text, silent)
    committed = {key for made in state.commits if made.turn == turn.id for key in made.commit.findings}
    events: list[ev.Event] = []
    for key in silent:
        if (answer := read.get(key)) is not None:
            events.append(ev.FindingAnswered(turn=turn.id, finding=key, answer=answer.kind, reason=answer.reason))
        elif key in committed:
            reason = "a commit names it"
            events.append(ev.FindingAnswered(turn=turn.id, finding=key, answer=AnswerKind.FIXED, reason=reason))
    return events


def _said_fixed(state: RunState, turn: Turn, answers: Sequence[ev.Event]) -> list[str]:
    """The findings that the maker answered “fixed” in this turn, by whatever way."""
    fresh = {e.finding: e.answer for e in answers if isinstance(e, ev.FindingAnswered)}
    given = {
        tracked.id: next((r.answer.kind for r in tracked.replies if r.round == turn.round), fresh.get(tracked.id))
        for tracked in state.blocking(turn.unit)
    }
    return [key for key, kind in given.items() if kind is AnswerKind.FIXED]


def _claimed(
    state: RunState, turn: Turn, fixed: Sequence[str], commits: Sequence[ev.Event], after: Snapshot
) -> tuple[str, ...]:
    """Findings that were answered “fixed” although no commit names them and their place is as it was."""
    before = state.unit_of(turn.unit).snapshot
    made = [e for e in (*state.commits, *commits) if isinstance(e, ev.CommitMade) and e.turn == turn.id]
    named = {key for item in made for key in item.commit.findings}
    return tuple(
        key
        for key in fixed
        if key not in named and before and not place_changed(state.findings[key].finding, before, after)
    )
