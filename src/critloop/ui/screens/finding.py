"""One finding: what the critic says, what the maker says, the text it points at, its history."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from critloop.loop.state import TrackedFinding
from critloop.model.errors import CritloopError
from critloop.resources import style_path
from critloop.ui import wording
from critloop.ui.actions import View, bindings_of
from critloop.ui.chrome.keybar import KeyBar
from critloop.ui.presentation.units import place_of
from critloop.ui.screens import finding_lines as lines
from critloop.ui.screens.acting import ActingScreen
from critloop.ui.session import RunSession, words_of
from critloop.ui.shown import Shown
from critloop.ui.tabs.marks import marks_in


class FindingScreen(ModalScreen[str | None], ActingScreen[str | None]):
    """A finding as of a moment of the run. Gives the finding's id when its place in the document is wanted."""

    CSS_PATH = style_path("dialogs.tcss")
    VIEW: ClassVar[View] = "finding"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("finding"))

    def __init__(self, session: RunSession, shown: Shown, order: Sequence[str], finding: str) -> None:
        super().__init__()
        self.finding = finding
        self._session = session
        self._moment = shown
        self._order = [item for item in order if item in shown.state.findings]

    @property
    def tracked(self) -> TrackedFinding:
        """The finding."""
        return self._moment.state.findings[self.finding]

    def compose(self) -> ComposeResult:
        """Everything there is to say about it."""
        with Vertical(id="finding", classes="dialog"):
            yield Static("", id="heading")
            with VerticalScroll(id="body"):
                yield Static("", id="objection")
                with Horizontal(id="sides"):
                    yield Static("", id="critic-side", classes="box")
                    yield Static("", id="maker-side", classes="box")
                yield Static("", id="excerpt", classes="box")
                yield Static("", id="history", classes="box")
            yield KeyBar()
        yield self.too_small()

    def on_mount(self) -> None:
        """Name the boxes and fill them."""
        if self.is_closing:
            return
        for name, title in (("critic-side", "Critic"), ("maker-side", "Maker"), ("history", "History")):
            self.query_one(f"#{name}").border_title = title
        self.query_one("#body").focus()
        self._fill()

    def _fill(self) -> None:
        state, tracked = self._moment.state, self.tracked
        place = self._order.index(self.finding) + 1 if self.finding in self._order else 1
        self.query_one("#finding").border_title = f"Finding {place} of {len(self._order)}"
        self.query_one("#heading", Static).update(lines.heading(tracked, place_of(state, tracked.unit)))
        self.query_one("#objection", Static).update(lines.objection(tracked))
        self.query_one("#critic-side", Static).update(lines.evidence(tracked))
        self.query_one("#maker-side", Static).update(lines.answers(state, tracked))
        self.query_one("#history", Static).update(lines.history(tracked))
        self.query_one("#body").scroll_home(animate=False)
        self.refresh_keys()
        self.run_worker(self._fill_excerpt(tracked), group="excerpt", exclusive=True, exit_on_error=False)

    async def _fill_excerpt(self, tracked: TrackedFinding) -> None:
        box = self.query_one("#excerpt", Static)
        judged = next((r for r in self._moment.state.rounds_of(tracked.unit) if r.number == tracked.last_round), None)
        box.border_title = "The text it points at"
        if judged is None:
            box.update("No report raised it, so it points at no text.")
            return
        revision, path = judged.snapshot.revision, tracked.finding.location.path
        path = path or ("" if self._moment.base else self._moment.path)
        if not path:
            box.update("It names no file of the diff.")
            return
        try:
            text = await self._session.text(revision, path)
        except CritloopError as problem:
            box.update(words_of(problem).replace("\n", " · "))
            return
        if self.is_closing:
            return
        marks = marks_in(text, [tracked])
        if not marks:
            box.update("It names no place in the text.")
            return
        box.border_title = f"The text it points at, as round {judged.number} judged it"
        box.update(lines.excerpt(text, marks[0].start_line, marks[0].end_line, tracked.finding.evidence.quote))

    def _go(self, step: int) -> None:
        if self._order:
            at = self._order.index(self.finding) if self.finding in self._order else 0
            self.finding = self._order[(at + step) % len(self._order)]
            self._fill()

    def do_next(self) -> None:
        """The next finding of the list; after the last, the first."""
        self._go(1)

    def do_previous(self) -> None:
        """The finding before; before the first, the last."""
        self._go(-1)

    def do_document(self) -> None:
        """Close, and show its place in the document."""
        self.dismiss(self.finding)

    def do_copy(self) -> None:
        """Copy it as text."""
        self.app.copy_to_clipboard(lines.plain(self._moment.state, self.tracked))
        self.notify(f"Copied: this finding, {wording.COPIED}.", markup=False)

    def do_close(self) -> None:
        """Back to the list."""
        self.dismiss(None)
