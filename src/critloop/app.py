"""Composition: settings to ports to driver. The entry points of the library; ``cli`` and ``ui`` call nothing else."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from critloop import __version__
from critloop.config import Settings
from critloop.decisions import Decisions
from critloop.journal.sqlite import SqliteJournal
from critloop.loop.control import Control
from critloop.loop.fold import fold
from critloop.loop.state import RunState
from critloop.model.errors import UsageProblem, WorkspaceProblem
from critloop.model.events import Recorded, RunCreated
from critloop.model.gate import GateDecision
from critloop.model.items import ItemStatus
from critloop.model.ports import Clock, RunRow, Watcher, Workspace
from critloop.model.run import RunSpec
from critloop.model.turn import AgentRef, Role
from critloop.model.workcopy import BringBackPreview

if TYPE_CHECKING:
    from critloop.loop.driver import Driver
    from critloop.model.ports import Agent
    from critloop.starting import Proposal, Wanted

ID_LETTERS = "23456789abcdefghjkmnpqrstvwxyz"
STORE = "critloop.db"
LAST = "last"
CHAIN = "chain"


class SystemClock:
    """The computer's clock."""

    def now(self) -> float:
        """Unix time in seconds."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


def new_run_id() -> str:
    """A fresh run id: eight letters and digits that can't be confused, beginning with a letter."""
    import secrets  # noqa: PLC0415 - with its digests it is half of what a dashboard would wait for here

    first = secrets.choice(ID_LETTERS[8:])
    return first + "".join(secrets.choice(ID_LETTERS) for _ in range(7))


class Critloop:
    """One store and one set of settings: creates, advances, decides and shows runs.

    Everything but ``advance`` blocks for a moment; a dashboard calls it in a thread.
    """

    def __init__(self, settings: Settings, *, data: Path | None = None, clock: Clock | None = None) -> None:
        """Use the store in ``data`` (default: that of the settings). Nothing is opened yet."""
        self.settings = settings
        self.data = data or settings.data
        self.clock = clock or SystemClock()
        self.journal = SqliteJournal(self.data / STORE, now=self.clock.now)
        self._workspace: Workspace | None = None
        self._decisions = Decisions(self.journal, self.clock)

    @property
    def workspace(self) -> Workspace:
        """The work copies; git is imported when they are first needed."""
        if self._workspace is None:
            from critloop.workspace.git import GitWorkspace  # noqa: PLC0415 - git is heavy

            self._workspace = GitWorkspace(self.data)
        return self._workspace

    def new_spec(
        self,
        loop: str,
        subject: Path,
        *,
        maker: AgentRef | None = None,
        critic: AgentRef | None = None,
        keep_branch: bool = False,
        review: str | None = None,
    ) -> RunSpec:
        """What a new run of a loop on a file would be, by the settings; nothing is written.

        A symlink stands for the file that it leads to.

        Raises:
            UsageProblem: The file can't be reviewed, or the review given for the first round is none.
        """
        from critloop.starting import Wanted  # noqa: PLC0415 - those who only look at runs needn't wait for it

        wanted = Wanted(loop=loop, folder=str(Path.cwd()), subject=str(subject), keep_branch=keep_branch, review=review)
        spec = self.propose(wanted).spec
        return spec.but({"maker": maker or spec.maker, "critic": critic or spec.critic})

    def propose(self, wanted: "Wanted", settings: Settings | None = None) -> "Proposal":
        """What a new run would be, by what is asked for and by settings (default: this object's); nothing is written.

        Raises:
            UsageProblem: Something of the request can't be used.
        """
        from critloop.starting import propose  # noqa: PLC0415 - those who only look at runs needn't wait for it

        return propose(settings or self.settings, wanted, self.journal, run=new_run_id())

    def create(self, spec: RunSpec, text: str | None = None) -> str:
        """Write down a new run; its id. The work copy is made when the run is first advanced.

        ``text`` is what the subject is where it has no file of the user's: it is written first.

        Raises:
            UsageProblem: One of its agents doesn't exist, or can't do what the run asks of it.
            WorkspaceProblem: The repository is in the middle of a merge or a rebase.
        """
        from critloop.starting.private import private_text  # noqa: PLC0415 - those who only look needn't wait for it

        self.check_agents(spec)
        with private_text(spec, text):
            self.workspace.check(spec)
            self.journal.append(spec.run, 0, [RunCreated(spec=spec, version=__version__)], at=self.clock.now())
        return spec.run

    def check_agents(self, spec: RunSpec) -> None:
        """Make sure that every agent of a run exists and can do its part.

        Raises:
            UsageProblem: One doesn't, or can't.
        """
        from critloop.agents.abilities import able  # noqa: PLC0415 - wanted before a run begins only

        critics = dict.fromkeys(ref for ref in (spec.critic, spec.auditor, spec.extractor) if ref is not None)
        for ref, role in ((spec.maker, Role.MAKER), *((ref, Role.CRITIC) for ref in critics)):
            self._agent_for(ref, role)
            if why := able(ref, spec):
                what, _, remedy = why.partition(": ")
                raise UsageProblem(what, remedy)

    async def advance(
        self,
        run: str,
        watch: Watcher | None = None,
        *,
        by: str = "",
        bring_back: Literal["ask", "yes"] = "ask",
        control: Control | None = None,
    ) -> RunState:
        """Drive a run until it waits for a human, ends, or is stopped; the state it is then in.

        Raises:
            LeaseHeld: Another process is advancing it.
        """
        who = by or current_user()
        if self.journal.loop(run) == CHAIN:
            from critloop.chains.driving import advance_chain  # noqa: PLC0415 - other runs needn't wait for it

            async def advance(link: str) -> RunState:
                return await self.advance(link, watch, by=who, bring_back=bring_back, control=control)

            return await advance_chain(self, run, advance, control, who)
        return await self._driver().advance(run, by=who, watch=watch, control=control, bring_back=bring_back)

    def _driver(self) -> "Driver":
        from critloop.context.port import gatherer  # noqa: PLC0415 - those who only look needn't wait for it
        from critloop.loop.driver import Driver  # noqa: PLC0415 - the same
        from critloop.loop.session import Ports  # noqa: PLC0415 - the same
        from critloop.prompting import TemplatePrompts  # noqa: PLC0415 - the same
        from critloop.workspace.running import CommandLine  # noqa: PLC0415 - the same

        world = (self.journal, self.workspace, self._agent_for, TemplatePrompts, self.clock, gatherer, CommandLine())
        return Driver(Ports(*world))

    def begin(self, wanted: "Wanted") -> str:
        """Create the run that is asked for, by the settings of its own project; its id.

        Raises:
            UsageProblem: It can't be used, or holds guidance that would pre-judge.
        """
        proposal = self.propose(wanted, wanted.settings())
        for flag in proposal.flags:
            raise UsageProblem(f"{flag.where}:{flag.line}: {flag.why}", flag.remedy)
        return self.create(proposal.spec, proposal.text)

    def state(self, run: str) -> RunState:
        """The run as it is now."""
        return fold(self.journal.read(run))

    def events(self, run: str, after: int = 0) -> list[Recorded]:
        """The run's events with ``seq > after``."""
        return self.journal.read(run, after)

    def rows(self, root: Path | None = None) -> list[RunRow]:
        """All runs, of one project root or of all, the newest first."""
        return self.journal.runs(str(root) if root is not None else None)

    def changed_since(self, token: int, root: Path | None = None) -> tuple[int, list[RunRow]]:
        """The runs that got events since ``token`` was given (0: all), and the token for the next call. Cheap."""
        token, rows = self.journal.changed_since(token)
        return token, [row for row in rows if root is None or row.spec.root == str(root)]

    def find(self, prefix: str, root: Path | None = None) -> str:
        """The run that an unambiguous prefix means; ``last`` is the one below ``root`` that changed last.

        Raises:
            UsageProblem: No run, or several.
        """
        if prefix != LAST or root is None:
            return self.journal.find(prefix)
        rows = [row for row in self.journal.runs() if Path(row.spec.root).is_relative_to(root)]
        if not rows:
            raise UsageProblem(f"no run of {root} yet", "name another project's run by its id: critloop runs --all")
        return max(rows, key=lambda row: row.changed_at).spec.run

    def holder(self, run: str) -> str | None:
        """The process that is advancing a run, in words; None when nobody is."""
        return self.journal.holder(run)

    def work_copy(self, run: str) -> Path | None:
        """The folder of a run's work copy, where there is one."""
        folder = self.data / "runs" / run / "copy"
        return folder if folder.is_dir() else None

    def subscribe(self, run: str, after: int = 0) -> AbstractContextManager[AsyncIterator[Recorded]]:
        """Events with ``seq > after``, stored ones first, then new ones as they come."""
        return self.journal.subscribe(run, after)

    def decide(self, run: str, decision: GateDecision) -> RunState:
        """Answer the open gate.

        Raises:
            UsageProblem: No gate is open, or the decision lacks what it needs.
        """
        return self._decisions.decide(run, decision)

    def rule(self, run: str, item: str, ruling: ItemStatus, *, reason: str, by: str = "") -> RunState:
        """Settle something that a reviewer could not verify.

        Raises:
            UsageProblem: There is no such open item, or no reason is given.
        """
        return self._decisions.rule(run, item, ruling, reason=reason, by=by or current_user())

    def retry(self, run: str, *, by: str = "") -> RunState:
        """Take a run up again that ended as not reviewed; any other is left as it is."""
        return self._decisions.retry(run, by=by or current_user())

    def answer_bring_back(self, run: str, *, accepted: bool, by: str = "") -> RunState:
        """Say yes or no to bringing the result back.

        Raises:
            UsageProblem: Nothing is offered, or what is offered can't be done.
        """
        return self._decisions.answer_bring_back(run, accepted=accepted, by=by or current_user())

    def preview_bring_back(self, run: str) -> BringBackPreview | None:
        """What bringing back the present text of a run would do; None before there is a work copy."""
        prepared = self.state(run).prepared
        return self.workspace.open(run).preview(prepared.origin) if prepared else None

    def offer_again(self, run: str) -> RunState:
        """Offer a result that the user declined, or took out again, once more."""
        return self._decisions.offer_again(run, self.workspace)

    def undo(self, run: str, *, by: str = "") -> RunState:
        """Take a brought-back result out again.

        Raises:
            UsageProblem: Nothing was brought back, or it was taken out already.
            WorkspaceProblem: The file or the branch changed since.
        """
        return self._decisions.undo(run, self.workspace, by=by or current_user())

    def left_out(self, state: RunState) -> tuple[str, ...]:
        """The files of a judged diff whose content could not be shown to a reviewer, each with the reason."""
        from critloop.export.reviewed import unshown  # noqa: PLC0415 - wanted with a result only

        if state.spec.range is None or not state.rounds:
            return ()
        with contextlib.suppress(WorkspaceProblem):
            copy = self.workspace.open(state.spec.run)
            return unshown(copy.range(state.spec.range.base, state.rounds[-1].snapshot.revision))
        return ()

    def text(self, run: str, revision: str, path: str) -> str:
        """A file of the run at a revision, as text."""
        return self.workspace.open(run).read(revision, path).decode("utf-8-sig", errors="replace")

    def diff(self, run: str, old: str, new: str, path: str | None = None) -> str:
        """The unified diff between two revisions of a run."""
        return self.workspace.open(run).diff(old, new, path)

    def close(self) -> None:
        """Close the store."""
        self.journal.close()

    def _agent_for(self, ref: AgentRef, role: Role) -> "Agent":
        from critloop.agents.registry import agent_for  # noqa: PLC0415 - agents are heavy

        return agent_for(ref, role, clock=self.clock, disabled=self.settings.checks.disable)


def current_user() -> str:
    """The name under which decisions are written down."""
    import getpass  # noqa: PLC0415 - wanted only when somebody acts

    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "somebody"
