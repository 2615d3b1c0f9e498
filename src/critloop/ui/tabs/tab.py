"""What the tabs share: a note on what is in front, and reading that never holds up the event loop."""

from collections.abc import Coroutine, Hashable

from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from critloop.ui.presentation.cleaning import clean_line
from critloop.ui.session import RunSession, words_of
from critloop.ui.shown import Shown


class Tab(Vertical):
    """One tab of the run screen. ``bring`` is called with the moment whenever the tab is in front.

    Attributes:
        copyable: The text that ``y`` copies.
        marks: Findings that are marked in it.
        hunks: Hunks in front.
        commits: Commits that can be shown one by one.
        steps_back: Earlier beginnings that there are.
    """

    class Loaded(Message):
        """A text has been read; ``wanted`` tells whether it is still the one that is wanted."""

        def __init__(self, wanted: Hashable, text: str) -> None:
            super().__init__()
            self.wanted = wanted
            self.text = text

    class Made(Message):
        """The tab has its content now; it was in front for the first time."""

    class Ready(Message):
        """The tab shows something else now; the key bar may have changed."""

    copyable: str = ""
    marks: int = 0
    hunks: int = 0
    commits: int = 0
    steps_back: int = 0

    def __init__(self, name: str, session: RunSession) -> None:
        super().__init__(id=name)
        self.session = session
        self._note = Static("", classes="note", markup=False)
        self._wanted: Hashable = None
        self._moment: Shown | None = None

    def on_mount(self) -> None:
        """Show what was to be shown before there was anything to show it in."""
        if self._moment is not None:
            self.show(self._moment)
        self.post_message(self.Made())

    def bring(self, shown: Shown) -> None:
        """Show a moment of the run, now or as soon as the tab has its content."""
        self._moment = shown
        if self.is_mounted:
            self.show(shown)

    def show(self, shown: Shown) -> None:
        """Show a moment of the run."""
        raise NotImplementedError

    def step_out(self) -> bool:
        """Go back from a part to the whole; False where the whole is shown already."""
        return False

    def switch_form(self) -> None:
        """Show the same in its other form, where there is one."""

    def next_hunk(self) -> None:
        """Go to the next hunk, where there are any."""

    def previous_hunk(self) -> None:
        """Go to the hunk before, where there are any."""

    def note(self, words: str) -> None:
        """Say in one line what is in front, or why nothing is."""
        self._note.update(clean_line(words))

    def is_new(self, wanted: Hashable) -> bool:
        """True once for every change of what is wanted."""
        changed = wanted != self._wanted
        self._wanted = wanted
        return changed

    def load(self, wanted: Hashable, reading: Coroutine[object, object, str]) -> None:
        """Read a text and post it as ``Loaded``; an older reading is given up."""
        self.run_worker(self._load(wanted, reading), group=f"load-{self.id}", exclusive=True, exit_on_error=False)

    def is_wanted(self, loaded: Loaded) -> bool:
        """False for a text that came too late."""
        return loaded.wanted == self._wanted

    async def _load(self, wanted: Hashable, reading: Coroutine[object, object, str]) -> None:
        self.post_message(self.Loaded(wanted, await reading))

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Say why a text could not be read; it is tried again when the tab is shown next."""
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self._wanted = None
            self.note(words_of(event.worker.error).replace("\n", " · "))
