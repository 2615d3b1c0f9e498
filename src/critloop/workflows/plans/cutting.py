"""A plan cut into the chunks that are reviewed one by one (source: document-review.txt, "Plan Document Reviewer").

``## Chunk N: <name>`` sections; a plan without them at its tasks, one without tasks at its sections. Each
line of a plan belongs to one chunk, or to the context that goes with every chunk.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from critloop.model.base import Frozen
from critloop.model.errors import UsageProblem
from critloop.model.headings import lines_of
from critloop.workflows.plans.choosing import How, choose
from critloop.workflows.plans.parsing import Entry, Lines, Plan, read_plan
from critloop.workflows.plans.spans import Span, lay_out

LIMIT = 1_000
"""Lines that a chunk may have (source: document-review.txt, "Chunk Size")."""

_MOST_OF_A_NAME = 60
_MOST_OF_AN_ID = 40
_NOT_IN_AN_ID = re.compile(r"[^\w.]+")


class Chunk(Frozen):
    """A part of a plan that is reviewed by itself, on the 1-based lines ``start_line`` to ``end_line``.

    ``id`` stays as long as its number or name does. ``tasks`` are the numbers of the tasks in it.
    ``shared`` is the introduction of its group of tasks, where that stands in another chunk.
    """

    id: str
    name: str
    number: str
    start_line: int
    end_line: int
    tasks: tuple[str, ...] = ()
    shared: Lines | None = None

    @property
    def lines(self) -> Lines:
        """Its own lines."""
        return Lines(start=self.start_line, end=self.end_line)

    @property
    def long(self) -> bool:
        """True for more lines than a chunk may have."""
        return self.end_line - self.start_line + 1 > LIMIT


class PlanCut(Frozen):
    """A plan as cut. ``how``: at its chunks, its tasks, or, for want of both, its headings.

    ``problem`` says what is missing where it was cut at headings. ``preamble`` comes before the first
    chunk; ``constraints`` bind all tasks, wherever they stand (those in the preamble are listed too).
    """

    chunks: tuple[Chunk, ...]
    how: How
    problem: str
    preamble: Lines
    constraints: tuple[Lines, ...]

    def context_of(self, chunk: Chunk) -> tuple[Lines, ...]:
        """The lines that go with a chunk and are not its own, in order, without overlap."""
        after = [one for one in self.constraints if one.start > self.preamble.end]
        shared = [chunk.shared] if chunk.shared else []
        ranges = [self.preamble, *after, *shared]
        return tuple(sorted((one for one in ranges if one.start <= one.end), key=lambda one: one.start))


class ChunkText(Frozen):
    """What a critic of a chunk is given: ``context`` for orientation, ``text`` to be judged."""

    context: str
    text: str


def cut_plan(text: str) -> PlanCut:
    """Cut a plan.

    Raises:
        UsageProblem: The plan has no headings. The message names no file.
    """
    plan = read_plan(text)
    if not plan.entries:
        raise UsageProblem(
            "the plan has no headings, so there is nothing to cut it at",
            "give each task a heading of its own, such as “### Task 1: Name”",
        )
    choice = choose(plan)
    layout = lay_out(plan, choice.units)
    problem = "no heading of the plan is a task" if choice.how == "headings" else ""
    return PlanCut(
        chunks=tuple(_chunks(plan, layout.spans, choice.how)),
        how=choice.how,
        problem=problem,
        preamble=layout.preamble,
        constraints=layout.constraints,
    )


def chunk_text(text: str, cut: PlanCut, chunk: Chunk) -> ChunkText:
    """A chunk's own text, and apart from it the preamble and the constraints that bind it."""
    lines = lines_of(text)
    context = "\n\n".join(one.of(lines).strip("\n") for one in cut.context_of(chunk))
    return ChunkText(context=context, text=chunk.lines.of(lines))


def _chunks(plan: Plan, spans: Sequence[Span], how: How) -> Iterator[Chunk]:
    taken: dict[str, int] = {}
    starts = [entry.line for entry in plan.entries]
    for span in spans:
        inside = plan.entries[bisect_left(starts, span.lines.start) : bisect_right(starts, span.lines.end)]
        entry = None if span.unit is None else plan.entries[span.unit]
        numbered = entry if how != "headings" else None
        yield Chunk(
            id=_unused(_id(entry, numbered), taken),
            name=_name(entry, numbered, inside),
            number=numbered.name.number if numbered else "",
            start_line=span.lines.start,
            end_line=span.lines.end,
            tasks=_tasks(numbered, inside),
            shared=span.shared,
        )


def _tasks(entry: Entry | None, inside: Sequence[Entry]) -> tuple[str, ...]:
    labelled = tuple(e.name.number for e in inside if e.name.kind == "task")
    own = entry.name.number if entry and entry.name.kind == "coded" else ""
    return labelled or ((own,) if own else ())


def _id(entry: Entry | None, numbered: Entry | None) -> str:
    """``chunk-2``, ``task-4b``, ``phase-1``; ``section-goals`` for what has no number; ``closing`` for the end."""
    if entry is None:
        return "closing"
    if numbered is None:
        return _slug(f"section {entry.text}".replace(".", " "))
    word = "task" if numbered.name.kind in ("task", "coded") else numbered.name.word
    return _slug(f"{word} {numbered.name.number}")


def _slug(text: str) -> str:
    return _NOT_IN_AN_ID.sub("-", text.casefold())[:_MOST_OF_AN_ID].strip("-.")


def _unused(wanted: str, taken: dict[str, int]) -> str:
    """The id, or the id with the first number that makes it unique."""
    name, count = wanted, taken.get(wanted, 0)
    while name in taken:
        count += 1
        name = f"{wanted}-{count}"
    taken[wanted] = max(count, 1)
    taken.setdefault(name, 1)
    return name


def _name(entry: Entry | None, numbered: Entry | None, inside: Sequence[Entry]) -> str:
    if entry is not None:
        return (numbered.name.text if numbered else "") or entry.text or f"line {entry.line}"
    highest = min(e.level for e in inside)
    name = ", ".join(e.name.text or e.text or f"line {e.line}" for e in inside if e.level == highest)
    return name if len(name) <= _MOST_OF_A_NAME else name[: _MOST_OF_A_NAME - 1].rstrip() + "…"
