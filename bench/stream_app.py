"""The measured side: an app with two panes that are fed a script, in a process and a terminal of its own.

``python -m bench.stream_app SIDE RESULT SECONDS [watch]``; SIDE is ``panes`` (two ``LivePane``),
``markdown`` (two Textual ``Markdown`` fed through ``MarkdownStream`` at 30 Hz), ``idle`` (two panes
that get nothing) or ``flood`` (two panes fed as fast as they take it). The figures go to the file
RESULT as JSON. With ``watch`` the event loop is watched too, which costs some CPU.
"""

import asyncio
import itertools
import json
import resource
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from time import perf_counter, thread_time

from textual import events
from textual.app import App, ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Markdown, Static
from textual.widgets.markdown import MarkdownStream

from bench.stream_text import mixed_markdown, tokens
from critloop.ui.widgets.live_pane import LivePane

RATE = 80
HERTZ = 30
TICK = 0.005
FLOOD = 200_000
SETTLE = 1.0


class Bench(App[None]):
    """Two panes and a line that shows which key came last; measures itself while the script runs."""

    CSS = "Horizontal > * { width: 1fr; height: 1fr; border: round $primary; } #echo { height: 1; }"

    def __init__(self, seconds: float, result: Path, *, watch: bool) -> None:
        """Run for that many seconds; write the figures there."""
        super().__init__()
        self.seconds = seconds
        self.result = result
        self.watched = watch
        self.keys = 0
        self.late: list[float] = []
        self.busy: list[float] = []

    def compose(self) -> ComposeResult:
        """The panes above the echo."""
        with Horizontal():
            yield from self.panes()
        yield Static("K00000;", id="echo", markup=False)

    def panes(self) -> ComposeResult:
        """The two panes."""
        raise NotImplementedError

    async def script(self) -> None:
        """What is measured."""
        raise NotImplementedError

    def on_key(self, event: events.Key) -> None:
        """Show that the key arrived."""
        if event.character == "x":
            self.keys += 1
            self.query_one("#echo", Static).update(f"K{self.keys:05};")

    def on_mount(self) -> None:
        """Measure once everything is there."""
        self.run_worker(self.measure())

    async def measure(self) -> None:
        """Run the script between two readings."""
        await asyncio.sleep(SETTLE)
        ticker = asyncio.create_task(self.tick()) if self.watched else None
        before = resource.getrusage(resource.RUSAGE_SELF)
        start = perf_counter()
        await self.script()
        after, end = resource.getrusage(resource.RUSAGE_SELF), perf_counter()
        if ticker is not None:
            ticker.cancel()
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        unit = 1 if sys.platform == "darwin" else 1024
        self.result.write_text(
            json.dumps(
                {
                    "cpu": cpu / (end - start),
                    "seconds": end - start,
                    "late": sorted(self.late),
                    "busy": sorted(self.busy),
                    "grown_mb": (after.ru_maxrss - before.ru_maxrss) * unit / 1e6,
                }
            )
        )
        self.exit()

    async def tick(self) -> None:
        """Note how much later than asked the loop comes back, and how long it really computed meanwhile."""
        while True:
            start, cpu = perf_counter(), thread_time()
            await asyncio.sleep(TICK)
            self.late.append(perf_counter() - start - TICK)
            self.busy.append(thread_time() - cpu)


def scripts() -> tuple[Iterator[str], Iterator[str]]:
    """One endless script a pane."""
    return (
        itertools.chain.from_iterable(tokens(mixed_markdown(20_000, seed)) for seed in itertools.count(1, 2)),
        itertools.chain.from_iterable(tokens(mixed_markdown(20_000, seed)) for seed in itertools.count(2, 2)),
    )


async def beats(seconds: float) -> AsyncIterator[int]:
    """How many tokens are due, 30 times a second. A side that is late gets all that it missed at once."""
    start, sent = perf_counter(), 0
    while (now := perf_counter() - start) < seconds:
        due = int(now * RATE) - sent
        sent += due
        yield due
        await asyncio.sleep(1 / HERTZ)


class Panes(Bench):
    """Ours: every token is fed by itself."""

    def panes(self) -> ComposeResult:
        """Two live panes, the first one focused."""
        yield LivePane(id="one")
        yield LivePane(id="two")

    async def script(self) -> None:
        """80 tokens a second each."""
        sources = list(zip(self.query(LivePane), scripts(), strict=True))
        for pane, _ in sources:
            pane.begin("Round 1")
        async for due in beats(self.seconds):
            for pane, source in sources:
                for token in itertools.islice(source, due):
                    pane.feed("text", token)


class Idle(Panes):
    """The same app with nothing to do: the noise of the machine."""

    async def script(self) -> None:
        """Wait."""
        await asyncio.sleep(self.seconds)


class Flood(Panes):
    """200,000 tokens, a hundred thousand a pane, as fast as they are taken."""

    async def script(self) -> None:
        """Feed, then wait until the last one is shown."""
        panes = list(self.query(LivePane))
        for pane, source in zip(panes, scripts(), strict=True):
            for number, token in enumerate(itertools.islice(source, FLOOD // 2)):
                pane.feed("text", token)
                if number % 200 == 0:
                    await asyncio.sleep(0)
            pane.feed("tool", "END")
        while not all(  # noqa: ASYNC110  a pane has no event for having shown something
            "END" in str(pane.flow.pieces[-1:]) for pane in panes
        ):
            await asyncio.sleep(0.05)


class Plain(Bench):
    """Textual's own: two ``Markdown`` widgets that follow their end."""

    def panes(self) -> ComposeResult:
        """Two scrolling markdown widgets."""
        for _ in range(2):
            with VerticalScroll():
                yield Markdown()

    async def script(self) -> None:
        """80 tokens a second each, written 30 times a second."""
        streams: list[tuple[MarkdownStream, Iterator[str]]] = []
        for scroll, source in zip(self.query(VerticalScroll), scripts(), strict=True):
            scroll.anchor()
            streams.append((Markdown.get_stream(scroll.query_one(Markdown)), source))
        async for due in beats(self.seconds):
            for stream, source in streams:
                await stream.write("".join(itertools.islice(source, due)))
        for stream, _ in streams:
            await stream.stop()


SIDES: dict[str, type[Bench]] = {"panes": Panes, "idle": Idle, "flood": Flood, "markdown": Plain}

if __name__ == "__main__":
    SIDES[sys.argv[1]](float(sys.argv[3]), Path(sys.argv[2]), watch="watch" in sys.argv).run()
