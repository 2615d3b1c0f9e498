"""The Document tab."""

from textual import on
from textual.app import ComposeResult

from critloop.loop.state import TrackedFinding
from critloop.ui.presentation import words
from critloop.ui.session import RunSession
from critloop.ui.shown import Shown
from critloop.ui.tabs.marks import marks_in
from critloop.ui.tabs.tab import Tab
from critloop.ui.widgets.document_view import DocumentView


class DocumentTab(Tab):
    """The judged file at the moment, with what is open, and what was advised last, in its margin.

    Attributes:
        view: The text.
    """

    def __init__(self, name: str, session: RunSession) -> None:
        super().__init__(name, session)
        self._findings: list[TrackedFinding] = []
        self._title = ""
        self._placed: list[str] = []
        self._goal = ""
        self.view = DocumentView(rendered=True, id="document-view")

    def compose(self) -> ComposeResult:
        """A note, and the text."""
        yield self._note
        yield self.view

    def show(self, shown: Shown) -> None:
        """Read the file at the moment's revision and mark the findings that were open then."""
        if shown.revision is None:
            self.note("The work copy is being prepared.")
            return
        findings = [item for item in shown.state.findings.values() if _stands(item, shown)]
        wanted = (shown.revision, shown.path, _moment(shown), tuple(map(id, findings)))
        if self.is_new(wanted):
            self._findings = findings
            self._title = f"{shown.path} · {_moment(shown)} · {shown.revision[:8]}"
            self.load(wanted, self.session.text(shown.revision, shown.path))

    @property
    def marked(self) -> str:
        """The finding that was gone to last, else the topmost one; empty without any."""
        if self.view.current:
            return self.view.current.finding_id
        return self._placed[0] if self._placed else ""

    def go_to(self, finding: str) -> None:
        """Bring a finding's place into view, now or when the text has come."""
        self._goal = finding
        self._reach_goal()

    def _reach_goal(self) -> None:
        if self._goal and self.view.go_to_mark(self._goal):
            self._goal = ""

    def switch_form(self) -> None:
        """Raw or rendered."""
        self.view.rendered = not self.view.rendered

    @on(Tab.Loaded)
    def _show_text(self, loaded: Tab.Loaded) -> None:
        if not self.is_wanted(loaded):
            return
        marks = marks_in(loaded.text, self._findings)
        self.copyable, self._placed, self.marks = loaded.text, [mark.finding_id for mark in marks], len(marks)
        self.view.show(loaded.text, marks)
        self.note(f"{self._title} · {words.count(len(marks), 'finding')} marked")
        self._reach_goal()
        self.post_message(self.Ready())


def _stands(finding: TrackedFinding, shown: Shown) -> bool:
    """Open, or advice that the last round gave."""
    if shown.unit is None or finding.unit != shown.unit.unit.id:
        return False
    last = shown.state.last_round(finding.unit)
    return finding.is_open or (not finding.blocking and last is not None and finding.id in last.raised)


def _moment(shown: Shown) -> str:
    if not shown.live and shown.round:
        return f"as round {shown.round.number} judged it"
    judged = shown.round is not None and shown.round.snapshot.revision == shown.revision
    return "judged by the last round" if judged else "not judged yet"
