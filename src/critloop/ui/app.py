"""The dashboard's app: sessions, screens, the workers that advance runs, and the way out.

Nothing about runs is imported before the first frame is drawn; ``CritloopApp`` opens them after it.
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, TypeGuard, Unpack

from textual import events
from textual.app import App, ComposeResult
from textual.command import Provider
from textual.widget import AwaitMount
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from critloop.resources import style_path
from critloop.ui.opening import Opened, Options, open_session
from critloop.ui.sizes import is_too_small
from critloop.ui.themes import DARK, THEMES
from critloop.ui.widgets.collector import uncollected

__all__ = ["CritloopApp", "Opened", "run_dashboard"]

if TYPE_CHECKING:
    from critloop.loop.state import RunState
    from critloop.ui import requests
    from critloop.ui.bridge import PiecesArrived, RunChanged, RunProblem
    from critloop.ui.runs import Runs
    from critloop.ui.screens.acting import ActingScreen
    from critloop.ui.session import RunSession


def _action_commands() -> type[Provider]:
    from critloop.ui.palette import ActionCommands  # noqa: PLC0415 - imported when the palette is opened

    return ActionCommands


class CritloopApp(App[None]):
    """The dashboard on one store.

    Attributes:
        sessions: The runs that are open in this process, by id.
        failure: What made the dashboard close by itself, if something did.
    """

    CSS_PATH = [style_path(f"{name}.tcss") for name in ("app", "run")]
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {_action_commands}
    TITLE = "critloop"

    def __init__(
        self,
        runs: "Runs | Callable[[], Opened]",
        run: str | None = None,
        *,
        advance: bool = True,
        root: Path | None = None,
        user: str = "",
        theme: str | None = None,
        keys: Mapping[str, str] | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Show ``run``, or all runs of the project at ``root``; ``advance`` takes the run up at once."""
        super().__init__()
        self.sessions: dict[str, RunSession] = {}
        self.failure: BaseException | None = None
        self._source = runs
        self._first = run
        self._advances = advance
        self._root = root
        self._user = user
        self._keys = keys or {}
        self._now = now
        self._asking: set[str] = set()
        self._runs: Runs
        for own in THEMES:
            self.register_theme(own)
        # Not by assignment: that would parse every style sheet twice before the first frame.
        self.set_reactive(CritloopApp.theme, DARK.name)
        self.stylesheet.set_variables(self.get_css_variables())
        self._wear(theme)

    @property
    def first(self) -> str | None:
        """The run that it was opened on."""
        return self._first

    def _wear(self, theme: str | None) -> None:
        if theme in self.available_themes:
            self.theme = theme

    def compose(self) -> ComposeResult:
        """The first frame: all that can be drawn before the runs are read."""
        yield Static(" critloop", id="opening", markup=False)

    def on_ready(self) -> None:
        """The first frame is drawn: open the runs."""
        self.run_worker(self._open(), group="open", exit_on_error=False)

    async def _open(self) -> None:
        """Import what shows runs, in a thread; then show what was asked for."""
        with uncollected():
            opened, keymap, session = await asyncio.to_thread(self._prepare)
            self._runs, self._first, self._root, theme = opened
            self._wear(theme)
            self.set_keymap(keymap)
            if session is None:
                self._push_board(closable=False)
                return
            self._follow(session)
            await self.show_run(session.run)
        if self._advances:
            session.attend()

    def _prepare(self) -> "tuple[Opened, dict[str, str], RunSession | None]":
        import critloop.ui.screens.run  # noqa: F401, PLC0415 - read from disk here, not in the event loop
        from critloop.ui.actions import keymap  # noqa: PLC0415 - after the first frame

        if not self._user:
            from critloop.app import current_user  # noqa: PLC0415 - after the first frame

            self._user = current_user()
        opened = self._source() if callable(self._source) else Opened(self._source, self._first, self._root)
        return opened, keymap(self._keys), open_session(opened, self.post_message)

    def session(self, run: str) -> "RunSession":
        """The session of a run, opened and followed when it is asked for first."""
        from critloop.ui.session import RunSession  # noqa: PLC0415 - after the first frame

        if run not in self.sessions:
            self._follow(RunSession(self._runs, run, self.post_message))
        return self.sessions[run]

    def _follow(self, session: "RunSession") -> None:
        run = session.run
        self.sessions[run] = session
        self.run_worker(session.follow(), name=run, group=f"follow-{run}", exclusive=True, exit_on_error=False)

    def advance(self, run: str) -> None:
        """Advance a run, or its chain, in a worker of the app: it goes on whatever screen is in front."""
        session = self.session(run).driver
        run, group = session.run, f"advance-{session.run}"
        if any(worker.group == group and not worker.is_finished for worker in self.workers):
            return
        self.run_worker(session.advance(), name=run, group=group, exclusive=True, exit_on_error=False)

    def show_run(self, run: str) -> AwaitMount:
        """Bring a run to the front, in place of the one that was there."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        return self._push_run(run)

    def _push_run(self, run: str, behind: "RunSession | None" = None) -> AwaitMount:
        from critloop.ui.screens.run import RunScreen  # noqa: PLC0415 - after the first frame

        return self.push_screen(RunScreen(self.session(run), self._user, self._now, behind=behind))

    def _push_board(self, *, closable: bool) -> None:
        from critloop.ui.screens.board import BoardScreen  # noqa: PLC0415 - screens are imported when opened

        self.push_screen(BoardScreen(self._runs, self._root, self.sessions, self._now, closable=closable))

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """The one way out of every worker: done and cancelled are fine, a failure is told."""
        worker = event.worker
        if event.state is not WorkerState.ERROR or worker.error is None:
            return
        if worker.group == "open":
            self.failure = worker.error
            self.exit()
        else:
            self._tell(worker.error)

    def _tell(self, problem: BaseException) -> None:
        from critloop.ui.session import words_of  # noqa: PLC0415 - after the first frame

        self.notify(words_of(problem), severity="error", timeout=30, markup=False)

    def on_run_changed(self, event: "RunChanged") -> None:
        """Pass it on to all screens, the one in front first; take the run up again after an answer."""
        session = self.sessions[event.run]
        session.follow_link(self.session)
        self._call_human(event.run)
        for screen in reversed(self.screen_stack):
            if _acts(screen):
                screen.run_changed(session)
        for waiting in filter(None, (session, session.leader)):
            if waiting.wants_advance:
                self.call_after_refresh(self.advance, waiting.run)

    def on_pieces_arrived(self, event: "PiecesArrived") -> None:
        """Pass live pieces on."""
        for screen in self.screen_stack:
            if _acts(screen):
                screen.show_pieces(event)

    def on_run_problem(self, event: "RunProblem") -> None:
        """Tell what is wrong with a run."""
        self.notify(event.words, severity="warning", timeout=10, markup=False)

    @property
    def waiting(self) -> int:
        """Runs of this process that wait for a human."""
        return len(self._asking)

    def _call_human(self, run: str) -> None:
        """Ring once when a run begins to wait for a human; the window's title says so meanwhile."""
        from critloop.ui.wording import waits_for_answer  # noqa: PLC0415 - after the first frame

        state = self.sessions[run].state
        asks = state is not None and waits_for_answer(state)
        if asks == (run in self._asking):
            return
        if asks:
            self._asking.add(run)
            self.bell()
        else:
            self._asking.discard(run)
        if self._driver is not None:
            words = f"critloop – waiting for you: {self.waiting}" if self.waiting else "critloop"
            self._driver.write(f"\x1b]2;{words}\x07")

    def on_board_wanted(self) -> None:
        """Show all runs."""
        self._push_board(closable=True)

    def on_run_wanted(self, event: "requests.RunWanted") -> None:
        """Show a run chosen on the board, or that of a link on top of its chain."""
        self._push_run(event.run, event.chain) if event.chain else self.show_run(event.run)

    def on_advance_wanted(self, event: "requests.AdvanceWanted") -> None:
        """Take up a run."""
        self.advance(event.run)

    def on_help_wanted(self) -> None:
        """Explain the screen in front."""
        from critloop.ui.screens.help import HelpScreen  # noqa: PLC0415 - screens are imported when opened

        screen = self.screen
        if _acts(screen):
            self.push_screen(HelpScreen(screen.VIEW, screen.actions(), screen.situation()))

    async def on_edit_wanted(self, event: "requests.EditWanted") -> None:
        """Give the terminal to the user's editor; the runs go on meanwhile."""
        from critloop.ui.editor import edit  # noqa: PLC0415 - wanted only then

        if problem := await edit(self, Path(event.path)):
            self.notify(problem, severity="error", markup=False)

    async def on_event(self, event: events.Event) -> None:
        """In a terminal that is too small for a question, two keys leave at once."""
        if isinstance(event, events.Key) and event.key in ("q", "ctrl+c") and is_too_small(self.size):
            self.exit()
        else:
            await super().on_event(event)

    async def action_quit(self) -> None:
        """Leave, asking first."""
        self.on_leave_wanted()

    def on_leave_wanted(self) -> None:
        """Leave; where a turn is under way, or something filled in was not sent, ask first."""
        from critloop.ui.leaving import farewell  # noqa: PLC0415 - wanted only then
        from critloop.ui.screens.question import QuestionScreen  # noqa: PLC0415 - screens are imported when opened

        if (asked := farewell(list(self.sessions.values()))) is None:
            self.exit()
        elif not isinstance(self.screen, QuestionScreen):
            self.push_screen(QuestionScreen(*asked), self._leave_answered)

    def _leave_answered(self, yes: bool | None) -> None:
        if yes:
            self.exit()


def _acts(screen: object) -> "TypeGuard[ActingScreen[object]]":
    """True for the dashboard's own screens; the palette and the first frame are none."""
    return hasattr(screen, "run_changed")


def run_dashboard(
    runs: "Runs | Callable[[], Opened]", run: str | None = None, **options: Unpack[Options]
) -> "RunState | None":
    """Show the dashboard until it is closed; the state of the run that it was opened on.

    ``runs`` is a ``Critloop``, or opens one: it is then called in a thread, after the first frame,
    and what it raises is raised from here.
    """
    app = CritloopApp(runs, run, **options)
    app.run()
    if app.failure is not None:
        raise app.failure
    session = app.sessions.get(app.first) if app.first else None
    return session.state if session else None
