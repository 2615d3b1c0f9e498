"""Which findings a maker gets, which version is best, which criteria count."""

from critloop.loop.state import Round, RunState, TrackedFinding, UnitState
from critloop.model.criteria import EVERY, Criteria
from critloop.model.finding import FindingStatus
from critloop.model.run import PolishInputs, RunSpec
from critloop.workflows.policy import Policy


def for_maker(state: RunState, unit: UnitState, policy: Policy) -> list[TrackedFinding]:
    """The findings that a maker is to answer now.

    One that gets a single iteration is left out once it has had it, as long as others are there.
    """
    blocking = state.blocking(unit.unit.id)
    fresh = [f for f in blocking if not (policy.once(f.finding) and f.first_round < unit.rounds)]
    return fresh or blocking


def for_closing(state: RunState, unit: UnitState, policy: Policy) -> list[TrackedFinding]:
    """The open findings of the unit's last report that get a single pass without a second look."""
    last = state.judged_round(unit.unit.id)
    raised = [state.findings[key] for key in dict.fromkeys(last.raised if last else ())]
    return [item for item in raised if item.status is FindingStatus.OPEN and policy.closing(item.finding)]


def best_of(state: RunState, unit: UnitState, policy: Policy) -> int | None:
    """The round whose version scored best, of equals the later; None where the unit stands on it already."""
    rounds = state.rounds_of(unit.unit.id)
    if not policy.keeps_best or not rounds or unit.phase != "fix":
        return None
    best = max(rounds, key=lambda round: (passed(round), round.number))
    return best.number if best.number != unit.judged else None


def passed(round: Round) -> int:
    """How many criteria an evaluation passes."""
    return sum(score.passed for score in round.report.scores)


def supplied_criteria(spec: RunSpec) -> Criteria | None:
    """The criteria that a run was given, with the flags that beat them; None where they have to be extracted."""
    inputs = spec.inputs
    if not isinstance(inputs, PolishInputs) or inputs.criteria is None:
        return None
    return with_flags(spec, inputs.criteria)


def with_flags(spec: RunSpec, criteria: Criteria) -> Criteria:
    """The criteria with threshold and cap as the command line has them; a threshold above their number is all."""
    inputs = spec.inputs
    if not isinstance(inputs, PolishInputs):
        return criteria
    wanted = criteria.but({"threshold": inputs.threshold or criteria.threshold, "cap": inputs.cap or criteria.cap})
    if inputs.criteria is None:
        # An extractor words the criteria; how many have to pass, and how often it is tried, is not its to say.
        wanted = criteria.but({"threshold": inputs.threshold or EVERY, "cap": inputs.cap or spec.limits.rounds})
    return wanted if wanted.needed <= len(wanted.criteria) else wanted.but({"threshold": EVERY})
