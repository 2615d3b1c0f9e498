"""The Document tab."""

from pathlib import PurePath

from textual import on
from textual.app import ComposeResult
from textual.widgets import ContentSwitcher

from critloop.loop.state import TrackedFinding
from critloop.ui.presentation import words
from critloop.ui.presentation.diff_files import only_files
from critloop.ui.session import RunSession
from critloop.ui.shown import Shown, kept_best, outside
from critloop.ui.tabs.marks import marks_in
from critloop.ui.tabs.tab import Tab
from critloop.ui.widgets.diff_view import DiffView
from critloop.ui.widgets.document_view import DocumentView

MARKDOWN = ("", ".md", ".mdx", ".markdown", ".mdown", ".txt")
"""Endings of files that are shown rendered at first; all others are shown as they are."""


class DocumentTab(Tab):
    """What is judged at the moment, with what is open, and what was advised last, in its margin.

    That is a file, or the chunk of one; in the loops that judge a diff it is the diff, and the file that
    a finding is about when one is gone to.

    Attributes:
        view: The text.
    """

    def __init__(self, name: str, session: RunSession) -> None:
        super().__init__(name, session)
        self._findings: list[TrackedFinding] = []
        self._title = ""
        self._placed: list[str] = []
        self._goal = ""
        self._file: str | None = None
        self._path = self._shown_path = ""
        self._part: tuple[int, int] | None = None
        self.view = DocumentView(rendered=True, id="document-view")
        self._diff = DiffView(id="document-diff")
        self._forms = ContentSwitcher(self.view, self._diff, initial="document-view")

    def compose(self) -> ComposeResult:
        """A note, and the text."""
        yield self._note
        yield self._forms

    def show(self, shown: Shown) -> None:
        """Read what is judged at the moment's revision and mark the findings that were open then."""
        if shown.revision is None:
            self.note("The work copy is being prepared.")
        elif _is_missing(shown):
            self.note(f"Nothing is written yet. {_asked(shown)}")
        elif shown.base and self._file is None:
            self._show_diff(shown, shown.base, shown.revision)
        else:
            self._show_file(shown, self._file or shown.path, shown.revision)

    def _show_file(self, shown: Shown, path: str, revision: str) -> None:
        findings = [item for item in shown.state.findings.values() if _stands(item, shown)]
        if self._file is not None:
            findings = [item for item in findings if item.finding.location.path == path]
        unit = shown.unit.unit if shown.unit else None
        part = (unit.start_line, unit.end_line) if unit and unit.start_line and unit.end_line else None
        wanted = (revision, path, _moment(shown), part, tuple(map(id, findings)))
        if self.is_new(wanted):
            self._findings, self._part, self._path = findings, part, path
            lines = f" · lines {part[0]}–{part[1]}" if part else ""
            back = " · esc shows the diff" if self._file is not None else ""
            self._title = f"{path}{lines} · {_moment(shown)} · {revision[:8]}{back}"
            self.load(wanted, self.session.text(revision, path))

    def _show_diff(self, shown: Shown, base: str, revision: str) -> None:
        placed = [item for item in shown.state.findings.values() if _stands(item, shown) and item.finding.location.path]
        wanted = ("diff", base, revision, _moment(shown), tuple(map(id, placed)), len(shown.state.commits))
        if self.is_new(wanted):
            self._findings = placed
            self._title = f"{base[:8]}..{revision[:8]} · {_moment(shown)}"
            self.load(wanted, self.session.diff(base, revision))

    @property
    def marked(self) -> str:
        """The finding that was gone to last, else the topmost one; empty without any."""
        if self.view.current and self.view.current.finding_id in self._placed:
            return self.view.current.finding_id
        return self._placed[0] if self._placed else ""

    def go_to(self, finding: str) -> None:
        """Bring a finding's place into view, now or when the text has come."""
        shown = self._moment
        tracked = shown.state.findings.get(finding) if shown else None
        self._goal = finding
        if shown is not None and shown.base and tracked is not None:
            self._file = tracked.finding.location.path
            self.show(shown)
        self._reach_goal()

    def _reach_goal(self) -> None:
        if self._goal and self.view.go_to_mark(self._goal):
            self._goal = ""

    def next_mark(self) -> None:
        """The next finding; of a diff, in whichever file it is."""
        self._step(1)

    def previous_mark(self) -> None:
        """The finding before."""
        self._step(-1)

    def _step(self, by: int) -> None:
        shown = self._moment
        if shown is None or not shown.base:
            self.view.next_mark() if by > 0 else self.view.previous_mark()
            return
        ids = [item.id for item in _in_order(shown)]
        if ids:
            at = ids.index(self.marked) + by if self._file is not None and self.marked in ids else min(by, 0)
            self.go_to(ids[at % len(ids)])

    def next_hunk(self) -> None:
        """The next hunk of the diff."""
        self._diff.next_hunk()

    def previous_hunk(self) -> None:
        """The hunk before."""
        self._diff.previous_hunk()

    def step_out(self) -> bool:
        """From a file back to the diff."""
        if self._file is None or self._moment is None:
            return False
        self._file = None
        self.show(self._moment)
        return True

    def switch_form(self) -> None:
        """Raw or rendered; of a diff, unified or side by side."""
        if self._forms.current == "document-diff":
            self._diff.side_by_side = not self._diff.side_by_side
        else:
            self.view.rendered = not self.view.rendered

    @on(Tab.Loaded)
    def _show_text(self, loaded: Tab.Loaded) -> None:
        if not self.is_wanted(loaded):
            return
        if isinstance(loaded.wanted, tuple) and loaded.wanted[0] == "diff":
            self._take_diff(loaded.text)
        else:
            self._take_text(loaded.text)
        self.post_message(self.Ready())

    def _take_text(self, text: str) -> None:
        marks = marks_in(text, self._findings)
        self.copyable, self._placed, self.marks = text, [mark.finding_id for mark in marks], len(marks)
        self.hunks = 0
        if self._shown_path != self._path:
            self._shown_path = self._path
            self.view.rendered = PurePath(self._path).suffix.lower() in MARKDOWN
        self.view.show(text, marks, self._part)
        self._forms.current = "document-view"
        self.note(f"{self._title} · {words.count(len(marks), 'finding')} marked")
        self._reach_goal()

    def _take_diff(self, text: str) -> None:
        shown = self._moment
        if shown is None or shown.unit is None:
            return
        own = set(shown.unit.unit.files)
        self.copyable = only_files(text, own)
        self._placed = [item.id for item in _in_order(shown)]
        self.marks = len(self._placed)
        self._diff.show(self.copyable, outside=outside(shown))
        self.hunks = self._diff.hunk_count
        self._forms.current = "document-diff"
        findings = f"{words.count(self.marks, 'finding')} placed in it" + (", n goes to them" if self.marks else "")
        self.note(f"{self._title} · {words.count(len(own), 'file')} · {findings}")


def _stands(finding: TrackedFinding, shown: Shown) -> bool:
    """Open, or advice that the last round gave."""
    if shown.unit is None or finding.unit != shown.unit.unit.id:
        return False
    last = shown.state.last_round(finding.unit)
    return finding.is_open or (not finding.blocking and last is not None and finding.id in last.raised)


def _in_order(shown: Shown) -> list[TrackedFinding]:
    """The findings that name a file, in the order of the unit's files."""
    files = list(shown.unit.unit.files) if shown.unit else []
    found = [item for item in shown.state.findings.values() if _stands(item, shown) and item.finding.location.path]
    return sorted(found, key=lambda item: _place(item, files))


def _place(item: TrackedFinding, files: list[str]) -> tuple[int, int]:
    path = item.finding.location.path or ""
    return files.index(path) if path in files else len(files), item.finding.location.start_line or 0


def _asked(shown: Shown) -> str:
    create = shown.state.spec.create
    if create is None:
        return "The maker begins with it."
    if create.skill:
        return f"The maker runs the skill {create.skill} {create.arguments}".rstrip() + "."
    return f"The maker was asked: {create.instruction}" if create.instruction else "The maker does the task first."


def _is_missing(shown: Shown) -> bool:
    """True before the first version is there; a page may not even have a name yet."""
    return (shown.unwritten and not shown.state.hashes) or not (shown.path or shown.base)


def _moment(shown: Shown) -> str:
    if shown.unwritten:
        return "what is written so far"
    if not shown.live and shown.round:
        return f"as round {shown.round.number} judged it"
    if best := kept_best(shown.state, shown.unit):
        return f"judged by round {best}, which scored best"
    judged = shown.state.judged_round(shown.unit.unit.id) if shown.unit else None
    same = judged is not None and judged.snapshot.revision == shown.revision
    return "judged by the last round" if same else "not judged yet"
