"""The live pane follows, pauses, resumes, and shows the same text whatever happens on the way."""

from textual.pilot import Pilot

from critloop.ui.presentation.markdown import render
from critloop.ui.widgets.live_pane import LivePane
from tests.support.line_app import LineApp, painted, until

ITEMS = "".join(f"- item **{number}** of the list\n" for number in range(200))


def rows(pane: LivePane) -> list[str]:
    """All rows of the document as text."""
    return ["".join(text for text, _ in pane.flow.line(row)).rstrip() for row in range(pane.flow.height)]


async def fed(pilot: Pilot[None], pane: LivePane, text: str, last: str) -> None:
    """Feed text in small pieces and wait until its last line is in the pane."""
    for start in range(0, len(text), 7):
        pane.feed("text", text[start : start + 7])
    await until(pilot, lambda: rows(pane)[-1:] == [last])


async def test_it_follows_the_end() -> None:
    pane = LivePane()
    async with LineApp(pane).at(60, 20) as pilot:
        await fed(pilot, pane, ITEMS, "• item 199 of the list")
        await until(pilot, lambda: "• item 199 of the list" in painted(pane))
        assert pane.following


async def test_scrolling_up_pauses_and_new_text_does_not_move_the_view() -> None:
    pane = LivePane()
    app = LineApp(pane)
    async with app.at(60, 20) as pilot:
        await fed(pilot, pane, ITEMS, "• item 199 of the list")
        await pilot.press("pageup")
        await until(pilot, lambda: not pane.following)
        await until(pilot, lambda: pane.scroll_y == pane.scroll_target_y)
        before, height = painted(pane), pane.flow.height
        await fed(pilot, pane, ITEMS, "• item 199 of the list")
        await until(pilot, lambda: pane.flow.height == height + 200)
        await until(pilot, lambda: painted(pane)[-1] == " ▼ 200 new lines · End follows")
        assert painted(pane)[:-1] == before[:-1]
        assert [message.following for message in app.got if isinstance(message, LivePane.Following)] == [False]


async def test_end_resumes() -> None:
    pane = LivePane()
    app = LineApp(pane)
    async with app.at(60, 20) as pilot:
        await fed(pilot, pane, ITEMS, "• item 199 of the list")
        await pilot.press("up")
        await until(pilot, lambda: not pane.following)
        pane.feed("text", "- the new one\n")
        await until(pilot, lambda: pane.new_lines == 1)
        await pilot.press("end")
        await until(pilot, lambda: "• the new one" in painted(pane))
        assert pane.following
        assert [message.following for message in app.got if isinstance(message, LivePane.Following)] == [False, True]


async def test_the_wheel_and_the_home_key_pause_and_scrolling_down_to_the_end_resumes() -> None:
    pane = LivePane()
    async with LineApp(pane).at(60, 20) as pilot:
        await fed(pilot, pane, ITEMS, "• item 199 of the list")
        pane.scroll_relative(y=-3, animate=False)
        await until(pilot, lambda: not pane.following)
        pane.scroll_relative(y=10, animate=False)
        await until(pilot, lambda: pane.following)
        await pilot.press("home")
        await until(pilot, lambda: pane.scroll_y == 0 and not pane.following)


async def test_a_click_on_the_marker_resumes() -> None:
    pane = LivePane()
    async with LineApp(pane).at(60, 20) as pilot:
        await fed(pilot, pane, ITEMS, "• item 199 of the list")
        await pilot.press("home")
        await until(pilot, lambda: not pane.following)
        pane.feed("text", "- more\n")
        await until(pilot, lambda: pane.new_lines > 0)
        await pilot.click(pane, offset=(5, pane.text_height - 1))
        await until(pilot, lambda: pane.following and "• more" in painted(pane))


async def test_turns_tools_and_thinking_have_their_own_lines() -> None:
    pane = LivePane()
    async with LineApp(pane).at(60, 20) as pilot:
        pane.begin("Round 1 · critic")
        pane.feed("thinking", "hm\nlet me see")
        pane.feed("tool", "Read src/a.py 1-40")
        pane.feed("tool", "Grep limit")
        pane.feed("text", "A **bold** word")
        pane.end()
        pane.begin("Round 2 · critic")
        await until(pilot, lambda: "Round 2" in "".join(rows(pane)))
        assert [row.rstrip("─ ") for row in rows(pane)] == [
            "── Round 1 · critic", "… thought for 2 lines", "", "· Read src/a.py 1-40", "· Grep limit", "",
            "A bold word", "", "── Round 2 · critic",
        ]  # fmt: skip


async def test_thinking_unfolds_and_folds() -> None:
    pane = LivePane()
    async with LineApp(pane).at(60, 20) as pilot:
        pane.feed("thinking", "first\nsecond")
        pane.feed("text", "answer")
        pane.end()
        await until(pilot, lambda: "answer" in rows(pane))
        await pilot.press("enter")
        await until(pilot, lambda: rows(pane) == ["… thought for 2 lines", "  first", "  second", "", "answer"])
        await pilot.press("enter")
        await until(pilot, lambda: rows(pane) == ["… thought for 2 lines", "", "answer"])


async def test_a_resize_in_the_middle_of_a_stream_loses_nothing() -> None:
    pane = LivePane()
    text = ITEMS + "\n" + "a long paragraph of words " * 40 + "\n\n```\ncode\n```\n"
    async with LineApp(pane).at(70, 24) as pilot:
        half = len(text) // 2
        pane.feed("text", text[:half])
        await until(pilot, lambda: pane.flow.height > 50)
        await pilot.resize_terminal(40, 12)
        pane.feed("text", text[half:])
        pane.end()
        expected = ["".join(part for part, _ in line).rstrip() for line in render(text, 39)]
        await until(pilot, lambda: pane.flow.settled and rows(pane) == expected)
        await until(pilot, lambda: painted(pane)[-1] == " code")


async def test_paused_the_first_line_stays_when_the_width_changes() -> None:
    pane = LivePane()
    paragraphs = "\n\n".join(f"paragraph {number} " + "and some words " * 12 for number in range(120))
    async with LineApp(pane).at(100, 20) as pilot:
        pane.show(paragraphs)
        await until(pilot, lambda: pane.flow.height > 200)
        pane.scroll_to(y=pane.flow.start_of(60) + 1, animate=False)
        await until(pilot, lambda: painted(pane)[0].startswith("paragraph 60 "))
        for width in (50, 30, 100):
            await pilot.resize_terminal(width, 20)
            await until(pilot, lambda: pane.flow.settled)
            assert pane.flow.piece_at(pane.scroll_offset.y) == 60


async def test_nothing_is_read_while_it_is_hidden() -> None:
    pane = LivePane()
    async with LineApp(pane).at(60, 20) as pilot:
        pane.display = False
        await pilot.pause()
        pane.feed("text", ITEMS)
        await pilot.pause(0.3)
        assert pane.flow.height == 0
        pane.display = True
        await until(pilot, lambda: "• item 199 of the list" in painted(pane))


async def test_show_begins_at_the_top_and_replaces_everything() -> None:
    pane = LivePane()
    async with LineApp(pane).at(60, 20) as pilot:
        await fed(pilot, pane, ITEMS, "• item 199 of the list")
        pane.show("# Report\n\n" + ITEMS)
        await until(pilot, lambda: painted(pane)[0] == "Report")
        await until(pilot, lambda: painted(pane)[-1].startswith("• item"))
        pane.clear()
        await until(pilot, lambda: rows(pane) == [])
        assert pane.following


async def test_escape_sequences_split_over_pieces_do_not_reach_the_screen() -> None:
    pane = LivePane()
    async with LineApp(pane).at(60, 20) as pilot:
        pane.begin("\x1b]0;title\x07Round")
        for piece in ("plain \x1b", "[2", "J and \x1b]0;", "t\x07", "more\u202e", "\x07\n"):
            pane.feed("text", piece)
        pane.feed("tool", "Read \x1b[31m/etc")
        pane.feed("thinking", "\x1b[2J")
        pane.end()
        await until(pilot, lambda: "Read" in "".join(rows(pane)))
        await pilot.press("enter")
        await pilot.pause()
        assert not set("".join(rows(pane))) & {"\x1b", "\x07", "\u202e"}
        assert "plain  and more‹U+202E›␇" in rows(pane)


async def test_markup_is_shown_as_it_is() -> None:
    pane = LivePane()
    async with LineApp(pane).at(60, 20) as pilot:
        await fed(pilot, pane, "[bold red]x[/] @click=quit", "[bold red]x[/] @click=quit")
        await until(pilot, lambda: "[bold red]x[/] @click=quit" in painted(pane))


async def test_what_is_fed_before_it_is_mounted_is_shown() -> None:
    pane = LivePane()
    pane.begin("Round 1")
    pane.feed("text", "early")
    async with LineApp(pane).at(60, 20) as pilot:
        await until(pilot, lambda: "early" in painted(pane))
