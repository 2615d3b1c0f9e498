"""The Report tab."""

from textual.app import ComposeResult
from textual.widgets import ContentSwitcher

from critloop.loop.state import Turn
from critloop.model.turn import Role
from critloop.ui.session import RunSession
from critloop.ui.shown import Shown
from critloop.ui.tabs.tab import Tab
from critloop.ui.widgets.markdown_lines import MarkdownLines
from critloop.ui.widgets.plain_text import PlainText


class ReportTab(Tab):
    """The critic's last words up to the moment, as written; also those that were no valid report."""

    def __init__(self, name: str, session: RunSession) -> None:
        super().__init__(name, session)
        self._rendered = MarkdownLines(id="report-rendered")
        self._raw = PlainText(id="report-raw")
        self._forms = ContentSwitcher(self._rendered, self._raw, initial="report-rendered")

    def compose(self) -> ComposeResult:
        """A note, and the report rendered or raw."""
        yield self._note
        yield self._forms

    def show(self, shown: Shown) -> None:
        """Show the report of the moment."""
        turn = self._last_said(shown)
        if not self.is_new(turn and turn.id):
            return
        self.copyable = turn.text if turn else ""
        self._rendered.show(self.copyable)
        self._raw.show(self.copyable)
        self.note(_words(turn))
        self.post_message(self.Ready())

    def switch_form(self) -> None:
        """Raw or rendered."""
        self._forms.current = "report-raw" if self._forms.current == "report-rendered" else "report-rendered"

    def _last_said(self, shown: Shown) -> Turn | None:
        if not shown.live:
            return shown.turn(Role.CRITIC)
        turns = reversed(shown.state.turns.values())
        return next((turn for turn in turns if turn.role is Role.CRITIC and turn.status != "running"), None)


def _words(turn: Turn | None) -> str:
    if turn is None:
        return "No report yet."
    title = f"Round {turn.round} · {turn.agent} · on {turn.revision[:8]}"
    if turn.problem:
        return f"{title} · no valid report: {turn.problem}"
    return f"{title} · {turn.error or 'as written'}"
