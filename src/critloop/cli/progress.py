"""Events as lines of progress, for people who follow a headless run."""

from typing import assert_never

from critloop.export.plain import one_line
from critloop.export.unit_words import DOING, unit_words
from critloop.model import events as ev
from critloop.model.gate import Cause

WIDTH = 160

TurnEvent = ev.TurnStarted | ev.TurnFailed | ev.TurnCut | ev.ReportRejected | ev.Reviewed
WorkEvent = ev.FindingAnswered | ev.CommitMade | ev.ChangesUndone
HumanEvent = ev.UnitApproved | ev.GateOpened | ev.GateDecided | ev.RunStopped | ev.RunResumed
EndEvent = ev.BringBackOffered | ev.BringBackDone | ev.BringBackUndone | ev.RunFinished


def progress_line(event: ev.Event) -> str | None:
    """One line on what happened; None for events that the lines around them already tell."""
    match event:
        case ev.RunCreated():
            text = f"run {event.spec.run}: {event.spec.loop} review of {event.spec.title}"
        case ev.TurnStarted() | ev.TurnFailed() | ev.TurnCut() | ev.ReportRejected() | ev.Reviewed():
            text = _turn(event)
        case ev.FindingAnswered() | ev.CommitMade() | ev.ChangesUndone():
            return "  " + one_line(_work(event), WIDTH)
        case ev.UnitApproved() | ev.GateOpened() | ev.GateDecided() | ev.RunStopped() | ev.RunResumed():
            text = _human(event)
        case ev.BringBackOffered() | ev.BringBackDone() | ev.BringBackUndone() | ev.RunFinished():
            text = _end(event)
        case ev.RunPrepared() | ev.SnapshotTaken() | ev.CallEnded() | ev.TurnEnded() | ev.MakerSettled():
            return None
        case ev.BringBackAnswered() | ev.CreationDone():
            return None
        case ev.UnitFact() | ev.ChainFact():
            return "  " + one_line(unit_words(event), WIDTH)
        case _:
            assert_never(event)
    return one_line(text, WIDTH)


def causes_line(causes: tuple[Cause, ...]) -> str:
    """Why a human is asked, the leading reason first."""
    return "; ".join(f"{cause.reason.words}: {cause.detail}" for cause in causes)


def _turn(event: TurnEvent) -> str:
    match event:
        case ev.TurnStarted():
            again = f", attempt {event.attempt}" if event.attempt > 1 else ""
            return f"round {event.round}{again}: {event.role.value} {event.agent} {DOING[event.duty]}"
        case ev.TurnFailed():
            return f"turn failed: {event.reason}"
        case ev.TurnCut():
            return f"turn cut: {event.reason}"
        case ev.ReportRejected():
            return f"no report: {event.reason}"
        case ev.Reviewed():
            verdicts = ", ".join(verdict.text for verdict in event.report.verdicts)
            blocking = sum(match.blocking for match in event.matches)
            return f"round {event.round}: {verdicts}; findings: {len(event.matches)}, blocking: {blocking}"


def _work(event: WorkEvent) -> str:
    match event:
        case ev.FindingAnswered():
            reason = f": {event.reason}" if event.reason else ""
            return f"{event.finding} {event.answer.value.replace('_', ' ')}{reason}"
        case ev.CommitMade():
            return f"commit {event.commit.sha[:10]} {event.commit.subject}"
        case ev.ChangesUndone():
            return f"{'undone' if event.kept else 'left out'} ({event.reason}): {', '.join(event.paths)}"


def _human(event: HumanEvent) -> str:
    match event:
        case ev.UnitApproved():
            return f"{event.unit}: approved at {event.revision[:10]}"
        case ev.GateOpened():
            return f"a human is asked: {causes_line(event.causes)}"
        case ev.GateDecided():
            return f"{event.decision.by} decided: {event.decision.choice}"
        case ev.RunStopped():
            return f"stopped by {event.by}"
        case ev.RunResumed():
            return f"resumed by {event.by}"


def _end(event: EndEvent) -> str:
    match event:
        case ev.BringBackOffered():
            if event.preview.branch:
                return f"result left on the branch {event.preview.branch} of the repository"
            return f"result ready ({event.preview.mode.replace('_', ' ')})"
        case ev.BringBackDone():
            return "result brought back"
        case ev.BringBackUndone():
            return f"result taken out again by {event.by}"
        case ev.RunFinished():
            return f"finished: {event.outcome.value.replace('_', ' ')}"
