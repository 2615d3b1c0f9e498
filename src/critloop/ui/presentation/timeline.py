"""Every event in words."""

from datetime import datetime
from typing import assert_never

from critloop.export.unit_words import DOING, unit_words
from critloop.model import events as ev
from critloop.model.events import Event, Recorded
from critloop.model.usage import Usage
from critloop.ui.presentation import words
from critloop.ui.presentation.cleaning import clean_line
from critloop.ui.presentation.lines import Line, fit

_SHORT_HASH = 8
_NUMBERS = 9
_CLOCK = 8


def timeline_line(recorded: Recorded, width: int) -> Line:
    """``21:43:45  round 2: the critic is asked    1.2k    12s``; tokens and seconds where there are any."""
    usage = usage_of(recorded.event)
    tokens = words.tokens(usage.tokens) if usage and usage.tokens else ""
    seconds = words.duration(usage.seconds) if usage and usage.seconds else ""
    numbers = "".join(fit(number, _NUMBERS - 1).rstrip().rjust(_NUMBERS) for number in (tokens, seconds))
    text = fit(clean_line(describe(recorded.event)), max(width - _CLOCK - 3 - len(numbers), 10))
    return ((f"{clock(recorded.at)}  ", "dim"), (text, ink_of(recorded.event)), (f" {numbers}", "dim"))


def clock(at: float) -> str:
    """Unix time as local hours, minutes and seconds; dashes for a time that no calendar has."""
    try:
        return datetime.fromtimestamp(at).astimezone().strftime("%H:%M:%S")
    except (ValueError, OverflowError, OSError):
        return "--:--:--"


def usage_of(event: Event) -> Usage | None:
    """What an event says was used."""
    match event:
        case ev.TurnEnded():
            return event.reply.usage
        case ev.CallEnded() | ev.TurnFailed():
            return event.usage
        case _:
            return None


def ink_of(event: Event) -> str:
    """Trouble, success and what a human said or must say stand out."""
    match event:
        case ev.TurnFailed() | ev.TurnCut() | ev.ReportRejected() | ev.ChangesUndone():
            return "warning"
        case ev.GateOpened() | ev.GateDecided() | ev.RunStopped() | ev.BringBackAnswered():
            return "accent"
        case ev.UnitApproved() | ev.RunFinished() | ev.BringBackDone():
            return "success"
        case ev.Reviewed():
            return "strong"
        case _:
            return ""


def describe(event: Event) -> str:  # noqa: C901, PLR0911, PLR0912  one arm an event, closed by assert_never
    """What happened, in words."""
    match event:
        case ev.RunCreated():
            spec = event.spec
            return f"run created: {spec.loop} on {spec.title}, maker {spec.maker}, critic {spec.critic}"
        case ev.RunPrepared():
            return f"work copy ready, {words.count(len(event.units), 'unit')}"
        case ev.SnapshotTaken():
            return f"round {event.round}: snapshot {_short(event.snapshot.revision)}, {event.snapshot.lines} lines"
        case ev.TurnStarted():
            again = f" (try {event.attempt})" if event.attempt > 1 else ""
            return f"round {event.round}: {event.role.value} {event.agent} {DOING[event.duty]}{again}"
        case ev.CallEnded():
            return f"model call {event.index} ended"
        case ev.TurnEnded():
            return _turn_ended(event)
        case ev.TurnCut():
            return f"turn cut: {event.reason}"
        case ev.TurnFailed():
            return f"turn failed: {event.reason}"
        case ev.ReportRejected():
            return f"no report ({event.problem.replace('_', ' ')}): {event.reason}"
        case ev.Reviewed():
            return _reviewed(event)
        case ev.FindingAnswered():
            return f"maker on {event.finding}: {words.ANSWER[event.answer]}{_reason(event.reason)}"
        case ev.CommitMade():
            return f"commit {_short(event.commit.sha)} by the {event.by}: {event.commit.subject}"
        case ev.ChangesUndone():
            what = "changes undone in" if event.kept else "left out:"
            return f"{what} {', '.join(event.paths)}{_reason(event.reason)}"
        case ev.MakerSettled():
            return _settled(event)
        case ev.UnitApproved():
            return f"{event.unit} approved in round {event.round}, revision {_short(event.revision)}"
        case ev.GateOpened():
            return "gate opened: " + ", ".join(cause.reason.words for cause in event.causes)
        case ev.GateDecided():
            return _decided(event)
        case ev.BringBackOffered():
            left = f", left on the branch {event.preview.branch}" if event.preview.branch else ""
            return f"result ready to bring back: {_MODES[event.preview.mode]}{left}"
        case ev.BringBackAnswered():
            return f"bring-back {'accepted' if event.accepted else 'declined'} by {event.by}"
        case ev.BringBackDone():
            return f"brought back: {_MODES[event.result.mode]}"
        case ev.BringBackUndone():
            return f"bring-back undone by {event.by}"
        case ev.RunStopped():
            return f"stopped by {event.by}"
        case ev.RunResumed():
            return f"resumed by {event.by}"
        case ev.RunFinished():
            return f"finished: {words.OUTCOME[event.outcome]}{_reason(event.reason)}"
        case ev.UnitFact() | ev.ChainFact():
            return unit_words(event) or "looked, and said nothing of any item"
        case _:
            assert_never(event)


_MODES = {
    "nothing": "nothing to change",
    "fast_forward": "the branch moves forward",
    "write": "the file is written",
    "merge": "a merge, not reviewed",
    "branch": "left as a branch",
    "blocked": "not possible now",
}


def _turn_ended(event: ev.TurnEnded) -> str:
    ended = f"turn {words.STOP[event.reply.stop]}{_reason(event.reply.error)}"
    return f"{ended}, {words.count(len(event.reply.tools), 'tool call')}" if event.reply.tools else ended


def _reviewed(event: ev.Reviewed) -> str:
    found = words.count(len(event.report.findings), "finding")
    verdicts = ", ".join(f"{verdict.name}: {verdict.text}" for verdict in event.report.verdicts)
    return f"round {event.round} reviewed: {found}; {verdicts}"


def _decided(event: ev.GateDecided) -> str:
    decision = event.decision
    more = f" for {words.count(decision.rounds, 'round')}" if decision.choice == "continue" and decision.rounds else ""
    return f"decided by {decision.by}: {words.CHOICE[decision.choice]}{more}{_reason(decision.reason)}"


def _reason(text: str) -> str:
    """``, because`` in short: a dash and the reason, if there is one."""
    return f" – {text}" if text else ""


def _short(revision: str) -> str:
    """A revision as people write it."""
    return revision[:_SHORT_HASH]


def _settled(event: ev.MakerSettled) -> str:
    claimed = f", {len(event.claimed)} only claimed" if event.claimed else ""
    unasked = f", answers to {', '.join(event.unasked)} don't count: nobody asked" if event.unasked else ""
    return f"maker's turn settled{claimed}{unasked}"
