"""How a run goes, in one line: what each round found and where the blocking findings are heading."""

from collections.abc import Sequence
from typing import Final

from critloop.loop.state import Round, RunState
from critloop.model.finding import FindingStatus, Progress, Severity
from critloop.ui.presentation import words
from critloop.ui.presentation.lines import Line, Span, line_width
from critloop.ui.shown import current_unit

_MOST_DOTS: Final = 8
_MOST_COUNTS: Final = 4


def trajectory_line(state: RunState, width: int) -> Line:
    """``R1 ●●●●●● R2 ●●●●○   high 6 → 4   resurfaced 0``, the latest rounds where not all fit."""
    if state.spec.loop == "chain":
        return ()
    unit = _unit_of(state)
    played = state.rounds_of(unit) if unit else []
    if not played:
        return (("no round yet", "dim"),)
    tail = _summary(state, played)
    blocks = [_round_dots(state, item) for item in played]
    room = width - line_width(tail) - 3
    shown: list[Line] = []
    for block in reversed(blocks):
        if shown and line_width(block) + sum(line_width(item) + 1 for item in shown) > room:
            break
        shown.insert(0, block)
    spans: list[Span] = [("… ", "dim")] if len(shown) < len(blocks) else []
    for block in shown:
        spans += [*block, (" ", "")]
    return (*spans, ("  ", ""), *tail)


def _unit_of(state: RunState) -> str | None:
    """The unit at work; the one that was judged last when all are done."""
    unit = current_unit(state)
    return unit.unit.id if unit else None


def _severities(state: RunState, item: Round) -> list[Severity]:
    """What a round raised, worst first: its report's findings, and gaps that were confirmed in what it listed."""
    gaps = {row.finding for row in state.items.values() if row.finding}
    late = [key for key in item.raised[len(item.report.findings) :] if key in gaps]
    found = [finding.severity for finding in item.report.findings]
    found += [state.findings[key].finding.severity for key in late]
    return sorted(found, key=lambda severity: severity.rank)


def _still_open(state: RunState, item: Round) -> int:
    """What blocks although the unit's last round raised nothing."""
    return len(state.blocking(item.unit)) if item is state.last_round(item.unit) else 0


def _round_dots(state: RunState, item: Round) -> Line:
    """``R3 ●●◐○``: one glyph a finding, worst first; a number of the rest where there are many."""
    if item.report.scores:
        passed = sum(score.passed for score in item.report.scores)
        ink = "success" if item.report.approves else ""
        return ((f"R{item.number} ", "dim"), (f"{passed}/{len(item.report.scores)} ", ink))
    ranked = _severities(state, item)
    spans: list[Span] = [(f"R{item.number} ", "dim")]
    spans += [(words.SEVERITY_GLYPH[severity], words.SEVERITY_INK[severity]) for severity in ranked[:_MOST_DOTS]]
    if len(ranked) > _MOST_DOTS:
        spans.append((f"+{len(ranked) - _MOST_DOTS}", "dim"))
    if not ranked and (left := _still_open(state, item)):
        spans.append((f"{left} still open", "warning"))
    elif not ranked:
        spans.append(("✓", "success"))
    return tuple(spans)


def _summary(state: RunState, played: Sequence[Round]) -> Line:
    """``high 6 → 4 → 3   resurfaced 0``."""
    spans: list[Span] = []
    if any(item.report.scores for item in played):
        return (("criteria passed, by round", "dim"),)
    for severity in (Severity.HIGH, Severity.MEDIUM):
        counts = [_severities(state, item).count(severity) for item in played]
        if any(counts):
            before = "… → " if len(counts) > _MOST_COUNTS else ""
            numbers = before + " → ".join(map(str, counts[-_MOST_COUNTS:]))
            spans += [(f"{severity.value} ", "dim"), (numbers, ""), ("   ", "")]
    unit = played[0].unit
    back = sum(item.progress is Progress.RESURFACED and item.unit == unit for item in state.findings.values())
    known = sum(f.status is FindingStatus.ACCEPTED and f.unit == unit for f in state.findings.values())
    spans += [("resurfaced ", "dim"), (str(back), "warning" if back else "")]
    return (*spans, *((("   accepted ", "dim"), (str(known), "")) if known else ()))
