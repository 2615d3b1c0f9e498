"""After a maker's turn: its answers, its commits, what it left lying around, what it must not touch."""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from critloop.loop.session import Session, threaded
from critloop.loop.splitting import split
from critloop.loop.state import Turn
from critloop.loop.triage import place_changed
from critloop.model import events as ev
from critloop.model.finding import AnswerKind, Finding
from critloop.model.ports import WorkCopy
from critloop.model.run import Unit
from critloop.model.workcopy import Commit, Snapshot
from critloop.reports.answers import read_answers


async def settle(session: Session, turn: Turn) -> None:
    """Deal with all that a maker's turn left, and take the snapshot that the next round judges."""
    unit = next(u.unit for u in session.state.units if u.unit.id == turn.unit)
    copy = await session.copy()
    events: list[ev.Event] = []
    events += await _undo_outside(session, copy, turn, unit)
    answers = _answers(session, turn)
    events += await _commits(session, copy, turn, unit, _said_fixed(session, turn, answers))
    snapshot = await threaded(copy.snapshot, unit, turn.round)
    claimed = _claimed(session, turn, answers, events, snapshot)
    session.clean = True
    await session.append(
        *events,
        *answers,
        ev.MakerSettled(turn=turn.id, claimed=claimed),
        ev.SnapshotTaken(unit=unit.id, round=turn.round, snapshot=snapshot),
    )


async def _undo_outside(session: Session, copy: WorkCopy, turn: Turn, unit: Unit) -> list[ev.Event]:
    events: list[ev.Event] = []
    lost = await threaded(copy.adopt, turn.revision)
    if lost is not None:
        reason = "the maker rewrote the history of the work copy"
        events.append(ev.ChangesUndone(turn=turn.id, paths=(), reason=reason, kept=lost))
    allowed = session.policy.paths(unit)
    outside = [c for c in await threaded(copy.changes) if allowed is not None and c.path not in allowed]
    if outside:
        kept = await threaded(copy.undo, outside, turn.id)
        paths = tuple(change.path for change in outside)
        events.append(ev.ChangesUndone(turn=turn.id, paths=paths, reason="outside the unit's files", kept=kept))
    return events


async def _commits(session: Session, copy: WorkCopy, turn: Turn, unit: Unit, fixed: Sequence[str]) -> list[ev.Event]:
    """The commits of this turn that are not journaled yet, and one for what was left uncommitted."""
    known = {made.commit.sha for made in session.state.commits if made.turn == turn.id}
    start = turn.revision
    events: list[ev.Event] = []
    if copy.head not in known and copy.head != start:
        own = [commit for commit in await threaded(copy.commits, start) if commit.sha not in known]
        events += [ev.CommitMade(turn=turn.id, commit=commit, by="maker") for commit in own]
        await _take_out_outside(session, copy, turn, unit, own)
    return events + await _left_over(session, copy, turn, unit, fixed)


async def _left_over(session: Session, copy: WorkCopy, turn: Turn, unit: Unit, fixed: Sequence[str]) -> list[ev.Event]:
    """Commits for what the maker did not commit: one for each place that it says to have fixed, then the rest."""
    left = await threaded(copy.changes)
    if not left:
        return []
    named = {key for made in session.state.commits if made.turn == turn.id for key in made.commit.findings}
    loose = {key: session.state.findings[key].finding for key in fixed if key not in named}
    steps: list[tuple[tuple[str, ...], bytes | None]] = [((), None)]
    if [change.path for change in left] == [unit.path] and left[0].status == "modified":
        steps = await threaded(_steps, copy, unit.path, loose)
    events: list[ev.Event] = []
    for ids, data in steps:
        if data is not None:
            await threaded(copy.write, unit.path, data)
        commit = await threaded(copy.commit, _left_over_subject(session, turn, ids), None)
        if commit is not None:
            commit = commit.model_copy(update={"findings": ids})
            events.append(ev.CommitMade(turn=turn.id, commit=commit, by="orchestrator"))
    return events


def _steps(copy: WorkCopy, path: str, findings: Mapping[str, Finding]) -> list[tuple[tuple[str, ...], bytes | None]]:
    old = copy.read(copy.head, path).decode("utf-8", errors="surrogateescape")
    new = (copy.folder / path).read_bytes().decode("utf-8", errors="surrogateescape")
    return [(ids, text.encode("utf-8", errors="surrogateescape")) for ids, text in split(old, new, findings)]


async def _take_out_outside(
    session: Session, copy: WorkCopy, turn: Turn, unit: Unit, commits: Sequence[Commit]
) -> None:
    allowed = session.policy.paths(unit)
    if allowed is None:
        return
    outside = sorted({path for commit in commits for path in commit.paths if path not in allowed})
    if outside:
        await threaded(copy.put_back, turn.revision, outside)


def _left_over_subject(session: Session, turn: Turn, findings: Sequence[str]) -> str:
    """What a maker left uncommitted goes under the findings it says to have fixed; without any, it says so."""
    spec = session.state.spec
    if findings:
        named = [session.state.findings[key].finding for key in findings]
        return session.policy.commit_subject(spec, named, "; ".join(item.title for item in named))
    return f"{spec.loop}({PurePosixPath(spec.subject).stem}): edits of round {turn.round} that answer no finding"


def _answers(session: Session, turn: Turn) -> list[ev.Event]:
    """Answers that stand in the reply's text, for findings that were not answered otherwise."""
    blocking = session.state.blocking(turn.unit)
    silent = [f.id for f in blocking if not any(reply.round == turn.round for reply in f.replies)]
    read = read_answers(turn.text, silent)
    committed = {key for made in session.state.commits if made.turn == turn.id for key in made.commit.findings}
    events: list[ev.Event] = []
    for key in silent:
        if (answer := read.get(key)) is not None:
            events.append(ev.FindingAnswered(turn=turn.id, finding=key, answer=answer.kind, reason=answer.reason))
        elif key in committed:
            reason = "a commit names it"
            events.append(ev.FindingAnswered(turn=turn.id, finding=key, answer=AnswerKind.FIXED, reason=reason))
    return events


def _said_fixed(session: Session, turn: Turn, answers: Sequence[ev.Event]) -> list[str]:
    """The findings that the maker answered “fixed” in this turn, by whatever way."""
    fresh = {e.finding: e.answer for e in answers if isinstance(e, ev.FindingAnswered)}
    given = {
        tracked.id: next((r.answer.kind for r in tracked.replies if r.round == turn.round), fresh.get(tracked.id))
        for tracked in session.state.blocking(turn.unit)
    }
    return [key for key, kind in given.items() if kind is AnswerKind.FIXED]


def _claimed(
    session: Session, turn: Turn, answers: Sequence[ev.Event], commits: Sequence[ev.Event], after: Snapshot
) -> tuple[str, ...]:
    """Findings that were answered “fixed” although no commit names them and their place is as it was."""
    state = session.state
    before = next(u for u in state.units if u.unit.id == turn.unit).snapshot
    made = [e for e in (*state.commits, *commits) if isinstance(e, ev.CommitMade) and e.turn == turn.id]
    named = {key for item in made for key in item.commit.findings}
    return tuple(
        key
        for key in _said_fixed(session, turn, answers)
        if key not in named and before and not place_changed(state.findings[key].finding, before, after)
    )
