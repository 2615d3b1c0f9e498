"""The Diff tab."""

from textual import on
from textual.app import ComposeResult

from critloop.ui.presentation.cleaning import clean_line
from critloop.ui.presentation.lines import fit
from critloop.ui.session import RunSession
from critloop.ui.shown import Shown, commit_spans, commits_of, outside, spans_to
from critloop.ui.tabs.tab import Tab
from critloop.ui.widgets.diff_view import DiffView


class DiffTab(Tab):
    """What changed up to the moment: since the round before, since an earlier one, or by one commit.

    Attributes:
        view: The diff.
    """

    def __init__(self, name: str, session: RunSession) -> None:
        super().__init__(name, session)
        self.side_by_side = False
        self._back = 0
        self._commit: int | None = None
        self._title = ""
        self._outside: set[str] = set()
        self._last: Shown | None = None
        self.view = DiffView(id="diff-view")

    def compose(self) -> ComposeResult:
        """A note, and the diff."""
        yield self._note
        yield self.view

    def show(self, shown: Shown) -> None:
        """Make the diff that leads to the moment."""
        if self._last and self._last.position != shown.position:
            self._back, self._commit = 0, None
        self._last = shown
        spans, single = spans_to(shown), commit_spans(shown)
        self.steps_back, self.commits = max(len(spans) - 1, 0), len(single)
        self._back = min(self._back, self.steps_back)
        span = single[self._commit] if self._commit is not None and self._commit < len(single) else None
        span = span or (spans[self._back] if spans else None)
        if span is None:
            self._show_nothing(shown)
        elif self.is_new((span, len(commits_of(shown)))):
            self._title, self._outside = span.title, outside(shown)
            self.load(self._wanted, self.session.diff(span.old, span.new))

    def older(self) -> None:
        """Begin one round earlier; after the first, at the round before again."""
        self._commit = None
        self._back = (self._back + 1) % (self.steps_back + 1)
        self._again()

    def next_commit(self) -> None:
        """The first commit, the next one, and after the last the whole diff again."""
        following = 0 if self._commit is None else self._commit + 1
        self._commit = following if following < self.commits else None
        self._again()

    def step_out(self) -> bool:
        """From a single commit back to all."""
        if self._commit is None:
            return False
        self._commit = None
        self._again()
        return True

    def switch_form(self) -> None:
        """Unified or side by side."""
        self.side_by_side = not self.side_by_side
        self.view.show(self.copyable, side_by_side=self.side_by_side, outside=self._outside)

    def next_hunk(self) -> None:
        """The next hunk."""
        self.view.next_hunk()

    def previous_hunk(self) -> None:
        """The hunk before."""
        self.view.previous_hunk()

    def _again(self) -> None:
        if self._last:
            self.show(self._last)

    def _show_nothing(self, shown: Shown) -> None:
        if self.is_new(None):
            self.copyable, self.hunks = "", 0
            self.view.show("", side_by_side=self.side_by_side)
        given = "the work as it was given" if shown.base else "the text as it was written first"
        given = given if shown.base or shown.state.spec.create else "the text as you gave it"
        self.note(f"Nothing to compare yet: the first round judges {given}.")

    @on(Tab.Loaded)
    def _show_diff(self, loaded: Tab.Loaded) -> None:
        if not self.is_wanted(loaded):
            return
        self.copyable = loaded.text
        self.hunks = sum(line.startswith("@@") for line in loaded.text.splitlines())
        self.view.show(loaded.text, side_by_side=self.side_by_side, outside=self._outside)
        self.note(self._heading(loaded.text))
        self.post_message(self.Ready())

    def _heading(self, text: str) -> str:
        """What is in front, in one line: a commit's subject gives way to the keys."""
        if self._commit is None:
            return f"{self._title} · {self._change_words(text)}"
        tail = f" · {self._change_words(text)} · c next, esc all"
        return fit(clean_line(self._title), max(self.size.width - 2 - len(tail), 1)).rstrip() + tail

    def _change_words(self, text: str) -> str:
        if not text.strip():
            return "no change"
        lines = text.splitlines()
        added = sum(line.startswith("+") and not line.startswith("+++") for line in lines)
        removed = sum(line.startswith("-") and not line.startswith("---") for line in lines)
        return f"+{added} −{removed}" + (
            f" · c shows {self.commits} commits one by one" if self.commits > 1 and self._commit is None else ""
        )
