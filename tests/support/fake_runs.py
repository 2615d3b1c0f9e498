"""Runs for tests of the dashboard: the real loop over a world in memory."""

import asyncio
import difflib
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from critloop.decisions import Decisions
from critloop.loop.control import Control
from critloop.loop.fold import fold
from critloop.loop.state import RunState
from critloop.model.errors import LeaseHeld
from critloop.model.events import Event, Recorded, RunCreated
from critloop.model.gate import GateDecision
from critloop.model.items import ItemStatus
from critloop.model.ports import Desk, Lease, RunRow, Sink, TurnRequest, Watcher, Workspace
from critloop.model.run import Limits
from critloop.model.turn import Reply
from critloop.model.workcopy import BringBackPreview
from tests.support.world import MemoryCopy, MemoryJournal, Script, ScriptedAgent, World, new_world

RUN = "run1"
TEXT = "# Spec\n\nOne.\n\n## Storage\n\nA write happens.\n\n## Limits\n\nThe limit is 3.\n"


class HeldAgent(ScriptedAgent):
    """Says what its script says and then waits for ``go`` before it does anything else, every turn."""

    def __init__(self, world: World, turns: Sequence[Script]) -> None:
        super().__init__(turns, world.workspace)
        self.go = asyncio.Event()
        self.said: Sink | None = None

    async def turn(self, request: TurnRequest, sink: Sink, desk: Desk | None) -> Reply:
        self.said = sink
        await self.go.wait()
        self.go.clear()
        self.said = None
        return await super().turn(request, sink, desk)


@dataclass
class LiveJournal(MemoryJournal):
    """A journal in memory that wakes those who follow it."""

    followers: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = field(default_factory=list)

    def append(
        self, run: str, expected_version: int, events: Sequence[Event], *, at: float, lease: Lease | None = None
    ) -> list[Recorded]:
        new = super().append(run, expected_version, events, at=at, lease=lease)
        for loop, woken in self.followers:
            loop.call_soon_threadsafe(woken.set)
        return new

    @contextmanager
    def subscribe(self, run: str, after: int = 0) -> Iterator[AsyncIterator[Recorded]]:
        follower = (asyncio.get_running_loop(), asyncio.Event())
        self.followers.append(follower)
        try:
            yield self._follow(run, after, follower[1])
        finally:
            self.followers.remove(follower)

    async def _follow(self, run: str, seen: int, woken: asyncio.Event) -> AsyncIterator[Recorded]:
        while True:
            woken.clear()
            for item in self.read(run, seen):
                seen = item.seq
                yield item
            await woken.wait()


@dataclass
class FakeRuns:
    """One run in memory. ``holder_name`` names a process that holds the lease; None: it is free."""

    world: World
    holder_name: str | None = None
    advances: int = 0
    decisions: list[GateDecision] = field(default_factory=list)
    rulings: list[tuple[str, str, str, str]] = field(default_factory=list)
    more: list[World] = field(default_factory=list)
    hidden: bool = False
    broken: Exception | None = None

    def _world(self, run: str) -> World:
        worlds = (self.world, *self.more)
        return next(world for world in worlds if fold(world.journal.items).spec.run == run)

    def state(self, run: str) -> RunState:
        return self._world(run).state

    def events(self, run: str, after: int = 0) -> list[Recorded]:
        return self._world(run).journal.read(run, after)

    def holder(self, run: str) -> str | None:
        del run
        return self.holder_name

    def rows(self, root: Path | None = None) -> list[RunRow]:
        del root
        found = [] if self.hidden else [world.state for world in (self.world, *self.more)]
        return [RunRow(spec=s.spec, version=s.version, created_at=s.created_at, changed_at=s.changed_at) for s in found]

    def changed_since(self, token: int, root: Path | None = None) -> tuple[int, list[RunRow]]:
        rows = self.rows(root)
        newest = sum(row.version for row in rows)
        return newest, rows if newest != token else []

    def subscribe(self, run: str, after: int = 0) -> AbstractContextManager[AsyncIterator[Recorded]]:
        return self._world(run).journal.subscribe(run, after)

    async def advance(
        self,
        run: str,
        watch: Watcher | None = None,
        *,
        by: str = "",
        bring_back: Literal["ask", "yes"] = "ask",
        control: Control | None = None,
    ) -> RunState:
        self.advances += 1
        if self.broken is not None:
            raise self.broken
        if self.holder_name is not None:
            raise LeaseHeld(run, self.holder_name)
        driver = self._world(run).driver
        return await driver.advance(run, by=by or "test", watch=watch, control=control, bring_back=bring_back)

    def rule(self, run: str, item: str, ruling: ItemStatus, *, reason: str, by: str = "") -> RunState:
        self.rulings.append((item, ruling, reason, by))
        return self._decisions(run).rule(run, item, ruling, reason=reason, by=by or "test")

    def retry(self, run: str, *, by: str = "") -> RunState:
        return self._decisions(run).retry(run, by=by or "test")

    @property
    def workspace(self) -> Workspace:
        return self.world.workspace

    def decide(self, run: str, decision: GateDecision) -> RunState:
        self.decisions.append(decision)
        return self._decisions(run).decide(run, decision)

    def answer_bring_back(self, run: str, *, accepted: bool, by: str = "") -> RunState:
        return self._decisions(run).answer_bring_back(run, accepted=accepted, by=by or "test")

    def offer_again(self, run: str) -> RunState:
        return self._decisions(run).offer_again(run, self._world(run).workspace)

    def preview_bring_back(self, run: str) -> BringBackPreview | None:
        copy, prepared = self._world(run).workspace.copy, self.state(run).prepared
        return copy.preview(prepared.origin) if copy and prepared else None

    def text(self, run: str, revision: str, path: str) -> str:
        return self._copy(run).read(revision, path).decode()

    def diff(self, run: str, old: str, new: str, path: str | None = None) -> str:
        del path
        before, after = (self.text(run, name, "docs/spec.md").splitlines(keepends=True) for name in (old, new))
        lines = difflib.unified_diff(before, after, "a/docs/spec.md", "b/docs/spec.md")
        body = "".join(lines)
        return f"diff --git a/docs/spec.md b/docs/spec.md\n{body}" if body else ""

    def _copy(self, run: str) -> MemoryCopy:
        copy = self._world(run).workspace.copy
        assert copy is not None
        return copy

    def _decisions(self, run: str) -> Decisions:
        world = self._world(run)
        return Decisions(world.journal, world.clock)


def fake_runs(
    critic: Sequence[Script],
    maker: Sequence[Script] = (Script(),),
    *,
    text: str = TEXT,
    rounds: int = 5,
    run: str = RUN,
) -> FakeRuns:
    """A run that has just been created, with these scripted turns."""
    return runs_of(new_world(critic, maker, text=text, limits=Limits(rounds=rounds)), run=run)


def runs_of(world: World, *, run: str = RUN) -> FakeRuns:
    """A world whose run has just been created, as runs of a dashboard."""
    return FakeRuns(live(world, run=run))


def live(world: World, *, run: str = RUN) -> World:
    """The same world with a journal that can be followed, and its run under this id."""
    [created] = world.journal.items
    assert isinstance(created.event, RunCreated)
    event = created.event.but({"spec": created.event.spec.but({"run": run})})
    world.journal = LiveJournal(items=[created.but({"run": run, "event": event})])
    return world
