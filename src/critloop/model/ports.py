"""The protocols between the core and the world: agents, journal, work copies, time.

Journal and work copies block; the driver calls them in a thread. Agents are asynchronous.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Literal, Protocol

from critloop.model.base import Frozen
from critloop.model.context import PageContext
from critloop.model.criteria import Criteria
from critloop.model.events import Event, Recorded
from critloop.model.finding import AnswerKind, Finding
from critloop.model.items import Unverified
from critloop.model.material import Material, RangeText, UnitText
from critloop.model.run import RunSpec, Unit
from critloop.model.tests_ran import RanTests
from critloop.model.turn import AgentRef, Duty, Reply, Role, ToolCall
from critloop.model.usage import Usage
from critloop.model.workcopy import BringBackPreview, BroughtBack, Change, Commit, Origin, Snapshot


class OpenFinding(Frozen):
    """A finding as a maker gets it: its id in the run and what it says."""

    id: str
    finding: Finding


class TurnRequest(Frozen):
    """One dispatch. ``folder`` is the work copy; ``conversation`` the maker's handle of its last turn.

    ``findings`` are what a maker has to answer; a critic gets none. ``turn_number`` counts the
    turns of this role in the run from 1, cut ones not counted: they are done again. ``text`` is what
    the unit's text is, ``material`` what it was cut from; ``criteria``, ``items`` and ``context`` are
    there in the loops that have them. An agent that takes a prompt finds all of it in the prompt.
    """

    run: str
    turn: str
    loop: str
    role: Role
    agent: AgentRef
    prompt: str
    folder: Path
    unit: Unit
    round: int
    attempt: int
    turn_number: int
    findings: tuple[OpenFinding, ...] = ()
    conversation: str | None = None
    idle_seconds: float = 300.0
    duty: Duty = "review"
    spec: RunSpec | None = None
    text: str = ""
    material: Material = Material()
    criteria: Criteria | None = None
    items: tuple[Unverified, ...] = ()
    context: PageContext | None = None
    tests: tuple[str, ...] = ()


class Sink(Protocol):
    """Takes what a turn shows while it runs. Live pieces are not journaled; finished calls are."""

    def text(self, piece: str) -> None:
        """A piece of the reply."""

    def thinking(self, piece: str) -> None:
        """A piece of the agent's reasoning."""

    def tool(self, call: ToolCall) -> None:
        """A tool call, and its result when it is known."""

    async def call_ended(self, text: str, usage: Usage) -> None:
        """A finished model call, journaled at once."""


class Desk(Protocol):
    """What a maker may do besides editing files: commit a fix, answer a finding. Journaled at once."""

    async def commit_fix(self, findings: Sequence[str], summary: str) -> str | None:
        """Commit what is changed in the work copy as the fix of these findings; the commit's hash.

        None when nothing is changed.

        Raises:
            UnknownFinding: One of them was not given to the maker.
        """

    async def answer(self, finding: str, kind: AnswerKind, reason: str = "") -> None:
        """Answer one finding.

        Raises:
            UnknownFinding: It was not given to the maker.
        """

    async def run_tests(self, command: str) -> RanTests:
        """Run one of the allowed test commands in the work copy, or give the result that its tree has already.

        Raises:
            UsageProblem: The command is not one of those that the settings allow.
        """


class Agent(Protocol):
    """Does turns. It never decides what a reply means."""

    async def turn(self, request: TurnRequest, sink: Sink, desk: Desk | None) -> Reply:
        """Do one turn. ``desk`` is there for a maker only. Cancellable at any await.

        Raises:
            AgentProblem: It gave nothing usable.
        """


class RunRow(Frozen):
    """A run as the journal lists it: its spec, version (number of events) and times (Unix seconds)."""

    spec: RunSpec
    version: int
    created_at: float
    changed_at: float


class Lease(Protocol):
    """The right to advance one run, kept by a heartbeat until it is released."""

    @property
    def token(self) -> str:
        """Proves the lease to ``Journal.append``."""

    def release(self) -> None:
        """Give it up."""


class Journal(Protocol):
    """The event store."""

    def append(
        self, run: str, expected_version: int, events: Sequence[Event], *, at: float, lease: Lease | None = None
    ) -> list[Recorded]:
        """Append all events or none, synced to disk when one of them is durable.

        Raises:
            StaleVersion: The run has another version than ``expected_version``.
            LeaseLost: ``lease`` is not the run's lease any more.
            StoreProblem: The database can't be written.
        """

    def read(self, run: str, after: int = 0) -> list[Recorded]:
        """The run's events with ``seq > after``, in order."""

    def runs(self, root: str | None = None) -> list[RunRow]:
        """All runs, of one project root or of all, the newest first."""

    def find(self, prefix: str) -> str:
        """The run that an unambiguous prefix, or ``last``, means.

        Raises:
            UsageProblem: No run, or several.
        """

    def lease(self, run: str) -> Lease:
        """Take the run's lease.

        Raises:
            LeaseHeld: A living process has it.
        """

    def subscribe(self, run: str, after: int = 0) -> AbstractContextManager[AsyncIterator[Recorded]]:
        """Events with ``seq > after``, stored ones first, then new ones as they come.

        Those of this process arrive at once, those of others by polling.
        """


class WorkCopy(Protocol):
    """A run's private clone. ``folder`` is what agents see."""

    @property
    def folder(self) -> Path:
        """The root of the checked-out files."""

    @property
    def head(self) -> str:
        """The commit the work copy stands on."""

    def changes(self) -> list[Change]:
        """What differs from HEAD, untracked files included, ignored ones not."""

    def commit(self, message: str, paths: Sequence[str] | None = None) -> Commit | None:
        """Commit these paths (None: everything that differs); None when nothing differs."""

    def write(self, path: str, data: bytes) -> None:
        """Replace a file of the work copy; nothing is committed."""

    def commits(self, since: str) -> list[Commit]:
        """The commits of the run's branch after ``since``, oldest first."""

    def adopt(self, start: str) -> str | None:
        """Keep the HEAD that an agent left where it descends from ``start``, on the run's branch.

        Other changes of refs are undone. Returns the ref that keeps a HEAD that did not descend
        from ``start``, None when all is well.
        """

    def undo(self, changes: Sequence[Change], turn: str) -> str:
        """Put these paths back as HEAD has them; the ref under which the undone text is kept."""

    def put_back(self, revision: str, paths: Sequence[str]) -> None:
        """Write these paths as a revision has them (delete those it lacks); nothing is committed."""

    def snapshot(self, piece: UnitText, round: int) -> Snapshot:
        """Keep HEAD as what round ``round`` judges, which has this text; the files must be committed."""

    def range(self, base: str, head: str) -> RangeText:
        """The commits after ``base`` up to ``head``, and what they come to, file by file."""

    def tree(self) -> str:
        """The id of the tree that the files make as they lie there now, committed or not."""

    def ignored(self) -> str:
        """A digest that tells whether ignored files, which no tree has, were changed."""

    def ignored_new(self, since: float) -> list[str]:
        """Ignored files and folders written since (Unix seconds); caches that tools leave are not told."""

    def back_to(self, tree: str, head: str, turn: str) -> tuple[tuple[str, ...], str | None]:
        """Put files and HEAD back to what they were, whatever ran since; the paths that differed, the ref with them."""

    def take_up(self) -> None:
        """Clear away what a process that died has left; only for whoever holds the run's lease."""

    def restore(self, revision: str, turn: str) -> str | None:
        """Put files and branch back to a revision; the ref that keeps what was there, None if nothing differed."""

    def read(self, revision: str, path: str) -> bytes:
        """A file at a revision.

        Raises:
            WorkspaceProblem: It isn't there.
        """

    def diff(self, old: str, new: str, path: str | None = None) -> str:
        """Unified diff between two revisions, of one path or of all."""

    def preview(self, origin: Origin) -> BringBackPreview:
        """What bringing the subject back would do now. Touches nothing."""

    def bring_back(self, origin: Origin, preview: BringBackPreview, *, keep_branch: bool) -> BroughtBack:
        """Do what the preview says.

        Raises:
            WorkspaceProblem: The user's files are no longer as the preview saw them.
        """

    def take_back(self, origin: Origin, result: BroughtBack) -> None:
        """Undo a bring-back.

        Raises:
            WorkspaceProblem: The file or the branch changed since.
        """

    def leave_beside(self, origin: Origin, path: str, revision: str) -> tuple[str, str]:
        """Lay a file, as a revision has it, beside the user's own, which stays; its path and the SHA-256 of its bytes.

        The path is empty where the folder can't be written. No file is replaced.
        """

    def take_from_beside(self, origin: Origin, path: str, digest: str) -> None:
        """Delete what was left so, unless somebody has changed it since."""

    def publish(self, origin: Origin) -> str:
        """Fetch the run's branch into the user's repository; its name."""


class Workspace(Protocol):
    """Makes and finds work copies."""

    def check(self, spec: RunSpec) -> None:
        """Make sure that a run can begin here, before anything is written.

        Raises:
            WorkspaceProblem: git is missing, or the repository is in the middle of a merge or a rebase.
        """

    def create(self, spec: RunSpec) -> tuple[WorkCopy, Origin]:
        """A new work copy, begun from the user's current files. Anything left by an earlier try is replaced."""

    def open(self, run: str) -> WorkCopy:
        """The work copy of a run.

        Raises:
            WorkspaceProblem: It was discarded or is damaged.
        """

    def discard(self, run: str) -> None:
        """Delete a run's work copy."""


class CommandRunner(Protocol):
    """Runs test commands."""

    def run(self, command: str, folder: Path) -> RanTests:
        """Run a command in a folder, without a terminal, ended as a group when it takes too long. Blocks."""

    def stop(self) -> None:
        """End what is running."""


class Gatherer(Protocol):
    """Finds what belongs to a page."""

    def __call__(self, spec: RunSpec, folder: Path, unit: Unit) -> PageContext | None:
        """What a critic should read beside the unit; None in loops where nothing is gathered. Blocks."""


class Clock(Protocol):
    """Time, injected. No test sleeps."""

    def now(self) -> float:
        """Unix time in seconds."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


class Prompts(Protocol):
    """Writes a role's prompt from its template."""

    def render(self, loop: str, role: str, variables: dict[str, object]) -> str:
        """The text that is sent, word for word."""


class Piece(Frozen):
    """A live piece of a running turn, for whoever watches; never journaled."""

    run: str
    turn: str
    role: Role
    kind: Literal["text", "thinking", "tool"]
    text: str


class Watcher(Protocol):
    """Takes live pieces. Called from the driver's event loop; must not block."""

    def __call__(self, piece: Piece) -> None:
        """Take one piece."""
