"""The Prompt tab."""

from textual.app import ComposeResult

from critloop.export.unit_words import DOING
from critloop.loop.state import Turn
from critloop.model.turn import Role
from critloop.ui.session import RunSession
from critloop.ui.shown import Shown
from critloop.ui.tabs.tab import Tab
from critloop.ui.widgets.plain_text import PlainText
from critloop.ui.wording import turn_place

RULE = "─" * 40


class PromptTab(Tab):
    """What was sent to critic and maker at the moment, word for word."""

    def __init__(self, name: str, session: RunSession) -> None:
        super().__init__(name, session)
        self._view = PlainText(id="prompt-text")

    def compose(self) -> ComposeResult:
        """A note, and the text."""
        yield self._note
        yield self._view

    def show(self, shown: Shown) -> None:
        """Show both prompts, the critic's first."""
        turns = [turn for role in (Role.CRITIC, Role.MAKER) if (turn := shown.turn(role))]
        if not self.is_new(tuple(turn.id for turn in turns)):
            return
        self.copyable = "\n\n".join(f"{_heading(turn)}\n\n{turn.prompt}" for turn in turns)
        self._view.show(self.copyable)
        hashes = " · ".join(f"{turn.role.value} {turn.prompt_hash[:12]}" for turn in turns)
        self.note(f"Exactly as sent · {hashes}" if turns else "Nothing has been sent yet.")
        self.post_message(self.Ready())


def _heading(turn: Turn) -> str:
    return f"{RULE}\nto the {turn.role.value}, who {DOING[turn.duty]}, {turn_place(turn)} ({turn.agent})\n{RULE}"
