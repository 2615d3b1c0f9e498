"""A whole world in memory: journal, work copies, agents and time, for tests of the loop."""

import asyncio
import atexit
import difflib
import hashlib
import json
import shutil
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import mkdtemp
from typing import Literal

from critloop.loop.driver import Driver
from critloop.loop.fold import fold
from critloop.loop.session import Ports
from critloop.loop.state import RunState
from critloop.model.context import PageContext
from critloop.model.errors import AgentProblem, StaleVersion, WorkspaceProblem
from critloop.model.events import Event, Recorded, RunCreated
from critloop.model.finding import AnswerKind
from critloop.model.material import FilePatch, RangeCommit, RangeText, UnitText
from critloop.model.ports import Agent, Desk, Gatherer, Lease, RunRow, Sink, TurnRequest
from critloop.model.run import Creation, Inputs, Limits, RunSpec, Unit
from critloop.model.sections import sections
from critloop.model.tests_ran import RanTests
from critloop.model.turn import AgentRef, Reply, Role, StopReason
from critloop.model.usage import Usage
from critloop.model.workcopy import BringBackPreview, BroughtBack, Change, Commit, Origin, Snapshot
from critloop.workflows.registry import policy_of

PATH = "docs/spec.md"
PLACE = Path(mkdtemp())
atexit.register(shutil.rmtree, PLACE, ignore_errors=True)


class FixedClock:
    """Time that moves by a second with every look."""

    def __init__(self) -> None:
        self.time = 1_700_000_000.0

    def now(self) -> float:
        self.time += 1
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.time += seconds
        await asyncio.sleep(0)


class Power(BaseException):
    """The power goes: nothing after this happens."""


@dataclass
class MemoryLease:
    """A lease that nobody contests."""

    token: str = field(default_factory=lambda: "the only one")

    def release(self) -> None:
        """Nothing to give up."""


@dataclass
class MemoryJournal:
    """Events in a list. ``fail_after`` appends raise ``Power`` (None: never)."""

    items: list[Recorded] = field(default_factory=list)
    fail_after: int | None = None
    appends: int = 0

    def append(
        self, run: str, expected_version: int, events: Sequence[Event], *, at: float, lease: Lease | None = None
    ) -> list[Recorded]:
        del lease
        if expected_version != len(self.items):
            raise StaleVersion(f"run {run} is at {len(self.items)}")
        self.appends += 1
        if self.fail_after is not None and self.appends > self.fail_after:
            raise Power
        new = [Recorded(run=run, seq=len(self.items) + i, at=at, event=e) for i, e in enumerate(events, 1)]
        self.items += new
        return new

    def read(self, run: str, after: int = 0) -> list[Recorded]:
        del run
        return self.items[after:]

    def runs(self, root: str | None = None) -> list[RunRow]:
        del root
        return []

    def find(self, prefix: str) -> str:
        return prefix

    def lease(self, run: str) -> Lease:
        del run
        return MemoryLease()

    @contextmanager
    def subscribe(self, run: str, after: int = 0) -> Iterator[AsyncIterator[Recorded]]:
        async def events() -> AsyncIterator[Recorded]:
            for item in self.read(run, after):
                yield item

        yield events()


class MemoryCopy:
    """A work copy of one file. Revisions are numbered; uncommitted text is in ``text``."""

    def __init__(self, text: str) -> None:
        self.history: list[tuple[str, str, str]] = [("r0", text, "seed")]
        self.text = text
        self.outside: dict[str, str] = {}
        self.made = 0
        self.beside: str | None = None
        self.hidden: list[str] = []
        self._shown = ""
        self.offer = BringBackPreview(mode="write", diff="the change")

    @property
    def folder(self) -> Path:
        """A folder that shows the text as it is now."""
        if self._shown != self.text:
            (PLACE / PATH).parent.mkdir(exist_ok=True)
            (PLACE / PATH).write_text(self.text)
            self._shown = self.text
        return PLACE

    @property
    def head(self) -> str:
        return self.history[-1][0]

    def changes(self) -> list[Change]:
        own = [Change(path=PATH, status="modified")] if self.text != self.history[-1][1] else []
        return own + [Change(path=path, status="added") for path in self.outside]

    def commit(self, message: str, paths: Sequence[str] | None = None) -> Commit | None:
        del paths
        if self.text == self.history[-1][1]:
            return None
        self.made += 1
        self.history.append((f"r{self.made}", self.text, message))
        return Commit(sha=self.head, subject=message, paths=(PATH,))

    def write(self, path: str, data: bytes) -> None:
        assert path == PATH
        self.text = data.decode()

    def commits(self, since: str) -> list[Commit]:
        names = [item[0] for item in self.history]
        after = self.history[names.index(since) + 1 :]
        return [Commit(sha=sha, subject=message, paths=(PATH,)) for sha, _, message in after]

    def adopt(self, start: str) -> str | None:
        del start
        return None

    def undo(self, changes: Sequence[Change], turn: str) -> str:
        for change in changes:
            self.outside.pop(change.path, None)
        return f"refs/cut/{turn}"

    def put_back(self, revision: str, paths: Sequence[str]) -> None:
        assert list(paths) == [PATH]
        self.text = self._at(revision)

    def snapshot(self, piece: UnitText, round: int) -> Snapshot:
        del round
        assert self.text == self.history[-1][1], "files must be committed"
        return snapshot(self.head, piece.text).but({"text_hash": piece.hash})

    def range(self, base: str, head: str) -> RangeText:
        """One file's change, told line by line."""
        patch = _patch(self._at(base), self._at(head))
        if not patch:
            return RangeText(base=base, head=head)
        added = sum(line.startswith("+") for line in patch.splitlines()[2:])
        file = FilePatch(path=PATH, status="modified", patch=patch, added=added)
        commits = tuple(RangeCommit(sha=c.sha, subject=c.subject) for c in self.commits(base))
        return RangeText(base=base, head=head, commits=commits, files=(file,))

    def tree(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()

    def ignored(self) -> str:
        return ""

    def ignored_new(self, since: float) -> list[str]:
        del since
        return list(self.hidden)

    def back_to(self, tree: str, head: str, turn: str) -> tuple[tuple[str, ...], str | None]:
        assert head == self.head
        if tree == self.tree():
            return (), None
        self.text = self.history[-1][1]
        return (PATH,), f"refs/cut/{turn}"

    def take_up(self) -> None:
        """Nothing dies here."""

    def restore(self, revision: str, turn: str) -> str | None:
        names = [item[0] for item in self.history]
        at = names.index(revision)
        differed = at != len(names) - 1 or self.text != self.history[-1][1] or bool(self.outside)
        self.history = self.history[: at + 1]
        self.text, self.outside = self.history[-1][1], {}
        return f"refs/cut/{turn}" if differed else None

    def read(self, revision: str, path: str) -> bytes:
        if path != PATH:
            raise WorkspaceProblem(f"{path}: not there")
        text = self._at(revision)
        if not text:
            raise WorkspaceProblem(f"{path}: not there")
        return text.encode()

    def _at(self, revision: str) -> str:
        return next(text for sha, text, _ in self.history if sha == revision)

    def diff(self, old: str, new: str, path: str | None = None) -> str:
        return f"{old}..{new} {path}"

    def preview(self, origin: Origin) -> BringBackPreview:
        del origin
        return self.offer

    def bring_back(self, origin: Origin, preview: BringBackPreview, *, keep_branch: bool) -> BroughtBack:
        del origin, preview, keep_branch
        return BroughtBack(mode="write", before_hash="a", after_hash="b", backup="c")

    def take_back(self, origin: Origin, result: BroughtBack) -> None:
        raise AssertionError((origin, result))

    def leave_beside(self, origin: Origin, path: str, revision: str) -> tuple[str, str]:
        del origin, path
        self.beside = self._at(revision)
        return "docs/spec.best.md", "digest"

    def take_from_beside(self, origin: Origin, path: str, digest: str) -> None:
        del origin, path, digest
        self.beside = None

    def publish(self, origin: Origin) -> str:
        del origin
        return "critloop/run1"


def _patch(old: str, new: str) -> str:
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), f"a/{PATH}", f"b/{PATH}", lineterm="")
    return "".join(f"{line}\n" for line in lines)


def snapshot(revision: str, text: str) -> Snapshot:
    """The snapshot of a text at a revision."""
    digest = hashlib.sha256(text.encode()).hexdigest()
    return Snapshot(
        revision=revision,
        tree=revision,
        text_hash=digest,
        lines=text.count("\n"),
        bytes=len(text),
        sections=sections(text),
    )


class MemoryWorkspace:
    """One work copy, kept whatever happens to the process that uses it."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.copy: MemoryCopy | None = None
        self.discarded = False
        self.kind: Literal["git", "plain"] = "plain"
        self.before: str | None = None
        self.offer: BringBackPreview | None = None

    def check(self, spec: RunSpec) -> None:
        """Everything is fine here."""

    def create(self, spec: RunSpec) -> tuple[MemoryCopy, Origin]:
        self.copy = MemoryCopy(self._text if self.before is None else self.before)
        if self.before is not None:
            self.copy.text = self._text
            self.copy.commit("the work")
        self.copy.offer = self.offer or self.copy.offer
        return self.copy, origin(spec, self._text).but({"kind": self.kind, "seed": self.copy.head})

    def open(self, run: str) -> MemoryCopy:
        assert self.copy is not None, run
        return self.copy

    def discard(self, run: str) -> None:
        del run
        self.discarded = True


def origin(spec: RunSpec, text: str) -> Origin:
    """Where a run on this text began."""
    return Origin(
        kind="plain",
        root=spec.root,
        subject=spec.subject,
        head=None,
        branch=None,
        subject_hash=hashlib.sha256(text.encode()).hexdigest(),
        subject_dirty=False,
        others_dirty=False,
        seed="r0",
    )


@dataclass(frozen=True)
class Script:
    """One scripted turn. ``text`` replaces the file, ``fixes`` are committed, ``answers`` are given."""

    reply: str = ""
    text: str | None = None
    fixes: tuple[str, ...] = ()
    answers: tuple[tuple[str, AnswerKind, str], ...] = ()
    stop: StopReason = "end"
    fail: str = ""
    final: bool = False
    tokens: int = 0
    outside: str = ""
    hang: bool = False
    tests: tuple[str, ...] = ()


class ScriptedAgent:
    """Plays the turns of one role, one a call; the last one again and again."""

    def __init__(self, turns: Sequence[Script], workspace: MemoryWorkspace) -> None:
        self._turns = list(turns)
        self._workspace = workspace
        self.requests: list[TurnRequest] = []
        self.ran: list[RanTests] = []
        self.hanging = asyncio.Event()

    async def turn(self, request: TurnRequest, sink: Sink, desk: Desk | None) -> Reply:
        self.requests.append(request)
        script = self._turns[min(request.turn_number, len(self._turns)) - 1]
        copy = self._workspace.open(request.run)
        sink.text(script.reply)
        if script.text is not None:
            copy.text = script.text
        if script.outside:
            copy.outside[script.outside] = "x"
        if script.hang:
            self.hanging.set()
            await asyncio.Event().wait()
        if desk is not None:
            await self._work(script, desk)
        if script.fail:
            raise AgentProblem(script.fail, final=script.final)
        error = "" if script.stop == "end" else f"stopped: {script.stop}"
        return Reply(text=script.reply, stop=script.stop, error=error, usage=Usage(output=script.tokens, seconds=1))

    async def _work(self, script: Script, desk: Desk) -> None:
        for command in script.tests:
            self.ran.append(await desk.run_tests(command))
        if script.fixes:
            await desk.commit_fix(script.fixes, "mend it")
        for finding, kind, reason in script.answers:
            await desk.answer(finding, kind, reason)


class PlainPrompts:
    """The variables, as JSON."""

    def render(self, loop: str, role: str, variables: dict[str, object]) -> str:
        return json.dumps([loop, role, variables], default=str)


@dataclass
class ScriptedTests:
    """Test commands that end as they are told to."""

    exits: dict[str, int] = field(default_factory=dict)
    runs: list[str] = field(default_factory=list)
    stopped: bool = False

    def run(self, command: str, folder: Path) -> RanTests:
        del folder
        self.runs.append(command)
        return RanTests(command=command, tree="", exit=self.exits.get(command, 0), output="1 test", seconds=2.0)

    def stop(self) -> None:
        self.stopped = True


def gathers_nothing(spec: RunSpec, folder: Path, unit: Unit) -> PageContext | None:
    """Nothing belongs to any page."""
    del spec, folder, unit
    return None


@dataclass
class World:
    """Everything that a run needs."""

    journal: MemoryJournal
    workspace: MemoryWorkspace
    maker: ScriptedAgent
    critic: ScriptedAgent
    clock: FixedClock
    tests: ScriptedTests = field(default_factory=ScriptedTests)
    gather: Gatherer = gathers_nothing

    @property
    def driver(self) -> Driver:
        """A fresh driver, as a new process would have."""
        prompts = PlainPrompts()
        world = (self.journal, self.workspace, self._agent_for, lambda _: prompts, self.clock, self.gather, self.tests)
        return Driver(Ports(*world))

    @property
    def state(self) -> RunState:
        """The run as the journal has it."""
        return fold(self.journal.items)

    def _agent_for(self, ref: AgentRef, role: Role) -> Agent:
        del ref
        return self.maker if role is Role.MAKER else self.critic

    async def advance(self, **options: object) -> RunState:
        """Advance the run as the person “test”."""
        advance: Callable[..., object] = self.driver.advance
        result = await advance("run1", by="test", **options)  # type: ignore[misc]
        assert isinstance(result, RunState)
        return result

    def say(self, event: Event) -> None:
        """Append an event that did not come from the driver."""
        self.journal.append("run1", len(self.journal.items), [event], at=self.clock.now())


def run_spec(
    limits: Limits | None = None,
    review: str | None = None,
    *,
    loop: str = "spec",
    inputs: Inputs | None = None,
    create: Creation | None = None,
    rereview: Literal["full", "scoped"] = "full",
) -> RunSpec:
    """A run in a world in memory."""
    return RunSpec(
        run="run1",
        loop=loop,
        inputs=inputs,
        create=create,
        rereview=rereview,
        subject=PATH,
        root="/nowhere",
        maker=AgentRef(agent="scripted"),
        critic=AgentRef(agent="scripted"),
        limits=limits or Limits(),
        review=review,
    )


def new_world(
    critic: Sequence[Script],
    maker: Sequence[Script] = (Script(),),
    *,
    text: str = "# Orders\n\nOne.\n",
    limits: Limits | None = None,
    review: str | None = None,
    loop: str = "spec",
    inputs: Inputs | None = None,
    create: Creation | None = None,
    rereview: Literal["full", "scoped"] = "full",
) -> World:
    """A world with one run that has just been created."""
    workspace = MemoryWorkspace(text)
    journal = MemoryJournal()
    clock = FixedClock()
    world = World(journal, workspace, ScriptedAgent(maker, workspace), ScriptedAgent(critic, workspace), clock)
    limits = limits or Limits(rounds=policy_of(loop).rounds)
    spec = run_spec(limits, review, loop=loop, inputs=inputs, create=create, rereview=rereview)
    world.say(RunCreated(spec=spec, version="0"))
    return world


def approves() -> Script:
    """A critic's turn that approves."""
    return Script(reply="## Spec Review\n\n**Status:** Approved\n\n**Issues (if any):**\n\nNone.\n")


def objects(*issues: str, recommend: str = "") -> Script:
    """A critic's turn with these issues, all in the section “Orders”."""
    items = "\n".join(f"- [Orders]: (clarity) {issue} - readers are misled" for issue in issues)
    advice = f"\n\n**Recommendations (advisory):**\n\n- {recommend}\n" if recommend else "\n"
    return Script(reply=f"## Spec Review\n\n**Status:** Issues Found\n\n**Issues (if any):**\n\n{items}{advice}")
