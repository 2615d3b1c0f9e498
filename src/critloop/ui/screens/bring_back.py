"""What bringing the result back would do to the user's file, and the user's word on it."""

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from critloop.loop.state import RunState
from critloop.model.workcopy import BringBackPreview
from critloop.resources import style_path
from critloop.ui import wording
from critloop.ui.actions import View, bindings_of
from critloop.ui.chrome.keybar import KeyBar
from critloop.ui.presentation import words
from critloop.ui.screens.acting import ActingScreen
from critloop.ui.session import RunSession
from critloop.ui.situation import Situation
from critloop.ui.widgets.diff_view import DiffView

SHOWN_FILES = 5


class BringBackScreen(ModalScreen[bool | None], ActingScreen[bool | None]):
    """Gives True or False, or None when the answer is put off."""

    CSS_PATH = style_path("dialogs.tcss")
    VIEW: ClassVar[View] = "bring_back"
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("bring_back"))

    def __init__(self, session: RunSession) -> None:
        super().__init__()
        self.session = session
        self._side_by_side = False

    @property
    def preview(self) -> BringBackPreview:
        """What would be done."""
        state = self.session.state
        if state is None or state.preview is None:
            raise AssertionError("only an offered result is asked about")
        return state.preview

    def compose(self) -> ComposeResult:
        """What, the diff, the keys."""
        with Vertical(id="bring-back", classes="dialog"):
            yield Static("", id="mode", classes="question", markup=False)
            yield DiffView(id="preview")
            yield KeyBar()
        yield self.too_small()

    def on_mount(self) -> None:
        """Show the preview."""
        if self.is_closing:
            return
        self._fill()
        self.query_one(DiffView).focus()

    def _fill(self) -> None:
        state, preview = self.session.state, self.preview
        if state is not None:
            self.query_one("#bring-back").border_title = f"Bring back · {state.spec.title}"
            self.query_one("#mode", Static).update(question_words(state, preview))
        self.query_one(DiffView).show(preview.diff, side_by_side=self._side_by_side)
        self.refresh_keys()

    def run_changed(self, session: RunSession) -> None:
        """Close when somebody else has answered; show a new offer."""
        state = self.session.state
        if session is not self.session or state is None or not self.is_current:
            return
        if wording.bring_back_waits(state):
            self._fill()
        else:
            self.notify("The question was answered elsewhere.", markup=False)
            self.dismiss(None)

    def situation(self) -> Situation:
        """A blocked result can't be accepted."""
        return Situation(bring_back_waits=True, blocked=self.preview.reason if self.preview.mode == "blocked" else "")

    def do_accept(self) -> None:
        """Change the file."""
        self.dismiss(True)

    def do_decline(self) -> None:
        """Leave the file."""
        self.dismiss(False)

    def do_close(self) -> None:
        """Decide later."""
        self.dismiss(None)

    def do_next_hunk(self) -> None:
        """The next hunk."""
        self.query_one(DiffView).next_hunk()

    def do_previous_hunk(self) -> None:
        """The hunk before."""
        self.query_one(DiffView).previous_hunk()

    def do_side_by_side(self) -> None:
        """Unified or side by side."""
        self._side_by_side = not self._side_by_side
        self._fill()


def question_words(state: RunState, preview: BringBackPreview) -> str:
    """What a yes would do, to which files, and that a no is not for ever."""
    later = f"n leaves it; g, or critloop resume {state.spec.run}, offers the result again."
    return "\n".join((mode_words(state, preview), _file_words(state, preview), later))


def _file_words(state: RunState, preview: BringBackPreview) -> str:
    root, files = Path(state.spec.root), preview.files
    if preview.mode == "branch":
        return f"Repository: {root}"
    if len(files) > 1:
        more = f" and {len(files) - SHOWN_FILES} more" if len(files) > SHOWN_FILES else ""
        return f"Files in {root}: {', '.join(files[:SHOWN_FILES])}{more}"
    return f"File: {root / (files[0] if files else state.spec.subject)}"


def mode_words(state: RunState, preview: BringBackPreview) -> str:
    """What a yes would do, in one or two sentences."""
    several = len(preview.files) > 1
    match preview.mode:
        case "nothing":
            return "The text did not change; nothing will be written."
        case "fast_forward":
            count = words.count(len(state.commits), "commit")
            becomes = "your files become the reviewed ones" if several else "your file becomes the reviewed text"
            return f"Your branch moves on by {count}, and {becomes}."
        case "write":
            if several:
                return f"The reviewed texts are written to {len(preview.files)} of your files. Nothing is committed."
            return "The reviewed text is written to your file. Nothing is committed."
        case "merge":
            conflicts = (
                f" {words.count(preview.conflicts, 'conflict')} to resolve by hand." if preview.conflicts else ""
            )
            what = "Some of your files" if several else "Your file"
            return f"{what} or branch changed meanwhile: this is a merge of both, which nobody has reviewed.{conflicts}"
        case "branch":
            branch = f"critloop/{state.spec.run}"
            return f"The reviewed commits are left in your repository as branch {branch}. No file of yours is touched."
        case "blocked":
            return f"It can't be done now: {preview.reason}"
