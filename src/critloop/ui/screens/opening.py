"""The first frame: drawn before anything about runs is imported, and replaced by the first real screen."""

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static


class OpeningScreen(Screen[None]):
    """The frame of the dashboard, empty."""

    def compose(self) -> ComposeResult:
        """One line."""
        yield Static(" critloop  opening …", markup=False)
