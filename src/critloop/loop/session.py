"""One stretch of advancing a run: the state it knows, the lease it holds, the events it appends."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import ParamSpec, TypeVar

from critloop.loop.control import Control
from critloop.loop.fold import apply, fold
from critloop.loop.state import RunState
from critloop.model.errors import StaleVersion
from critloop.model.events import Event
from critloop.model.ports import (
    Agent,
    Clock,
    CommandRunner,
    Gatherer,
    Journal,
    Lease,
    Prompts,
    Watcher,
    WorkCopy,
    Workspace,
)
from critloop.model.turn import AgentRef, Role
from critloop.model.workcopy import Origin
from critloop.workflows.policy import Policy
from critloop.workflows.registry import policy_of

P = ParamSpec("P")
T = TypeVar("T")


async def threaded(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call something that blocks without blocking the event loop."""
    return await asyncio.to_thread(function, *args, **kwargs)


@dataclass(frozen=True)
class Ports:
    """The world, as the driver sees it."""

    journal: Journal
    workspace: Workspace
    agent_for: Callable[[AgentRef, Role], Agent]
    prompts_for: Callable[[Path], Prompts]
    clock: Clock
    gather: Gatherer
    runner: CommandRunner


class Session:
    """A run under one lease. ``state`` is what this process knows; ``append`` moves it on."""

    def __init__(self, ports: Ports, state: RunState, lease: Lease, watch: Watcher | None, control: Control) -> None:
        """Begin from a state that was just read."""
        self.ports = ports
        self.state = state
        self.lease = lease
        self.watch = watch
        self.control = control
        self.clean = False
        self.prompts = ports.prompts_for(Path(state.spec.root))
        self._copy: WorkCopy | None = None

    @property
    def run(self) -> str:
        """The run's id."""
        return self.state.spec.run

    @property
    def policy(self) -> Policy:
        """The rules of the run's loop."""
        return policy_of(self.state.spec.loop)

    @property
    def origin(self) -> Origin:
        """What the run began from; there once it has been prepared."""
        if self.state.prepared is None:
            raise AssertionError("only a run that has been prepared stands on something")
        return self.state.prepared.origin

    async def copy(self) -> WorkCopy:
        """The run's work copy, opened once."""
        if self._copy is None:
            self._copy = await threaded(self.ports.workspace.open, self.run)
            await threaded(self._copy.take_up)
        return self._copy

    def use(self, copy: WorkCopy) -> None:
        """Go on with a work copy that was just made."""
        self._copy = copy

    async def append(self, *events: Event) -> None:
        """Append events that follow from the state as it is known here.

        Raises:
            StaleVersion: Somebody else appended first; the state has been read again.
        """
        try:
            recorded = await threaded(
                self.ports.journal.append,
                self.run,
                self.state.version,
                events,
                at=self.ports.clock.now(),
                lease=self.lease,
            )
        except StaleVersion:
            self.state = fold(await threaded(self.ports.journal.read, self.run))
            raise
        for item in recorded:
            self.state = apply(self.state, item)

    async def record(self, *events: Event) -> None:
        """Append facts: things that have happened and stay true whatever else was appended meanwhile."""
        while True:
            try:
                return await self.append(*events)
            except StaleVersion:
                continue
