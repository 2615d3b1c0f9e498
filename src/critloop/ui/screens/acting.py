"""What all screens share: actions from the registry, a key bar, and a word when the terminal is too small."""

import inspect
from collections.abc import Sequence
from typing import ClassVar, TypeVar

from textual import on
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from critloop.ui.actions import Action, View, actions_of, with_keys
from critloop.ui.bridge import PiecesArrived
from critloop.ui.chrome.keybar import Hint, KeyBar
from critloop.ui.requests import HelpWanted, LeaveWanted
from critloop.ui.session import RunSession, words_of
from critloop.ui.situation import Situation
from critloop.ui.sizes import LEAST, ROOMY, WIDE

Result = TypeVar("Result")


class ActingScreen(Screen[Result]):
    """A screen whose keys are the registry's actions of its ``VIEW``; ``do_<id>`` does one."""

    VIEW: ClassVar[View]
    HORIZONTAL_BREAKPOINTS = [
        (0, "-cramped"),
        (LEAST[0], "-narrow"),
        (WIDE, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (LEAST[1], "-low"), (ROOMY, "-tall")]
    INHERIT_BINDINGS: ClassVar[bool] = True

    @property
    def is_closing(self) -> bool:
        """True when the widgets are gone already, or not there yet: the last messages may come after them."""
        return not self.query(KeyBar)

    def on_compose(self) -> None:
        """Take the classes of the terminal's size before there is anything to style, so that it is styled once."""
        width, height = self.app.size
        fitting = _fitting(self.HORIZONTAL_BREAKPOINTS, width), _fitting(self.VERTICAL_BREAKPOINTS, height)
        self.add_class(*fitting, update=False)

    def situation(self) -> Situation:
        """What the predicates of the actions look at."""
        return Situation()

    def run_changed(self, session: RunSession) -> None:
        """A run has new events, or what this process does with it changed."""

    def show_pieces(self, arrived: PiecesArrived) -> None:
        """Live pieces have come."""

    def actions(self) -> list[Action]:
        """The view's actions with the keys of the settings."""
        return with_keys(actions_of(self.VIEW), self.app._keymap)  # noqa: SLF001 - textual has no public reader of the keymap

    def hint_labels(self) -> dict[str, str]:
        """Labels of the key bar that differ from the registry's, by action."""
        return {}

    def hints(self) -> tuple[Hint, ...]:
        """The key bar's content; a screen with more keys than room puts help last, where it always stays."""
        now, labels = self.situation(), self.hint_labels()
        shown = [a for a in self.actions() if a.label]
        shown.sort(key=lambda action: action.id == "help")
        return tuple(Hint(a.id, a.shown_key, labels.get(a.id, a.label), not a.disabled(now)) for a in shown)

    def refresh_keys(self) -> None:
        """Bring the key bar up to date."""
        for bar in self.query(KeyBar):
            bar.hints = self.hints()
            bar.waiting = 0 if self.is_modal else getattr(self.app, "waiting", 0)

    async def action_perform(self, name: str) -> None:
        """Do an action, or say why it can't be done now."""
        action = next(action for action in actions_of(self.VIEW) if action.id == name)
        if reason := action.disabled(self.situation()):
            self.notify(f"{action.label or action.description}: {reason}", markup=False, timeout=3)
            return
        done = getattr(self, f"do_{name}")()
        if inspect.isawaitable(done):
            await done

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A prior key that can't act now is left to the widget in focus."""
        if action == "perform":
            found = next((a for a in actions_of(self.VIEW) if a.id == parameters[0]), None)
            return found is not None and not (found.prior and found.disabled(self.situation()))
        return super().check_action(action, parameters)

    def too_small(self) -> Static:
        """The line that is shown instead of everything else; the style sheet decides when."""
        least = f"{LEAST[0]} × {LEAST[1]}"
        return Static(
            f"critloop needs a terminal of {least} at least. q quits; a run can be resumed.",
            id="too-small",
            markup=False,
        )

    def do_help(self) -> None:
        """Explain the keys."""
        self.post_message(HelpWanted())

    def do_quit(self) -> None:
        """Leave the dashboard."""
        self.post_message(LeaveWanted())

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Tell of a worker of this screen that failed."""
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self.notify(words_of(event.worker.error), severity="error", timeout=30, markup=False)

    @on(KeyBar.Chosen)
    async def _hint_chosen(self, chosen: KeyBar.Chosen) -> None:
        await self.action_perform(chosen.action)


def _fitting(breakpoints: Sequence[tuple[int, str]] | None, cells: int) -> str:
    """The class of a size."""
    return max(item for item in breakpoints or () if item[0] <= cells)[1]
