"""One role's pane: the turn that runs, or a turn of a past round, never losing the running one."""

from textual.app import ComposeResult
from textual.widgets import ContentSwitcher

from critloop.loop.state import Turn
from critloop.model.ports import Piece
from critloop.model.turn import Role
from critloop.ui.presentation.wire import WireFeed, is_json, readable
from critloop.ui.widgets.live_pane import LivePane


class RolePane(ContentSwitcher):
    """Two panes on top of each other: ``live`` is always fed, ``past`` shows a finished turn on demand."""

    def __init__(self, role: Role) -> None:
        super().__init__(id=role.value, initial=f"{role.value}-live")
        self.role = role
        self._live = LivePane(id=f"{role.value}-live")
        self._past: LivePane | None = None
        self._live_turn = ""
        self._ended = False
        self._fed = False
        self._past_turn = ""
        self._wire = WireFeed()

    def compose(self) -> ComposeResult:
        """The live pane; the past one is made when it is wanted."""
        yield self._live

    def feed(self, piece: Piece) -> None:
        """Show a piece of a running turn; the first of a turn begins it."""
        if self._ended and piece.turn == self._live_turn:
            return
        if piece.turn != self._live_turn:
            self._begin(piece.turn)
        self._fed = True
        if piece.kind != "text":
            self._live.feed(piece.kind, piece.text)
        elif text := self._wire.feed(piece.text):
            self._live.feed("text", text)

    def show_live(self, turn: Turn | None, title: str) -> None:
        """Bring the newest turn to the front; what it has said is kept."""
        self.current = self._live.id
        self.follow(turn)
        self._live.border_title = title

    def follow(self, turn: Turn | None) -> None:
        """Keep the live pane at the newest turn, also while a past one is in front."""
        if turn is None:
            return
        if turn.id != self._live_turn:
            self._begin(turn.id)
        if turn.status != "running" and not self._ended:
            self._end(turn)

    def show_past(self, turn: Turn | None, title: str) -> None:
        """Bring a finished turn to the front."""
        past = self._past = self._past or self._new_past()
        self.current = past.id
        past.border_title = title
        key = turn.id if turn else "none"
        if key != self._past_turn:
            self._past_turn = key
            past.show(readable(turn.text) or turn.error if turn else self._absent())

    def _new_past(self) -> LivePane:
        past = LivePane(id=f"{self.role.value}-past")
        past.display = False
        self.mount(past)
        return past

    def _begin(self, turn: str) -> None:
        self._live_turn, self._ended, self._fed = turn, False, False
        self._wire = WireFeed()
        self._live.clear()

    def _end(self, turn: Turn) -> None:
        """A turn that was seen from its first piece stays as it is; another one, and JSON, is shown whole."""
        self._ended = True
        text = readable(turn.text)
        if not self._fed or (is_json(turn.text) and not turn.error):
            self._live.show(text or turn.error)
            return
        if rest := self._wire.finish():
            self._live.feed("text", rest)
        if turn.error:
            self._live.feed("tool", turn.error)
        self._live.end()

    def _absent(self) -> str:
        if self.role is Role.MAKER:
            return "*No maker's turn lies before this round: it judges the text as it was.*"
        return "*The review of this round was given, not asked for.*"
