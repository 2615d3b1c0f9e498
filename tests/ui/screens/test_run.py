"""The run screen: rounds, tabs, keys, and what they do at the edges."""

from functools import partial

import pytest
from textual.widget import Widget
from textual.widgets import Input, OptionList

from critloop.model.finding import AnswerKind
from critloop.ui.chrome.header import Header
from critloop.ui.chrome.keybar import KeyBar
from critloop.ui.chrome.tabrow import TabRow
from critloop.ui.screens.finding import FindingScreen
from critloop.ui.screens.help import HelpScreen
from critloop.ui.screens.question import QuestionScreen
from critloop.ui.screens.run import RunScreen
from critloop.ui.tabs.diff import DiffTab
from critloop.ui.tabs.document import DocumentTab
from critloop.ui.tabs.report import ReportTab
from critloop.ui.widgets.diff_view import DiffView
from critloop.ui.widgets.document_view import DocumentView
from critloop.ui.widgets.findings_table import FindingsTable
from critloop.ui.widgets.live_pane import LivePane
from tests.support.dashboard import Dashboard, dashboard
from tests.support.fake_runs import FakeRuns, HeldAgent, fake_runs
from tests.support.world import Script, approves, objects

ONE = "# Spec\n\nOne.\n\n## Orders\n\nA write happens.\n"
TWO = "# Spec\n\nTwo.\n\n## Orders\n\nA write happens.\n"
THREE = "# Spec\n\nThree.\n\n## Orders\n\nA write happens at once.\n"


def three_rounds() -> FakeRuns:
    """A run that asks after its third round; the text changes in each."""
    makers = [
        Script(reply="second text", text=TWO, answers=(("F1", AnswerKind.DISPUTED, "it is clear"),)),
        Script(reply="third text", text=THREE),
    ]
    return fake_runs(
        [objects("first issue"), objects("first issue", "second issue"), objects("third issue")],
        makers,
        text=ONE,
        rounds=3,
    )


def titles(shown: Dashboard) -> list[str]:
    """The findings in the table, in order."""
    screen = shown.app.screen
    assert isinstance(screen, RunScreen)
    assert screen.shown is not None
    findings = screen.shown.state.findings
    return [findings[key].finding.title for key in shown.one(FindingsTable).shown_ids]


def _is_displayed(widget: Widget, displayed: bool) -> bool:
    return widget.display is displayed


async def test_the_findings_of_the_last_round_are_shown_live() -> None:
    async with dashboard(three_rounds()) as shown:
        await shown.look_around()
        assert shown.standing == "round 3 · waiting: many rounds, no approval"
        assert "third issue" in titles(shown)
        assert shown.one(TabRow).names[0].words() == " Findings 3 "


async def test_rounds_go_back_to_the_first_and_forward_to_live() -> None:
    async with dashboard(three_rounds()) as shown:
        screen = await shown.look_around()
        seen = []
        for key in ("[", "[", "[", "]", "]", "]"):
            await shown.press(key)
            seen.append(screen.position)
        assert seen == [1, 0, 0, 1, None, None], "live is the last round, as long as nothing has changed since"
        assert shown.notes == [
            "round: this is the first round",
            "Show the round after; after the last one, live again: this is live already",
        ]


async def test_the_last_round_is_a_past_one_as_soon_as_something_has_changed() -> None:
    runs = fake_runs([])
    critic = HeldAgent(runs.world, [objects("an issue"), objects("an issue")])
    runs.world.critic = critic
    async with dashboard(runs) as shown:
        screen = await shown.run_screen()
        await shown.until(lambda: critic.said is not None, "the first turn")
        critic.go.set()
        await shown.until(lambda: critic.said is not None and shown.standing.startswith("round 2"), "the second round")
        await shown.press("[")
        assert screen.position == 0
        assert shown.standing == "round 1 as it was · 1 of 1 · ] live"


async def test_every_tab_shows_a_past_round_as_it_was() -> None:
    async with dashboard(three_rounds()) as shown:
        screen = await shown.look_around()
        await shown.press("[", "[")
        assert titles(shown) == ["first issue"]
        assert shown.one(Header).mark == "past"
        await shown.press("2")
        document = shown.one(DocumentTab)
        await shown.until(lambda: document.copyable == ONE, "the first text")
        await shown.press("]", "3")
        diff = shown.one(DiffTab)
        await shown.until(lambda: "+Two." in diff.copyable and "-One." in diff.copyable, "the diff of round 2")
        await shown.press("4")
        assert "second issue" in shown.one(ReportTab).copyable
        await shown.press("6")
        assert screen.current_tab is not None
        assert "round 2" in screen.current_tab.copyable
        assert "round 3" not in screen.current_tab.copyable


async def test_end_leaves_the_past_from_any_focus() -> None:
    async with dashboard(three_rounds()) as shown:
        screen = await shown.look_around()
        await shown.press("[", "[")
        assert shown.one(FindingsTable).has_focus
        await shown.press("end")
        assert screen.position is None
        await shown.press("end")
        assert shown.notes == [], "when live, End belongs to the list in focus"


async def test_the_diff_begins_earlier_and_goes_commit_by_commit() -> None:
    async with dashboard(three_rounds()) as shown:
        await shown.look_around()
        await shown.press("d")
        diff = shown.one(DiffTab)
        await shown.until(lambda: "-Two." in diff.copyable and "+Three." in diff.copyable, "the last diff")
        await shown.press("-")
        await shown.until(lambda: "-One." in diff.copyable and "+Three." in diff.copyable, "a longer diff")
        await shown.press("-", "-", "-")
        await shown.until(lambda: "-Two." in diff.copyable or "-One." in diff.copyable, "around again")
        await shown.press("c")
        await shown.until(lambda: "commit 1 of 1" in str(diff._note.visual), "one commit")
        assert str(diff._note.visual).endswith("c next, esc all")
        assert diff._note.size.height == 1
        await shown.press("escape")
        await shown.until(lambda: "→" in str(diff._note.visual), "the whole diff")
        await shown.press("u")
        await shown.until(lambda: shown.one(DiffView, "#diff-view").side_by_side, "side by side")


async def test_keys_of_the_diff_do_nothing_elsewhere_and_say_so() -> None:
    async with dashboard(three_rounds()) as shown:
        await shown.look_around()
        await shown.press("c", "}", "u", "-")
        assert len(shown.notes) == 4
        assert all("only in the Diff" in note for note in shown.notes)


async def test_the_filter_takes_words_and_escape_forgets_them() -> None:
    async with dashboard(three_rounds()) as shown:
        await shown.look_around()
        await shown.press("/", *"third")
        await shown.until(lambda: titles(shown) == ["third issue"], "one row")
        await shown.until(lambda: shown.one(TabRow).names[0].words() == " Findings 1/3 ", "both numbers")
        await shown.press("enter")
        assert shown.one(FindingsTable).has_focus
        await shown.press("escape")
        await shown.until(lambda: len(titles(shown)) == 3, "all rows")
        assert not shown.one(Input, "#filter").value


async def test_keys_typed_into_the_filter_do_nothing_else() -> None:
    async with dashboard(three_rounds()) as shown:
        screen = await shown.look_around()
        await shown.press("/", *"dgx[b")
        assert shown.app.screen is screen
        assert (screen.tab, screen.position) == ("findings", None)


async def test_enter_opens_the_finding_with_its_history_and_text() -> None:
    async with dashboard(three_rounds()) as shown:
        screen = await shown.look_around()
        await shown.press("[", "enter")
        finding = await shown.screen(FindingScreen)
        assert finding.finding == "F1"
        assert "disputes it" in shown.words("#maker-side")
        assert "it is clear" in shown.words("#maker-side")
        assert "round 1" in shown.words("#history")
        assert "round 2" in shown.words("#history")
        await shown.until(lambda: "## Orders" in shown.words("#excerpt"), "the text")
        await shown.press("n")
        assert finding.finding == "F2"
        await shown.press("n")
        assert finding.finding == "F1"
        await shown.press("d")
        await shown.until(lambda: shown.app.screen is screen and screen.tab == "document", "the document")
        view = shown.one(DocumentView)
        await shown.until(lambda: view.current is not None and view.current.finding_id == "F1", "its place")


async def test_enter_on_an_empty_list_says_that_it_is_empty() -> None:
    runs = fake_runs([approves()])
    async with dashboard(runs) as shown:
        await shown.run_screen()
        await shown.until(lambda: shown.standing.endswith("approved"), "the end")
        await shown.press("enter")
        assert not shown.app.screen.is_modal
        assert not shown.enabled("open")
        assert shown.one(FindingsTable).empty_line()[0][0] == "no findings"
        shown_keys = {hint.action for hint in shown.one(KeyBar).hints}
        assert not shown_keys & {"pause", "stop", "gate"}, "a finished run has nothing to hold or to answer"
        assert "quit" in shown_keys


@pytest.mark.parametrize("moved", [False, True])
async def test_the_cursor_goes_to_what_is_open_unless_it_was_moved(moved: bool) -> None:
    runs = fake_runs([], [Script(text="# Spec\n\n## Orders\n\nAnother text.\n")], text=ONE, rounds=2)
    critic = HeldAgent(runs.world, [objects("first", "second", "third"), objects("third")])
    runs.world.critic = critic
    async with dashboard(runs) as shown:
        await shown.run_screen()
        await shown.until(lambda: critic.said is not None, "the first turn")
        critic.go.set()
        table = shown.one(FindingsTable)
        await shown.until(lambda: table.row_count == 3 and critic.said is not None, "the first round")
        assert table.highlighted == "F1"
        if moved:
            await shown.press("down")
        critic.go.set()
        await shown.look_around()
        assert [key for key, item in runs.world.state.findings.items() if item.is_open] == ["F3"]
        await shown.until(lambda: table.highlighted == ("F2" if moved else "F3"), "the cursor")


async def test_the_document_marks_advice_of_the_last_round_and_says_which_moment_it_is() -> None:
    critic = objects("an issue", recommend="[Orders]: name the writer")
    async with dashboard(fake_runs([critic, critic], [Script(text=TWO)], text=ONE, rounds=2)) as shown:
        await shown.look_around()
        await shown.press("2")
        note = shown.one(DocumentTab)._note
        await shown.until(lambda: "judged by the last round" in str(note.visual), "the words")
        assert str(note.visual).endswith("2 findings marked")
        await shown.press("[")
        await shown.until(lambda: "as round 1 judged it" in str(note.visual), "the words of the past")


async def test_n_and_p_walk_through_the_document() -> None:
    async with dashboard(three_rounds()) as shown:
        screen = await shown.look_around()
        await shown.press("n")
        assert screen.tab == "document"
        view = shown.one(DocumentView)
        await shown.until(lambda: shown.one(DocumentTab).marks > 0, "marks")
        await shown.press("n")
        await shown.until(lambda: view.current is not None, "a mark")
        rendered = view.rendered
        await shown.press("r")
        assert view.rendered is not rendered


async def test_y_copies_the_text_of_the_tab() -> None:
    async with dashboard(three_rounds()) as shown:
        await shown.look_around()
        await shown.press("2")
        await shown.until(lambda: shown.one(DocumentTab).copyable == THREE, "the text")
        await shown.press("y")
        assert shown.app.clipboard == THREE
        assert shown.notes == ["Copied: Document, 7 lines, through the terminal (OSC 52)."]


async def test_help_lists_every_key_and_why_some_do_nothing() -> None:
    async with dashboard(three_rounds()) as shown:
        await shown.look_around()
        await shown.press("?")
        await shown.screen(HelpScreen)
        words = shown.words("#help-body Static")
        assert "Show the round before" in words
        assert "(nothing is running)" in words
        assert "(the run waits for your answer: g)" in words
        await shown.press("?")
        await shown.screen(RunScreen)


async def test_the_palette_has_every_action() -> None:
    async with dashboard(three_rounds()) as shown:
        screen = await shown.look_around()
        await shown.press("ctrl+p")
        await shown.until(lambda: shown.app.screen is not screen, "the palette")
        await shown.press(*"timeline")
        hits = shown.one(OptionList)
        await shown.until(lambda: hits.option_count == 1, "a hit")
        await shown.press("enter")
        await shown.until(lambda: screen.tab == "timeline", "the timeline")


async def held(runs: FakeRuns) -> HeldAgent:
    """Let the critic wait in the middle of its turn."""
    critic = HeldAgent(runs.world, [objects("an issue"), approves()])
    runs.world.critic = critic
    return critic


@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
async def test_live_pieces_reach_the_pane_while_keys_are_pressed(size: tuple[int, int]) -> None:
    runs = fake_runs([])
    critic = await held(runs)
    async with dashboard(runs, size=size) as shown:
        screen = await shown.run_screen()
        await shown.until(lambda: critic.said is not None, "a turn")
        assert critic.said is not None
        await shown.until(lambda: shown.standing == "round 1 · critic reviews", "the standing")
        critic.said.text("Reading the **first** part.")
        pane = shown.one(LivePane, "#critic-live")
        await shown.until(lambda: pane.flow.height > 0 or bool(pane._waiting), "the piece")
        await shown.press("5")
        assert screen.tab == "timeline"
        critic.said.text(" And the second.")
        await shown.press("[")
        assert screen.position is None, "there is no round to go back to"
        assert not shown.enabled("gate")


async def test_stop_asks_and_the_run_can_go_on() -> None:
    runs = fake_runs([])
    critic = await held(runs)
    async with dashboard(runs) as shown:
        screen = await shown.run_screen()
        await shown.until(lambda: critic.said is not None, "a turn")
        await shown.press("x")
        await shown.screen(QuestionScreen)
        await shown.press("n")
        await shown.until(lambda: shown.app.screen is screen, "no")
        assert not runs.world.state.stopped
        await shown.press("x", "y")
        await shown.until(lambda: runs.world.state.stopped, "the stop")
        await shown.until(lambda: shown.standing.endswith("stopped"), "the standing")
        critic.go.set()
        await shown.until(lambda: shown.enabled("pause"), "going on")
        await shown.press("space")
        await shown.until(lambda: not runs.world.state.stopped, "the resumed run")


async def test_space_holds_the_run_between_turns() -> None:
    runs = fake_runs([])
    critic = await held(runs)
    async with dashboard(runs) as shown:
        await shown.run_screen()
        await shown.until(lambda: critic.said is not None, "a turn")
        await shown.press("space")
        await shown.until(lambda: "paused" in shown.standing, "the pause")
        critic.go.set()
        await shown.until(lambda: runs.world.state.running_turn is None, "the end of the turn")
        await shown.until(lambda: shown.standing.endswith("paused"), "the pause between turns")
        empty = shown.one(FindingsTable)
        await shown.until(lambda: "the report is read when the run goes on" in empty.empty_line()[0][0], "the word")
        before = runs.world.state.version
        await shown.press("5", "1")
        assert runs.world.state.version - before <= 1, "no turn starts while it is held"
        await shown.press("space")
        await shown.until(lambda: len(runs.world.state.turns) > 1, "the next turn")


async def test_leaving_during_a_turn_asks() -> None:
    runs = fake_runs([])
    critic = await held(runs)
    async with dashboard(runs) as shown:
        screen = await shown.run_screen()
        await shown.until(lambda: critic.said is not None and screen.session.mode == "driving", "a turn")
        await shown.until(
            lambda: screen.session.state is not None and screen.session.state.running_turn is not None, "it shown"
        )
        await shown.press("q")
        await shown.screen(QuestionScreen)
        await shown.press("y")
        await shown.until(lambda: not shown.app.is_running, "the end")


async def test_a_terminal_that_is_too_small_is_told() -> None:
    async with dashboard(three_rounds()) as shown:
        screen = await shown.look_around()
        for size, told in (((59, 30), True), ((100, 19), True), ((60, 20), False)):
            await shown.pilot.resize_terminal(*size)
            line = screen.query_one("#too-small")
            await shown.until(partial(_is_displayed, line, told), "the line")
            assert shown.one(Header).display is not told


@pytest.mark.parametrize("key", ["q", "ctrl+c"])
async def test_a_terminal_that_is_too_small_can_be_left(key: str) -> None:
    runs = fake_runs([])
    critic = await held(runs)
    async with dashboard(runs, size=(50, 12)) as shown:
        await shown.run_screen()
        await shown.until(lambda: critic.said is not None, "a turn")
        await shown.press(key)
        await shown.until(lambda: not shown.app.is_running, "the end")


async def test_in_a_narrow_terminal_the_panes_are_tabs() -> None:
    async with dashboard(three_rounds(), size=(80, 24)) as shown:
        screen = await shown.look_around()
        assert [name.name for name in shown.one(TabRow).names][:2] == ["Maker", "Critic"]
        await shown.press("8")
        assert shown.one(LivePane, "#critic-live").region.height > 10
        await shown.press("1")
        assert shown.one(FindingsTable).region.height > 10
        await shown.pilot.resize_terminal(120, 40)
        await shown.until(lambda: screen.has_class("-wide"), "the wide layout")
        await shown.until(lambda: shown.one(LivePane, "#maker-live").region.height > 0, "both panes")
        assert len(shown.one(TabRow).names) == 7
