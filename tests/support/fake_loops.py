"""Runs of every loop for tests of the dashboard: plan, docs, task, polish, creation, and a chain."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from critloop.chains.driving import advance_chain
from critloop.loop.control import Control
from critloop.loop.state import RunState
from critloop.model.chain import ChainInputs, Link
from critloop.model.context import PageContext, RelatedPage, SourceHit
from critloop.model.criteria import Criteria, Criterion
from critloop.model.events import Event, Recorded, RunCreated
from critloop.model.ports import Clock, Journal, Lease, Watcher
from critloop.model.run import Creation, Limits, PolishInputs, Range, TaskInputs
from critloop.starting import Wanted
from tests.support.fake_runs import RUN, FakeRuns, live, runs_of
from tests.support.replies import artifact, docs_report, evaluation, plan_review, task_review
from tests.support.world import MemoryLease, Script, World, approves, new_world, objects

CHUNKS = tuple(
    f"## Chunk {n}: {name}\n\n### Task {n}: {name}\n\n- [ ] **Step 1:** dig\n\n"
    for n, name in enumerate(("Storage", "Limits", "Export"), 1)
)
PLAN = "# Plan\n\n" + "".join(CHUNKS)
DOUBT = "the port is free"


def plan_runs(maker: Sequence[Script] = ()) -> FakeRuns:
    """A plan of three chunks: the first approved in its second round, the second asks after one."""
    critic = [plan_review("dig where?"), plan_review(), plan_review("dig how deep?")]
    fixed = Script(text=PLAN.replace("dig", "dig here", 1))
    limits = Limits(rounds=2)
    return runs_of(
        new_world(critic, maker or [fixed, Script(fail="gone", final=True)], text=PLAN, loop="plan", limits=limits)
    )


def docs_runs(*, unread: bool = False) -> FakeRuns:
    """A page with what was gathered for it; ``unread``: nobody can read the reports, so that the run ends."""
    world = new_world([Script(reply="hm")] if unread else [docs_report("HIGH the count is wrong")], loop="docs")
    context = PageContext(
        kind="reference",
        required=("parameters", "errors"),
        missing=("errors",),
        names=("Order",),
        sources=(SourceHit(path="src/order.py", names=("Order",)),),
        tests=(SourceHit(path="tests/test_order.py"),),
        related=(RelatedPage(path="docs/guide.md", why="links here"),),
        navigation="mkdocs.yml",
        notes=("two pages were left out",),
    )
    world.gather = lambda *_: context
    return runs_of(world)


def task_runs(*, doubts: Sequence[str] = (DOUBT,), maker: Sequence[Script] = ()) -> FakeRuns:
    """A task whose review passes but for what the diff can't show; a look can't tell either."""
    inputs = TaskInputs(
        range=Range(base="r0"),
        requirement="Count the orders.",
        source="docs/plan.md",
        task="3",
        name="Count",
        constraints="Python 3.11",
        tests=("make test",),
    )
    cannot_tell = Script(
        reply="\n".join(f"- V{n}: unknown — the server is not here" for n in range(1, len(doubts) + 1))
    )
    critic = [task_review("Minor a name is odd", unverified=tuple(doubts)), cannot_tell, task_review()]
    world = new_world(critic, maker or [Script()], text="# Orders\n\nOne.\n\nMore.\n", loop="task", inputs=inputs)
    world.workspace.before = "# Orders\n\nMore.\n"
    return runs_of(world)


def polish_runs() -> FakeRuns:
    """A text that is best in its second of three evaluations, all of which fail."""
    criteria = Criteria(
        criteria=(Criterion(id="C1", text="at most 5 words"), Criterion(id="C2", text="no “very”")), cap=3
    )
    scores = [{"C1": "7 words", "C2": "one very"}, {"C1": "6 words", "C2": ""}, {"C1": "9 words", "C2": "two"}]
    maker = [artifact("two words\n"), artifact("three words\n")]
    inputs = PolishInputs(goal="short", criteria=criteria)
    return runs_of(
        new_world([evaluation(score) for score in scores], maker, text="one\n", loop="polish", inputs=inputs)
    )


def creation_runs() -> FakeRuns:
    """A page that the maker never gets written."""
    world = new_world([docs_report()], [Script()], text="", loop="docs", create=Creation(instruction="Say what it is."))
    return runs_of(world)


def writing_runs() -> FakeRuns:
    """A plan that is written chunk by chunk: the first is approved, the second is being written."""
    maker = [Script(text="# Plan\n\n" + CHUNKS[0]), Script(hang=True)]
    create = Creation(instruction="Plan it.")
    return runs_of(new_world([plan_review()], maker, text="", loop="plan", create=create))


def skill_runs() -> FakeRuns:
    """A page that a skill is about to write; nobody knows its name yet."""
    create = Creation(skill="new-page", arguments="orders")
    world = new_world([docs_report()], [Script(hang=True)], text="", loop="docs", create=create)
    [created] = world.journal.items
    assert isinstance(created.event, RunCreated)
    spec = created.event.spec.but({"subject": ""})
    world.journal.items = [created.but({"event": created.event.but({"spec": spec})})]
    return runs_of(world)


@dataclass
class ManyJournals:
    """The journals of several worlds as one store."""

    runs: "ChainRuns"

    def read(self, run: str, after: int = 0) -> list[Recorded]:
        return self.runs.world_of(run).journal.read(run, after)

    def append(
        self, run: str, expected_version: int, events: Sequence[Event], *, at: float, lease: Lease | None = None
    ) -> list[Recorded]:
        return self.runs.world_of(run).journal.append(run, expected_version, events, at=at, lease=lease)

    def lease(self, run: str) -> Lease:
        del run
        return MemoryLease()


@dataclass
class ChainRuns(FakeRuns):
    """A chain and the runs of its links, which begin when their turn comes."""

    coming: list[World] = field(default_factory=list)

    def world_of(self, run: str) -> World:
        return self._world(run)

    @property
    def journal(self) -> Journal:
        return ManyJournals(self)  # type: ignore[return-value] # what a chain asks of it

    @property
    def clock(self) -> Clock:
        return self.world.clock

    def begin(self, wanted: Wanted) -> str:
        del wanted
        self.more.append(self.coming.pop(0))
        return self.more[-1].state.spec.run

    def offer_again(self, run: str) -> RunState:
        return self.state(run)

    async def advance(
        self,
        run: str,
        watch: Watcher | None = None,
        *,
        by: str = "",
        bring_back: Literal["ask", "yes"] = "ask",
        control: Control | None = None,
    ) -> RunState:
        if run != RUN:
            return await super().advance(run, watch, by=by, bring_back="yes", control=control)

        async def advance(link: str) -> RunState:
            return await self.advance(link, watch, by=by, bring_back=bring_back, control=control)

        return await advance_chain(self, run, advance, control)


def chain_runs() -> ChainRuns:
    """Three links: the first is approved, the second asks a human, the third waits for it."""
    links = tuple(Link(name=name, loop="spec") for name in ("design", "plan", "work"))
    world = new_world([], loop="chain", inputs=ChainInputs(links=links), limits=Limits())
    worlds = [
        live(new_world(critic, limits=Limits(rounds=1)), run=f"link{number}")
        for number, critic in enumerate(([approves()], [objects("an issue")], [approves()]), start=1)
    ]
    return ChainRuns(live(world), coming=worlds)
