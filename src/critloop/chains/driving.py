"""Drives a chain: one run after another, each begun when the one before is approved.

A chain is a run of its own: its events say which link has begun which run, and where that stands.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Protocol

from critloop.chains.asking import parts_of, wanted_of
from critloop.export.standing import standing, standing_words
from critloop.loop.control import Control
from critloop.loop.fold import fold
from critloop.loop.state import RunState
from critloop.model.chain import ChainInputs, Link, LinkRun
from critloop.model.events import Event, LinkBegun, LinkRan, LinkStood, RunFinished
from critloop.model.outcome import Outcome
from critloop.model.ports import Clock, Journal, Lease
from critloop.model.run import RunSpec
from critloop.starting import Wanted
from critloop.workflows.chain import next_part

PASSED = (Outcome.APPROVED, Outcome.APPROVED_WITH_KNOWN_ISSUES)


class Maker(Protocol):
    """What a chain needs of the composition."""

    @property
    def journal(self) -> Journal:
        """The store."""

    @property
    def clock(self) -> Clock:
        """The time."""

    def begin(self, wanted: Wanted) -> str:
        """Create a run; its id."""

    def state(self, run: str) -> RunState:
        """A run as it is now."""

    def retry(self, run: str) -> RunState:
        """Take up again what ended unread."""

    def offer_again(self, run: str) -> RunState:
        """Offer a declined result once more."""


class Chain:
    """One chain under its lease. Everything blocks."""

    def __init__(self, maker: Maker, run: str, lease: Lease) -> None:
        """Go on with this chain."""
        self._maker = maker
        self._lease = lease
        self.run = run

    @property
    def state(self) -> RunState:
        """The chain as it is now."""
        return fold(self._maker.journal.read(self.run))

    def next_run(self) -> str | None:
        """The run to advance now, created where there is none yet; None when the chain is through.

        Raises:
            UsageProblem: What a link asks for can't be used.
        """
        while True:
            state = self.state
            place = next_part(links_of(state), state.begun, state.links)
            if place is None:
                self._finish(state)
                return None
            link, part = place
            if part is None:
                parts = parts_of(link, self._taken(state, link), Path(state.spec.root))
                self._say(LinkBegun(link=link.name, parts=parts))
                continue
            known = [item for item in state.links if (item.link, item.part) == (link.name, part)]
            return self._known(known[-1]) if known and not self._is_over(known[-1]) else self._new(state, link, part)

    def _is_over(self, item: LinkRun) -> bool:
        """A run that was aborted is not gone on with: its link begins anew."""
        return self._maker.state(item.run).outcome is Outcome.ABORTED

    def _known(self, item: LinkRun) -> str:
        self._maker.retry(item.run)
        self._maker.offer_again(item.run)
        return item.run

    def _new(self, state: RunState, link: Link, part: str) -> str:
        wanted = wanted_of(link, part, self._taken(state, link), Path(state.spec.root))
        run = self._maker.begin(wanted)
        self._say(LinkRan(link=link.name, part=part, run=run))
        return run

    def _taken(self, state: RunState, link: Link) -> dict[str, str]:
        """The options that other links give: the file that they made, or the BASE that they began from."""
        taken = {}
        for option, source in link.takes.items():
            spec = self._maker.state(next(item.run for item in state.links if item.link == source)).spec
            taken[option] = _given(option, spec)
        return taken

    def stood(self, child: RunState) -> bool:
        """Write down where a run of the chain stands; True when the chain may go on."""
        outcome, words = standing(child), standing_words(child)
        if outcome in PASSED and child.bring_back_accepted is False:
            outcome, words = Outcome.WAITING, "its result was not brought back"
        passed = outcome in PASSED
        self._say(LinkStood(run=child.spec.run, outcome=outcome, words="" if passed else words))
        return passed

    def _finish(self, state: RunState) -> None:
        if state.outcome is not None:
            return
        known = any(item.outcome is Outcome.APPROVED_WITH_KNOWN_ISSUES for item in state.links)
        outcome = Outcome.APPROVED_WITH_KNOWN_ISSUES if known else Outcome.APPROVED
        self._say(RunFinished(outcome=outcome, reason="every link is approved"))

    def _say(self, *events: Event) -> None:
        journal = self._maker.journal
        journal.append(self.run, self.state.version, events, at=self._maker.clock.now(), lease=self._lease)


def links_of(state: RunState) -> Sequence[Link]:
    """The links of a chain, in the order in which they run."""
    return state.spec.inputs.links if isinstance(state.spec.inputs, ChainInputs) else ()


def _given(option: str, spec: RunSpec) -> str:
    if option == "base" and spec.range is not None:
        return spec.range.base
    return str(Path(spec.root) / spec.subject)


async def advance_chain(
    maker: Maker, run: str, advance: Callable[[str], Awaitable[RunState]], control: Control | None
) -> RunState:
    """Advance one run of the chain after another, until one does not end approved; the chain's state.

    Raises:
        LeaseHeld: Another process is advancing it.
        UsageProblem: What a link asks for can't be used.
    """
    lease = await asyncio.to_thread(maker.journal.lease, run)
    try:
        chain = Chain(maker, run, lease)
        while control is None or not control.stopping:
            child = await asyncio.to_thread(chain.next_run)
            if child is None or not await asyncio.to_thread(chain.stood, await advance(child)):
                break
        return await asyncio.to_thread(lambda: chain.state)
    finally:
        await asyncio.to_thread(lease.release)
