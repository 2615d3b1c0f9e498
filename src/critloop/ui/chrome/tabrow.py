"""The row of tab names, with what is to the right of it."""

from msgspec import Struct
from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget


class TabName(Struct, frozen=True):
    """A tab: its id, its name, and a count that stands behind the name where there is one."""

    id: str
    name: str
    count: str | None = None

    @property
    def words(self) -> str:
        """The name as it stands in the row."""
        return f" {self.name} " if self.count is None else f" {self.name} {self.count} "


class TabRow(Widget):
    """Tab names in one line; the one in front is underlined and bold, and a click brings another there."""

    names: reactive[tuple[TabName, ...]] = reactive((), layout=True)
    active: reactive[str] = reactive("")

    class Chosen(Message):
        """A tab was clicked."""

        def __init__(self, tab: str) -> None:
            super().__init__()
            self.tab = tab

    def render(self) -> Content:
        """The row."""
        parts = [(n.words, "bold reverse $primary" if n.id == self.active else "$foreground 60%") for n in self.names]
        return Content.assemble(*parts)

    def get_content_width(self, *_: object) -> int:
        """As wide as its names."""
        return sum(len(name.words) for name in self.names)

    def on_click(self, event: events.Click) -> None:
        """Find the name under the pointer."""
        at = 0
        for name in self.names:
            if at <= event.x < at + len(name.words):
                self.post_message(self.Chosen(name.id))
                return
            at += len(name.words)
