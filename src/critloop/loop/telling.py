"""What a role is told in one turn, put together from the state of the run."""

from critloop.loop.actions import Ask
from critloop.loop.choosing import for_closing, for_maker
from critloop.loop.cutting import known_units, material_of, piece_of
from critloop.loop.state import RunState
from critloop.model.context import PageContext
from critloop.model.material import Material
from critloop.model.ports import OpenFinding, WorkCopy
from critloop.model.run import TaskInputs
from critloop.model.tests_ran import RanTests
from critloop.workflows.policy import Policy
from critloop.workflows.situation import Situation


def situation(
    state: RunState, policy: Policy, copy: WorkCopy, action: Ask, page: PageContext | None = None
) -> Situation:
    """All that the role of this action may be told. Blocks: the texts come from the work copy."""
    exists = bool(state.units) and any(u.unit.id == action.unit.id and u.phase != "create" for u in state.units)
    material = material_of(state, copy, action.revision) if exists or state.hashes else Material()
    piece = piece_of(policy.units(state.spec, material, known_units(state)), action.unit.id) if exists else None
    return Situation(
        spec=state.spec,
        unit=action.unit,
        duty=action.duty,
        round=action.round,
        material=material,
        text=piece.text if piece is not None else "",
        units=known_units(state),
        findings=_findings(state, policy, action),
        problem=action.problem,
        guidance=state.guidance,
        changes=_changes(state, copy, action),
        page=page,
        criteria=state.criteria,
        items=tuple(i for i in state.open_items(action.unit.id) if action.duty == "look" and not i.by_human),
        report=_report(state),
        tests=_tests(state),
    )


def _findings(state: RunState, policy: Policy, action: Ask) -> tuple[OpenFinding, ...]:
    """What a maker has to answer, or a scoped re-review to look at again; any other critic is told nothing."""
    if action.duty not in ("fix", "close", "rereview"):
        return ()
    unit = state.unit_of(action.unit.id)
    choose = {"fix": for_maker, "close": for_closing}.get(action.duty)
    chosen = choose(state, unit, policy) if choose is not None else state.blocking(action.unit.id)
    return tuple(OpenFinding(id=item.id, finding=item.finding) for item in chosen)


def _changes(state: RunState, copy: WorkCopy, action: Ask) -> str:
    """The diff since the last report, for a scoped re-review."""
    last = state.judged_round(action.unit.id)
    if action.duty != "rereview" or last is None:
        return ""
    return copy.diff(last.snapshot.revision, action.revision)


def _report(state: RunState) -> str:
    """The maker's own words about the work that a task review judges: unverified claims."""
    inputs = state.spec.inputs
    if not isinstance(inputs, TaskInputs):
        return ""
    written = [t.text for t in state.turns.values() if t.duty == "create" and t.status == "ended"]
    return "\n\n".join(filter(None, (inputs.evidence, *written[-1:])))


def _tests(state: RunState) -> tuple[RanTests, ...]:
    """The last result of each command."""
    return tuple({made.ran.command: made.ran for made in state.tests}.values())
