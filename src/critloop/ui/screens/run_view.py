"""What the run screen shows: what maker and critic do, and everything that came of it."""

from collections.abc import Callable
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Input

from critloop.model.turn import Role
from critloop.ui import leading, wording
from critloop.ui.actions import View, bindings_of
from critloop.ui.bridge import PiecesArrived
from critloop.ui.chrome.header import Header
from critloop.ui.chrome.keybar import Hint, KeyBar
from critloop.ui.chrome.rolepane import RolePane
from critloop.ui.chrome.tabrow import TabName, TabRow
from critloop.ui.screens.acting import ActingScreen
from critloop.ui.screens.run_header import header_words, spent_words
from critloop.ui.screens.run_tabs import OF_A_CHAIN, PANES, findings_count, name_of, tabs_of
from critloop.ui.session import RunSession
from critloop.ui.shown import Shown, moment
from critloop.ui.situation import Situation
from critloop.ui.sizes import WIDE
from critloop.ui.tabs.switcher import Tabs
from critloop.ui.tabs.tab import Tab
from critloop.ui.widgets.trajectory_bar import TrajectoryBar

ASKING = ("gate", "pause", "stop")


class RunView(ActingScreen[None]):
    """One run, live or at one of its past rounds. It reads the session's history and nothing else."""

    VIEW: ClassVar[View] = "run"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = list(bindings_of("run"))

    def __init__(
        self, session: RunSession, user: str, now: Callable[[], float], *, behind: RunSession | None = None
    ) -> None:
        """Show a run; ``behind`` is the chain whose screen this one lies on."""
        super().__init__()
        self.session = session
        self.behind = behind
        self.user = user
        self._now = now
        self.position: int | None = None
        self.tab = "findings"
        self.tabs = Tabs(session)
        self._chosen = False

    def compose(self) -> ComposeResult:
        """Header, panes, tabs, trajectory, keys."""
        yield Header()
        with Horizontal(id="panes"):
            yield RolePane(Role.MAKER)
            yield RolePane(Role.CRITIC)
        with Horizontal(id="tab-line"):
            yield TabRow()
            yield Input(placeholder="words to filter by", id="filter", compact=True)
        yield self.tabs
        yield TrajectoryBar()
        yield KeyBar()
        yield self.too_small()

    def on_mount(self) -> None:
        """Show what is known, and keep the clock going."""
        self.set_interval(1, self._show_time)
        self.show_tab("findings", chosen=False)
        self.run_changed(self.session)
        if self.behind is not None:
            self.call_after_refresh(self.question_changed)

    @property
    def shown(self) -> Shown | None:
        """The moment in front."""
        return moment(self.session.history, self.position)

    @property
    def current_tab(self) -> Tab | None:
        """The tab in front; None while a pane is."""
        return None if self.tab in PANES else self.tabs.tab(self.tab)

    def hints(self) -> tuple[Hint, ...]:
        """Both keys of the rounds are one hint; what only a run that goes on has is left out after its end."""
        now = self.situation()
        moves = bool(now.rounds) or now.position is not None
        return tuple(
            Hint("next_round" if now.position == 0 else h.action, "[ ]", h.label, moves)
            if h.action == "previous_round"
            else h
            for h in super().hints()
            if self._belongs(h, now)
        )

    def _belongs(self, hint: Hint, now: Situation) -> bool:
        """Back leads to a chain only; a chain, and a run that has ended, leave out what they never have."""
        if hint.action == "back":
            return self.behind is not None
        asking = hint.action in ASKING and not now.finished
        return hint.enabled or asking or not (now.chain or hint.action in ASKING)

    def run_changed(self, session: RunSession) -> None:
        """Show the run anew."""
        if self.session in (session, session.leader) and self.is_mounted:
            self._choose_first_tab()
            self.refresh_moment()
            self.call_after_refresh(self.question_changed)

    def question_changed(self) -> None:
        """What the human is asked may have changed."""

    def show_pieces(self, arrived: PiecesArrived) -> None:
        """Feed live pieces to the panes, whatever is in front."""
        if arrived.run == self.session.run and not self.is_closing:
            for piece in arrived.pieces:
                self.query_one(f"#{piece.role.value}", RolePane).feed(piece)

    def refresh_moment(self) -> None:
        """Bring everything to the moment in front."""
        if (shown := self.shown) is None or self.is_closing:
            return
        self._show_header(shown)
        self._show_panes(shown)
        if tab := self.current_tab:
            tab.bring(shown)
        self.query_one(TrajectoryBar).show(shown.state)
        self._show_names(shown)
        self.refresh_keys()

    def show_tab(self, tab: str, *, chosen: bool = True) -> None:
        """Bring a tab or, in a narrow terminal, a pane to the front, and the focus to it."""
        if self.is_closing:
            return
        self._chosen = self._chosen or chosen
        self.tab = tab
        self.set_class(tab in PANES, "-pane")
        for name in PANES:
            self.set_class(tab == name, f"-{name}")
        if tab not in PANES:
            self.tabs.bring(tab)
        self.set_class(tab != "findings", "-unfiltered")
        self._focus_tab()
        self.refresh_moment()

    def _focus_tab(self) -> None:
        place = self.query_one(f"#{self.tab}")
        for widget in place.query("*").results():
            if widget.focusable and widget.display:
                widget.focus(scroll_visible=False)
                return

    def _choose_first_tab(self) -> None:
        """In a narrow terminal the role at work is in front until there is a report, or a choice."""
        state = self.session.state
        if state is not None and leading.is_chain(state):
            self._show_chain()
            return
        if self._chosen or state is None or self.size.width >= WIDE:
            return
        turn = state.running_turn
        wanted = "findings" if state.rounds or turn is None else turn.role.value
        if wanted != self.tab:
            self.show_tab(wanted, chosen=False)

    def _show_chain(self) -> None:
        """A chain has no maker and no critic of its own."""
        self.add_class("-chain")
        if self.tab not in OF_A_CHAIN:
            self.show_tab(OF_A_CHAIN[0], chosen=False)

    def _show_header(self, shown: Shown) -> None:
        header = self.query_one(Header)
        told = header_words(self.session, shown, self.situation().rounds)
        header.subject, header.places, header.standing, header.mark = told
        self._show_time()

    def _show_time(self) -> None:
        if (shown := self.shown) is not None and not self.is_closing:
            self.query_one(Header).spent = spent_words(self.session, shown, self._now())

    def _show_panes(self, shown: Shown) -> None:
        for role in Role:
            pane = self.query_one(f"#{role.value}", RolePane)
            turn = shown.turn(role)
            title = wording.pane_title(role, turn, shown.state, self.session.mode)
            if shown.live:
                pane.show_live(turn, title)
            else:
                live = moment(self.session.history, None)
                pane.follow(live.turn(role) if live else None)
                pane.show_past(turn, title)

    def _show_names(self, shown: Shown) -> None:
        row = self.query_one(TabRow)
        filtered = bool(self.query_one("#filter", Input).value.strip())
        count = findings_count(shown.state, self.situation().findings if filtered else None)
        names = tabs_of(self.session.state or shown.state, wide=self.size.width >= WIDE)
        row.names = tuple(TabName(n, name_of(n, shown.state), count if n == "findings" else None) for n in names)
        row.active = self.tab

    def on_resize(self, _: events.Resize) -> None:
        """A pane that is a tab in a narrow terminal has its own place in a wide one."""
        if self.size.width >= WIDE and self.tab in PANES:
            self.show_tab("findings", chosen=False)
        elif self.shown is not None:
            self._choose_first_tab()
            self.refresh_moment()

    @on(TabRow.Chosen)
    def _tab_chosen(self, chosen: TabRow.Chosen) -> None:
        self.show_tab(chosen.tab)

    @on(Tab.Made)
    def _tab_made(self) -> None:
        self._focus_tab()

    @on(Tab.Ready)
    def _tab_ready(self) -> None:
        if (shown := self.shown) is not None and not self.is_closing:
            self._show_names(shown)
        self.refresh_keys()
