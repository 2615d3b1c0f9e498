"""``critloop.result/1`` from the state of a run."""

from collections.abc import Sequence
from typing import Any

import msgspec

from critloop.export.reviewed import reviewed
from critloop.export.scoring import scoring
from critloop.export.shapes import (
    AnswerJson,
    CommitJson,
    EventJson,
    FindingJson,
    GateJson,
    PolishResultJson,
    ResultJson,
    UnitJson,
    UsageJson,
)
from critloop.export.standing import standing
from critloop.loop.fold_findings import is_reviewed
from critloop.loop.state import RunState, TrackedFinding
from critloop.model.events import CommitMade, Recorded
from critloop.model.finding import Finding
from critloop.model.outcome import Outcome
from critloop.model.run import PolishInputs


def result_of(state: RunState, left_out: Sequence[str] = ()) -> ResultJson:
    """The result of a run as it stands at this version.

    ``left_out`` names files of a diff whose content could not be shown to a reviewer.
    """
    fields = _fields(state, left_out)
    if not isinstance(state.spec.inputs, PolishInputs):
        return ResultJson(**fields)
    return PolishResultJson(**fields, **scoring(state))


def _fields(state: RunState, left_out: Sequence[str]) -> dict[str, Any]:
    gate = state.open_gate
    return dict(  # noqa: C408 - the fields as they are called
        run=state.spec.run,
        loop=state.spec.loop,
        subject=state.spec.subject or state.spec.title,
        outcome=standing(state),
        rounds=len(state.rounds),
        revision=state.rounds[-1].snapshot.revision if state.rounds else None,
        reviewed=reviewed(state, left_out),
        units=_units(state),
        gate=GateJson(reasons=tuple(cause.reason for cause in gate.causes)) if gate else None,
        findings=tuple(tracked_json(finding, state) for finding in state.findings.values()),
        unreviewed_commits=tuple(map(_commit, unreviewed(state))),
        usage=UsageJson(**msgspec.structs.asdict(state.usage)),
        commits=tuple(map(_commit, state.commits)),
    )


def event_of(recorded: Recorded) -> EventJson:
    """An event in its published form."""
    return EventJson(run=recorded.run, seq=recorded.seq, at=recorded.at, event=recorded.event)


def unreviewed(state: RunState) -> list[CommitMade]:
    """The commits after the last revision that a valid report has judged."""
    judged = {item.snapshot.revision for item in state.rounds}
    judged |= {u.snapshot.revision for u in state.units if u.snapshot is not None and is_reviewed(state, u)}
    last = max((number for number, made in enumerate(state.commits) if made.commit.sha in judged), default=-1)
    return list(state.commits[last + 1 :])


def finding_json(finding: Finding, number: int, unit: str, *, blocking: bool) -> dict[str, Any]:
    """The fields of a finding that belongs to no run: open and new, numbered within its report."""
    return {
        **_wording(finding),
        "id": str(number),
        "unit": unit,
        "blocking": blocking,
        "status": "open",
        "progress": "new",
        "answer": None,
        "first_round": 0,
        "last_round": 0,
        "rounds_open": 0,
    }


def tracked_json(tracked: TrackedFinding, state: RunState) -> FindingJson:
    """A finding of a run in its published form."""
    answer = tracked.answer
    return FindingJson(
        **{
            **_wording(tracked.finding),
            "id": tracked.id,
            "unit": tracked.unit,
            "blocking": tracked.blocking,
            "status": tracked.status,
            "progress": tracked.progress,
            "answer": AnswerJson(kind=answer.kind, reason=answer.reason) if answer else None,
            "first_round": tracked.first_round,
            "last_round": tracked.last_round,
            "rounds_open": rounds_open(tracked, state),
        }
    )


def rounds_open(tracked: TrackedFinding, state: RunState) -> int:
    """Rounds from the first that raised it to the last in which it was open; 0 where no round raised it."""
    if not tracked.first_round:
        return 0
    last = state.last_round(tracked.unit) if tracked.is_open else None
    return max(tracked.last_round, last.number if last else 0) - tracked.first_round + 1


def _wording(finding: Finding) -> dict[str, Any]:
    """What a finding says; why it matters stands after the issue, since the published form has one text."""
    issue = f"{finding.issue}\n\n{finding.why}" if finding.why else finding.issue
    return {
        "severity": finding.severity,
        "label": finding.label,
        "dimension": finding.dimension,
        "title": finding.title,
        "issue": issue,
        "location": finding.location,
        "evidence": finding.evidence,
        "suggested_fix": finding.suggested_fix,
    }


def _commit(made: CommitMade) -> CommitJson:
    commit = made.commit
    return CommitJson(sha=commit.sha, subject=commit.subject, findings=commit.findings, by=made.by)


def _units(state: RunState) -> tuple[UnitJson, ...]:
    run = standing(state)
    return tuple(
        UnitJson(name=item.unit.name, outcome=Outcome(item.outcome) if item.outcome else run, rounds=item.rounds)
        for item in state.units
    )
