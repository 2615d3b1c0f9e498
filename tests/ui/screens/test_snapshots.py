"""The main screens as pictures, at the sizes that matter."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from critloop.model.finding import AnswerKind
from critloop.ui.app import CritloopApp
from tests.support.dashboard import NOW, Dashboard
from tests.support.fake_loops import docs_runs, plan_runs, polish_runs, task_runs
from tests.support.fake_runs import RUN, FakeRuns, fake_runs
from tests.support.world import Script, objects

TWO = "# Spec\n\nTwo.\n\n## Orders\n\nA write happens, or it does not.\n"
WIDE, SMALL = (120, 40), (80, 24)
SHOTS: dict[str, tuple[str, ...]] = {
    "gate": (),
    "approval": ("a", *"enough", "enter"),
    "findings": ("escape",),
    "document": ("escape", "2"),
    "diff": ("escape", "3"),
    "report": ("escape", "4"),
    "past": ("escape", "[", "["),
    "finding": ("escape", "enter"),
    "help": ("escape", "?"),
    "board": ("escape", "b"),
}
CASES = [(name, WIDE) for name in SHOTS] + [(name, SMALL) for name in ("gate", "approval", "findings", "finding")]


def words(part: object) -> str:
    """A name, or a size as ``80x24``."""
    return "x".join(map(str, part)) if isinstance(part, tuple) else str(part)


def two_rounds() -> FakeRuns:
    """A run that asks after its second round, one finding of which is disputed."""
    maker = Script(reply="One is *fixed*.", text=TWO, answers=(("F1", AnswerKind.DISPUTED, "it says so below"),))
    critic = [objects("a partial write has no outcome", "two limits"), objects("a partial write has no outcome")]
    return fake_runs(critic, [maker], rounds=2)


LOOPS: dict[str, tuple[Callable[[], FakeRuns], tuple[str, ...]]] = {
    "units": (plan_runs, ("escape", "0")),
    "basis": (docs_runs, ("escape", "9")),
    "scores": (polish_runs, ("escape", "9")),
    "unverified": (task_runs, ("h", *"seen", "enter")),
}


def at_rest(
    keys: tuple[str, ...], runs: Callable[[], FakeRuns] = two_rounds
) -> Callable[[Pilot[Any]], Awaitable[None]]:
    """Wait for the gate, press keys, and wait until nothing moves any more."""

    async def run(pilot: Pilot[Any]) -> None:
        app = pilot.app
        assert isinstance(app, CritloopApp)
        shown = Dashboard(app, pilot, runs())
        await shown.until(lambda: app.screen.is_modal, "the gate")
        await shown.press(*keys)
        before: list[str] = []
        for _ in range(400):
            await pilot.pause(0.05)
            lines = [strip.text for strip in app.screen._compositor.render_strips()]
            if lines == before:
                return
            before = lines

    return run


@pytest.mark.parametrize(("name", "size"), CASES, ids=words)
def test_a_screen_looks_as_it_did(name: str, size: tuple[int, int], snap_compare: Callable[..., bool]) -> None:
    app = CritloopApp(two_rounds(), RUN, user="ada", now=lambda: NOW)
    assert snap_compare(app, run_before=at_rest(SHOTS[name]), terminal_size=size)


@pytest.mark.parametrize("size", [WIDE, SMALL], ids=words)
@pytest.mark.parametrize("name", LOOPS)
def test_what_only_some_loops_have_looks_as_it_did(
    name: str, size: tuple[int, int], snap_compare: Callable[..., bool]
) -> None:
    runs, keys = LOOPS[name]
    app = CritloopApp(runs(), RUN, user="ada", now=lambda: NOW)
    assert snap_compare(app, run_before=at_rest(keys, runs), terminal_size=size)
