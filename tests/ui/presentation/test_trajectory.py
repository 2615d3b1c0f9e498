"""How a run goes, in one line."""

from critloop.ui.presentation.lines import line_width
from critloop.ui.presentation.trajectory import trajectory_line
from tests.support.fake_runs import fake_runs
from tests.support.world import objects


async def test_what_is_left_out_is_marked_in_dots_and_numbers() -> None:
    runs = fake_runs([objects(*"abcdefgh"[:count]) for count in (8, 7, 6, 5, 4, 3)], rounds=6)
    await runs.world.advance()
    text = "".join(part for part, _ in trajectory_line(runs.world.state, 76))
    assert text.startswith("… R")
    assert "high … → 6 → 5 → 4 → 3" in text
    assert line_width(trajectory_line(runs.world.state, 76)) <= 76


async def test_nothing_is_marked_where_all_fits() -> None:
    runs = fake_runs([objects("a")], rounds=2)
    await runs.world.advance()
    text = "".join(part for part, _ in trajectory_line(runs.world.state, 76))
    assert text.startswith("R1 ●")
    assert "…" not in text
