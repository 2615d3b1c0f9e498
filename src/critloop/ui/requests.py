"""What screens ask of the app: they post these, the app acts."""

from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from critloop.ui.session import RunSession


class BoardWanted(Message):
    """Show all runs."""


class RunWanted(Message):
    """Show this run, alone or as a link of a chain, on top of that chain's screen."""

    def __init__(self, run: str, chain: "RunSession | None" = None) -> None:
        super().__init__()
        self.run = run
        self.chain = chain


class AdvanceWanted(Message):
    """Advance this run here, if no other process does."""

    def __init__(self, run: str) -> None:
        super().__init__()
        self.run = run


class LeaveWanted(Message):
    """Close the dashboard, asking first where a turn is under way."""


class HelpWanted(Message):
    """Explain the keys of the screen in front."""


class EditWanted(Message):
    """Open a file of the user's in their editor."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
