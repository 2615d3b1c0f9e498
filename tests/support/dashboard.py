"""Driving the dashboard in tests: open it on a fake run, wait for conditions, read what is shown."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Any, TypeVar

from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from critloop.ui.app import CritloopApp
from critloop.ui.chrome.header import Header
from critloop.ui.chrome.keybar import KeyBar
from critloop.ui.screens.run import RunScreen
from tests.support.fake_runs import RUN, FakeRuns

LIMIT_SECONDS = 20.0
NOW = 1_700_000_100.0
W = TypeVar("W", bound=Widget)
S = TypeVar("S", bound=Screen[Any])


@dataclass
class Dashboard:
    """An open dashboard."""

    app: CritloopApp
    pilot: Pilot[None]
    runs: FakeRuns

    async def until(self, condition: Callable[[], bool], what: str = "a condition") -> None:
        """Return as soon as the condition holds; fail when it never does."""
        deadline = monotonic() + LIMIT_SECONDS
        while not condition():
            assert monotonic() < deadline, f"waited in vain for {what}; shown: {self.app.screen}, {self.notes}"
            await asyncio.sleep(0.005)

    async def press(self, *keys: str) -> None:
        """Press keys; each is dealt with before the next one."""
        await self.pilot.press(*keys)

    async def screen(self, kind: type[S]) -> S:
        """The screen in front, once it is of this kind and mounted."""
        await self.until(lambda: isinstance(self.app.screen, kind) and self.app.screen.is_mounted, kind.__name__)
        assert isinstance(self.app.screen, kind)
        return self.app.screen

    async def run_screen(self) -> RunScreen:
        """The run screen, once it is in front and the run is read."""
        screen = await self.screen(RunScreen)
        await self.until(lambda: screen.shown is not None, "the run")
        return screen

    async def look_around(self) -> RunScreen:
        """Wait for the first question and close it."""
        await self.until(lambda: self.app.screen.is_modal, "a question")
        await self.press("escape")
        return await self.run_screen()

    @property
    def notes(self) -> list[str]:
        """What was told in passing."""
        return [note.message for note in self.app._notifications]

    @property
    def standing(self) -> str:
        """What the header says about the run."""
        return self.one(Header).standing

    def enabled(self, action: str) -> bool:
        """Whether the key bar offers an action."""
        return next(hint.enabled for hint in self.one(KeyBar).hints if hint.action == action)

    def one(self, kind: type[W], selector: str = "") -> W:
        """A widget of the screen in front."""
        return self.app.screen.query_one(selector, kind) if selector else self.app.screen.query_one(kind)

    def words(self, selector: str) -> str:
        """The text of a static of the screen in front."""
        return str(self.one(Static, selector).visual)


@asynccontextmanager
async def dashboard(
    runs: FakeRuns, run: str | None = RUN, *, size: tuple[int, int] = (120, 40), advance: bool = True
) -> AsyncIterator[Dashboard]:
    """A dashboard on a fake run, opened as a person called “ada” would."""
    app = CritloopApp(runs, run, advance=advance, user="ada", now=lambda: NOW)
    async with app.run_test(size=size, notifications=True) as pilot:
        yield Dashboard(app, pilot, runs)
