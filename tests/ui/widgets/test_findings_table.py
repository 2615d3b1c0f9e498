"""The findings table: cursor, filter, widths and empty states."""

from critloop.model.finding import FindingStatus, Severity
from critloop.ui.widgets.findings_table import FindingsTable
from tests.support.line_app import LineApp, painted, until
from tests.support.tracked import tracked

MANY = [tracked(f"F{number:04}", list(Severity)[number % 3], title=f"title {number}") for number in range(1000)]


def highlighted(app: LineApp) -> list[str]:
    return [message.finding_id for message in app.got if isinstance(message, FindingsTable.Highlighted)]


def opened(app: LineApp) -> list[str]:
    return [message.finding_id for message in app.got if isinstance(message, FindingsTable.Opened)]


async def test_a_thousand_findings_are_sorted_and_reached_by_keys() -> None:
    table = FindingsTable()
    app = LineApp(table)
    async with app.at(120, 30) as pilot:
        table.set_findings(MANY, current_round=1)
        await until(pilot, lambda: len(painted(table)) > 5 and painted(table)[1].startswith("● HIGH"))
        await pilot.press("end")
        await until(pilot, lambda: table.highlighted == "F0998")
        assert painted(table)[-1].startswith("○ LOW")
        assert painted(table)[0].startswith("SEV")
        await pilot.press("home", "down", "down", "pagedown", "up", "enter")
        await until(pilot, lambda: bool(opened(app)))
        assert opened(app) == [table.highlighted]
        assert table.cursor == 2 + 29 - 1


async def test_the_filter_hides_shows_and_says_why_nothing_is_left() -> None:
    table = FindingsTable()
    async with LineApp(table).at(120, 30) as pilot:
        await until(pilot, lambda: painted(table)[1] == "no findings yet")
        table.set_findings(MANY, current_round=1)
        table.filter = "title 77"
        assert set(table.shown_ids) == {finding.id for finding in MANY if "77" in finding.id}
        table.filter = "nonsense"
        await until(pilot, lambda: painted(table)[1] == "nothing matches “nonsense” · 1000 findings hidden")
        table.filter = ""
        assert len(table.shown_ids) == 1000


async def test_the_cursor_stays_on_its_finding_when_others_come_and_go() -> None:
    table = FindingsTable()
    app = LineApp(table)
    async with app.at(100, 20) as pilot:
        table.set_findings(MANY[:30], current_round=1)
        table.select("F0009")
        table.set_findings(MANY[6:40], current_round=2)
        assert table.highlighted == "F0009"
        table.set_findings(MANY[20:40], current_round=2)
        assert table.highlighted in table.shown_ids
        await until(pilot, lambda: highlighted(app)[-1:] == [table.highlighted])


async def test_a_click_moves_the_cursor_and_a_double_click_opens() -> None:
    table = FindingsTable()
    app = LineApp(table)
    async with app.at(100, 20) as pilot:
        table.set_findings(MANY[:30], current_round=1)
        await pilot.pause()
        await pilot.click(table, offset=(10, 3))
        await until(pilot, lambda: table.cursor == 2)
        assert opened(app) == []
        await pilot.double_click(table, offset=(10, 5))
        await until(pilot, lambda: len(opened(app)) == 1)
        assert table.cursor == 4


async def test_80_columns_show_severity_title_and_location() -> None:
    table = FindingsTable()
    async with LineApp(table).at(80, 24) as pilot:
        table.set_findings([tracked("F1")], current_round=1)
        await until(pilot, lambda: "Storage, 90" in painted(table)[1])
        assert painted(table)[1].startswith("● HIGH")
        assert "no outcome for a partial write"[:24] in painted(table)[1]
        assert max(map(len, painted(table))) <= 80


async def test_a_changed_finding_is_shown_changed() -> None:
    table = FindingsTable()
    async with LineApp(table).at(120, 24) as pilot:
        table.set_findings([tracked("F1")], current_round=1)
        table.set_findings([tracked("F1", status=FindingStatus.FIXED)], current_round=1)
        await until(pilot, lambda: " fixed " in painted(table)[1])


async def test_enter_on_an_empty_table_opens_nothing() -> None:
    app = LineApp(FindingsTable())
    async with app.at(80, 24) as pilot:
        await pilot.press("enter", "down", "end", "pageup")
        await pilot.pause()
        assert opened(app) == []
        assert app.is_running
