"""How a polished text scored: its criteria, round by round."""

from collections.abc import Iterator, Sequence

from critloop.loop.state import Round, RunState
from critloop.model.criteria import EVERY, Criteria, Criterion, Score
from critloop.model.run import PolishInputs
from critloop.ui.presentation import words
from critloop.ui.presentation.lines import Line
from critloop.ui.presentation.sheet import Section, fact, section

_SHORT = 12
_MARK = {True: ("✓", "success"), False: ("✗", "warning"), None: ("–", "dim")}


def score_sections(state: RunState) -> Iterator[Section]:
    """Goal, rule, criteria and the score of each round; nothing in other loops."""
    inputs = state.spec.inputs
    if isinstance(inputs, PolishInputs):
        yield section("Goal", [fact(inputs.goal)])
    if state.criteria is None:
        return
    yield section("Rule", _rule(state, state.criteria))
    yield section("Scores", _scores(state))
    yield section("Criteria, by round", _table(state, state.criteria))


def criteria_sections(criteria: Criteria) -> Iterator[Section]:
    """The criteria as they were found, before anything was scored."""
    yield section("Criteria", (fact((f"{item.id:<6}", "strong"), item.text) for item in criteria.criteria))
    yield section("Threshold and cap", [fact(f"{criteria.threshold}, {criteria.cap}")])


def _rule(state: RunState, criteria: Criteria) -> Iterator[Line]:
    total = len(criteria.criteria)
    needed = "all of them" if criteria.threshold == EVERY else f"{criteria.needed} of {total}"
    yield fact(f"{words.count(total, 'criterion').replace('criterions', 'criteria')}, to pass: {needed}")
    yield fact(f"at most {words.count(criteria.cap, 'evaluation')} before a human is asked")
    yield fact((f"locked, SHA-256 {state.criteria_hash[:_SHORT]}…", "dim"))


def best_round(rounds: Sequence[Round]) -> int:
    """The round that passed most criteria, of equals the later; 0 before any."""
    scored = [item for item in rounds if item.report.scores]
    return max(scored, key=lambda item: (_passed(item), item.number)).number if scored else 0


def _passed(item: Round) -> int:
    return sum(score.passed for score in item.report.scores)


def _scores(state: RunState) -> Iterator[Line]:
    best = best_round(state.rounds)
    for item in state.rounds:
        if item.report.scores:
            mark = ("  best", "success") if item.number == best else ("", "")
            yield fact((f"round {item.number}  ", "dim"), f"{_passed(item)} of {len(item.report.scores)}", mark)


def _table(state: RunState, criteria: Criteria) -> Iterator[Line]:
    scored = [item for item in state.rounds if item.report.scores]
    if scored:
        yield fact(("      " + " ".join(f"R{item.number}" for item in scored), "table-head dim"))
    for criterion in criteria.criteria:
        yield _row(criterion, [_score(item, criterion.id) for item in scored])
        for item in scored:
            score = _score(item, criterion.id)
            if score is not None and not score.passed and score.gap:
                yield fact((f"      R{item.number}: {score.gap}", "dim"))


def _score(item: Round, criterion: str) -> Score | None:
    return next((score for score in item.report.scores if score.criterion_id == criterion), None)


def _row(criterion: Criterion, scores: Sequence[Score | None]) -> Line:
    marks = [_MARK[score.passed if score else None] for score in scores]
    spans = [(f"{glyph}  ", ink) for glyph, ink in marks]
    return fact((f"{criterion.id:<6}", "strong"), *spans, criterion.text)


def evaluation_sections(judged: Round, criteria: Criteria | None) -> list[Section]:
    """One evaluation: the verdict, and each criterion with its gap."""
    texts = {item.id: item.text for item in criteria.criteria} if criteria else {}
    verdicts = (f"{verdict.name}: {verdict.text}" for verdict in judged.report.verdicts)
    return [
        section("Verdict", map(fact, verdicts)),
        section("Scores", (line for score in judged.report.scores for line in _scored(score, texts))),
    ]


def _scored(score: Score, texts: dict[str, str]) -> Iterator[Line]:
    glyph, ink = _MARK[score.passed]
    yield fact(
        (f"{glyph} {'pass' if score.passed else 'gap '}  ", ink),
        (f"{score.criterion_id}  ", "strong"),
        texts.get(score.criterion_id, ""),
    )
    if score.gap:
        yield fact((f"        {score.gap}", "" if not score.passed else "dim"))
