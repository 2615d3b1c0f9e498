"""What the driver adds to instant agents: a round with git and without, further commits, a journal append."""

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

from bench.figures import Figure
from critloop.app import SystemClock
from critloop.context.port import gatherer
from critloop.journal.sqlite import SqliteJournal
from critloop.loop.driver import Driver
from critloop.loop.session import Ports
from critloop.model.events import RunCreated, RunResumed, TurnEnded
from critloop.model.finding import AnswerKind
from critloop.model.ports import Agent, Desk, Sink, TurnRequest, Workspace
from critloop.model.run import Limits, RunSpec
from critloop.model.turn import AgentRef, Reply, Role
from critloop.prompting import TemplatePrompts
from critloop.workspace.git import GitWorkspace
from critloop.workspace.running import CommandLine
from tests.support.world import PATH, MemoryCopy, MemoryWorkspace

ROUNDS = 60
TEXT = "# Orders\n\nOne.\n\n" + "".join(f"## Section {n}\n\nSome text that stays.\n\n" for n in range(40))


class InstantCritic:
    """Objects to something new each time."""

    async def turn(self, request: TurnRequest, sink: Sink, desk: Desk | None) -> Reply:
        """One issue, at once."""
        del desk
        text = (
            "## Spec Review\n\n**Status:** Issues Found\n\n**Issues (if any):**\n\n"
            f"- [Orders]: (clarity) point {request.turn_number} is vague - nobody can build it\n"
        )
        sink.text(text)
        return Reply(text=text)


class InstantMaker:
    """Changes a line and commits it, ``commits`` times a turn."""

    def __init__(self, commits: int, workspace: Workspace) -> None:
        """Write through the work copies of this workspace."""
        self._commits = commits
        self._workspace = workspace

    async def turn(self, request: TurnRequest, sink: Sink, desk: Desk | None) -> Reply:
        """Fix the finding, at once."""
        assert desk is not None
        key = request.findings[0].id
        copy = self._workspace.open(request.run)
        for number in range(self._commits):
            text = TEXT.replace("One.", f"Fix {request.turn_number}.{number}")
            if isinstance(copy, MemoryCopy):
                copy.text = text
            else:
                (request.folder / request.unit.path).write_text(text)
            await desk.commit_fix([key], "say it clearly")
        await desk.answer(key, AnswerKind.FIXED)
        sink.text("done")
        return Reply(text="done")


def round_ms(folder: Path, *, commits: int, git: bool) -> float:
    """Milliseconds a round of a run with instant agents."""
    project = folder / "project"
    (project / PATH).parent.mkdir(parents=True)
    (project / PATH).write_text(TEXT)
    _git(project, "init", "-q")
    _git(project, "add", "-A")
    _git(project, "commit", "-q", "-m", "Start")
    workspace: Workspace = GitWorkspace(folder / "data") if git else MemoryWorkspace(TEXT)
    journal = SqliteJournal(folder / "store.db")
    agents: dict[Role, Agent] = {Role.CRITIC: InstantCritic(), Role.MAKER: InstantMaker(commits, workspace)}
    world = (journal, workspace, lambda _, role: agents[role], TemplatePrompts, SystemClock(), gatherer, CommandLine())
    ports = Ports(*world)
    who = AgentRef(agent="instant")
    limits = Limits(rounds=ROUNDS)
    spec = RunSpec(run="bench", loop="spec", subject=PATH, root=str(project), maker=who, critic=who, limits=limits)
    journal.append("bench", 0, [RunCreated(spec=spec, version="0")], at=time.time())
    state = asyncio.run(Driver(ports).advance("bench", by="bench"))
    journal.close()
    assert len(state.rounds) == ROUNDS
    assert len(state.commits) == (ROUNDS - 1) * commits
    stamps = [item.at for item in state.rounds]
    gaps = [(b - a) * 1000 for a, b in pairwise(stamps)]
    return statistics.median(gaps)


def append_ms(folder: Path, *, durable: bool) -> float:
    """Median milliseconds of a journal append; durable ones are synced to disk."""
    journal = SqliteJournal(folder / "appends.db")
    who = AgentRef(agent="instant")
    spec = RunSpec(run="bench", loop="spec", subject=PATH, root="/", maker=who, critic=who)
    journal.append("bench", 0, [RunCreated(spec=spec, version="0")], at=0)
    event = TurnEnded(turn="t1", reply=Reply(text="x" * 2000)) if durable else RunResumed(by="bench")
    times: list[float] = []
    for version in range(1, 300):
        start = time.perf_counter()
        journal.append("bench", version, [event], at=0)
        times.append((time.perf_counter() - start) * 1000)
    journal.close()
    return statistics.median(times)


def git_commit_ms(folder: Path) -> float:
    """Median milliseconds of ``git commit`` and ``git update-ref`` as plain children: what a round can't do without."""
    project = folder / "plain"
    project.mkdir()
    _git(project, "init", "-q")
    times: list[float] = []
    for number in range(40):
        (project / "spec.md").write_text(f"{TEXT}{number}\n")
        _git(project, "add", "-A")
        start = time.perf_counter()
        _git(project, "commit", "-q", "-m", f"Fix {number}")
        _git(project, "update-ref", f"refs/bench/{number}", "HEAD")
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def fsync_ms(folder: Path) -> float:
    """Median milliseconds of writing a page to a file and syncing it."""
    times: list[float] = []
    with (folder / "page").open("wb") as file:
        for _ in range(200):
            start = time.perf_counter()
            file.write(b"x" * 4096)
            file.flush()
            os.fsync(file.fileno())
            times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def _git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=bench", "-c", "user.email=bench@localhost"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, stdin=subprocess.DEVNULL)


def figures() -> Iterable[Figure]:
    """All figures of the driver."""
    with tempfile.TemporaryDirectory() as name:
        base = Path(name)
        places = [base / str(number) for number in range(4)]
        for place in places:
            place.mkdir()
        reference = git_commit_ms(base)
        sync = fsync_ms(base)
        one = round_ms(places[0], commits=1, git=True)
        three = round_ms(places[1], commits=3, git=True)
        bare = round_ms(places[2], commits=1, git=False)
        plain = "git commit + update-ref, as children"
        yield Figure("round with one fix, commit and snapshot", one, "ms", reference, plain, 40)
        yield Figure("each further commit", (three - one) / 2, "ms", reference, plain, 10)
        yield Figure("round without git", bare, "ms", sync, "a 4 kB write with fsync", 6)
        yield Figure("journal append", append_ms(places[3], durable=False), "ms", sync, "a 4 kB write with fsync", 1)
        (places[3] / "appends.db").unlink()
        yield Figure(
            "journal append, synced", append_ms(places[3], durable=True), "ms", sync, "a 4 kB write with fsync", 1
        )


def main() -> int:
    """Measure and print; 1 when a bar is missed."""
    found = list(figures())
    for figure in found:
        print(figure.line())
    return 0 if all(figure.met for figure in found) else 1


if __name__ == "__main__":
    sys.exit(main())
