"""Whether rounds get anywhere: standstill, and text that returns to what it was."""

from critloop.loop.state import RunState, UnitState
from critloop.model.finding import AnswerKind


def standstill(state: RunState, unit: UnitState) -> str:
    """Words when two rounds in a row have the same open findings on the same text; empty otherwise.

    A round in which the maker disputed every finding is no standstill: it is a disagreement.
    """
    rounds = state.rounds_of(unit.unit.id)[-2:]
    if len(rounds) < 2:  # noqa: PLR2004 - a pair
        return ""
    before, now = rounds
    same = set(before.open) == set(now.open) and before.snapshot.text_hash == now.snapshot.text_hash
    if not same or not now.open or _all_disputed(state, now.open, now.number):
        return ""
    return f"rounds {before.number} and {now.number} have the same open findings, and the text did not change"


def returned(unit: UnitState) -> str:
    """Words when a section has gone back to an earlier text in the newest snapshot; empty otherwise."""
    if len(unit.snapshots) < 3:  # noqa: PLR2004 - there, away, and back again
        return ""
    *earlier, previous, newest = unit.snapshots
    for path, text in newest.sections.items():
        if previous.sections.get(path, text) == text:
            continue
        for number, snapshot in enumerate(earlier, start=1):
            if snapshot.sections.get(path) == text:
                name = path.rsplit(" / ", 1)[-1] or "the text before the first heading"
                return f"“{name}” has returned to its text of round {number}"
    return ""


def _all_disputed(state: RunState, findings: tuple[str, ...], round: int) -> bool:
    kinds = [next((r.answer.kind for r in state.findings[key].replies if r.round == round), None) for key in findings]
    return all(kind is AnswerKind.DISPUTED for kind in kinds)
