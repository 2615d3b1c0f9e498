"""What a critic's reply comes to: a round, a look at unverified items, criteria, or the reason why it is none."""

from typing import assert_never

from critloop.loop import actions as do
from critloop.loop.choosing import with_flags
from critloop.loop.cutting import read_text
from critloop.loop.numbering import next_number
from critloop.loop.session import Session, threaded
from critloop.loop.state import RunState, Turn
from critloop.loop.triage import triage
from critloop.model import events as ev
from critloop.model.criteria import Criteria
from critloop.model.errors import UsageProblem
from critloop.model.finding import Location
from critloop.model.ports import WorkCopy
from critloop.model.report import Malformed, NotReviewed, ReadResult, Report
from critloop.workflows.policy import Policy

NO_PLACE = "What was checked names a file or a line that does not exist: give the path and line of each as it is now."


async def read(session: Session, turn: str) -> None:
    """Read the reply of a critic's turn by what it was asked for."""
    copy = await session.copy()
    await session.append(await threaded(_read_as, session.state, session.policy, copy, session.state.turns[turn]))


def _read_as(state: RunState, policy: Policy, copy: WorkCopy, turn: Turn) -> ev.Event:
    if turn.duty == "extract":
        return _criteria(state, turn)
    if turn.duty == "look":
        return _look(state, turn)
    result = read_for(state, policy, turn.text, turn.unit)
    if isinstance(result, Report) and policy.shows_places and result.approves and not _shown(state, copy, result):
        return ev.ReportRejected(turn=turn.id, problem="missing_section", reason=NO_PLACE)
    match result:
        case Report():
            return _reviewed(state, policy, copy, result, turn.id)
        case Malformed():
            return ev.ReportRejected(turn=turn.id, problem=result.kind, reason=result.reason)
        case NotReviewed():
            return ev.ReportRejected(turn=turn.id, problem="not_reviewed", reason=result.reason)
        case _:
            assert_never(result)


def _shown(state: RunState, copy: WorkCopy, report: Report) -> bool:
    """True where the places that a report names for what it checked exist."""
    places = [place for item in report.checked for place in item.places if place.path and place.start_line]
    base = state.spec.range.base if state.spec.range else state.head
    return bool(places) and all(_exists(copy, (state.head, base), place) for place in places)


def _exists(copy: WorkCopy, revisions: tuple[str, str], place: Location) -> bool:
    """True for a line of the file as it is now, or, where it is gone, as it was before the work."""
    texts = [text for revision in revisions if (text := read_text(copy, revision, place.path or "")) is not None]
    return bool(texts) and (place.end_line or place.start_line or 0) <= max(len(texts[0].splitlines()), 1)


def _criteria(state: RunState, turn: Turn) -> ev.Event:
    from critloop.reports.evaluation import read_criteria  # noqa: PLC0415 - only polish needs it

    result = read_criteria(turn.text)
    if not isinstance(result, Criteria):
        return ev.ReportRejected(turn=turn.id, problem=result.kind, reason=result.reason)
    locked = with_flags(state.spec, result)
    return ev.CriteriaLocked(criteria=locked, hash=locked.hash, turn=turn.id)


def _look(state: RunState, turn: Turn) -> ev.Event:
    from critloop.reports.look import read_look  # noqa: PLC0415 - only the task loop needs it

    items = [item.id for item in state.open_items(turn.unit) if not item.by_human]
    looks = read_look(turn.text, items)
    if not looks:
        reason = "The reply settles none of the items: write one line for each, as “V1: holds — path:line shows it”."
        return ev.ReportRejected(turn=turn.id, problem="no_verdict", reason=reason)
    gaps = [key for key, look in looks.items() if look.kind == "gap" and state.items[key].finding is None]
    findings = {key: f"F{number}" for number, key in enumerate(gaps, start=next_number(state))}
    return ev.ItemsLooked(turn=turn.id, unit=turn.unit, looks=looks, findings=findings)


def read_for(state: RunState, policy: Policy, reply: str, unit: str) -> ReadResult:
    """A reply as a report on this very unit."""
    place = next((n for n, item in enumerate(state.units, start=1) if item.unit.id == unit), 0)
    return policy.read(reply, state.criteria, state.unit_of(unit).unit, place)


async def use_review(session: Session, action: do.UseReview) -> None:
    """Take an existing review as the first round."""
    result = read_for(session.state, session.policy, action.text, action.unit.id)
    if not isinstance(result, Report):
        raise UsageProblem(f"the review given with --review is no {session.policy.name} review: {result.reason}")
    copy = await session.copy()
    await session.append(await threaded(_reviewed, session.state, session.policy, copy, result, None))


def _reviewed(state: RunState, policy: Policy, copy: WorkCopy, report: Report, turn: str | None) -> ev.Reviewed:
    unit = state.unit
    if unit is None or unit.snapshot is None:
        raise AssertionError("a report is about a snapshot of a unit that is not done")
    revision = unit.snapshot.revision
    return triage(state, unit, report, turn, policy, lambda path: read_text(copy, revision, path))
