"""Timeline, trajectory, plain text and rendered markdown."""

from critloop.model.events import Recorded, RunStopped
from critloop.ui.widgets.markdown_lines import MarkdownLines
from critloop.ui.widgets.plain_text import PlainText
from critloop.ui.widgets.timeline_list import TimelineList
from tests.support.line_app import LineApp, painted, until


def stops(count: int) -> list[Recorded]:
    return [Recorded(run="r", seq=n + 1, at=float(n), event=RunStopped(by=f"user{n}")) for n in range(count)]


async def test_the_timeline_stays_at_its_end_until_the_cursor_leaves_it() -> None:
    timeline = TimelineList()
    async with LineApp(timeline).at(80, 10) as pilot:
        await until(pilot, lambda: painted(timeline)[0] == "nothing has happened yet")
        timeline.show(stops(30))
        await until(pilot, lambda: "stopped by user29" in painted(timeline)[-1])
        timeline.show(stops(40))
        await until(pilot, lambda: "stopped by user39" in painted(timeline)[-1])
        await pilot.press("home")
        timeline.show(stops(50))
        await until(pilot, lambda: "stopped by user0" in painted(timeline)[0])


async def test_plain_text_interprets_nothing() -> None:
    view = PlainText()
    async with LineApp(view).at(40, 10) as pilot:
        view.show("# not a heading\n\n  [red]kept[/red] **as it is** and wrapped at the edge\n\x1b[2Jend")
        await until(pilot, lambda: painted(view)[0] == "# not a heading")
        assert painted(view)[1:5] == ["", "  [red]kept[/red] **as it is** and", "  wrapped at the edge", "end"]


async def test_markdown_is_rendered_and_scrolls_to_its_end() -> None:
    view = MarkdownLines()
    async with LineApp(view).at(40, 10) as pilot:
        view.show("# Title\n\n" + "\n\n".join(f"paragraph {n}" for n in range(3000)))
        await until(pilot, lambda: painted(view)[0] == "Title")
        await until(pilot, lambda: view.flow.settled and view.flow.height == 6001)
        await pilot.press("end")
        await until(pilot, lambda: painted(view)[-1] == "paragraph 2999")


async def test_a_theme_changes_the_colours_and_nothing_else() -> None:
    view = MarkdownLines()
    app = LineApp(view)
    async with app.at(40, 10) as pilot:
        view.show("# Title\n\ntext")
        await until(pilot, lambda: painted(view)[0] == "Title")
        before = view.ink("heading1")
        app.theme = "textual-light"
        await until(pilot, lambda: view.ink("heading1") != before)
        assert painted(view)[0] == "Title"
