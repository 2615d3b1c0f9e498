"""The bottom line: what the keys do, dimmed where they do nothing now, and who is waiting."""

from collections.abc import Sequence

from msgspec import Struct
from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

SEPARATOR = "  "


class Hint(Struct, frozen=True):
    """A key and what it does; ``enabled`` is False while it can't."""

    action: str
    key: str
    label: str
    enabled: bool = True

    @property
    def width(self) -> int:
        """Cells it takes."""
        return Content(f"{self.key} {self.label}").cell_length


class KeyBar(Widget):
    """Keys of a screen in one line; a click does what the key does.

    Attributes:
        hints: What to show, the most important first.
        waiting: Runs that wait for a human.
    """

    hints: reactive[tuple[Hint, ...]] = reactive(())
    waiting: reactive[int] = reactive(0)

    class Chosen(Message):
        """A hint was clicked."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def render(self) -> Content:
        """The line at the present width."""
        return key_line(self.size.width, self.hints, self.waiting)

    def on_click(self, event: events.Click) -> None:
        """Find the hint under the pointer."""
        at = 1
        for hint in fitting(self.size.width - 1 - waiting_words(self.waiting).cell_length, self.hints):
            if at <= event.x < at + hint.width:
                self.post_message(self.Chosen(hint.action))
                return
            at += hint.width + len(SEPARATOR)


def fitting(width: int, hints: Sequence[Hint]) -> list[Hint]:
    """As many hints as fit, from the left; the last one (help) always stays."""
    if not hints:
        return []
    *others, last = hints
    room = width - last.width
    kept: list[Hint] = []
    for hint in others:
        room -= hint.width + len(SEPARATOR)
        if room < 0:
            break
        kept.append(hint)
    return [*kept, last]


def waiting_words(count: int) -> Content:
    """``waiting for you: 1``, or nothing."""
    return Content.styled(f" waiting for you: {count} ", "bold $warning") if count else Content()


def key_line(width: int, hints: Sequence[Hint], waiting: int) -> Content:
    """The hints, left; who waits, right; in exactly ``width`` cells."""
    tail = waiting_words(waiting)
    shown = fitting(width - 1 - tail.cell_length, hints)
    parts = [
        Content.assemble(
            (hint.key, "bold $primary" if hint.enabled else "dim"), " ", (hint.label, "" if hint.enabled else "dim")
        )
        for hint in shown
    ]
    line = Content.assemble(" ", Content(SEPARATOR).join(parts))
    return Content.assemble(line, " " * max(width - line.cell_length - tail.cell_length, 0), tail)
