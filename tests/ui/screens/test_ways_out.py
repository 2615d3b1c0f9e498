"""What a newcomer needs at the gate and after it: ways out, room, and nothing lost or hidden without a word."""

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.widgets import OptionList

from critloop.loop.state import Gate, RunState
from critloop.model.events import LeftBeside
from critloop.model.finding import AnswerKind, FindingStatus
from critloop.model.gate import Cause, GateReason
from critloop.model.items import Unverified
from critloop.ui.chrome.keybar import KeyBar
from critloop.ui.gate_form import GateForm, Ruling
from critloop.ui.presentation.findings import item_row
from critloop.ui.screens.board import BoardScreen
from critloop.ui.screens.bring_back import BringBackScreen
from critloop.ui.screens.gate import GateScreen
from critloop.ui.screens.gate_lines import choice_line, told_below
from critloop.ui.screens.gate_notes import gate_notes
from critloop.ui.screens.question import QuestionScreen
from critloop.ui.screens.run import RunScreen
from critloop.ui.shown import Shown, spans_to
from critloop.ui.tabs.diff import DiffTab
from critloop.ui.widgets.findings_table import FindingsTable
from critloop.ui.widgets.trajectory_bar import TrajectoryBar
from tests.support.dashboard import Dashboard, dashboard
from tests.support.fake_loops import polish_runs, task_runs
from tests.support.fake_runs import RUN, TEXT, FakeRuns, fake_runs
from tests.support.world import Script, approves, objects

SIX = tuple(f"doubt number {number}" for number in range(1, 7))
REASON = "only an author can say"


def unfixable() -> FakeRuns:
    """A run whose maker can't fix anything."""
    maker = Script(reply="no", answers=(("F1", AnswerKind.CANNOT_FIX, REASON), ("F2", AnswerKind.CANNOT_FIX, REASON)))
    return fake_runs([objects("first issue", "second issue")], [maker])


def at_file(runs: FakeRuns, folder: Path, text: str) -> None:
    """Let the run be about a file of the user's in a folder, which has this text now."""
    created = runs.world.journal.items[0]
    event = created.event.but({"spec": created.event.spec.but({"root": str(folder)})})  # type: ignore[union-attr]
    runs.world.journal.items[0] = created.but({"event": event})
    (folder / "docs").mkdir()
    (folder / "docs" / "spec.md").write_text(text)


@pytest.fixture
def asked(tmp_path: Path) -> Callable[[str], FakeRuns]:
    """A run that needs its author, over a file with this text now."""

    def runs(text: str) -> FakeRuns:
        made = unfixable()
        at_file(made, tmp_path, text)
        return made

    return runs


async def test_a_gate_that_needs_the_author_says_how_to_go_on(asked: Callable[[str], FakeRuns]) -> None:
    async with dashboard(asked(TEXT)) as shown:
        await shown.screen(GateScreen)
        assert "edit the file, then review it again: critloop spec docs/spec.md" in shown.words("#causes")
        assert "has changed" not in shown.words("#causes")


async def test_a_file_edited_since_the_run_began_is_told_of(asked: Callable[[str], FakeRuns]) -> None:
    async with dashboard(asked("# Mine\n")) as shown:
        await shown.screen(GateScreen)
        told = "Your file has changed since this run began; this run doesn't see that. critloop spec docs/spec.md"
        await shown.until(lambda: told in shown.words("#causes"), "the word")


async def test_a_file_edited_while_the_gate_is_open_is_told_of(
    asked: Callable[[str], FakeRuns], tmp_path: Path
) -> None:
    async with dashboard(asked(TEXT)) as shown:
        gate = await shown.screen(GateScreen)
        (tmp_path / "docs" / "spec.md").write_text("# Mine\n")
        gate._look_again()
        await shown.until(lambda: "Your file has changed" in shown.words("#causes"), "the word")


async def test_what_is_chosen_for_rows_outlives_the_screen_and_is_asked_about_before_leaving() -> None:
    async with dashboard(task_runs(doubts=SIX)) as shown:
        await shown.screen(GateScreen)
        await shown.press("h", *"seen it", "enter", "escape", "b")
        board = await shown.screen(BoardScreen)
        await shown.until(lambda: board.table.row_count == 1, "the run")
        await shown.press("enter")
        await shown.run_screen()
        await shown.press("g")
        gate = await shown.screen(GateScreen)
        assert gate.form.rulings["V1"] == Ruling("holds", "seen it")
        assert "holds: seen it" in str(shown.one(OptionList, "#open").options[0].prompt)
        await shown.press("q")
        await shown.screen(QuestionScreen)
        assert "for 1 row was not sent" in shown.words(".muted")
        await shown.press("n")
        await shown.screen(GateScreen)
        await shown.press("q", "y")
        await shown.until(lambda: not shown.app.is_running, "the end")


async def test_six_rows_are_all_in_sight_in_a_small_terminal() -> None:
    async with dashboard(task_runs(doubts=SIX), size=(80, 24)) as shown:
        await shown.screen(GateScreen)
        options = shown.one(OptionList, "#open")
        await shown.until(lambda: options.size.height > len(SIX) and options.max_scroll_y == 0, "the room")
        assert shown.one(KeyBar).region.bottom <= 24


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_a_long_list_takes_the_height_that_is_left(size: tuple[int, int]) -> None:
    many = tuple(f"doubt number {number}" for number in range(80))
    async with dashboard(task_runs(doubts=many), size=size) as shown:
        gate = await shown.screen(GateScreen)
        dialog, options = gate.query_one("#gate"), shown.one(OptionList, "#open")
        await shown.until(lambda: options.size.height >= size[1] // 2 - 1, "the list's height")
        await shown.until(lambda: shown.one(KeyBar).region.bottom == dialog.region.bottom - 1, "the keys below it")
        await shown.press("end", "a")
        await shown.until(lambda: shown.one(KeyBar).region.bottom == dialog.region.bottom - 1, "room for the fields")
        assert shown.one(OptionList, "#open").highlighted == len(many) - 1


def rows() -> list[Unverified]:
    """Three rows of which a look could tell nothing, for the same reason."""
    said = {"reason": "the server is not here", "by": "a targeted look"}
    made = Unverified(id="V1", unit="u", round=1, text="a", text_hash="h")
    return [made.but({"id": f"V{number}", **said}) for number in (1, 2, 3)]


def test_the_same_reason_is_told_once_and_of_the_row_under_the_cursor() -> None:
    told = told_below(rows(), GateForm(), "V3", "ada")
    assert [bool(told[key].text) for key in ("V1", "V2", "V3")] == [True, False, True]


def test_what_keys_do_is_told_of_the_row_under_the_cursor_alone() -> None:
    told = told_below([row.but({"reason": "", "by": ""}) for row in rows()], GateForm(), "V2", "ada")
    assert [bool(told[key].text) for key in ("V1", "V2", "V3")] == [False, True, False]


@pytest.mark.parametrize(("by", "who"), [("ada", "you"), ("bob", "bob")])
def test_a_gap_that_a_human_named_and_that_is_open_again_says_so(by: str, who: str) -> None:
    row = rows()[0].but({"by_human": True, "by": by, "reason": "no lock"})
    told = told_below([row], GateForm(), None, "ada")["V1"].text
    assert told == f"{who} called it a gap (no lock); it was changed since"


def test_such_a_row_says_so_in_the_list_of_findings_too() -> None:
    row = rows()[0].but({"by_human": True, "by": "ada", "reason": "no lock"})
    assert "ada called it a gap: no lock" in [text for text, _ in item_row(row).cells]
    assert "called it a gap" not in item_row(row.but({"status": "gap"})).haystack


def test_the_choices_fit_in_one_line_whatever_is_chosen() -> None:
    form = GateForm(choice="abort", discard=True)
    assert "with known issues" in choice_line(form, 100).plain
    for settled in (0, 2):
        assert choice_line(form, 76, settled=settled).cell_length <= 76


async def test_a_click_on_a_choice_chooses_it() -> None:
    async with dashboard(unfixable()) as shown:
        gate = await shown.screen(GateScreen)
        await shown.pilot.click("#choices", offset=(4, 0))
        assert gate.form.choice == "continue"


async def test_the_gate_of_a_cap_names_the_best_version_and_what_approve_takes() -> None:
    async with dashboard(polish_runs()) as shown:
        await shown.screen(GateScreen)
        told = "The best version, of round 2, lies beside your file: docs/spec.best.md; approve takes that version."
        await shown.until(lambda: told in shown.words("#causes"), "the place")


async def test_a_place_beside_the_file_that_could_not_be_written_is_told_of() -> None:
    runs = polish_runs()
    await runs.world.advance()
    state: RunState = runs.world.state
    gate = Gate(id="g9", unit=state.units[0].unit.id, causes=(Cause(reason=GateReason.CAP, detail=""),), opened_at=0)
    lost = state.but({"beside": LeftBeside(gate="g9", path="", digest="")})
    assert "could not be put beside" in gate_notes(lost, gate, changed=False)[0]
    assert gate_notes(state, gate, changed=False) == [], "what was left beside for another gate is no longer there"


async def test_a_word_in_passing_takes_the_title_line_of_a_narrow_gate() -> None:
    async with dashboard(unfixable(), size=(80, 24)) as shown:
        await shown.screen(GateScreen)
        await shown.press("enter")
        await shown.until(lambda: bool(shown.app.screen.query("Toast")), "the word")
        toast = shown.app.screen.query_one("Toast")
        await shown.until(lambda: toast.region.height > 0, "its place")
        assert (toast.region.y, toast.region.height) == (0, 1)


async def test_a_declined_result_can_be_offered_again_with_the_same_key() -> None:
    maker = Script(reply="done", text="# Spec\n\nTwo.\n")
    runs = fake_runs([objects("an issue"), approves()], [maker])
    async with dashboard(runs) as shown:
        await shown.screen(BringBackScreen)
        await shown.press("n")
        await shown.screen(RunScreen)
        await shown.until(lambda: shown.standing.endswith("not brought back"), "the end")
        assert [hint.label for hint in shown.one(KeyBar).hints if hint.action == "gate"] == ["offer again"]
        await shown.press("g")
        await shown.screen(BringBackScreen)
        await shown.press("y")
        await shown.until(lambda: runs.world.state.brought_back is not None, "the result")


async def test_a_diff_that_is_judged_is_shown_from_its_base_in_the_first_round() -> None:
    async with dashboard(task_runs()) as shown:
        await shown.look_around()
        await shown.press("3")
        tab = shown.one(DiffTab)
        await shown.until(lambda: "+One." in tab.copyable, "the diff")
        assert str(tab._note.visual).startswith("BASE → round 1 · +2 −0")


async def test_what_the_run_itself_made_before_the_first_round_comes_second() -> None:
    runs = task_runs()
    await runs.world.advance()
    state: RunState = runs.world.state
    assert state.prepared is not None
    begun = state.prepared.but({"origin": state.prepared.origin.but({"seed": "r9"})})
    spans = spans_to(Shown(state.but({"prepared": begun}), (), None, 1))
    assert [span.title for span in spans] == ["BASE → round 1", "your files → round 1"]


def bar(shown: Dashboard) -> str:
    """The trajectory's words."""
    return "".join(text for text, _ in shown.one(TrajectoryBar).line_at(0))


async def test_a_confirmed_gap_counts_in_the_round_that_listed_it() -> None:
    runs = task_runs(maker=[Script(hang=True)])
    async with dashboard(runs) as shown:
        await shown.look_around()
        runs.rule(RUN, "V1", "gap", reason="it is taken")
        await shown.until(lambda: any(item.is_open for item in runs.world.state.findings.values()), "the gap")
        await shown.until(lambda: "R1 ●" in bar(shown), "the dot")
        assert "high 1" in bar(shown)


async def test_accepted_findings_are_told_of_with_their_reason_after_the_approval() -> None:
    runs = fake_runs([objects("first issue", "second issue")], rounds=1)
    async with dashboard(runs) as shown:
        await shown.screen(GateScreen)
        await shown.press("a", *"known since May", "enter", "y")
        await shown.until(lambda: bool(runs.decisions), "the decision")
        await shown.until(lambda: "approved with known issues: 2" in shown.standing, "the end")
        table = shown.one(FindingsTable)
        row = "".join(text for text, _ in table.row_line(0))
        assert "accepted" in row
        assert "first issue · accepted: known since May" in row
        assert "accepted 2" in bar(shown)
        assert all(item.status is FindingStatus.ACCEPTED for item in runs.world.state.findings.values())
