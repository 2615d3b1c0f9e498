"""After a maker's turn: its answers, its commits, what it left lying around, what it must not touch."""

from collections.abc import Mapping, Sequence

from critloop.loop import creating
from critloop.loop.choosing import for_closing, for_maker
from critloop.loop.cutting import cut_event, piece_of, pieces_of, put_aside, uncuttable
from critloop.loop.outside import own_commits, without_outside
from critloop.loop.session import Session, threaded
from critloop.loop.splitting import split
from critloop.loop.state import RunState, TrackedFinding, Turn
from critloop.loop.triage import place_changed
from critloop.model import events as ev
from critloop.model.finding import Answer, AnswerKind, Finding
from critloop.model.ports import WorkCopy
from critloop.model.run import Unit
from critloop.model.workcopy import Snapshot
from critloop.reports.answers import read_answers, unasked_answers
from critloop.workflows.policy import Policy


async def settle(session: Session, turn: Turn) -> None:
    """Deal with all that a maker's turn left, and take the snapshot that the next round judges."""
    copy = await session.copy()
    work = creating.created if turn.duty == "create" else _settled
    events = await threaded(work, session.state, session.policy, copy, turn)
    session.clean = True
    await session.append(*events)


def _settled(state: RunState, policy: Policy, copy: WorkCopy, turn: Turn) -> list[ev.Event]:
    unit = state.unit_of(turn.unit).unit
    if policy.text_replies and (problem := _wrote_reply(copy, unit, turn)):
        return [ev.ReportRejected(turn=turn.id, problem="not_reviewed", reason=problem)]
    asked = asked_of(state, policy, turn)
    answers = _answers(state, turn, asked)
    fixed = _said_fixed(turn, asked, answers)
    left, events = without_outside(state, policy, copy, turn, unit)
    events += own_commits(state, policy, copy, turn, unit)
    if left and policy.text_replies:
        events += _whole_text(state, policy, copy, turn, (asked, answers))
    elif left:
        events += _left_over(state, policy, copy, turn, unit, fixed)
    if problem := uncuttable(state, policy, copy):
        return put_aside(copy, turn, f"what the maker left can't be judged: {problem}")
    return [*events, *answers, *_after(state, policy, copy, turn, (asked, fixed), events)]


def _after(
    state: RunState,
    policy: Policy,
    copy: WorkCopy,
    turn: Turn,
    said: tuple[Sequence[TrackedFinding], Sequence[str]],
    events: Sequence[ev.Event],
) -> list[ev.Event]:
    """The turn settled, the units as they are now, and the next snapshot of this one."""
    asked, fixed = said
    pieces = pieces_of(state, policy, copy, copy.head)
    piece = piece_of(pieces, turn.unit)
    closing = turn.duty == "close"
    snapshot = copy.snapshot(piece, turn.round) if piece is not None and not closing else None
    claimed = fixed if closing else _claimed(state, turn, fixed, events, snapshot)
    done = ev.MakerSettled(
        turn=turn.id,
        claimed=tuple(claimed),
        unasked=tuple(unasked_answers(turn.text, [item.id for item in asked])),
        head=copy.head,
    )
    shown = [ev.SnapshotTaken(unit=turn.unit, round=turn.round, snapshot=snapshot)] if snapshot else []
    return [done, *cut_event(state, policy, pieces), *shown]


def asked_of(state: RunState, policy: Policy, turn: Turn) -> list[TrackedFinding]:
    """The findings that a maker's turn was to answer."""
    unit = state.unit_of(turn.unit)
    return for_closing(state, unit, policy) if turn.duty == "close" else for_maker(state, unit, policy)


def _wrote_reply(copy: WorkCopy, unit: Unit, turn: Turn) -> str:
    """Put the text that a reply consists of into the unit's file; why that can't be done, empty when it was."""
    from critloop.reports.artifact import read_artifact  # noqa: PLC0415 - only polish needs it

    text = read_artifact(turn.text)
    if text is None:
        return "The reply holds no revised text: it has to stand between a line <artifact> and a line </artifact>."
    if not text.strip():
        return "The revised text is empty."
    copy.write(unit.path, text.encode("utf-8", errors="surrogatepass"))
    return ""


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


def _whole_text(
    state: RunState,
    policy: Policy,
    copy: WorkCopy,
    turn: Turn,
    said: tuple[Sequence[TrackedFinding], Sequence[ev.Event]],
) -> list[ev.Event]:
    """One commit for a revised text, under the gaps that it was asked about and the maker did not turn down."""
    asked, answers = said
    given = _given(turn, asked, answers)
    done = [item for item in asked if item.id not in given or given[item.id].kind is AnswerKind.FIXED]
    commit = copy.commit(_whole_text_subject(state, policy, turn, done, given), None)
    ids = tuple(item.id for item in done)
    return [ev.CommitMade(turn=turn.id, commit=commit.but({"findings": ids}), by="orchestrator")] if commit else []


def _whole_text_subject(
    state: RunState, policy: Policy, turn: Turn, done: Sequence[TrackedFinding], given: Mapping[str, Answer]
) -> str:
    """What was done, in the maker's words where it has some for every gap."""
    if not done:
        return policy.commit_other(state.spec, f"edits of round {turn.round} that answer no finding")
    reasons = list(dict.fromkeys(given[item.id].reason if item.id in given else "" for item in done))
    gaps = " and ".join(dict.fromkeys(item.finding.dimension for item in done))
    words = "; ".join(reasons) if all(reasons) else f"close the gap{'s' if ' and ' in gaps else ''} {gaps}"
    return policy.commit_subject(state.spec, [item.finding for item in done], words)


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
    return policy.commit_other(spec, f"edits of round {turn.round} that answer no finding")


def _answers(state: RunState, turn: Turn, asked: Sequence[TrackedFinding]) -> list[ev.Event]:
    """Answers that stand in the reply's text, for findings that were not answered otherwise."""
    silent = [f.id for f in asked if not any(reply.round == turn.round for reply in f.replies)]
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


def _said_fixed(turn: Turn, asked: Sequence[TrackedFinding], answers: Sequence[ev.Event]) -> list[str]:
    """The findings that the maker answered “fixed” in this turn."""
    return [key for key, answer in _given(turn, asked, answers).items() if answer.kind is AnswerKind.FIXED]


def _given(turn: Turn, asked: Sequence[TrackedFinding], answers: Sequence[ev.Event]) -> dict[str, Answer]:
    """The answer of this turn to each finding that was asked about and got one, by whatever way."""
    fresh = [event for event in answers if isinstance(event, ev.FindingAnswered)]
    given = {event.finding: Answer(kind=event.answer, reason=event.reason) for event in fresh}
    for tracked in asked:
        earlier = next((reply.answer for reply in tracked.replies if reply.round == turn.round), None)
        if earlier is not None:
            given[tracked.id] = earlier
    return given


def _claimed(
    state: RunState, turn: Turn, fixed: Sequence[str], commits: Sequence[ev.Event], after: Snapshot | None
) -> tuple[str, ...]:
    """Findings that were answered “fixed” although no commit names them and their place is as it was."""
    before = state.unit_of(turn.unit).snapshot
    made = [e for e in (*state.commits, *commits) if isinstance(e, ev.CommitMade) and e.turn == turn.id]
    named = {key for item in made for key in item.commit.findings}
    return tuple(
        key
        for key in fixed
        if key not in named and before and after and not place_changed(state.findings[key].finding, before, after)
    )
