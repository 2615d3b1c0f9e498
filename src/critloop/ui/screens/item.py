"""Something that a reviewer could not verify: what it is, who looked, and what came of it."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from critloop.model.items import Unverified
from critloop.resources import style_path
from critloop.ui import wording
from critloop.ui.actions import View, bindings_of
from critloop.ui.chrome.keybar import KeyBar
from critloop.ui.screens import item_lines as lines
from critloop.ui.screens.acting import ActingScreen
from critloop.ui.shown import Shown


class ItemScreen(ModalScreen[None], ActingScreen[None]):
    """One row as of a moment of the run. It is settled at the gate."""

    CSS_PATH = style_path("dialogs.tcss")
    VIEW: ClassVar[View] = "item"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("item"))

    def __init__(self, shown: Shown, item: str) -> None:
        super().__init__()
        self.item = item
        self._moment = shown

    @property
    def unverified(self) -> Unverified:
        """The row."""
        return self._moment.state.items[self.item]

    def compose(self) -> ComposeResult:
        """What it is, and what was said about it."""
        with Vertical(id="item", classes="dialog"):
            with VerticalScroll(id="item-body"):
                yield Static("", id="item-words")
                yield Static("", id="item-looks", classes="box")
            yield KeyBar()
        yield self.too_small()

    def on_mount(self) -> None:
        """Fill it."""
        if not self.is_closing:
            self.query_one("#item-looks").border_title = "Looked at"
            self.query_one("#item-body").focus()
            self._fill()

    def _fill(self) -> None:
        ids = list(self._moment.state.items)
        place = f"{ids.index(self.item) + 1} of {len(ids)}"
        self.query_one("#item").border_title = f"Not verified · {self.item} · {place}"
        self.query_one("#item-words", Static).update(lines.item_words(self._moment.state, self.unverified))
        self.query_one("#item-looks", Static).update(lines.looks(self._moment.events, self.unverified))
        self.query_one("#item-body").scroll_home(animate=False)
        self.refresh_keys()

    def _go(self, step: int) -> None:
        ids = list(self._moment.state.items)
        self.item = ids[(ids.index(self.item) + step) % len(ids)]
        self._fill()

    def do_next(self) -> None:
        """The next row; after the last, the first."""
        self._go(1)

    def do_previous(self) -> None:
        """The row before; before the first, the last."""
        self._go(-1)

    def do_copy(self) -> None:
        """Copy it as text."""
        parts = (
            lines.item_words(self._moment.state, self.unverified),
            lines.looks(self._moment.events, self.unverified),
        )
        self.app.copy_to_clipboard("\n\n".join(part.plain for part in parts))
        self.notify(f"Copied: {self.item}, {wording.COPIED}.", markup=False)

    def do_close(self) -> None:
        """Back to the list."""
        self.dismiss(None)
