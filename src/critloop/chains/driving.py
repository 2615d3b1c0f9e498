"""Drives a chain: one run after another, each begun when the one before is approved.

A chain is a run of its own: its events say which link has begun which run, and where that stands.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Protocol

from critloop.chains.asking import parts_of, wanted_of
from critloop.chains.binding import changed_words, kept_for, rules_changed, texts_to_keep
from critloop.export.standing import standing, standing_words
from critloop.loop.control import Control
from critloop.loop.fold import fold
from critloop.loop.state import RunState
from critloop.model.chain import ChainInputs, Link, LinkRun, latest
from critloop.model.errors import UsageProblem, WorkspaceProblem
from critloop.model.events import Event, LinkBegun, LinkRan, LinkStood, RunFinished, RunResumed
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
    """One chain under its lease. Everything blocks.

    Attributes:
        problem: Why the chain waits although no run of it does; None where one could go on.
    """

    def __init__(self, maker: Maker, run: str, lease: Lease, *, offers: bool = True, by: str = "") -> None:
        """Go on with this chain. ``offers``: a result that was declined or taken out is offered again."""
        self._maker = maker
        self._lease = lease
        self._offers = offers
        self._by = by
        self._there: set[str] = set()
        self._link = ""
        self.run = run
        self.problem: UsageProblem | WorkspaceProblem | None = None

    @property
    def state(self) -> RunState:
        """The chain as it is now."""
        return fold(self._maker.journal.read(self.run))

    def next_run(self) -> str | None:
        """The run to advance now, created where there is none yet; None when the chain is through, or waits.

        A link that can't begin leaves the chain waiting, with the reason written down and in ``problem``.
        """
        self.problem = None
        self._withdraw()
        try:
            return self._next()
        except (UsageProblem, WorkspaceProblem) as problem:
            self._block("can't begin: ", problem)
            return None

    def _block(self, what: str, problem: UsageProblem | WorkspaceProblem) -> None:
        """Leave the chain waiting at the link that is next, and say why, once."""
        self.problem = problem
        words = what + "; ".join(filter(None, (problem.message, problem.remedy)))
        stood = LinkStood(run="", link=self._link, outcome=Outcome.WAITING, words=words)
        if self.state.blocked != stood:
            self._say(stood)

    def _next(self) -> str | None:
        while (place := next_part(links_of(self.state), self.state.begun, self.state.links)) is not None:
            link, part = place
            self._link = link.name
            if part is None:
                self._begin(link)
                continue
            item = next((one for one in latest(self.state.links) if (one.link, one.part) == (link.name, part)), None)
            if item is None or self._maker.state(item.run).outcome is Outcome.ABORTED:
                # A run that was aborted is not gone on with: its link begins anew.
                return self._new(link, part)
            if not self._is_there(item):
                return self._known(item)
        self._finish(self.state)
        return None

    def _begin(self, link: Link) -> None:
        state = self.state
        folder, links, known = Path(state.spec.root), links_of(state), self._texts()
        texts = texts_to_keep(link, links, known, lambda other: self._taken(state, other), folder)
        parts = parts_of(self._wanted(link, "", {**known, **texts}))
        self._say(LinkBegun(link=link.name, parts=parts, texts=texts))

    def _wanted(self, link: Link, part: str, texts: dict[str, str]) -> Wanted:
        state = self.state
        folder, taken = Path(state.spec.root), self._taken(state, link)
        return wanted_of(link, part, taken, folder).but({"kept": kept_for(link, taken, texts, folder)})

    def _texts(self) -> dict[str, str]:
        """What was written down of the files that links are held against, by place."""
        texts: dict[str, str] = {}
        for recorded in self._maker.journal.read(self.run):
            if isinstance(recorded.event, LinkBegun):
                texts |= recorded.event.texts
        return texts

    def _known(self, item: LinkRun) -> str | None:
        if not taken_back(self._maker.state(item.run)):
            self._maker.retry(item.run)
            return item.run
        return item.run if self._offers else None

    def _is_there(self, item: LinkRun) -> bool:
        """Offer a result that is not in the user's files again; True where they have its text all the same."""
        if not self._offers or not taken_back(self._maker.state(item.run)):
            return False
        child = self._maker.offer_again(item.run)
        if not taken_back(child):
            return False
        self._there.add(item.run)
        self._say(LinkStood(run=item.run, outcome=standing(child)))
        return True

    def _new(self, link: Link, part: str) -> str:
        wanted = self._wanted(link, part, self._texts())
        run = self._maker.begin(wanted)
        self._say(LinkRan(link=link.name, part=part, run=run, note=changed_words(wanted)))
        return run

    def _taken(self, state: RunState, link: Link) -> dict[str, str]:
        """The options that other links give, once they have run: a file that they made, or BASE as it was first."""
        taken = {}
        for option, source in link.takes.items():
            runs = [item.run for item in latest(state.links) if item.link == source]
            if runs:
                taken[option] = _given(option, self._maker.state(runs[0]).spec)
        return taken

    def _withdraw(self) -> None:
        """A link whose result the user has taken out again, or not taken, has not passed after all."""
        state = self.state
        for item in latest(state.links):
            if not item.passed or item.run in self._there:
                continue
            if words := taken_back(self._maker.state(item.run)):
                again: list[Event] = [RunResumed(by=self._by)] if self.state.outcome is not None else []
                self._say(*again, LinkStood(run=item.run, outcome=Outcome.WAITING, words=words))

    def stood(self, child: RunState, words: str = "") -> bool:
        """Write down where a run of the chain stands, and why; True when the chain may go on."""
        outcome, said = standing(child), words or taken_back(child) or standing_words(child)
        outcome = Outcome.WAITING if taken_back(child) else outcome
        passed = outcome in PASSED
        self._say(LinkStood(run=child.spec.run, outcome=outcome, words="" if passed else said))
        rules = rules_changed(child)
        if not passed or not rules or next_part(links_of(self.state), self.state.begun, self.state.links) is None:
            return passed
        # Its maker has set how the next runs are judged, which is for a person to do.
        remedy = f"look at what it did; then critloop resume {self.run}"
        self._block(
            "", UsageProblem(f"run {child.spec.run} changed {', '.join(rules)}, by which runs are judged", remedy)
        )
        return False

    def _finish(self, state: RunState) -> None:
        if state.outcome is not None:
            return
        known = any(item.outcome is Outcome.APPROVED_WITH_KNOWN_ISSUES for item in latest(state.links))
        outcome = Outcome.APPROVED_WITH_KNOWN_ISSUES if known else Outcome.APPROVED
        self._say(RunFinished(outcome=outcome, reason="every link is approved"))

    def _say(self, *events: Event) -> None:
        journal = self._maker.journal
        journal.append(self.run, self.state.version, events, at=self._maker.clock.now(), lease=self._lease)


def taken_back(child: RunState) -> str:
    """Why an approved result is not in the user's files, in words; empty where it is, or none is approved."""
    if child.outcome not in PASSED:
        return ""
    if child.bring_back_undone:
        return "its result was taken out again"
    return "its result was not brought back" if child.bring_back_accepted is False else ""


def links_of(state: RunState) -> Sequence[Link]:
    """The links of a chain, in the order in which they run."""
    return state.spec.inputs.links if isinstance(state.spec.inputs, ChainInputs) else ()


def _given(option: str, spec: RunSpec) -> str:
    if option == "base" and spec.range is not None:
        return spec.range.base
    return str(Path(spec.root) / spec.subject)


async def advance_chain(
    maker: Maker, run: str, advance: Callable[[str], Awaitable[RunState]], control: Control | None, by: str = ""
) -> RunState:
    """Advance one run of the chain after another, until one does not end approved; the chain's state.

    Raises:
        LeaseHeld: Another process is advancing it.
        UsageProblem: What a link asks for can't be used; the chain waits.
        WorkspaceProblem: The project can't be used as it is; the chain waits.
    """
    lease = await asyncio.to_thread(maker.journal.lease, run)
    try:
        chain = Chain(maker, run, lease, by=by)
        while control is None or not control.stopping:
            child = await asyncio.to_thread(chain.next_run)
            goes_on = child is not None and await asyncio.to_thread(chain.stood, await advance(child))
            if chain.problem is not None:
                raise chain.problem
            if not goes_on:
                break
        return await asyncio.to_thread(lambda: chain.state)
    finally:
        await asyncio.to_thread(lease.release)
