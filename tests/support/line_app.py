"""An app around one line widget, and looks at what it paints."""

import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from textual.app import App, ComposeResult
from textual.message import Message
from textual.pilot import Pilot
from textual.widget import Widget

from critloop.ui.widgets.surface import LineSurface

LIMIT_SECONDS = 10.0


class LineApp(App[None]):
    """Shows one widget over the whole screen and keeps the messages that it posts."""

    CSS = "Screen > * { width: 1fr; height: 1fr; }"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, widget: Widget) -> None:
        super().__init__()
        self.shown = widget
        self.got: list[Message] = []

    def compose(self) -> ComposeResult:
        yield self.shown

    def on_mount(self) -> None:
        self.shown.focus()

    def at(self, width: int, height: int) -> AbstractAsyncContextManager[Pilot[None]]:
        """Run in a terminal of that size."""
        return self.run_test(size=(width, height), message_hook=self._keep)

    def _keep(self, message: Message) -> None:
        """Keep a message once, however far it bubbles."""
        if not any(message is kept for kept in self.got):
            self.got.append(message)


def painted(widget: LineSurface) -> list[str]:
    """The visible rows as text, without the spaces at their ends."""
    return [widget.render_line(y).text.rstrip() for y in range(widget.text_height)]


async def until(pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    """Let the app work until the condition holds; fail when it never does."""
    deadline = time.monotonic() + LIMIT_SECONDS
    await pilot.pause()
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        await pilot.pause(0.01)
