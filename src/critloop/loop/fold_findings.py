"""The part of the fold that is about findings: reports, answers, commits and decisions."""

from typing import assert_never

from critloop.loop.fold_items import settled
from critloop.loop.numbering import next_number
from critloop.loop.state import Gate, Reply, Round, RunState, Sighting, TrackedFinding, UnitState
from critloop.model import events as ev
from critloop.model.finding import Answer, AnswerKind, Finding, FindingStatus, Progress, Severity
from critloop.model.gate import Acceptance, GateDecision, GateReason
from critloop.model.items import Unverified


def apply(state: RunState, event: ev.Reviewed | ev.FindingAnswered | ev.CommitMade, at: float) -> RunState:
    """The state after an event about findings."""
    match event:
        case ev.Reviewed():
            return _reviewed(state, event, at)
        case ev.FindingAnswered():
            return _answered(state, event)
        case ev.CommitMade():
            return _committed(state, event)
        case _:
            assert_never(event)


def _reviewed(state: RunState, event: ev.Reviewed, at: float) -> RunState:
    findings = dict(state.findings)
    for found, match in zip(event.report.findings, event.matches, strict=True):
        findings[match.finding] = _sighted(findings.get(match.finding), found, match, event)
    for key, what in event.settled.items():
        findings[key] = _unseen(findings[key], what, event.round)
    raised = tuple(match.finding for match in event.matches)
    open_now = tuple(i for i in dict.fromkeys(raised) if findings[i].is_open and findings[i].blocking)
    unit = state.unit_of(event.unit)
    if unit.snapshot is None:
        raise ValueError("a report judges a snapshot")
    done = Round(
        number=event.round,
        unit=event.unit,
        critic_turn=event.turn,
        maker_turn=unit.last_maker_turn,
        snapshot=unit.snapshot,
        report=event.report,
        raised=raised,
        open=open_now,
        at=at,
        scope=event.scope,
    )
    turns = dict(state.turns)
    if event.turn is not None:
        turns[event.turn] = turns[event.turn].but({"handled": True})
    return state.but(
        {
            "findings": findings,
            "rounds": (*state.rounds, done),
            "turns": turns,
            "units": state.units_with(event.unit, {"phase": "fix", "rounds": event.round, "judged": event.round}),
            "items": _items(state, unit, event),
            "failures": 0,
            "rejections": 0,
            "last_problem": "",
        }
    )


def _items(state: RunState, unit: UnitState, event: ev.Reviewed) -> dict[str, Unverified]:
    """The unverified items with those of a report.

    What was settled about this very text stays settled; a gap about an earlier one has to be looked at anew,
    whether or not the report sees it.
    """
    now = unit.snapshot.text_hash if unit.snapshot else ""
    items = dict(state.items)
    for key, text in zip(event.items, event.report.cannot_verify, strict=True):
        if key not in items:
            items[key] = Unverified(id=key, unit=event.unit, round=event.round, text=text, text_hash=now)
    for key, item in items.items():
        again = item.status == "gap" or (key in event.items and item.status != "accepted")
        if item.unit == event.unit and again and item.text_hash != now:
            items[key] = item.but({"status": "open", "round": event.round, "text_hash": now})
    return items


def _sighted(old: TrackedFinding | None, found: Finding, match: ev.Match, event: ev.Reviewed) -> TrackedFinding:
    sighting = Sighting(round=event.round, finding=found, reason=match.reason)
    if old is None:
        return TrackedFinding(
            id=match.finding,
            unit=event.unit,
            finding=found,
            blocking=match.blocking,
            status=FindingStatus.DEFERRED if match.deferred else FindingStatus.OPEN,
            progress=None if match.deferred else Progress.NEW,
            note=match.deferred,
            sightings=(sighting,),
        )
    settled = old.status in (FindingStatus.REFUTED, FindingStatus.ACCEPTED) or bool(match.deferred)
    return old.but(
        {
            "finding": found,
            "blocking": match.blocking,
            "sightings": (*old.sightings, sighting),
            **({} if settled else _raised_again(old, event.round)),
        }
    )


def _raised_again(old: TrackedFinding, round: int) -> dict[str, object]:
    progress = Progress.CARRIED
    if old.status is FindingStatus.FIXED or old.progress is Progress.UNRAISED:
        progress = Progress.RESURFACED
    elif old.progress in (Progress.DISPUTED, Progress.CLAIMED) and old.replies and old.replies[-1].round == round:
        progress = old.progress
    return {"status": FindingStatus.OPEN, "progress": progress, "note": ""}


def _unseen(old: TrackedFinding, what: str, round: int) -> TrackedFinding:
    if what == "fixed":
        note = f"its text changed, and round {round} did not raise it"
        return old.but({"status": FindingStatus.FIXED, "progress": None, "note": note})
    return old.but({"progress": Progress.UNRAISED})


def _answered(state: RunState, event: ev.FindingAnswered) -> RunState:
    tracked = state.findings[event.finding]
    round = state.turns[event.turn].round
    commit = next(
        (
            made.commit.sha
            for made in reversed(state.commits)
            if made.turn == event.turn and event.finding in made.commit.findings
        ),
        None,
    )
    answer = Answer(kind=event.answer, reason=event.reason)
    replies = tuple(item for item in tracked.replies if item.round != round)
    reply = Reply(round=round, answer=answer, commit=commit)
    progress = Progress.DISPUTED if event.answer is AnswerKind.DISPUTED else tracked.progress
    changed = tracked.but({"replies": (*replies, reply), "progress": progress})
    return state.but({"findings": {**state.findings, event.finding: changed}})


def _committed(state: RunState, event: ev.CommitMade) -> RunState:
    round = state.turns[event.turn].round
    findings = dict(state.findings)
    for key in event.commit.findings:
        if key in findings:
            replies = tuple(
                reply.but({"commit": event.commit.sha}) if reply.round == round else reply
                for reply in findings[key].replies
            )
            findings[key] = findings[key].but({"replies": replies})
    return state.but({"commits": (*state.commits, event), "findings": findings})


def decided(state: RunState, gate: Gate, decision: GateDecision) -> RunState:
    """The state after a human answered a gate."""
    state = state.but({"failures": 0, "rejections": 0, "last_problem": ""})
    match decision.choice:
        case "continue":
            return _continued(state, gate, decision)
        case "approve":
            return _accepted(state, gate, decision)
        case "abort":
            return state.but({"aborting": decision})
        case _:
            assert_never(decision.choice)


def _continued(state: RunState, gate: Gate, decision: GateDecision) -> RunState:
    unit = state.unit_of(gate.unit)
    until = unit.rounds + decision.rounds
    heard = bool(decision.guidance) and unit.rounds > 0
    phase = "fix" if unit.phase == "review" and heard and _is_about_findings(gate) else unit.phase
    changes = {"phase": phase, "allowed": max(unit.allowed, until), "muted_until": until}
    paid = any(cause.reason is GateReason.BUDGET for cause in gate.causes)
    return state.but(
        {
            "units": state.units_with(gate.unit, changes),
            "guidance": "\n\n".join(filter(None, (state.guidance, decision.guidance))),
            "budget_grants": state.budget_grants + paid,
        }
    )


def _is_about_findings(gate: Gate) -> bool:
    return not any(cause.reason in (GateReason.FAILURE, GateReason.MALFORMED) for cause in gate.causes)


def _accepted(state: RunState, gate: Gate, decision: GateDecision) -> RunState:
    unit = state.unit_of(gate.unit)
    named = {item.finding: item for item in decision.acceptances}
    findings = dict(state.findings)
    for tracked in state.open_findings(gate.unit):
        given = named.get(tracked.id) or Acceptance(finding=tracked.id, reason=decision.reason, owner=decision.by)
        findings[tracked.id] = _known(tracked, given)
    if not is_reviewed(state, unit) and unit.snapshot is not None:
        known = _unreviewed(unit, decision, f"U{len(state.gates)}")
        findings[known.id] = known
    now = unit.snapshot.text_hash if unit.snapshot else ""
    done = {"phase": "done", "outcome": "approved_with_known_issues", "done_hash": now}
    state = state.but({"findings": findings, "units": state.units_with(gate.unit, done)})
    for item in state.open_items(gate.unit):
        given = named.get(item.id) or Acceptance(finding=item.id, reason=decision.reason, owner=decision.by)
        key = item.finding or f"F{next_number(state)}"
        state = settled(state, item.id, "accepted", given.reason, given.owner, key)
    return state


def is_reviewed(state: RunState, unit: UnitState) -> bool:
    """True when a critic's valid report judges all of the unit's text as it is in its current snapshot."""
    last = state.judged_round(unit.unit.id)
    return (
        last is not None
        and last.scope == "full"
        and last.critic_turn is not None
        and unit.snapshot is not None
        and last.snapshot.text_hash == unit.snapshot.text_hash
    )


def _known(tracked: TrackedFinding, given: Acceptance) -> TrackedFinding:
    return tracked.but(
        {
            "status": FindingStatus.ACCEPTED,
            "progress": None,
            "note": given.reason,
            "owner": given.owner,
            "expires": given.expires,
        }
    )


def _unreviewed(unit: UnitState, decision: GateDecision, key: str) -> TrackedFinding:
    revision = unit.snapshot.revision[:12] if unit.snapshot else "?"
    finding = Finding(
        severity=Severity.HIGH,
        label="Unreviewed",
        dimension="completeness",
        title=f"revision {revision} not reviewed",
        issue="No valid report judges this revision; a human approved it all the same.",
    )
    return TrackedFinding(
        id=key,
        unit=unit.unit.id,
        finding=finding,
        blocking=True,
        status=FindingStatus.ACCEPTED,
        progress=None,
        note=decision.reason,
        owner=decision.by,
    )
