"""Units in words: their place, how far they are, and the rows of the list."""

from typing import Any

import pytest

from critloop.loop.state import Gate, RunState, Turn, UnitState
from critloop.model.gate import Cause, GateReason
from critloop.model.run import Range, TaskInputs, Unit
from critloop.model.turn import AgentRef, Duty, Role
from critloop.ui.presentation.lines import line_width
from critloop.ui.presentation.units import has_several, place_of, standing_of, unit_line, unit_rows, units_header
from critloop.ui.shown import current_unit
from tests.support.world import run_spec


def unit(number: int, **more: Any) -> UnitState:
    """A chunk of a plan."""
    made = Unit(
        id=f"chunk-{number}", name=f"Part {number}", path="plan.md", start_line=number * 10, end_line=number * 10 + 5
    )
    return UnitState(unit=made, **more)


def plan(*units: UnitState, **more: Any) -> RunState:
    """A run over these chunks."""
    return RunState(spec=run_spec(loop="plan"), version=1, created_at=0, changed_at=0, units=units, **more)


def turn(role: Role, duty: Duty) -> dict[str, Turn]:
    """A turn that is under way on the first chunk."""
    who = AgentRef(agent="a")
    made = Turn(
        id="t1", role=role, unit="chunk-1", round=1, attempt=1, agent=who, prompt="", prompt_hash="", revision="r",
        started_at=0, duty=duty,
    )  # fmt: skip
    return {"t1": made}


DONE: dict[str, Any] = {"phase": "done", "rounds": 1}
STANDINGS: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({"phase": "create"}, {}, "to be written"),
    ({"phase": "create"}, {"turns": turn(Role.MAKER, "create")}, "being written"),
    ({}, {}, "to come"),
    ({"phase": "review"}, {"turns": turn(Role.CRITIC, "review")}, "in review"),
    ({"phase": "fix", "rounds": 1}, {"turns": turn(Role.MAKER, "fix")}, "being fixed"),
    ({"phase": "fix", "rounds": 1}, {"turns": turn(Role.CRITIC, "audit")}, "in review"),
    ({"phase": "fix", "rounds": 1}, {}, "being fixed"),
    (DONE | {"outcome": "approved"}, {}, "approved"),
    (DONE | {"outcome": "approved_with_known_issues"}, {}, "approved with known issues"),
    ({"phase": "begin", "rounds": 1, "done_hash": "h"}, {}, "reopened"),
]


@pytest.mark.parametrize(("fields", "more", "standing"), STANDINGS)
def test_a_unit_says_how_far_it_is(fields: dict[str, Any], more: dict[str, Any], standing: str) -> None:
    state = plan(unit(1, **fields), unit(2), **more)
    assert standing_of(state, state.units[0]) == standing


def test_a_unit_whose_gate_is_open_waits_for_the_human() -> None:
    gate = Gate(id="g", unit="chunk-1", causes=(Cause(reason=GateReason.STALL, detail=""),), opened_at=0)
    state = plan(unit(1, phase="fix", rounds=1), unit(2), gates=(gate,))
    assert standing_of(state, state.units[0]) == "waiting for you"


def test_one_that_is_gone_is_listed_last() -> None:
    state = plan(unit(2), gone=(unit(1, rounds=1),))
    assert [(row.number, row.standing) for row in unit_rows(state)] == [("1", "to come"), ("–", "gone")]
    gone = place_of(state, "chunk-1")
    assert gone is not None
    assert gone.long == "chunk that is gone · Part 1"


def test_a_place_is_named_only_where_there_are_several() -> None:
    assert place_of(plan(unit(1)), "chunk-1") is None
    assert not has_several(plan(unit(1)))
    place = place_of(plan(unit(1), unit(2)), "chunk-2")
    assert place is not None
    assert (place.long, place.short) == ("chunk 2 of 2 · Part 2", "chunk 2 of 2")


def test_parts_of_a_diff_are_counted_and_not_named() -> None:
    inputs = TaskInputs(range=Range(base="b"), requirement="", source="r.md")
    parts = tuple(UnitState(unit=Unit(id=f"p{n}", name="r.md, part", path="r.md", files=("a", "b"))) for n in (1, 2))
    state = RunState(spec=run_spec(loop="task", inputs=inputs), version=1, created_at=0, changed_at=0, units=parts)
    place = place_of(state, "p1")
    assert place is not None
    assert place.long == "part 1 of 2"
    assert unit_rows(state)[0].size == "2 files"


def test_the_current_unit_is_the_first_that_is_not_done() -> None:
    state = plan(unit(1, **DONE), unit(2))
    assert current_unit(state) == state.units[1]
    assert current_unit(plan()) is None
    assert current_unit(plan(unit(1, **DONE))) == unit(1, **DONE)


@pytest.mark.parametrize("width", [78, 118, 198])
def test_a_row_fills_its_width(width: int) -> None:
    for row in unit_rows(plan(unit(1, **DONE, outcome="approved_with_known_issues"), unit(2))):
        assert line_width(unit_line(row, width)) == width
    assert line_width(units_header(width)) == width
