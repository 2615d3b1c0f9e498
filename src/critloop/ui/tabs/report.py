"""The Report tab."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.widgets import ContentSwitcher

from critloop.export.unit_words import DOING
from critloop.loop.state import RunState, Turn
from critloop.model.turn import Role
from critloop.ui import wording
from critloop.ui.presentation.scores import criteria_sections, evaluation_sections
from critloop.ui.presentation.sheet import Section
from critloop.ui.session import RunSession
from critloop.ui.shown import Shown
from critloop.ui.tabs.tab import Tab
from critloop.ui.widgets.markdown_lines import MarkdownLines
from critloop.ui.widgets.plain_text import PlainText
from critloop.ui.widgets.sheet import Sheet


class ReportTab(Tab):
    """The critic's last words up to the moment, as written; also those that were no valid report."""

    def __init__(self, name: str, session: RunSession) -> None:
        super().__init__(name, session)
        self._rendered = MarkdownLines(id="report-rendered")
        self._raw = PlainText(id="report-raw")
        self._forms = ContentSwitcher(self._rendered, self._raw, initial="report-rendered")
        self._sheet: Sheet | None = None
        self._is_raw = False

    def compose(self) -> ComposeResult:
        """A note, and the report rendered or raw."""
        yield self._note
        yield self._forms

    def show(self, shown: Shown) -> None:
        """Show the report of the moment."""
        turn, judged = self._last_said(shown), shown.round
        sections = _sections(shown.state, turn)
        if not self.is_new((turn and turn.id, tuple(sections))):
            return
        given = shown.state.spec.review if turn is None and judged is not None else None
        self.copyable = turn.text if turn else given or ""
        self._rendered.show(self.copyable)
        self._raw.show(self.copyable)
        if sections:
            self._table().show(sections)
        self._bring(tabular=bool(sections))
        self.note(_words(turn, raw=bool(sections)) if given is None else "The review that was given · as written")
        self.post_message(self.Ready())

    def _table(self) -> Sheet:
        """Scores in a table; made when there are any."""
        if self._sheet is None:
            self._sheet = Sheet(id="report-table")
            self._sheet.display = False
            self._forms.mount(self._sheet)
        return self._sheet

    def _bring(self, *, tabular: bool) -> None:
        rendered = "report-table" if tabular else "report-rendered"
        self._forms.current = "report-raw" if self._is_raw else rendered

    def switch_form(self) -> None:
        """Raw, or rendered: as Markdown, and what is JSON as a table."""
        self._is_raw = not self._is_raw
        self._bring(tabular=bool(self._moment and _sections(self._moment.state, self._last_said(self._moment))))

    def _last_said(self, shown: Shown) -> Turn | None:
        if not shown.live:
            return shown.turn(Role.CRITIC)
        turns = reversed(shown.state.turns.values())
        return next((turn for turn in turns if turn.role is Role.CRITIC and turn.status != "running"), None)


def _sections(state: RunState, turn: Turn | None) -> Sequence[Section]:
    """What a JSON reply says, in sections; none for reports that are written in Markdown."""
    if turn is None or turn.problem:
        return ()
    if turn.duty == "extract" and state.criteria is not None and turn.status == "ended":
        return list(criteria_sections(state.criteria))
    judged = next((item for item in state.rounds if item.critic_turn == turn.id and item.report.scores), None)
    return evaluation_sections(judged, state.criteria) if judged else ()


def _words(turn: Turn | None, *, raw: bool) -> str:
    if turn is None:
        return "No report yet."
    place = wording.turn_place(turn)
    doing = "" if turn.duty in wording.PLAIN else f" · {DOING[turn.duty]}"
    title = f"{place[:1].upper()}{place[1:]}{doing} · {turn.agent} · on {turn.revision[:8]}"
    if turn.problem:
        return f"{title} · no valid report: {turn.problem}"
    return f"{title} · {turn.error or ('r shows it as written' if raw else 'as written')}"
