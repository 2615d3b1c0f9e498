"""A question that is answered with one key."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from critloop.ui.actions import View, bindings_of
from critloop.ui.chrome.keybar import KeyBar
from critloop.ui.screens.acting import ActingScreen


class QuestionScreen(ModalScreen[bool], ActingScreen[bool]):
    """Yes or no; only ``y`` is yes."""

    VIEW: ClassVar[View] = "question"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("question"))

    def __init__(self, question: str, consequence: str) -> None:
        super().__init__()
        self._question = question
        self._consequence = consequence

    def compose(self) -> ComposeResult:
        """The question, what a yes does, and the keys."""
        with Vertical(id="question", classes="dialog"):
            yield Static(self._question, classes="question", markup=False)
            yield Static(self._consequence, classes="muted", markup=False)
            yield KeyBar()
        yield self.too_small()

    def on_mount(self) -> None:
        """Show the keys."""
        self.refresh_keys()

    def do_yes(self) -> None:
        """Answer yes."""
        self.dismiss(True)

    def do_no(self) -> None:
        """Answer no."""
        self.dismiss(False)

    def do_close(self) -> None:
        """Answer no."""
        self.dismiss(False)
