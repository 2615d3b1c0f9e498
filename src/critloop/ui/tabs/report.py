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
from critloop.ui.presentation.units import place_of
from critloop.ui.session import RunSession
from critloop.ui.shown import Shown
from critloop.ui.tabs.tab import Tab
from critloop.ui.widgets.markdown_lines import MarkdownLines
from critloop.ui.widgets.plain_text import PlainText
from critloop.ui.widgets.sheet import Sheet

BREAK = "\n\n---\n\n"


class ReportTab(Tab):
    """The critic's last report up to the moment, as written, also one that is not valid; below it later looks."""

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
        turn, judged = _report_of(shown), shown.round
        sections, looks = _sections(shown.state, turn), _looks_after(shown, turn)
        if not self.is_new((turn and turn.id, tuple(sections), tuple(look.id for look in looks))):
            return
        given = shown.state.spec.review if turn is None and judged is not None else None
        report = turn.text if turn else given or ""
        self.copyable = BREAK.join([report, *(look.text for look in looks)])
        self._rendered.show(BREAK.join([report, *map(_rows, looks)]))
        self._raw.show(self.copyable)
        if sections:
            self._table().show(sections)
        self._bring(tabular=bool(sections))
        place = place_of(shown.state, turn.unit) if turn else None
        told = (f"{place.long} · " if place else "") + _words(turn, raw=bool(sections))
        self.note(f"{told[:1].upper()}{told[1:]}" if given is None else "The review that was given · as written")
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
        self._bring(tabular=bool(self._moment and _sections(self._moment.state, _report_of(self._moment))))


def _report_of(shown: Shown) -> Turn | None:
    """The turn whose reply is the report; the criteria that were found, before there is one."""
    if not shown.live:
        return shown.turn(Role.CRITIC)
    said = [turn for turn in shown.state.turns.values() if turn.role is Role.CRITIC and turn.status != "running"]
    return next((turn for turn in reversed(said) if turn.duty != "look"), None)


def _looks_after(shown: Shown, report: Turn | None) -> list[Turn]:
    """What the critic said when it looked at what the report could not verify."""
    if report is None or not shown.live:
        return []
    turns = list(shown.state.turns.values())
    return [turn for turn in turns[turns.index(report) :] if turn.duty == "look" and turn.status == "ended"]


def _rows(look: Turn) -> str:
    """A look under a heading of its own, each of its lines a paragraph."""
    lines = [line for line in look.text.splitlines() if line.strip()]
    return "\n\n".join(["## What the critic saw when it looked", *lines])


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
    doing = "" if turn.duty in wording.PLAIN else f" · {DOING[turn.duty]}"
    title = f"{wording.turn_place(turn)}{doing} · {turn.agent} · on {turn.revision[:8]}"
    if turn.problem:
        return f"{title} · no valid report: {turn.problem}"
    return f"{title} · {turn.error or ('r shows it as written' if raw else 'as written')}"
