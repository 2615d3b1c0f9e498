"""The end of a run: offering the result, bringing it back, writing down the outcome."""

from typing import Literal

from critloop.loop import standing
from critloop.loop.actions import BringBack, Finish, OfferBringBack, Wait
from critloop.loop.session import Session, threaded
from critloop.model import events as ev
from critloop.model.errors import WorkspaceProblem
from critloop.model.outcome import Outcome
from critloop.model.workcopy import BringBackPreview


async def perform(session: Session, action: OfferBringBack | BringBack | Finish) -> None:
    """Do one of the last steps."""
    match action:
        case OfferBringBack():
            await session.append(ev.BringBackOffered(preview=await _preview(session)))
        case BringBack():
            await _bring_back(session)
        case Finish():
            await _finish(session, action)


async def refresh(session: Session) -> None:
    """Show an unanswered offer anew where the user's files have changed since it was made."""
    state = session.state
    if state.preview is None or state.bring_back_accepted is not None or state.outcome is not None:
        return
    now = (await _preview(session)).but({"branch": state.preview.branch})
    if now != state.preview:
        await session.append(ev.BringBackOffered(preview=now))


async def answer_by_itself(session: Session, wait: Wait, mode: Literal["ask", "yes"], by: str) -> bool:
    """Accept an offer that needs no merge when the caller said so beforehand; True when it was answered.

    One that needs a merge is never accepted so: the run's branch is left beside the user's instead.
    """
    preview = session.state.preview
    if wait.on != "bring_back" or mode != "yes" or preview is None:
        return False
    if preview.mode == "merge":
        await _leave_branch(session, preview)
    if preview.mode not in ("fast_forward", "write", "branch"):
        return False
    await session.append(ev.BringBackAnswered(accepted=True, by=by))
    return True


async def _leave_branch(session: Session, preview: BringBackPreview) -> None:
    if preview.branch is not None or session.origin.kind != "git":
        return
    copy = await session.copy()
    try:
        branch = await threaded(copy.publish, session.origin)
    except WorkspaceProblem as problem:
        reason = f"the branch could not be left in your repository: {problem.message}"
        await session.append(ev.BringBackOffered(preview=preview.but({"reason": reason})))
        return
    await session.append(ev.BringBackOffered(preview=preview.but({"branch": branch})))


async def _preview(session: Session) -> BringBackPreview:
    copy = await session.copy()
    return await threaded(copy.preview, session.origin)


async def _bring_back(session: Session) -> None:
    copy, preview = await session.copy(), session.state.preview
    if preview is None:
        raise AssertionError("only what was offered is brought back")
    # What was added here to tell the human is no part of what the work copy saw.
    seen = preview.but({"branch": None, "reason": "" if preview.mode == "merge" else preview.reason})
    keep = session.state.spec.keep_branch
    try:
        result = await threaded(copy.bring_back, session.origin, seen, keep_branch=keep)
    except WorkspaceProblem as problem:
        reason = " — ".join(filter(None, (problem.message, problem.remedy)))
        now = await _preview(session)
        if now == seen:
            now = BringBackPreview(mode="blocked", reason=reason, diff=preview.diff)
        await session.record(ev.BringBackOffered(preview=now))
        return
    await session.record(ev.BringBackDone(result=result))


async def _finish(session: Session, action: Finish) -> None:
    decision = session.state.aborting
    if session.state.brought_back is not None or decision is not None:
        await standing.take_from_beside(session)
    if action.outcome is Outcome.ABORTED and decision is not None and decision.discard:
        await threaded(session.ports.workspace.discard, session.run)
    await session.append(ev.RunFinished(outcome=action.outcome, reason=action.reason))
