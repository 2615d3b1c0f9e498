"""What screens ask of the app: they post these, the app acts."""

from textual.message import Message


class BoardWanted(Message):
    """Show all runs."""


class RunWanted(Message):
    """Show this run."""

    def __init__(self, run: str) -> None:
        super().__init__()
        self.run = run


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
