"""What a run stands on: its work copy and units at the start, the snapshot of a unit, the version that is best."""

from critloop.loop.choosing import passed
from critloop.loop.cutting import cut_event, piece_of, pieces_of
from critloop.loop.session import Session, threaded
from critloop.loop.state import RunState
from critloop.model import events as ev
from critloop.model.errors import WorkspaceProblem
from critloop.model.ports import WorkCopy
from critloop.model.run import Unit
from critloop.model.workcopy import Origin, Snapshot
from critloop.workflows.policy import Policy


async def prepare(session: Session) -> None:
    """Make the work copy, and cut what is there into units; what has to be written first is one to come."""
    spec = session.state.spec
    copy, origin = await threaded(session.ports.workspace.create, spec)
    session.use(copy)
    session.clean = True
    await session.append(*await threaded(_prepared, session.state, session.policy, copy, origin))


def _prepared(state: RunState, policy: Policy, copy: WorkCopy, origin: Origin) -> list[ev.Event]:
    spec = state.spec
    if spec.create is not None:
        number = "chunk-1" if policy.piecewise else policy.name
        return [ev.RunPrepared(origin=origin, units=(Unit(id=number, name=spec.title, path=spec.subject),))]
    pieces = pieces_of(state, policy, copy, origin.seed)
    cut = cut_event(state, policy, pieces) if policy.several else []
    return [ev.RunPrepared(origin=origin, units=tuple(piece.unit for piece in pieces)), *cut]


async def snapshot(session: Session, unit: Unit, round: int) -> None:
    """Keep a unit's text as the work copy has it now."""
    copy = await session.copy()
    taken = await threaded(_taken, session.state, session.policy, copy, unit, round)
    await session.append(ev.SnapshotTaken(unit=unit.id, round=round, snapshot=taken))


def _taken(state: RunState, policy: Policy, copy: WorkCopy, unit: Unit, round: int) -> Snapshot:
    piece = piece_of(pieces_of(state, policy, copy, copy.head), unit.id)
    if piece is None:
        raise WorkspaceProblem(f"the work copy has no {unit.name} any more", "start a new run")
    return copy.snapshot(piece, round)


async def leave_beside(session: Session, unit: Unit, gate: str) -> None:
    """Lay what the run stands on beside the user's file, in place of what was left there before."""
    copy, origin = await session.copy(), session.origin
    await take_from_beside(session)
    path, digest = await threaded(copy.leave_beside, origin, unit.path, session.state.head)
    await session.record(ev.LeftBeside(gate=gate, path=path, digest=digest))


async def take_from_beside(session: Session) -> None:
    """Take away what was left beside the user's file, unless they have made it theirs."""
    left = session.state.beside
    if left is not None and left.path:
        copy = await session.copy()
        await threaded(copy.take_from_beside, session.origin, left.path, left.digest)


async def keep_best(session: Session, unit: Unit, round: int) -> None:
    """Take the unit's file back to the version that this round judged."""
    copy = await session.copy()
    await session.append(*await threaded(_kept, session.state, session.policy, copy, unit, round))


def _kept(state: RunState, policy: Policy, copy: WorkCopy, unit: Unit, round: int) -> list[ev.Event]:
    best = next(item for item in state.rounds_of(unit.id) if item.number == round)
    copy.put_back(best.snapshot.revision, [unit.path])
    words = f"return to the version of round {round}, which passes {passed(best)} of {len(best.report.scores)}"
    commit = copy.commit(policy.commit_other(state.spec, words), [unit.path])
    turn = next(turn.id for turn in reversed(state.turns.values()) if turn.unit == unit.id)
    made: list[ev.Event] = [ev.CommitMade(turn=turn, commit=commit, by="orchestrator")] if commit else []
    return [*made, ev.BestKept(unit=unit.id, round=round, snapshot=_taken(state, policy, copy, unit, round))]
