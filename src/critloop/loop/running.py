"""Tests that a maker asks for: allowed commands only, run once for each tree.

A tree has no ignored files. Where one of them was written since a command ended, it is run again; what
the command itself left in them counts as its own.
"""

import asyncio

from critloop.loop.session import Session, threaded
from critloop.model import events as ev
from critloop.model.errors import AgentProblem, UsageProblem, WorkspaceProblem
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
    tree, head, ignored = await threaded(lambda: (copy.tree(), copy.head, copy.ignored()))
    wanted = (command, tree, ignored)
    known = [t.ran for t in session.state.tests if (t.ran.command, t.ran.tree, t.ran.ignored) == wanted]
    ended = next((ran for ran in reversed(known) if ran.exit is not None), None)
    if ended is not None:
        ran = ended.but({"reused": True, "seconds": 0.0})
    else:
        ran = (await _run(session, command, copy)).but({"tree": tree})
        # The result belongs to the files as they were before, and so they are to be that again.
        paths, kept = await _put_back(copy, tree, head, request)
        if paths or kept:
            reason = f"changed by {command}, and put back as before" if paths else f"{command} moved HEAD; it is back"
            await session.record(ev.ChangesUndone(turn=request.turn, paths=paths, reason=reason, kept=kept))
        ran = ran.but({"ignored": await threaded(copy.ignored)})
    await session.record(ev.TestsWereRun(turn=request.turn, ran=ran))
    return ran


async def _put_back(copy: WorkCopy, tree: str, head: str, request: TurnRequest) -> tuple[tuple[str, ...], str | None]:
    try:
        return await threaded(copy.back_to, tree, head, request.turn)
    except WorkspaceProblem as problem:
        words = f"a test left the work copy so that it can't be put back: {problem.message}"
        raise AgentProblem(words, problem.remedy) from None


async def _run(session: Session, command: str, copy: WorkCopy) -> RanTests:
    """Run a command; with the turn that asked for it, it ends too."""
    runner = session.ports.runner
    try:
        return await threaded(runner.run, command, copy.folder)
    except asyncio.CancelledError:
        runner.stop()
        raise
