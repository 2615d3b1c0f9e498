"""Lines on what only some loops have: units, unverified items, criteria, tests, and what reviewers looked at."""

from critloop.export.exploring import Exploration, explorations
from critloop.export.plain import one_line
from critloop.export.scoring import judged_round
from critloop.export.unit_words import DOING
from critloop.loop.state import RunState, UnitState
from critloop.model.criteria import Criterion, Score
from critloop.model.items import Unverified
from critloop.model.tests_ran import RanTests

_STANDS = {"open": "open", "holds": "holds", "gap": "a gap", "accepted": "accepted as known"}
_PHASE = {"create": "to be written", "begin": "to be reviewed", "review": "to be reviewed", "fix": "not passed yet"}


def unit_lines(state: RunState) -> list[str]:
    """Each unit and how far it is; nothing for a subject that is one unit."""
    return [_unit(unit) for unit in state.units] if len(state.units) > 1 else []


def _unit(unit: UnitState) -> str:
    stands = (unit.outcome or "approved").replace("_", " ") if unit.phase == "done" else _PHASE[unit.phase]
    return f"{one_line(unit.unit.name)}: {stands}, {_count(unit.rounds, 'round')}"


def item_lines(state: RunState, limit: int | None = None) -> list[str]:
    """What reviewers could not verify, each with what became of it; ``limit`` is in characters of an item's text."""
    return [_item(item, limit) for item in state.items.values()]


def _item(item: Unverified, limit: int | None) -> str:
    settled = f" ({one_line(item.by)}: {one_line(item.reason)})" if item.by else ""
    finding = f", now {item.finding}" if item.finding else ""
    return f"{item.id} {_STANDS[item.status]}{finding}: {one_line(item.text, limit)}{settled}"


def criteria_lines(state: RunState) -> list[str]:
    """The criteria with the scores of the version that the run stands on."""
    if state.criteria is None:
        return []
    judged = judged_round(state)
    scores = {score.criterion_id: score for score in (judged.report.scores if judged else ())}
    return [_criterion(criterion, scores.get(criterion.id)) for criterion in state.criteria.criteria]


def _criterion(criterion: Criterion, score: Score | None) -> str:
    stands = "not scored" if score is None else "passes" if score.passed else "fails"
    gap = f" — {one_line(score.gap)}" if score is not None and score.gap else ""
    return f"{criterion.id} {stands}: {one_line(criterion.text)}{gap}"


def test_lines(state: RunState) -> list[str]:
    """The tests that were run for a maker, in order."""
    return [_tests(made.ran) for made in state.tests]


def _tests(ran: RanTests) -> str:
    ended = {None: "took too long", 0: "passed"}.get(ran.exit, f"failed with {ran.exit}")
    how = "same files, not run again" if ran.reused else f"{ran.seconds:.1f} s"
    return f"{one_line(ran.command)} {ended} on tree {ran.tree[:12]} ({how})"


def wanted_lines(state: RunState) -> list[str]:
    """The tests that the last reviewer of each unit would run."""
    last = {item.unit: item.report.tests_wanted for item in state.rounds}
    return list(dict.fromkeys(one_line(test) for tests in last.values() for test in tests))


def exploration_lines(state: RunState) -> list[str]:
    """What each reviewer's turn took; only the loops that judge a diff ask reviewers to stay within it."""
    return [_exploration(item) for item in explorations(state)]


def _exploration(item: Exploration) -> str:
    counts = f"{_count(item.reads, 'read')}, {_count(item.greps, 'grep')}, {item.seconds:.1f} s, {item.tokens} tokens"
    outside = "; ".join(map(one_line, item.unexplained))
    more = f"; read outside the diff without a named risk: {outside}" if outside else ""
    return f"round {item.round}, {one_line(item.agent)} {DOING[item.duty]}: {counts}{more}"


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
