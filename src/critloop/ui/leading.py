"""A chain and the run of its that is in work: which one, and whether the chain can go on by itself. Pure."""

from collections.abc import Sequence

from critloop.loop.state import RunState
from critloop.model.chain import ChainInputs, Link, LinkRun
from critloop.model.outcome import Outcome
from critloop.ui import wording

CHAIN = "chain"
PASSED = (Outcome.APPROVED, Outcome.APPROVED_WITH_KNOWN_ISSUES)


def is_chain(state: RunState | None) -> bool:
    """True for a run whose units are runs."""
    return state is not None and state.spec.loop == CHAIN


def links_of(state: RunState) -> Sequence[Link]:
    """The links of a chain in the order in which they run; none of any other run."""
    return state.spec.inputs.links if isinstance(state.spec.inputs, ChainInputs) else ()


def led(state: RunState | None) -> LinkRun | None:
    """The run that a chain is at; None where the next one has not begun, or all are through."""
    if state is None or not is_chain(state) or state.outcome is not None:
        return None
    from critloop.workflows.chain import next_part  # noqa: PLC0415 - only those who look at a chain need it

    place = next_part(links_of(state), state.begun, state.links)
    if place is None:
        return None
    link, part = place
    return next((run for run in reversed(state.links) if (run.link, run.part) == (link.name, part)), None)


def asks(state: RunState, child: RunState | None) -> bool:
    """True when a run, or the one that its chain is at, goes on only after a human's answer."""
    return wording.waits_for_answer(state) or (child is not None and wording.waits_for_answer(child))


def halts(state: RunState, child: RunState | None) -> bool:
    """True when a run goes on only if a human takes it up: it was stopped, or its chain's link ended unapproved."""
    if state.stopped or (child is not None and child.stopped):
        return True
    run = led(state)
    if run is None or run.outcome is None or child is None or child.outcome is None:
        return False
    return child.outcome not in PASSED or child.bring_back_accepted is False
