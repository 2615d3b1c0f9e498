"""A chain in the dashboard: its links, the gate of one of them, and going on from there."""

from critloop.model.outcome import Outcome
from critloop.ui.chrome.header import Header
from critloop.ui.chrome.keybar import KeyBar
from critloop.ui.chrome.tabrow import TabRow
from critloop.ui.screens.board import BoardScreen
from critloop.ui.screens.gate import GateScreen
from critloop.ui.screens.run import RunScreen
from critloop.ui.widgets.live_pane import LivePane
from critloop.ui.widgets.unit_list import UnitList
from tests.support.dashboard import Dashboard, dashboard
from tests.support.fake_loops import ChainRuns, chain_runs
from tests.support.fake_runs import HeldAgent
from tests.support.world import approves

ASKED = "waiting: many rounds, no approval"


def links(shown: Dashboard) -> list[str]:
    """The rows of the chain in front, with single spaces."""
    table = shown.one(UnitList)
    return [" ".join("".join(text for text, _ in table.row_line(n)).split()) for n in range(table.row_count)]


async def at_question(shown: Dashboard) -> RunScreen:
    """The chain, when its second link asks."""
    screen = await shown.run_screen()
    await shown.until(lambda: shown.standing == ASKED, "the question")
    return screen


async def test_a_chain_lists_its_links_and_says_which_one_asks() -> None:
    async with dashboard(chain_runs()) as shown:
        await at_question(shown)
        assert [name.name for name in shown.one(TabRow).names] == ["Links", "Timeline"]
        assert shown.one(Header).places[0] == "link 2 of 3 · plan"
        await shown.until(lambda: shown.one(UnitList).highlighted == "link2", "the cursor")
        await shown.until(lambda: links(shown)[0] == "design spec ✓ approved 1 – link1", "what the first one took")
        assert links(shown)[1:] == [
            f"plan spec ▲ {ASKED} 1 ● 1 link2",
            "work spec · waiting for the link before – – –",
        ]
        assert shown.one(KeyBar).waiting == 1
        assert shown.enabled("gate")


async def test_enter_leads_to_the_gate_and_after_its_answer_the_chain_goes_on() -> None:
    runs = chain_runs()
    async with dashboard(runs) as shown:
        chain = await at_question(shown)
        await shown.until(lambda: shown.one(UnitList).highlighted == "link2", "the cursor")
        await shown.press("enter")
        await shown.screen(GateScreen)
        await shown.press("a", *"fine", "enter", "y")
        await shown.until(lambda: runs.state("run1").outcome is not None, "the end of the chain")
        assert runs.state("run1").outcome is Outcome.APPROVED_WITH_KNOWN_ISSUES
        assert [item.run for item in runs.state("run1").links] == ["link1", "link2", "link3"]
        link = await shown.run_screen()
        assert link is not chain
        await shown.press("escape")
        await shown.until(lambda: shown.app.screen is chain, "the chain")
        await shown.until(lambda: shown.standing == "approved with known issues", "its end")
        await shown.until(lambda: links(shown)[-1] == "work spec ✓ approved 1 – link3", "the last link")


async def test_a_chain_is_advanced_once_for_each_question() -> None:
    runs = chain_runs()
    async with dashboard(runs) as shown:
        await at_question(shown)
        stood = [item for item in runs.events("run1") if item.event.kind == "link_stood"]
        await shown.press("5", "0", "g")
        await shown.screen(GateScreen)
        await shown.press("escape", "escape")
        assert [item for item in runs.events("run1") if item.event.kind == "link_stood"] == stood


async def test_what_has_no_text_says_so() -> None:
    async with dashboard(chain_runs()) as shown:
        await at_question(shown)
        await shown.press("2", "d", "9", "7")
        assert len(shown.notes) == 4
        assert all(note.endswith("a chain has no text of its own: ↵ opens the run of a link") for note in shown.notes)


async def test_a_link_that_has_not_begun_can_not_be_opened() -> None:
    async with dashboard(chain_runs()) as shown:
        chain = await at_question(shown)
        await shown.press("end", "enter")
        assert shown.notes == ["This link has not begun yet."]
        assert shown.app.screen is chain


async def test_live_pieces_of_a_link_reach_its_screen() -> None:
    runs: ChainRuns = chain_runs()
    first = runs.coming[0]
    critic = HeldAgent(first, [approves()])
    first.critic = critic
    async with dashboard(runs) as shown:
        await shown.run_screen()
        await shown.until(lambda: critic.said is not None, "a turn")
        await shown.until(lambda: shown.standing == "critic reviews", "the standing")
        await shown.press("enter")
        await shown.until(lambda: shown.one(Header).subject.startswith("spec"), "the link")
        assert critic.said is not None
        critic.said.text("Reading the **first** part.")
        pane = shown.one(LivePane, "#critic-live")
        await shown.until(lambda: pane.flow.height > 0 or bool(pane._waiting), "the piece")
        assert shown.enabled("pause")
        critic.go.set()
        await shown.until(lambda: len(runs.state("run1").links) > 1, "the next link")


async def test_the_board_sets_links_in_below_their_chain() -> None:
    async with dashboard(chain_runs()) as shown:
        await at_question(shown)
        await shown.press("b")
        board = await shown.screen(BoardScreen)
        await shown.until(lambda: board.table.row_count == 3, "the runs")

        def cells() -> list[list[str]]:
            return [[str(cell) for cell in board.table.get_row_at(n)] for n in range(board.table.row_count)]

        await shown.until(lambda: cells()[0][3] == "2 of 3", "the count")
        assert [row[2] for row in cells()] == ["docs/spec.md", "└ docs/spec.md", "└ docs/spec.md"]
        assert cells()[0][0] == f"▲ plan: {ASKED}"
