"""The top line: loop and subject, round and standing, tokens and time."""

from collections.abc import Sequence

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from critloop.ui.presentation.cleaning import clean_line

GAP = 2
NAME_WIDTH = len(" critloop")
LEAST_SUBJECT = 16


class Header(Widget):
    """One line in three parts; the middle one keeps its words, the subject is shortened first.

    Attributes:
        subject: The loop and the file.
        places: The unit, in words that get shorter; the longest that fits is shown.
        standing: The round and what happens in it.
        spent: Tokens and time.
        mark: ``""``, ``wait`` (a human is needed), ``past`` (a past round is shown), ``good`` or ``bad``.
    """

    subject: reactive[str] = reactive("")
    places: reactive[tuple[str, ...]] = reactive(())
    standing: reactive[str] = reactive("")
    spent: reactive[str] = reactive("")
    mark: reactive[str] = reactive("")

    STYLES = {
        "": "bold",
        "wait": "bold $warning",
        "past": "bold reverse",
        "good": "bold $success",
        "bad": "bold $error",
    }

    def render(self) -> Content:
        """The line at the present width."""
        standing = with_place(self.size.width, self.places, clean_line(self.standing), clean_line(self.subject))
        return header_line(self.size.width, clean_line(self.subject), standing, self.spent, self.STYLES[self.mark])


def with_place(width: int, places: Sequence[str], standing: str, subject: str) -> str:
    """The standing behind the longest name of the unit that leaves half of the subject its place, else the shortest."""
    if not places:
        return standing
    kept = min(Content(subject).cell_length, LEAST_SUBJECT)
    room = width - NAME_WIDTH - kept - 3 * GAP
    named = [f"{place} · {standing}" if standing else place for place in map(clean_line, places)]
    return next((words for words in named if Content(words).cell_length <= room), named[-1])


def header_line(width: int, subject: str, standing: str, spent: str, style: str) -> Content:
    """``critloop  subject        standing        spent``, cut to a width in cells."""
    name = Content.styled(" critloop", "bold $primary")
    tail = Content(f"{spent} ")
    middle = Content.styled(f" {standing} ", style) if standing else Content()
    room = width - name.cell_length - tail.cell_length - middle.cell_length - 3 * GAP
    if room < GAP * 4:
        tail, room = Content(), room + tail.cell_length
    title = Content(subject)
    if title.cell_length > room:
        title = shortened(subject.partition(" · ")[2] or subject, max(room, 1))
    slack = max(width - name.cell_length - title.cell_length - middle.cell_length - tail.cell_length - GAP, GAP)
    left = min(max(width // 2 - name.cell_length - GAP - title.cell_length - middle.cell_length // 2, GAP), slack)
    parts = (name, " " * GAP, title, " " * left, middle, " " * max(slack - left, 0), tail)
    return Content.assemble(*parts)


def shortened(subject: str, room: int) -> Content:
    """A path cut on its left, where it says least."""
    if Content(subject).cell_length <= room:
        return Content(subject)
    kept = subject
    while kept and Content(kept).cell_length > room - 1:
        kept = kept[1:]
    return Content(f"…{kept}")
