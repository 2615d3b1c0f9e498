"""The run screen: what its keys do."""

from pathlib import Path
from typing import TYPE_CHECKING

from textual import on
from textual.widgets import Input

from critloop.ui import leading, wording
from critloop.ui.presentation import words
from critloop.ui.requests import BoardWanted, EditWanted, RunWanted
from critloop.ui.screens.run_keys import RunKeys
from critloop.ui.screens.run_tabs import name_of, units_count
from critloop.ui.shown import last_round_of, past_rounds
from critloop.ui.situation import Situation
from critloop.ui.widgets.findings_table import FindingsTable

if TYPE_CHECKING:
    from critloop.ui.widgets.unit_list import UnitList


class RunScreen(RunKeys):
    """One run, live or at one of its past rounds; one method an action."""

    def situation(self) -> Situation:
        """Where the human is."""
        state, tab = self.session.state, self.current_tab
        chained = self.session.leads
        return Situation(
            mode=self.session.mode,
            holder=self.session.holder,
            loaded=state is not None,
            finished=state is not None and state.outcome is not None,
            retryable=state is not None and wording.retryable(state),
            chain=leading.is_chain(state),
            units=units_count(state),
            turn_running=state is not None and state.running_turn is not None,
            gate_open=state is not None and (state.open_gate is not None or (self.session.asks and bool(chained))),
            bring_back_waits=state is not None and wording.bring_back_waits(state),
            offerable=state is not None and wording.offerable(state),
            rounds=past_rounds(self.session.history),
            position=self.position,
            tab=self.tab,
            findings=self.tabs.findings.rows,
            marks=tab.marks if tab else 0,
            hunks=tab.hunks if tab else 0,
            commits=tab.commits if tab else 0,
            steps_back=tab.steps_back if tab else 0,
            copyable=bool(tab and tab.copyable),
            closable=self.behind is not None,
        )

    def hint_labels(self) -> dict[str, str]:
        """The pause key says what it would do, and the gate key where it would offer the result again."""
        again = self.session.state is not None and wording.retryable(self.session.state)
        words = {
            "driving": "pause",
            "paused": "go on",
            "idle": "try again" if again else "go on",
            "watching": "take up",
        }
        return {"pause": words[self.session.mode]} | ({"gate": "offer again"} if self.situation().offerable else {})

    def do_open(self) -> None:
        """Open what is under the cursor: a finding in the list or in the document, a unit, a link."""
        if self.tab == "document":
            self.open_finding(self.tabs.document.marked)
        elif self.tab == "units":
            self.tabs.units.list.opened()
        elif finding := self.tabs.findings.highlighted:
            self.open_finding(finding)

    def open_finding(self, finding: str) -> None:
        """Show a finding and its history, or something unverified, as of the moment in front."""
        from critloop.ui.screens.finding import FindingScreen  # noqa: PLC0415 - screens are imported when opened

        if (shown := self.shown) is None:
            return
        order = self.tabs.findings.order or list(shown.state.findings)
        if finding in shown.state.findings:
            self.app.push_screen(FindingScreen(self.session, shown, order, finding), self._finding_closed)
        elif finding in shown.state.items:
            from critloop.ui.screens.item import ItemScreen  # noqa: PLC0415 - as above

            self.app.push_screen(ItemScreen(shown, finding))

    def on_unit_list_opened(self, opened: "UnitList.Opened") -> None:
        """A unit shows its last round, a link its run."""
        if not leading.is_chain(self.session.state):
            self._show_unit(opened.key)
        elif opened.key.startswith("-"):
            self.notify("This link has not begun yet.", markup=False, timeout=3)
        else:
            self.post_message(RunWanted(opened.key, self.session))

    def _show_unit(self, unit: str) -> None:
        """The last round of a unit, as it was; live where nothing has happened since."""
        found = last_round_of(self.session.history, unit)
        if found is None:
            self.notify("No round of this unit yet.", markup=False, timeout=3)
            return
        self.position = found if found < past_rounds(self.session.history) else None
        self.show_tab("findings")

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

    def do_back(self) -> None:
        """Leave the filter and forget it, or go back from a part to the whole, or to the chain."""
        entry = self.query_one("#filter", Input)
        if not entry.has_focus and (tab := self.current_tab) and tab.step_out():
            return
        if entry.has_focus or entry.value:
            entry.value = ""
            self.tabs.findings.table.focus()
        elif self.behind is not None:
            self.dismiss(None)

    def do_board(self) -> None:
        """All runs."""
        self.post_message(BoardWanted())

    def do_next_finding(self) -> None:
        """The next marked place, in the Document tab."""
        if self.tab != "document":
            self.show_tab("document")
        self.tabs.document.next_mark()

    def do_previous_finding(self) -> None:
        """The marked place before, in the Document tab."""
        if self.tab != "document":
            self.show_tab("document")
        self.tabs.document.previous_mark()

    def do_next_hunk(self) -> None:
        """The next hunk."""
        if tab := self.current_tab:
            tab.next_hunk()

    def do_previous_hunk(self) -> None:
        """The hunk before."""
        if tab := self.current_tab:
            tab.previous_hunk()

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
            name = name_of(self.tab, shown.state) if (shown := self.shown) else ""
            self.notify(f"Copied: {name}, {lines}, {wording.COPIED}.", markup=False)

    def do_edit(self) -> None:
        """Open the user's own file."""
        if (shown := self.shown) and not shown.state.spec.subject:
            self.notify("There is no file yet.", markup=False)
        elif shown:
            self.post_message(EditWanted(str(Path(shown.state.spec.root) / shown.state.spec.subject)))

    def do_zoom(self) -> None:
        """Hide or show the panes."""
        self.toggle_class("-zoomed")
