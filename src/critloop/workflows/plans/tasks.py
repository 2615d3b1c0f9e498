"""One task of a plan: its text, its files, and the constraints that bind it (source: task-review.txt)."""

import re
from collections.abc import Sequence

from critloop.model.base import Frozen
from critloop.model.errors import UsageProblem
from critloop.workflows.plans.choosing import choose, outer_tasks, task_units
from critloop.workflows.plans.files import FileMention, files_of
from critloop.workflows.plans.naming import plain_number
from critloop.workflows.plans.parsing import Lines, Plan, read_plan
from critloop.workflows.plans.spans import lay_out, own_end

_BINDING = re.compile(
    r"\s*(?:[-*+]\s+)?\*\*(?:architecture|(?:tech(?:nology|nical)?\s+)?stack|技术栈|架构|全局约束"
    r"|(?:[\w-]+\s+){0,2}(?:constraints?|conventions|invariants|guardrails|ground rules|rules)(?:\s[^*:：]*)?)"
    r"\s*(?:[:：]\s*\*\*|\*\*\s*[:：])",
    re.IGNORECASE,
)
_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s")


class TaskText(Frozen):
    """A task as its plan has it, on the 1-based lines ``start_line`` to ``end_line``, heading included.

    ``number`` and ``name`` are as written. ``constraints`` is what the plan says of all its tasks.
    """

    number: str
    name: str
    text: str
    start_line: int
    end_line: int
    files: tuple[FileMention, ...]
    constraints: str


def task_of(text: str, number: str) -> TaskText:
    """The task with this number, as people type it: ``3``, ``4b``, ``1.2``, ``Task 3``.

    Raises:
        UsageProblem: There is no such task, or more than one. The message names no file.
    """
    plan = read_plan(text)
    tasks = _task_entries(plan)
    wanted = plain_number(number)
    found = [n for n in tasks if plain_number(plan.entries[n].name.number) == wanted]
    if not found:
        raise UsageProblem(f"the plan has no task {number.strip()!r}", _choices(plan, tasks))
    if len(found) > 1:
        lines = ", ".join(str(plan.entries[n].line) for n in found)
        raise UsageProblem(
            f"the plan has {len(found)} tasks with the number {plan.entries[found[0]].name.number} (lines {lines})",
            "give each task a number of its own",
        )
    return _task(plan, found[0], _ends(plan, tasks)[found[0]])


def task_numbers(text: str) -> tuple[str, ...]:
    """The numbers of a plan's tasks as written, in their order; empty for a plan without tasks."""
    plan = read_plan(text)
    return tuple(plan.entries[number].name.number for number in _task_entries(plan))


def task_lines(plan: Plan) -> tuple[Lines, ...]:
    """The lines of each task of a parsed plan, in their order; those of a part lie in those of its task."""
    tasks = _task_entries(plan)
    ends = _ends(plan, tasks)
    return tuple(Lines(start=plan.entries[n].line, end=ends[n]) for n in tasks)


def _task_entries(plan: Plan) -> list[int]:
    """All entries that are tasks, parts of other tasks included."""
    labelled = [n for n, entry in enumerate(plan.entries) if entry.name.kind == "task"]
    return labelled or list(task_units(plan))


def _task(plan: Plan, number: int, end: int) -> TaskText:
    entry = plan.entries[number]
    lines = Lines(start=entry.line, end=end)
    return TaskText(
        number=entry.name.number,
        name=entry.name.text or entry.text,
        text=lines.of(plan.lines),
        start_line=lines.start,
        end_line=lines.end,
        files=files_of(plan.visible(lines)),
        constraints=_constraints(plan),
    )


def _ends(plan: Plan, tasks: Sequence[int]) -> dict[int, int]:
    """The last line of each task. The next task or chunk that is no part of it ends it."""
    parts = set(tasks) - set(outer_tasks(plan) or tasks)
    chunks = (n for n, entry in enumerate(plan.entries) if entry.name.kind == "chunk")
    ends: dict[int, int] = {}
    outermost, inner = None, list[int]()
    for number in sorted({*tasks, *chunks}, reverse=True):
        level = plan.entries[number].level
        while inner and plan.entries[inner[-1]].level > level:
            inner.pop()
        ends[number] = _end(plan, number, inner[-1] if inner else outermost)
        if number not in parts:
            outermost, inner = number, []
        inner.append(number)
    return ends


def _end(plan: Plan, number: int, following: int | None) -> int:
    loose = own_end(plan, number, following)
    return min((plan.entries[n].line - 1 for n in (following, loose) if n is not None), default=len(plan.lines))


def _constraints(plan: Plan) -> str:
    """The sections that bind all tasks, and the lines at the plan's head that do, in the plan's order."""
    layout = lay_out(plan, choose(plan).units)
    head = layout.preamble
    stacks = [e for e in plan.entries if e.name.kind == "stack" and e.line <= head.end]
    sections = [*layout.constraints, *(Lines(start=e.line, end=min(e.section_end, head.end)) for e in stacks)]
    inside = {n for one in sections for n in range(one.start, one.end + 1)}
    starts = (n for n in range(1, head.end + 1) if n not in inside and n not in plan.hidden)
    blocks = [_block(plan, n, head.end) for n in starts if _BINDING.match(plan.lines[n - 1])]
    ranges = sorted([*sections, *blocks], key=lambda one: one.start)
    return "\n\n".join(one.of(plan.lines).strip("\n") for one in ranges)


def _block(plan: Plan, start: int, last: int) -> Lines:
    """A paragraph from its first line on, with the list that it introduces."""
    end = start
    while end < last and _goes_on(plan.lines[end - 1], plan.lines[end], plan.lines[end + 1 : end + 2]):
        end += 1
    return Lines(start=start, end=end)


def _goes_on(line: str, following: str, then: tuple[str, ...]) -> bool:
    """True when the line after this one belongs to the same paragraph or its list."""
    if following.strip():
        return not _BINDING.match(following) and not following.lstrip().startswith(("#", "**", "---", ">"))
    introduces = line.rstrip("*_ ").endswith((":", "："))
    return bool(introduces and then and _ITEM.match(then[0]))


def _choices(plan: Plan, tasks: list[int]) -> str:
    numbers = ", ".join(plan.entries[n].name.number for n in tasks)
    return f"its tasks: {numbers}" if numbers else "it has no tasks; give each a heading, such as “### Task 1: Name”"
