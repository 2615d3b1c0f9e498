"""Pictures of every screen, of a real run over the examples: ``python -m screenshots``.

The app runs headless at the size of each picture. Colours are the theme's; the font is the first
monospaced one that is found on this machine.
"""

import asyncio
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import monotonic

import resvg_py
from textual.pilot import Pilot

from critloop.app import Critloop
from critloop.chains.reading import read_chain
from critloop.config import Settings
from critloop.model.run import RunSpec
from critloop.model.turn import AgentRef
from critloop.starting import Wanted
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


PLAN = """# Locker codes, step by step

**Global constraints:** Python 3.11, no new dependency.

## Chunk 1: Storage

- [ ] ### Task 1: Store a code
- [ ] **Step 1:** write the failing test
- [ ] **Step 2:** make it pass

## Chunk 2: Limits

- [ ] ### Task 2: Refuse a seventh digit
- [ ] **Step 1:** write the failing test
- [ ] **Step 3:** make it pass

## Chunk 3: Export

- [ ] ### Task 3: Export all codes
- [ ] **Step 1:** write them to a file
"""
CHAIN = """[[links]]
name = "design"
loop = "spec"
subject = "notes.md"

[[links]]
name = "plan"
loop = "plan"
subject = "codes-plan.md"
spec = { from = "design" }
"""
BEFORE = 'def store(code: str) -> None:\n    """Keep a code."""\n'
AFTER = BEFORE + "    if len(code) != 6:\n        raise ValueError(code)\n"


def repository(folder: Path) -> Path:
    """A repository with a plan, and a commit that carries out its first task."""
    place = folder / "codes"
    place.mkdir()
    git = partial(subprocess.run, cwd=place, check=True)
    files = {"codes-plan.md": PLAN, "notes.md": "# Codes\n\nA code has six digits.\n", "chain.toml": CHAIN}
    for name, text in {**files, "codes.py": BEFORE}.items():
        (place / name).write_text(text, encoding="utf-8")
    who = ("-c", "user.name=ada", "-c", "user.email=ada@example.org")
    for text in (BEFORE, AFTER):
        (place / "codes.py").write_text(text, encoding="utf-8")
        git(["git", "init", "--quiet"])
        git(["git", "add", "--all"])
        git(["git", *who, "commit", "--quiet", "--message", "Refuse what is no code"])
    return place


async def loops(critloop: Critloop, folder: Path) -> None:
    """What only some loops have: chunks, what could not be verified, what a verdict rests on, links."""
    place = repository(folder)
    plan = critloop.begin(Wanted(loop="plan", folder=str(place), subject="codes-plan.md"))
    task = critloop.begin(
        Wanted(loop="task", folder=str(place), plan="codes-plan.md", task="1", base="HEAD~1", head="HEAD")
    )
    inputs = read_chain(place / "chain.toml")
    nobody = AgentRef(agent="builtin")
    spec = RunSpec(
        run="chain1", loop="chain", subject="chain.toml", root=str(place), maker=nobody, critic=nobody, inputs=inputs
    )
    pictures = (
        (plan, "GateScreen", (("units", ("escape", "0")),)),
        (task, "GateScreen", (("unverified", ("h", *"I looked")), ("basis", ("escape", "escape", "9")))),
        (critloop.create(spec), "RunScreen", (("links", ()),)),
    )
    for run, front, taken in pictures:
        app = CritloopApp(critloop, run, user="ada", root=place)
        async with app.run_test(size=BIG) as pilot:
            session = Session(pilot)
            await session.front(front)
            await session.until(lambda shown=app: shown.waiting > 0)  # type: ignore[misc] # bound in each turn
            await pilot.pause(STILL)
            for name, keys in taken:
                await session.press(*keys)
                session.take(name)


async def main() -> None:
    """Take all pictures."""
    with tempfile.TemporaryDirectory() as folder:
        critloop = Critloop(Settings(), data=Path(folder) / "data")
        await live(critloop, Path(folder), BIG, "run")
        await live(critloop, Path(folder), SMALL, "run-80x24")
        await live(critloop, Path(folder), HUGE, "run-200x60")
        await tour(critloop, Path(folder))
        await loops(critloop, Path(folder))
        critloop.close()


if __name__ == "__main__":
    asyncio.run(main())
