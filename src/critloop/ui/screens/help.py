"""Every key of a view, what it does, and why it can't be used now."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from critloop.resources import style_path
from critloop.ui.actions import VIEW_NAMES, Action, View, bindings_of
from critloop.ui.chrome.keybar import KeyBar
from critloop.ui.screens.acting import ActingScreen
from critloop.ui.situation import Situation


class HelpScreen(ModalScreen[None], ActingScreen[None]):
    """The registry's actions of one view."""

    CSS_PATH = style_path("dialogs.tcss")
    VIEW: ClassVar[View] = "help"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("help"))

    def __init__(self, view: View, explained: Sequence[Action], now: Situation) -> None:
        super().__init__()
        self._view = view
        self._explained = explained
        self._now = now

    def compose(self) -> ComposeResult:
        """The list."""
        with Vertical(id="help", classes="dialog"):
            with VerticalScroll(id="help-body"):
                yield Static(help_lines(self._explained, self._now))
            yield KeyBar()
        yield self.too_small()

    def on_mount(self) -> None:
        """Name the view."""
        if self.is_closing:
            return
        self.query_one("#help").border_title = f"Keys · {VIEW_NAMES[self._view]}"
        self.query_one("#help-body").focus()
        self.refresh_keys()

    def do_close(self) -> None:
        """Close."""
        self.dismiss(None)

    def do_close_too(self) -> None:
        """Close."""
        self.dismiss(None)


GENERAL = (
    ("⇥", "Go to the next pane or list; with shift, back"),
    ("↑ ↓", "Move, or scroll; page up, page down and home too"),
    ("ctrl+p", "Find any action by its name"),
)


def help_lines(explained: Sequence[Action], now: Situation) -> Content:
    """One line an action; a disabled one is dimmed and says why."""
    rows = [_row(action.shown_key, action.description, action.disabled(now)) for action in explained if action.key]
    rows += [_row(key, words, "") for key, words in GENERAL]
    return Content("\n").join(rows)


def _row(key: str, words: str, reason: str) -> Content:
    dim = "dim" if reason else ""
    tail = (f"  ({reason})", "$warning") if reason else ("", "")
    return Content.assemble((f"{key:>8}  ", dim or "bold $primary"), (words, dim), tail)
