"""The Timeline tab."""

from textual.app import ComposeResult

from critloop.ui.presentation import words
from critloop.ui.shown import Shown
from critloop.ui.tabs.tab import Tab
from critloop.ui.widgets.timeline_list import TimelineList


class TimelineTab(Tab):
    """Every event up to the moment."""

    def compose(self) -> ComposeResult:
        """A note, and the list."""
        yield self._note
        yield TimelineList(id="timeline-list")

    def show(self, shown: Shown) -> None:
        """List the events."""
        if self.is_new((len(shown.events), shown.position)):
            self.query_one(TimelineList).show(shown.events)
            usage = shown.state.usage
            spent = f"{words.tokens(usage.tokens)} tokens · turns took {words.duration(usage.seconds)}"
            self.note(f"{words.count(len(shown.events), 'event')} · {spent}")
