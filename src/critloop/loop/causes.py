"""Why a human is asked (source: document-review.txt, "Error Handling"; docs-critique.txt, "Phase 5").

One function a reason. Each says None, or the cause in words with the findings it is about.
"""

from collections.abc import Callable

from critloop.loop import trajectory
from critloop.loop.fold_turns import TRIES
from critloop.loop.state import RunState, TrackedFinding, UnitState
from critloop.model.finding import AnswerKind
from critloop.model.gate import Cause, GateReason
from critloop.workflows.policy import Policy

MOST_PARTS = 40
"""Parts that a maker may write, one by one, before a human is asked for each further one."""

DISPUTES = 3
"""Rounds in which the same finding is disputed, with reasons, before a human is asked."""


def causes_of(state: RunState, unit: UnitState, policy: Policy) -> tuple[Cause, ...]:
    """All reasons that hold now, the leading one first; empty when the loop can go on.

    A reason about findings that a human has answered with ``continue`` stays quiet for the rounds
    that were given. One about the limit, the budget, failures or malformed replies never does.
    """
    causes = [cause for reason in HARD if (cause := reason(state, unit, policy))]
    if causes or unit.rounds >= unit.muted_until:
        causes += [cause for reason in SOFT if (cause := reason(state, unit, policy))]
    order = list(GateReason)
    return tuple(sorted(causes, key=lambda cause: order.index(cause.reason)))


def _failure(state: RunState, unit: UnitState, policy: Policy) -> Cause | None:
    del unit, policy
    if state.failures < TRIES:
        return None
    return Cause(reason=GateReason.FAILURE, detail=f"the last turns gave nothing usable: {state.last_problem}")


def _malformed(state: RunState, unit: UnitState, policy: Policy) -> Cause | None:
    del unit, policy
    if state.rejections < TRIES:
        return None
    detail = f"{state.rejections} replies in a row were no valid report: {state.last_problem}"
    return Cause(reason=GateReason.MALFORMED, detail=detail)


def _budget(state: RunState, unit: UnitState, policy: Policy) -> Cause | None:
    del unit, policy
    limits, used, grants = state.spec.limits, state.usage, state.budget_grants
    if limits.max_tokens is not None and used.tokens >= limits.max_tokens * grants:
        return Cause(reason=GateReason.BUDGET, detail=f"{used.tokens} tokens used of {limits.max_tokens * grants}")
    if limits.max_time is not None and used.seconds >= limits.max_time * grants:
        spent, most = round(used.seconds), round(limits.max_time * grants)
        return Cause(reason=GateReason.BUDGET, detail=f"turns took {spent} s of {most} s")
    if limits.max_cost is not None and (used.cost_usd or 0) >= limits.max_cost * grants:
        detail = f"{used.cost_usd:.2f} of {limits.max_cost * grants:.2f} US dollars spent"
        return Cause(reason=GateReason.BUDGET, detail=detail)
    return None


def _limit(state: RunState, unit: UnitState, policy: Policy) -> Cause | None:
    last = state.judged_round(unit.unit.id)
    if unit.phase != ("review" if policy.fixes_at_limit else "fix") or unit.rounds < max(unit.allowed, 1):
        return None
    blocking = state.blocking(unit.unit.id)
    if unit.phase == "fix" and last is not None and last.report.approves and not blocking:
        return None
    allowed = "1 round was" if unit.allowed == 1 else f"{unit.allowed} rounds were"
    detail = f"report {unit.rounds} does not approve, and {allowed} allowed"
    if unit.phase == "review":
        detail += "; the maker has answered it, and nobody has judged that yet"
    return Cause(reason=policy.limit_reason, detail=detail, findings=_ids(blocking))


def _needs_author(state: RunState, unit: UnitState, policy: Policy) -> Cause | None:
    del policy
    blocking = state.blocking(unit.unit.id)
    now = unit.rounds + (unit.phase == "review")
    if not blocking or not all(_latest(item, now) is AnswerKind.CANNOT_FIX for item in blocking):
        return None
    detail = "the maker answered “cannot fix” to every finding that blocks"
    return Cause(reason=GateReason.NEEDS_AUTHOR, detail=detail, findings=_ids(blocking))


def _disagreement(state: RunState, unit: UnitState, policy: Policy) -> Cause | None:
    del policy
    disputed = [f for f in state.blocking(unit.unit.id) if _disputes(f) >= DISPUTES]
    if not disputed:
        return None
    detail = f"maker and critic have disagreed in {DISPUTES} rounds on the same finding"
    return Cause(reason=GateReason.DISAGREEMENT, detail=detail, findings=_ids(disputed))


def _medium_remains(state: RunState, unit: UnitState, policy: Policy) -> Cause | None:
    blocking = state.blocking(unit.unit.id)
    if unit.phase != "fix" or not blocking:
        return None
    if not all(policy.once(item.finding) and item.first_round < unit.rounds for item in blocking):
        return None
    detail = "only findings are left that have had their one iteration"
    return Cause(reason=GateReason.MEDIUM_REMAINS, detail=detail, findings=_ids(blocking))


def _cannot_verify(state: RunState, unit: UnitState, policy: Policy) -> Cause | None:
    del policy
    last, items = state.judged_round(unit.unit.id), state.open_items(unit.unit.id)
    looked = unit.looked == unit.rounds or all(item.by_human for item in items)
    if unit.phase != "fix" or last is None or not last.report.approves or not items or not looked:
        return None
    if last.scope == "scoped" or state.blocking(unit.unit.id):
        return None
    what = "1 item" if len(items) == 1 else f"{len(items)} items"
    detail = f"{what} could not be verified, and the rest has passed"
    return Cause(reason=GateReason.CANNOT_VERIFY, detail=detail, findings=tuple(item.id for item in items))


def _many_parts(state: RunState, unit: UnitState, policy: Policy) -> Cause | None:
    del policy
    if unit.phase != "create" or len(state.units) <= MOST_PARTS:
        return None
    detail = f"{len(state.units) - 1} parts are written, and the whole is still not complete"
    return Cause(reason=GateReason.ITERATIONS, detail=detail)


def _stall(state: RunState, unit: UnitState, policy: Policy) -> Cause | None:
    del policy
    if unit.phase != "fix":
        return None
    detail = trajectory.standstill(state, unit) or trajectory.returned(unit) or _nothing_to_fix(state, unit)
    blocking = state.blocking(unit.unit.id)
    return Cause(reason=GateReason.STALL, detail=detail, findings=_ids(blocking)) if detail else None


def _nothing_to_fix(state: RunState, unit: UnitState) -> str:
    last = state.judged_round(unit.unit.id)
    if last is None or last.report.approves or state.blocking(unit.unit.id):
        return ""
    return "the report does not approve, and none of its findings is left for the maker"


def _latest(tracked: TrackedFinding, round: int) -> AnswerKind | None:
    return next((reply.answer.kind for reply in tracked.replies if reply.round == round), None)


def _disputes(tracked: TrackedFinding) -> int:
    return sum(1 for r in tracked.replies if r.answer.kind is AnswerKind.DISPUTED and r.answer.reason.strip())


def _ids(findings: list[TrackedFinding]) -> tuple[str, ...]:
    return tuple(item.id for item in findings)


_Reason = Callable[[RunState, UnitState, Policy], Cause | None]
HARD: tuple[_Reason, ...] = (_failure, _malformed, _budget, _limit)
SOFT: tuple[_Reason, ...] = (_needs_author, _disagreement, _medium_remains, _cannot_verify, _stall, _many_parts)
