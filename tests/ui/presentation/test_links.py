"""A chain in words: its links, the one it is at, and whether it goes on by itself."""

from typing import Any

import pytest

from critloop.loop.state import Gate, RunState
from critloop.model.chain import ChainInputs, Link, LinkRun
from critloop.model.gate import Cause, GateReason
from critloop.model.outcome import Outcome
from critloop.ui import leading
from critloop.ui.presentation.lines import line_width
from critloop.ui.presentation.links import link_line, link_rows, links_header, passed_words, place_of, standing_of
from tests.support.world import run_spec

LINKS = (Link(name="design", loop="spec"), Link(name="tasks", loop="task"))
DESIGNED = LinkRun(link="design", part="", run="r1", outcome=Outcome.APPROVED)
BEGUN: dict[str, tuple[str, ...]] = {"design": ("",), "tasks": ("1", "2")}


def chain(*runs: LinkRun, begun: dict[str, tuple[str, ...]] | None = None, **more: Any) -> RunState:
    """A chain that has begun these runs."""
    spec = run_spec(loop="chain", inputs=ChainInputs(links=LINKS))
    return RunState(spec=spec, version=1, created_at=0, changed_at=0, links=runs, begun=begun or BEGUN, **more)


def child(**more: Any) -> RunState:
    """A run of a link."""
    return RunState(spec=run_spec(), version=1, created_at=0, changed_at=0, **more)


GATE = Gate(id="g", unit="spec", causes=(Cause(reason=GateReason.STALL, detail=""),), opened_at=0)
STOOD = LinkRun(link="tasks", part="1", run="r2", outcome=Outcome.WAITING, words="waiting: something")


def test_each_task_of_a_link_is_a_row_and_one_that_has_not_begun_says_so() -> None:
    rows = link_rows(chain(DESIGNED, STOOD), {})
    assert [(row.name, row.run, row.standing) for row in rows] == [
        ("design", "r1", "approved"),
        ("tasks · task 1", "r2", "waiting: something"),
        ("tasks · task 2", None, "to come"),
    ]
    assert link_rows(chain(begun={"design": ("",)}), {})[1].standing == "waiting for the link before"


def test_a_run_that_is_known_tells_for_itself() -> None:
    rows = link_rows(chain(DESIGNED, STOOD), {"r2": (child(gates=(GATE,)), "idle")})
    assert (rows[1].standing, rows[1].mark) == ("waiting: nothing moves any more", "wait")


def test_the_link_that_it_is_at_has_a_place() -> None:
    place = place_of(chain(DESIGNED, STOOD))
    assert place is not None
    assert place.long == "link 2 of 2 · tasks · task 1"
    assert passed_words(chain(DESIGNED, STOOD)) == "1 of 2 links approved"
    assert standing_of(chain(DESIGNED, STOOD), "idle") == "tasks: waiting: something"
    assert standing_of(chain(begun={}), "idle") == "not started"


def test_the_run_that_a_chain_is_at() -> None:
    assert leading.led(chain(DESIGNED, STOOD)) == STOOD
    assert leading.led(chain(DESIGNED)) is None
    assert leading.led(chain(DESIGNED, STOOD, outcome=Outcome.ABORTED)) is None
    assert leading.led(child()) is None


HALTS: list[tuple[dict[str, Any], bool]] = [
    ({"outcome": Outcome.APPROVED}, False),
    ({"outcome": Outcome.APPROVED, "bring_back_accepted": False}, True),
    ({"outcome": Outcome.ABORTED}, True),
    ({"outcome": Outcome.NOT_REVIEWED}, True),
    ({"stopped": True}, True),
    ({}, False),
]


@pytest.mark.parametrize(("fields", "halts"), HALTS)
def test_a_chain_goes_on_by_itself_only_after_an_approved_link(fields: dict[str, Any], halts: bool) -> None:
    assert leading.halts(chain(DESIGNED, STOOD), child(**fields)) is halts


def test_a_chain_asks_where_its_link_does() -> None:
    assert leading.asks(chain(DESIGNED, STOOD), child(gates=(GATE,)))
    assert not leading.asks(chain(DESIGNED, STOOD), child())
    assert not leading.asks(chain(DESIGNED, STOOD), None)


@pytest.mark.parametrize("width", [78, 118, 198])
def test_a_row_fills_its_width(width: int) -> None:
    assert all(line_width(link_line(row, width)) == width for row in link_rows(chain(DESIGNED, STOOD), {}))
    assert line_width(links_header(width)) == width
