"""Tests that a maker asks for: allowed commands only, run once for each tree."""

import asyncio

from critloop.loop.session import Session, threaded
from critloop.model import events as ev
from critloop.model.errors import UsageProblem
from critloop.model.ports import TurnRequest, WorkCopy
from critloop.model.tests_ran import RanTests


async def run_tests(session: Session, request: TurnRequest, command: str) -> RanTests:
    """The result of a command on the files of the work copy as they lie there now, journaled.

    Raises:
        UsageProblem: The settings do not allow the command.
    """
    allowed = session.state.spec.tests
    if command not in allowed:
        raise UsageProblem(f"{command!r} is not allowed as a test", f"allowed: {', '.join(allowed) or 'none'}")
    copy = await session.copy()
    tree = await threaded(copy.tree)
    known = [t.ran for t in session.state.tests if (t.ran.command, t.ran.tree) == (command, tree)]
    ended = next((ran for ran in reversed(known) if ran.exit is not None), None)
    if ended is not None:
        ran = ended.but({"reused": True, "seconds": 0.0})
    else:
        before = await threaded(copy.changes)
        ran = (await _run(session, command, copy)).but({"tree": tree})
        left = [change for change in await threaded(copy.changes) if change not in before]
        if left:
            kept = await threaded(copy.undo, left, request.turn)
            paths = tuple(change.path for change in left)
            reason = f"left behind by {command}"
            await session.record(ev.ChangesUndone(turn=request.turn, paths=paths, reason=reason, kept=kept))
    await session.record(ev.TestsWereRun(turn=request.turn, ran=ran))
    return ran


async def _run(session: Session, command: str, copy: WorkCopy) -> RanTests:
    """Run a command; with the turn that asked for it, it ends too."""
    runner = session.ports.runner
    try:
        return await threaded(runner.run, command, copy.folder)
    except asyncio.CancelledError:
        runner.stop()
        raise
