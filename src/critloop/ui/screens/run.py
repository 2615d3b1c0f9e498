"""The run screen: what its keys do."""

from pathlib import Path

from textual import on
from textual.widgets import Input

from critloop.ui import wording
from critloop.ui.presentation import words
from critloop.ui.requests import BoardWanted, EditWanted
from critloop.ui.screens.run_questions import RunQuestions
from critloop.ui.screens.run_view import NAMES
from critloop.ui.shown import past_rounds
from critloop.ui.situation import Situation
from critloop.ui.widgets.findings_table import FindingsTable


class RunScreen(RunQuestions):
    """One run, live or at one of its past rounds; one method an action."""

    def situation(self) -> Situation:
        """Where the human is."""
        state, tab = self.session.state, self.current_tab
        return Situation(
            mode=self.session.mode,
            holder=self.session.holder,
            loaded=state is not None,
            finished=state is not None and state.outcome is not None,
            turn_running=state is not None and state.running_turn is not None,
            gate_open=state is not None and state.open_gate is not None,
            bring_back_waits=state is not None and wording.bring_back_waits(state),
            rounds=past_rounds(self.session.history),
            position=self.position,
            tab=self.tab,
            findings=self.tabs.findings.rows,
            marks=tab.marks if tab else 0,
            hunks=tab.hunks if tab else 0,
            commits=tab.commits if tab else 0,
            steps_back=tab.steps_back if tab else 0,
            copyable=bool(tab and tab.copyable),
        )

    def hint_labels(self) -> dict[str, str]:
        """The pause key says what it would do."""
        words = {"driving": "pause", "paused": "go on", "idle": "go on", "watching": "take up"}
        return {"pause": words[self.session.mode]}

    def do_open(self) -> None:
        """Open the finding under the cursor, in the list or in the document."""
        if self.tab == "document":
            self.open_finding(self.tabs.document.marked)
        elif finding := self.tabs.findings.highlighted:
            self.open_finding(finding)

    def open_finding(self, finding: str) -> None:
        """Show a finding and its history as of the moment in front."""
        from critloop.ui.screens.finding import FindingScreen  # noqa: PLC0415 - screens are imported when opened

        if (shown := self.shown) and finding in shown.state.findings:
            order = self.tabs.findings.order or list(shown.state.findings)
            self.app.push_screen(FindingScreen(self.session, shown, order, finding), self._finding_closed)

    @on(FindingsTable.Opened)
    def _finding_opened(self, opened: FindingsTable.Opened) -> None:
        self.open_finding(opened.finding_id)

    def _finding_closed(self, place: str | None) -> None:
        if place:
            self.show_tab("document")
            self.tabs.document.go_to(place)

    def do_previous_round(self) -> None:
        """One round back; from live to the last one that shows something else."""
        rounds = past_rounds(self.session.history)
        self.position = rounds - 1 if self.position is None else self.position - 1
        self.refresh_moment()

    def do_next_round(self) -> None:
        """One round on; from the last one to live."""
        following = (self.position or 0) + 1
        self.position = following if following < past_rounds(self.session.history) else None
        self.refresh_moment()

    def do_live(self) -> None:
        """Back to live."""
        self.position = None
        self.refresh_moment()

    def do_diff(self) -> None:
        """The Diff tab."""
        self.show_tab("diff")

    def do_filter(self) -> None:
        """Type words that findings must contain."""
        if self.tab != "findings":
            self.show_tab("findings")
        self.query_one("#filter", Input).focus()

    @on(Input.Changed, "#filter")
    def _filter_changed(self, changed: Input.Changed) -> None:
        self.tabs.findings.search(changed.value)

    @on(Input.Submitted, "#filter")
    def _filter_done(self) -> None:
        self.tabs.findings.table.focus()

    def key_escape(self) -> None:
        """Leave the filter and forget it, or go back from a part to the whole."""
        entry = self.query_one("#filter", Input)
        if not entry.has_focus and (tab := self.current_tab) and tab.step_out():
            return
        if entry.has_focus or entry.value:
            entry.value = ""
            self.tabs.findings.table.focus()

    def do_board(self) -> None:
        """All runs."""
        self.post_message(BoardWanted())

    def do_next_finding(self) -> None:
        """The next marked place, in the Document tab."""
        if self.tab != "document":
            self.show_tab("document")
        self.tabs.document.view.next_mark()

    def do_previous_finding(self) -> None:
        """The marked place before, in the Document tab."""
        if self.tab != "document":
            self.show_tab("document")
        self.tabs.document.view.previous_mark()

    def do_next_hunk(self) -> None:
        """The next hunk."""
        self.tabs.diff.view.next_hunk()

    def do_previous_hunk(self) -> None:
        """The hunk before."""
        self.tabs.diff.view.previous_hunk()

    def do_commit(self) -> None:
        """The next commit by itself."""
        self.tabs.diff.next_commit()

    def do_side_by_side(self) -> None:
        """Unified or side by side."""
        self.tabs.diff.switch_form()

    def do_older(self) -> None:
        """An earlier beginning of the diff."""
        self.tabs.diff.older()

    def do_raw(self) -> None:
        """Raw or rendered."""
        if tab := self.current_tab:
            tab.switch_form()

    def do_copy(self) -> None:
        """Copy the text of the tab in front."""
        if tab := self.current_tab:
            self.app.copy_to_clipboard(tab.copyable)
            lines = words.count(len(tab.copyable.splitlines()), "line")
            self.notify(f"Copied: {NAMES[self.tab]}, {lines}, {wording.COPIED}.", markup=False)

    def do_edit(self) -> None:
        """Open the user's own file."""
        if shown := self.shown:
            self.post_message(EditWanted(str(Path(shown.state.spec.root) / shown.state.spec.subject)))

    def do_zoom(self) -> None:
        """Hide or show the panes."""
        self.toggle_class("-zoomed")

    def do_theme(self) -> None:
        """Choose a theme."""
        self.app.search_themes()

    def do_tab_findings(self) -> None:
        """The Findings tab."""
        self.show_tab("findings")

    def do_tab_document(self) -> None:
        """The Document tab."""
        self.show_tab("document")

    def do_tab_diff(self) -> None:
        """The Diff tab."""
        self.show_tab("diff")

    def do_tab_report(self) -> None:
        """The Report tab."""
        self.show_tab("report")

    def do_tab_timeline(self) -> None:
        """The Timeline tab."""
        self.show_tab("timeline")

    def do_tab_prompt(self) -> None:
        """The Prompt tab."""
        self.show_tab("prompt")

    def do_tab_maker(self) -> None:
        """The maker's pane."""
        self._pane("maker")

    def do_tab_critic(self) -> None:
        """The critic's pane."""
        self._pane("critic")

    def _pane(self, name: str) -> None:
        if self.has_class("-wide"):
            self.remove_class("-zoomed")
            self.query_one(f"#{name}-live").focus()
        else:
            self.show_tab(name)
