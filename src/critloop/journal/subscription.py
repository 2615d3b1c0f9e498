"""A run's events as they come, from this process and from others."""

import asyncio
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

from critloop.model.errors import StoreProblem
from critloop.model.events import Recorded

POLL_SECONDS = 0.25
"""How often to look for events of other processes."""


class Subscription(AsyncIterator[Recorded]):
    """Gives each event with ``seq > after`` once, in order; ends when it is closed.

    One task at a time may wait for the next event.
    """

    def __init__(self, read: Callable[[int], list[Recorded]], after: int, poll_seconds: float) -> None:
        """``read(after)`` gives the stored events after a seq; it blocks, and is called in a thread."""
        self._read = read
        self._after = after
        self._poll_seconds = poll_seconds
        self._ready: deque[Recorded] = deque()
        self._news = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False

    async def __anext__(self) -> Recorded:
        """The next event; waits for it."""
        self._loop = asyncio.get_running_loop()
        while not self._ready and not self._closed:
            self._news.clear()  # before the read: what is appended after it wakes us again
            await self._look()
            if not self._ready:
                await self._wait()
        if self._closed:
            raise StopAsyncIteration
        event = self._ready.popleft()
        self._after = event.seq
        return event

    def wake(self) -> None:
        """Look again at once. May be called from any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self._loop.call_soon_threadsafe(self._news.set)

    def close(self) -> None:
        """End the iteration, also for a task that waits right now."""
        self._closed = True
        self.wake()

    async def _look(self) -> None:
        try:
            self._ready.extend(await asyncio.to_thread(self._read, self._after))
        except StoreProblem:
            if not self._closed:  # else the journal was closed while its file was being read
                raise

    async def _wait(self) -> None:
        if self._closed:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(self._poll_seconds):
                await self._news.wait()


class Subscriptions:
    """The open subscriptions of a process, by run."""

    def __init__(self) -> None:
        """None yet."""
        self._open: dict[str, list[Subscription]] = {}
        self._lock = threading.Lock()

    def add(self, run: str, subscription: Subscription) -> None:
        """Wake it from now on when the run gets events."""
        with self._lock:
            self._open.setdefault(run, []).append(subscription)

    def remove(self, run: str, subscription: Subscription) -> None:
        """Close it and forget it."""
        subscription.close()
        with self._lock:
            remaining = [item for item in self._open.pop(run, []) if item is not subscription]
            if remaining:
                self._open[run] = remaining

    def wake(self, run: str) -> None:
        """The run got events."""
        with self._lock:
            subscriptions = list(self._open.get(run, ()))
        for subscription in subscriptions:
            subscription.wake()

    def close_all(self) -> None:
        """End all of them."""
        with self._lock:
            subscriptions = [item for items in self._open.values() for item in items]
        for subscription in subscriptions:
            subscription.close()
