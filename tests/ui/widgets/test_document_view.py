"""The document: raw and rendered, marks in the margin, from one to the next."""

from critloop.model.finding import Severity
from critloop.ui.widgets.document_view import DocumentView, Mark
from tests.support.line_app import LineApp, painted, until

TEXT = "\n".join(f"## Part {n}\n\nThe text of part {n} says something.\n" for n in range(1, 301))
MARKS = [
    Mark("F2", 399, 399, Severity.LOW, "second"),
    Mark("F1", 3, 3, Severity.HIGH, "first", quote="of part 1"),
    Mark("F3", 1199, 1199, Severity.MEDIUM, "third"),
]


def marked(app: LineApp) -> list[str]:
    return [message.finding_id for message in app.got if isinstance(message, DocumentView.Marked)]


async def test_raw_shows_numbers_and_glyphs() -> None:
    view = DocumentView()
    async with LineApp(view).at(80, 24) as pilot:
        view.show(TEXT, MARKS)
        await until(pilot, lambda: painted(view)[2] == "●    3 The text of part 1 says something.")
        assert painted(view)[0] == "     1 ## Part 1"


async def test_the_quote_is_marked_in_its_line() -> None:
    view = DocumentView()
    async with LineApp(view).at(80, 24) as pilot:
        view.show(TEXT, MARKS)
        await pilot.pause()
        assert ("of part 1", "mark") in view.line_at(2)
        assert view.row_ink(2) == "marked"
        assert view.row_ink(3) == ""


async def test_next_and_previous_go_round_and_tell() -> None:
    view = DocumentView()
    app = LineApp(view)
    async with app.at(80, 24) as pilot:
        view.show(TEXT, MARKS)
        steps = [view.next_mark(), view.next_mark(), view.next_mark(), view.next_mark(), view.previous_mark()]
        assert [step.finding_id for step in steps if step] == ["F1", "F2", "F3", "F1", "F3"]
        await until(pilot, lambda: len(marked(app)) == 5)
        assert marked(app) == ["F1", "F2", "F3", "F1", "F3"]
        assert any(row.startswith("◐ 1199 ") for row in painted(view))


async def test_rendered_keeps_the_place_and_the_marks() -> None:
    view = DocumentView()
    async with LineApp(view).at(80, 24) as pilot:
        view.show(TEXT, MARKS)
        view.next_mark()
        view.next_mark()
        view.rendered = True
        await until(pilot, lambda: view.rendered)
        await until(pilot, lambda: "○ The text of part 100 says something." in painted(view))
        view.rendered = False
        await until(pilot, lambda: any(row.startswith("○  399 The text of part 100") for row in painted(view)))


async def test_code_and_table_rows_are_marked_by_their_own_lines() -> None:
    text = "```py\none\ntwo\n```\n\n| a | b |\n|---|---|\n| x | y |\n| z | w |\n"
    marks = [Mark("F1", 3, 3, Severity.HIGH, ""), Mark("F2", 9, 9, Severity.LOW, "")]
    view = DocumentView(rendered=True)
    async with LineApp(view).at(60, 20) as pilot:
        view.show(text, marks)
        await until(pilot, lambda: "●  two" in painted(view))
        assert [row for row in painted(view) if row.startswith(("●", "│", "○"))] == ["●  two", "○ z   │ w"]


async def test_a_click_on_marked_lines_tells_whose_they_are() -> None:
    view = DocumentView()
    app = LineApp(view)
    async with app.at(80, 24) as pilot:
        view.show(TEXT, MARKS)
        await pilot.pause()
        await pilot.click(view, offset=(10, 2))
        await until(pilot, lambda: marked(app) == ["F1"])
        await pilot.click(view, offset=(10, 6))
        assert marked(app) == ["F1"]


async def test_new_marks_on_the_same_text_keep_the_place() -> None:
    view = DocumentView()
    async with LineApp(view).at(80, 24) as pilot:
        view.show(TEXT, MARKS)
        view.go_to_mark("F2")
        await pilot.pause()
        before = view.scroll_offset.y
        view.show(TEXT, MARKS[:1])
        await pilot.pause()
        assert view.scroll_offset.y == before
        assert view.current is not None
        assert view.current.finding_id == "F2"


async def test_an_empty_document_says_so_and_has_no_marks() -> None:
    view = DocumentView()
    async with LineApp(view).at(80, 24) as pilot:
        view.show("")
        await until(pilot, lambda: painted(view)[0] == "  the document is empty")
        assert view.next_mark() is None


async def test_the_place_survives_a_resize() -> None:
    view = DocumentView()
    long = "\n".join("words and more words " * 12 + str(n) for n in range(400))
    async with LineApp(view).at(100, 24) as pilot:
        view.show(long, [Mark("F1", 300, 300, Severity.HIGH, "")])
        view.go_to_mark("F1")
        await pilot.resize_terminal(50, 24)
        await until(pilot, lambda: view.flow.settled)
        await until(pilot, lambda: any(row.startswith("● 300 ") for row in painted(view)))
