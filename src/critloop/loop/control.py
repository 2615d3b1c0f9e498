"""How a person pauses or stops a run that this process is advancing."""

import asyncio


class Control:
    """Pause between turns, or stop at once. Used from the event loop that advances the run."""

    def __init__(self) -> None:
        """Neither paused nor stopped."""
        self._go = asyncio.Event()
        self._go.set()
        self._stop = asyncio.Event()
        self.stopped_by = ""

    @property
    def paused(self) -> bool:
        """True while no further turn is started; one that runs goes on to its end."""
        return not self._go.is_set()

    @property
    def stopping(self) -> bool:
        """True once ``stop`` was called."""
        return self._stop.is_set()

    def pause(self) -> None:
        """Start no further turn."""
        self._go.clear()

    def resume(self) -> None:
        """Go on after a pause."""
        self._go.set()

    def stop(self, by: str) -> None:
        """End the turn that runs and the advance; the run can be resumed."""
        self.stopped_by = by
        self._stop.set()
        self._go.set()

    async def ready(self) -> None:
        """Wait while paused."""
        await self._go.wait()

    async def stopped(self) -> None:
        """Wait until ``stop`` is called."""
        await self._stop.wait()
