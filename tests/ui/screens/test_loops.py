"""Every loop in the dashboard: units, chunks, diffs, scores, what could not be verified, and what is not there yet."""

import pytest
from textual.widgets import ContentSwitcher, Label, OptionList

from critloop.ui.chrome.header import Header
from critloop.ui.chrome.keybar import KeyBar
from critloop.ui.chrome.tabrow import TabRow
from critloop.ui.screens.finding import FindingScreen
from critloop.ui.screens.gate import GateScreen
from critloop.ui.screens.item import ItemScreen
from critloop.ui.tabs.basis import BasisTab
from critloop.ui.tabs.document import DocumentTab
from critloop.ui.tabs.report import ReportTab
from critloop.ui.widgets.document_view import PART, DocumentView
from critloop.ui.widgets.findings_table import FindingsTable
from critloop.ui.widgets.live_pane import LivePane
from critloop.ui.widgets.unit_list import UnitList
from tests.support.dashboard import Dashboard, dashboard
from tests.support.fake_loops import (
    creation_runs,
    docs_runs,
    plan_runs,
    polish_runs,
    skill_runs,
    task_runs,
    writing_runs,
)


def rows(shown: Dashboard, kind: type[UnitList | FindingsTable]) -> list[str]:
    """The rows of a list, with single spaces."""
    table = shown.one(kind)
    return [" ".join("".join(text for text, _ in table.row_line(n)).split()) for n in range(table.row_count)]


async def basis_of(shown: Dashboard) -> str:
    """What the Basis tab says."""
    await shown.press("9")
    await shown.until(lambda: bool(shown.one(BasisTab).copyable), "the basis")
    return shown.one(BasisTab).copyable


async def test_a_plan_names_its_chunk_and_lists_all_with_their_state() -> None:
    async with dashboard(plan_runs()) as shown:
        await shown.look_around()
        assert shown.one(Header).places == ("chunk 2 of 3 · Limits", "chunk 2 of 3")
        await shown.press("0")
        await shown.until(lambda: shown.one(UnitList).row_count == 3, "the chunks")
        assert rows(shown, UnitList) == [
            "1 ✓ approved 2 – lines 3–8 Storage",
            "2 ▲ waiting for you 1 ● 1 lines 9–14 Limits",
            "3 · to come – – lines 15–20 Export",
        ]


async def test_enter_on_a_chunk_shows_its_last_round() -> None:
    async with dashboard(plan_runs()) as shown:
        screen = await shown.look_around()
        await shown.press("0")
        await shown.until(lambda: shown.one(UnitList).highlighted == "chunk-2", "the chunk in work")
        await shown.press("down", "enter")
        assert shown.notes == ["No round of this unit yet."]
        await shown.press("home", "enter")
        assert (screen.position, screen.tab) == (1, "findings")
        assert shown.one(Header).places[0] == "chunk 1 of 3 · Storage"
        assert shown.standing == "round 2 as it was · 2 of 3 · ] later, end live"
        await shown.press("]")
        assert shown.one(Header).places[0] == "chunk 2 of 3 · Limits"
        await shown.press("end")
        assert screen.position is None


async def test_the_document_goes_to_the_chunk_and_marks_its_lines() -> None:
    async with dashboard(plan_runs()) as shown:
        await shown.look_around()
        await shown.press("2", "r")
        view = shown.one(DocumentView)
        await shown.until(lambda: not view.rendered and view.flow.height > 0, "the text")
        await shown.until(lambda: "lines 9–14" in str(shown.one(DocumentTab)._note.visual), "the note")
        marked = [row + 1 for row in range(view.flow.height) if view.line_at(row)[0] == PART]
        assert marked == [*range(9, 15)]


async def test_a_run_of_one_unit_has_no_units_tab() -> None:
    async with dashboard(docs_runs()) as shown:
        await shown.look_around()
        assert "units" not in [name.id for name in shown.one(TabRow).names]
        await shown.press("0")
        assert shown.notes == ["Show the units of the run, or the links of the chain: this run is one unit"]


async def test_all_tabs_fit_into_a_narrow_terminal() -> None:
    async with dashboard(plan_runs(), size=(80, 24)) as shown:
        await shown.look_around()
        assert [name.id for name in shown.one(TabRow).names][-2:] == ["units", "basis"]
        assert shown.one(TabRow).render().cell_length <= 80


async def test_the_basis_of_a_page_is_what_was_gathered_for_it() -> None:
    async with dashboard(docs_runs()) as shown:
        await shown.look_around()
        told = await basis_of(shown)
        assert "Kind of page\n  reference" in told
        assert "✓ there    parameters\n  ✗ missing  errors" in told
        assert "src/order.py  Order" in told
        assert "tests/test_order.py" in told
        assert "docs/guide.md  links here" in told
        assert "Navigation\n  mkdocs.yml" in told
        assert "two pages were left out" in told


async def test_a_page_that_nobody_could_review_can_be_tried_again() -> None:
    runs = docs_runs(unread=True)
    async with dashboard(runs) as shown:
        await shown.run_screen()
        await shown.until(lambda: shown.standing == "not reviewed", "the end")
        assert [hint.label for hint in shown.one(KeyBar).hints if hint.action == "pause"] == ["try again"]
        turns = len(runs.world.state.turns)
        await shown.press("space")
        await shown.until(lambda: len(runs.world.state.turns) > turns, "another try")
        await shown.until(lambda: shown.standing == "not reviewed", "the end of it")


async def test_what_nobody_has_written_yet_can_not_be_approved() -> None:
    runs = creation_runs()
    async with dashboard(runs) as shown:
        gate = await shown.screen(GateScreen)
        assert "a approve: nothing is written yet" in shown.words("#choices")
        await shown.press("a", *"fine", "enter", "y")
        assert gate.form.choice is None
        assert not runs.decisions
        await shown.press("escape", "2")
        note = shown.one(DocumentTab)._note
        await shown.until(lambda: str(note.visual).startswith("Nothing is written yet."), "the note")
        assert "Say what it is." in str(note.visual)
        assert shown.one(LivePane, "#maker-live").border_title == (
            "Maker  scripted · before round 1, try 2 · writes · came to nothing"
        )


async def test_the_basis_of_a_task_is_its_range_requirement_and_checks() -> None:
    async with dashboard(task_runs()) as shown:
        await shown.look_around()
        told = await basis_of(shown)
        await shown.until(lambda: "Commits" in shown.one(BasisTab).copyable, "the range")
        told = shown.one(BasisTab).copyable
        assert told.index("Spec compliance: Compliant") < told.index("Task quality: Approved")
        assert "The count is kept: docs/spec.md:1" in told
        assert "requirement: docs/plan.md, task 3 Count" in told
        assert "Pasted · 1 of 1 file\n  docs/spec.md  +2 −0" in told
        assert "round 1 scripted: 0 reads, 0 greps" in told


async def test_the_document_of_a_task_is_its_diff_and_then_the_file_of_a_finding() -> None:
    async with dashboard(task_runs()) as shown:
        await shown.look_around()
        await shown.press("2")
        forms = shown.one(DocumentTab).query_one(ContentSwitcher)
        await shown.until(lambda: forms.current == "document-diff", "the diff")
        await shown.until(lambda: "+One." in shown.one(DocumentTab).copyable, "the change")
        await shown.press("n")
        await shown.until(lambda: forms.current == "document-view", "the file")
        view = shown.one(DocumentView)
        await shown.until(lambda: view.current is not None and view.current.start_line == 3, "the place")
        await shown.press("escape")
        await shown.until(lambda: forms.current == "document-diff", "the diff again")


async def test_what_could_not_be_verified_is_listed_and_opened() -> None:
    async with dashboard(task_runs()) as shown:
        await shown.look_around()
        assert shown.one(TabRow).names[0].words() == " Findings 1 +1? "
        assert rows(shown, FindingsTable)[-1].startswith("? V1 unverified open 1 the port is free a targeted look")
        await shown.press("end", "enter")
        item = await shown.screen(ItemScreen)
        assert item.item == "V1"
        assert "nobody has settled it yet" in shown.words("#item-words")
        assert "still can't be told: the server is not here" in shown.words("#item-looks")
        await shown.press("y", "escape")
        assert "the port is free" in shown.app.clipboard


async def test_rows_are_ruled_one_by_one_and_the_last_lets_the_run_go_on() -> None:
    runs = task_runs(doubts=("the port is free", "the disk is fast"))
    async with dashboard(runs) as shown:
        gate = await shown.screen(GateScreen)
        options = shown.one(OptionList, "#open")
        assert [option.id for option in options.options] == ["V1", "V2"]
        await shown.press("h", *"I looked", "enter")
        assert options.highlighted == 1
        await shown.press("k", *"rare", "enter", "s")
        assert "V1 holds, V2 is accepted as known. The unit is then approved." in shown.words("#consequence")
        await shown.press("enter")
        assert gate.armed
        assert not runs.rulings
        await shown.press("y")
        await shown.until(lambda: len(runs.rulings) == 2, "the rulings")
        assert runs.rulings == [("V1", "holds", "I looked", "ada"), ("V2", "accepted", "rare", "ada")]
        await shown.until(lambda: runs.world.state.outcome is not None, "the end")
        assert not isinstance(shown.app.screen, GateScreen)


async def test_a_row_that_stays_keeps_the_gate_open() -> None:
    runs = task_runs(doubts=("the port is free", "the disk is fast"))
    async with dashboard(runs) as shown:
        await shown.screen(GateScreen)
        await shown.press("h", *"I looked", "enter", "s")
        assert "The gate stays open: 1 more." in shown.words("#consequence")
        await shown.press("enter", "y")
        options = shown.one(OptionList, "#open")
        await shown.until(lambda: [option.id for option in options.options] == ["V2"], "the row that is left")
        assert runs.world.state.open_gate is not None


async def test_a_gap_goes_back_to_the_maker() -> None:
    runs = task_runs()
    async with dashboard(runs) as shown:
        await shown.screen(GateScreen)
        await shown.press("p", *"it is taken", "enter", "s")
        assert "The gap goes back to the maker." in shown.words("#consequence")
        await shown.press("enter", "y")
        await shown.until(lambda: any(turn.duty == "fix" for turn in runs.world.state.turns.values()), "the maker")


@pytest.mark.parametrize(
    "keys", [["s", "enter", "y"], ["h", "enter", "enter", "y"], ["h", "escape", "s", "enter", "y"]]
)
async def test_without_a_reason_nothing_is_ruled(keys: list[str]) -> None:
    runs = task_runs()
    async with dashboard(runs) as shown:
        await shown.screen(GateScreen)
        await shown.press(*keys)
        assert not runs.rulings
        assert not runs.decisions
        assert runs.world.state.open_gate is not None


async def test_an_approval_accepts_unverified_rows_too() -> None:
    runs = task_runs()
    async with dashboard(runs) as shown:
        await shown.screen(GateScreen)
        await shown.press("a", *"good enough")
        assert "Accepts 0 open findings and 1 unverified row as known" in shown.words("#consequence")
        await shown.press("enter", "y")
        await shown.until(lambda: bool(runs.decisions), "the decision")
        assert [item.finding for item in runs.decisions[0].acceptances] == ["V1"]


async def test_scores_are_a_table_and_the_best_version_is_marked() -> None:
    async with dashboard(polish_runs()) as shown:
        await shown.screen(GateScreen)
        assert "the text is that of round 2 again" in str(shown.one(Label, "#open-words").visual)
        await shown.look_around()
        told = await basis_of(shown)
        assert "round 2  1 of 2  best" in told
        assert "R1 R2 R3\n  C1    ✗  ✗  ✗  at most 5 words" in told
        assert "C2    ✗  ✓  ✗  no “very”" in told
        await shown.press("2")
        note = shown.one(DocumentTab)._note
        await shown.until(lambda: "judged by round 2, which scored best" in str(note.visual), "the version")
        await shown.press("4")
        forms = shown.one(ReportTab).query_one(ContentSwitcher)
        await shown.until(lambda: forms.current == "report-table", "the scores")
        await shown.press("r")
        assert forms.current == "report-raw"
        assert shown.one(ReportTab).copyable.startswith('{"scores"')


async def test_a_finding_of_a_plan_says_whose_it_is() -> None:
    async with dashboard(plan_runs()) as shown:
        await shown.look_around()
        await shown.press("enter")
        await shown.screen(FindingScreen)
        assert "chunk 2 of 3 · Limits" in shown.words("#heading")


async def test_a_plan_that_grows_counts_its_chunks_without_a_total() -> None:
    async with dashboard(writing_runs()) as shown:
        screen = await shown.run_screen()
        await shown.until(lambda: shown.one(Header).places == ("chunk 2", "chunk 2"), "the second chunk")
        await shown.until(lambda: shown.standing == "maker writes", "the maker")
        assert "chunk 1 · round 1 · done" in str(shown.one(LivePane, "#critic-live").border_title)
        await shown.press("0")
        await shown.until(lambda: len(rows(shown, UnitList)) == 2, "the chunks")
        assert rows(shown, UnitList)[1].startswith("2 ● being written")
        await shown.press("2")
        await shown.until(lambda: "what is written so far" in str(shown.one(DocumentTab)._note.visual), "the text")
        await shown.press("0", "[")
        assert screen.position == 0
        assert rows(shown, UnitList)[0].startswith("1 ● in review")
        assert "units" in [name.id for name in shown.one(TabRow).names]


async def test_a_page_without_a_name_yet_is_that_of_its_skill() -> None:
    async with dashboard(skill_runs()) as shown:
        await shown.run_screen()
        await shown.until(lambda: shown.standing == "maker writes", "the maker")
        assert shown.one(Header).subject == "docs · new-page"
        for key in "123456890":
            await shown.press(key)
        await shown.press("2", "o")
        note = shown.one(DocumentTab)._note
        await shown.until(lambda: str(note.visual).endswith("The maker runs the skill new-page orders."), "the note")
        assert shown.notes[-1] == "There is no file yet."


async def test_code_is_not_rendered_as_markdown() -> None:
    async with dashboard(task_runs()) as shown:
        await shown.look_around()
        await shown.press("2")
        tab = shown.one(DocumentTab)
        await shown.until(lambda: tab.marks > 0, "the diff")
        for path, rendered in (("a.py", False), ("a.md", True), ("README", True)):
            tab._path = path
            tab._take_text("x = 1")
            assert tab.view.rendered is rendered
