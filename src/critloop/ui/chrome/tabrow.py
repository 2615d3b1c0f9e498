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

    def words(self, *, tight: bool = False) -> str:
        """The name as it stands in the row; ``tight`` where room is scarce."""
        name = self.name if self.count is None else f"{self.name} {self.count}"
        return f"{name} " if tight else f" {name} "


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
        inks = ("$foreground 60%", "bold reverse $primary")
        return Content.assemble(*((words, inks[name.id == self.active]) for name, words in self._written()))

    def _written(self) -> list[tuple[TabName, str]]:
        tight = self._width() > self.size.width
        return [(name, name.words(tight=tight)) for name in self.names]

    def _width(self) -> int:
        return sum(len(name.words()) for name in self.names)

    def get_content_width(self, *_: object) -> int:
        """As wide as its names."""
        return self._width()

    def on_click(self, event: events.Click) -> None:
        """Find the name under the pointer."""
        at = 0
        for name, words in self._written():
            if at <= event.x < at + len(words):
                self.post_message(self.Chosen(name.id))
                return
            at += len(words)
