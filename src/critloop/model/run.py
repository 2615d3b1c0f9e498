"""What a run is asked to do: its loop, subject, roles and limits, fixed when it is created."""

import math
from typing import Literal

from critloop.model.base import Frozen
from critloop.model.chain import ChainInputs
from critloop.model.criteria import Criteria
from critloop.model.finding import Finding
from critloop.model.turn import AgentRef


class Limits(Frozen):
    """Limits of a run. ``max_time`` is seconds of turns (waiting for a human costs nothing).

    ``rounds`` is the number of reports a unit may get before a human is asked. ``max_bytes`` is the
    largest subject that the loop takes; ``max_patch`` the most lines of a diff that go into one look.
    """

    rounds: int = 5
    max_tokens: int | None = None
    max_cost: float | None = None
    max_time: float | None = None
    turn_idle: float = 300.0
    max_bytes: int = 1_000_000
    max_patch: int = 2_000

    def __post_init__(self) -> None:
        """Hold the numbers that JSON has no word for at the door."""
        for limit in (self.max_cost, self.max_time, self.turn_idle):
            if limit is not None and not math.isfinite(limit):
                raise ValueError(f"a limit that is no number: {limit}")


class Creation(Frozen):
    """What the maker is told to write before anything is reviewed: an instruction, or a skill with its arguments.

    ``skill_path`` is the skill's file, relative to the root; None for a command of the agent's own.
    """

    instruction: str = ""
    skill: str = ""
    skill_path: str | None = None
    arguments: str = ""


class Range(Frozen):
    """Commits of the user's repository. ``head`` is None for the files as they are, uncommitted ones included."""

    base: str
    head: str | None = None


class PlanInputs(Frozen, tag_field="of", tag="plan"):
    """Beside a plan: the path of its spec, where there is one."""

    spec: str | None = None


class DocsInputs(Frozen, tag_field="of", tag="docs"):
    """Beside a page: globs of sources and related pages that the user names, and the critic's persona.

    ``tools`` are the critic's where a definition file narrows them; None: Read, Glob and Grep.
    """

    sources: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    persona: str = ""
    persona_from: str = ""
    tools: tuple[str, ...] | None = None


class TaskInputs(Frozen, tag_field="of", tag="task"):
    """What a task has to do. ``source`` is the file that the requirement comes from, ``task`` its number there.

    ``constraints`` bind every task; ``evidence`` is the maker's report where the work is done already;
    ``tests`` are the commands that ``run_tests`` may run.
    """

    range: Range
    requirement: str
    source: str
    task: str | None = None
    name: str = ""
    constraints: str = ""
    evidence: str = ""
    tests: tuple[str, ...] = ()


class DeferredMinor(Frozen):
    """A Minor finding that a task review kept for the branch: the run it comes from, its id there, what it says."""

    run: str
    id: str
    finding: Finding


class BranchInputs(Frozen, tag_field="of", tag="branch"):
    """A whole branch: its range, the plan it carries out, and the Minors kept by its tasks' reviews."""

    range: Range
    plan: str | None = None
    minors: tuple[DeferredMinor, ...] = ()
    tests: tuple[str, ...] = ()


class PolishInputs(Frozen, tag_field="of", tag="polish"):
    """What a text is polished for. ``criteria`` where they were supplied; else they are extracted first.

    ``threshold`` and ``cap`` are flags, which beat what an extractor says.
    """

    goal: str
    criteria: Criteria | None = None
    threshold: str | None = None
    cap: int | None = None
    stdin: bool = False


Inputs = PlanInputs | DocsInputs | TaskInputs | BranchInputs | PolishInputs | ChainInputs


class RunSpec(Frozen):
    """Everything that was decided before the first turn.

    ``subject`` is relative to ``root`` (the project: the repository's top, or the file's folder); it
    is empty for a page that a skill has yet to name. ``keep_branch`` leaves ``critloop/<run>`` in the
    user's repository after an approval. ``auditor`` and ``extractor`` are the critic where None.
    """

    run: str
    loop: str
    subject: str
    root: str
    maker: AgentRef
    critic: AgentRef
    auditor: AgentRef | None = None
    extractor: AgentRef | None = None
    limits: Limits = Limits()
    rereview: Literal["full", "scoped"] = "full"
    keep_branch: bool = False
    review: str | None = None
    create: Creation | None = None
    inputs: Inputs | None = None

    @property
    def range(self) -> Range | None:
        """The commits that are judged, in the loops that judge a diff."""
        return self.inputs.range if isinstance(self.inputs, TaskInputs | BranchInputs) else None

    @property
    def tests(self) -> tuple[str, ...]:
        """The commands that a maker may have run as tests."""
        return self.inputs.tests if isinstance(self.inputs, TaskInputs | BranchInputs) else ()

    @property
    def title(self) -> str:
        """The subject as people are told it."""
        if isinstance(self.inputs, TaskInputs) and self.inputs.task:
            return f"{self.subject} · task {self.inputs.task}"
        return self.subject or (self.create.skill if self.create else "") or "the branch"


class Unit(Frozen):
    """What is judged at once. ``path`` is relative to the root; lines are 1-based, None for a whole file.

    ``files`` are the paths of the part of a diff that this unit is.
    """

    id: str
    name: str
    path: str
    start_line: int | None = None
    end_line: int | None = None
    files: tuple[str, ...] = ()
