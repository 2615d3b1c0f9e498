"""Pictures of every screen, of a real run over the examples: ``python -m screenshots``.

The app runs headless at the size of each picture. Colours are the theme's; the font is the first
monospaced one that is found on this machine.
"""

import asyncio
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import resvg_py
from textual.pilot import Pilot

from critloop.app import Critloop
from critloop.config import Settings
from critloop.model.turn import AgentRef
from critloop.ui.app import CritloopApp

EXAMPLES = Path(__file__).parents[1] / "examples"

FOLDER = Path(__file__).parent
SPEC = "locker-codes-spec.md"
RECORDING = "five-rounds.jsonl"
FONTS = ("JetBrains Mono", "DejaVu Sans Mono", "Menlo", "Consolas", "Liberation Mono")
PLACES = tuple(map(Path, ("/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "/System/Library/Fonts")))
BIG, SMALL, HUGE = (120, 40), (80, 24), (200, 60)
PATIENCE = 60.0
STILL = 0.4
EMBEDDED_FONT = re.compile(r"@font-face\s*\{.*?\}", re.DOTALL)


class Session:
    """One app at one size."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self.pilot = pilot
        self.app = pilot.app

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for a condition."""
        deadline = monotonic() + PATIENCE
        while not condition():
            if monotonic() > deadline:
                raise TimeoutError(f"the dashboard stays at {self.app.screen}")
            await self.pilot.pause(0.02)

    async def front(self, name: str) -> None:
        """Wait until a screen is in front and has come to rest."""
        await self.until(lambda: type(self.app.screen).__name__ == name)
        await self.pilot.pause(STILL)

    async def press(self, *keys: str) -> None:
        """Press keys and let the screen come to rest."""
        await self.pilot.press(*keys)
        await self.pilot.pause(STILL)

    def take(self, name: str) -> None:
        """Write the picture, as SVG and PNG."""
        svg = EMBEDDED_FONT.sub("", self.app.export_screenshot(title="critloop"))
        svg = svg.replace("Fira Code", ", ".join(FONTS))
        (FOLDER / f"{name}.svg").write_text(svg, encoding="utf-8")
        picture = resvg_py.svg_to_bytes(svg_string=svg.replace(", ".join(FONTS), font()))
        (FOLDER / f"{name}.png").write_bytes(bytes(picture))
        sys.stdout.write(f"{name}\n")


def font() -> str:
    """The first of the fonts that is installed; the renderer takes one name only."""
    files = {path.stem.casefold() for place in PLACES if place.is_dir() for path in place.rglob("*.ttf")}
    return next(
        (name for name in FONTS if any(f.startswith(name.replace(" ", "").casefold()) for f in files)), FONTS[1]
    )


def project(folder: Path, pace: int) -> Path:
    """A folder with the spec, and the recording at a pace in tokens per second (0: at once)."""
    place = folder / "building"
    place.mkdir(exist_ok=True)
    shutil.copy((EXAMPLES / SPEC), place)
    shutil.copy((EXAMPLES / "ledger-export-spec.md"), place)
    text = (EXAMPLES / RECORDING).read_text(encoding="utf-8")
    (place / RECORDING).write_text(re.sub(r'"pace": \d+', f'"pace": {pace}', text, count=1), encoding="utf-8")
    return place


def new_run(critloop: Critloop, place: Path) -> str:
    """A run of the recording."""
    agent = AgentRef(agent=f"replay:{place / RECORDING}")
    return critloop.create(critloop.new_spec("spec", place / SPEC, maker=agent, critic=agent))


async def live(critloop: Critloop, folder: Path, size: tuple[int, int], name: str) -> None:
    """The run screen while the third round's critic speaks."""
    place = project(folder, 500)
    app = CritloopApp(critloop, new_run(critloop, place), user="ada", root=place)

    def speaks() -> bool:
        states = [session.state for session in app.sessions.values()]
        return any(s is not None and len(s.rounds) > 1 and s.running_turn is not None for s in states)

    async with app.run_test(size=size) as pilot:
        session = Session(pilot)
        await session.until(speaks)
        await pilot.pause(1)
        session.take(name)


async def tour(critloop: Critloop, folder: Path) -> None:
    """Every screen, from the gate on."""
    place = project(folder, 0)
    app = CritloopApp(critloop, new_run(critloop, place), user="ada", root=place)
    async with app.run_test(size=BIG) as pilot:
        session = Session(pilot)
        await session.front("GateScreen")
        await session.press("a", *"fine")
        session.take("gate")
        await session.press("escape", "escape")
        await tabs(session)
        await session.press("b")
        await session.front("BoardScreen")
        session.take("board")
        await session.press("b", "?")
        session.take("help")
        await session.press("escape", "g", "a", *"ok", "enter", "y")
        await session.front("BringBackScreen")
        session.take("bring-back")


async def tabs(session: Session) -> None:
    """The tabs, and a past round."""
    session.take("findings")
    for key, name in (("2", "document"), ("3", "diff"), ("4", "report"), ("5", "timeline"), ("6", "prompt")):
        await session.press(key, *(("n",) if name == "document" else ()))
        session.take(name)
    await session.press("1", "[", "[", "[")
    session.take("past-round")
    await session.press("enter")
    session.take("finding")
    await session.press("escape", "end")


async def main() -> None:
    """Take all pictures."""
    with tempfile.TemporaryDirectory() as folder:
        critloop = Critloop(Settings(), data=Path(folder) / "data")
        await live(critloop, Path(folder), BIG, "run")
        await live(critloop, Path(folder), SMALL, "run-80x24")
        await live(critloop, Path(folder), HUGE, "run-200x60")
        await tour(critloop, Path(folder))
        critloop.close()


if __name__ == "__main__":
    asyncio.run(main())
