"""The Timeline tab."""

from textual.app import ComposeResult

from critloop.ui.presentation import words
from critloop.ui.session import RunSession
from critloop.ui.shown import Shown
from critloop.ui.tabs.tab import Tab
from critloop.ui.widgets.timeline_list import TimelineList


class TimelineTab(Tab):
    """Every event up to the moment."""

    def __init__(self, name: str, session: RunSession) -> None:
        super().__init__(name, session)
        self._list = TimelineList(id="timeline-list")

    def compose(self) -> ComposeResult:
        """A note, and the list."""
        yield self._note
        yield self._list

    def show(self, shown: Shown) -> None:
        """List the events."""
        if self.is_new((len(shown.events), shown.position)):
            self._list.show(shown.events)
            usage = shown.state.usage
            spent = f"{words.tokens(usage.tokens)} tokens · turns took {words.duration(usage.seconds)}"
            self.note(f"{words.count(len(shown.events), 'event')} · {spent}")
