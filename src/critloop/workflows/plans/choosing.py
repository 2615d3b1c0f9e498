"""Which headings of a plan begin its chunks (source: document-review.txt, "Chunk definition").

Chunks where the plan has them; else its tasks, by their label, by a number with a task's contents, or
by phases; else its sections.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from critloop.model.base import Frozen
from critloop.workflows.plans.naming import plain_number
from critloop.workflows.plans.parsing import Entry, Lines, Plan

How = Literal["chunks", "tasks", "headings"]

_WORK = re.compile(
    r"\s*(?:(?:[-*+]|\d+[.)])\s+)?(?:\[[ xX]\]\s"
    r"|(?:\*\*)?(?:files?|create|modify|add|delete|test|do|gate|run|commit|verify|steps?"
    r"|文件|新建|创建|修改|删除|测试|步骤)(?:\s\d+)?(?:\*\*)?\s*[:：])",
    re.IGNORECASE,
)
_TABLE = re.compile(r"\s*\|(?:.*\|)?\s*(?:tasks?|files?|任务|文件|涉及文件)\s*\|", re.IGNORECASE)
_TASK_LIST = re.compile(
    r"(?:the\s+)?(?:(?:implementation|remaining)\s+)?(?:tasks?|steps|items|work items|task list|work breakdown)"
    r"|任务(?:列表|清单)?|实施步骤|タスク(?:一覧)?",
    re.IGNORECASE,
)
_MOST_PART = 2 / 3


class Choice(Frozen):
    """The entries, by number and in order, that begin a chunk each, and what they are."""

    units: tuple[int, ...]
    how: How


def choose(plan: Plan) -> Choice:
    """The headings to cut at. The plan has at least one."""
    chunks = _of_kind(plan, "chunk")
    tasks = outer_tasks(plan)
    if chunks:
        return Choice(units=tuple(sorted([*chunks, *(n for n in tasks if n < chunks[0])])), how="chunks")
    if units := task_units(plan):
        return Choice(units=units, how="tasks")
    return Choice(units=_sections(plan.entries), how="headings")


def task_units(plan: Plan) -> tuple[int, ...]:
    """The tasks by their label, by a number and what they hold, or the phases; and phases left without a task."""
    units = outer_tasks(plan) or _coded(plan) or _phases(plan)
    return tuple(sorted({*units, *_groups_without(plan, units)}))


def outer_tasks(plan: Plan) -> list[int]:
    """The tasks that are part of no other task. A task one level too deep is still one of its own."""
    open_tasks: list[tuple[Entry, bool]] = []
    found = []
    for number, entry in enumerate(plan.entries):
        open_tasks = [(task, restarts) for task, restarts in open_tasks if task.level < entry.level]
        if entry.name.kind != "task":
            continue
        if open_tasks:
            parent, restarts = open_tasks[-1]
            if restarts or _is_part(entry, parent):
                open_tasks[-1] = (parent, True)
                continue
        found.append(number)
        open_tasks.append((entry, False))
    return found


def _is_part(entry: Entry, parent: Entry) -> bool:
    """True for ``1.2`` or ``1a`` below ``1``, and for a count that begins again."""
    number, outer = plain_number(entry.name.number), plain_number(parent.name.number)
    extends = bool(re.match(rf"{re.escape(outer)}(?:\.|-|[a-z])", number))
    return extends or (number in ("1", "a") and outer != "0")


def _of_kind(plan: Plan, kind: str) -> list[int]:
    """Entries of a kind, at the shallowest level at which there is one."""
    found = [n for n, entry in enumerate(plan.entries) if entry.name.kind == kind]
    shallowest = min((plan.entries[n].level for n in found), default=0)
    return [n for n in found if plan.entries[n].level == shallowest]


def _coded(plan: Plan) -> list[int]:
    """Headings with a bare number or code at one level, if most hold what tasks hold or all stand in a task list."""
    found = [number for number, entry in enumerate(plan.entries) if entry.name.kind == "coded"]
    for level in sorted({plan.entries[number].level for number in found}):
        same = [number for number in found if plan.entries[number].level == level]
        if len(same) > 1 and (_hold_work(plan, same, _WORK) or _are_listed(plan, same)):
            return same
    return []


def _phases(plan: Plan) -> list[int]:
    """Phases, stages, steps: the first level and word of which there are several, if most of them hold work."""
    counts = Counter((e.level, e.name.word) for e in plan.entries if e.name.kind == "group")
    for (level, word), count in sorted(counts.items()):
        same = [n for n, e in enumerate(plan.entries) if (e.level, e.name.word) == (level, word)]
        if count > 1 and (_hold_work(plan, same, _WORK) or _hold_work(plan, same, _TABLE)):
            return same
    return []


def _hold_work(plan: Plan, numbers: Sequence[int], work: re.Pattern[str]) -> bool:
    bodies = [Lines(start=plan.entries[n].end_line + 1, end=plan.entries[n].section_end) for n in numbers]
    held = [any(work.match(line) for line in plan.visible(body)) for body in bodies]
    return sum(held) >= len(held) * _MOST_PART


def _are_listed(plan: Plan, numbers: Sequence[int]) -> bool:
    """True when the headings stand right below one that is called ``Tasks`` or the like."""
    over = {plan.entries[number].parent for number in numbers}
    return len(over) == 1 and any(n is not None and _TASK_LIST.fullmatch(plan.entries[n].name.text) for n in over)


def _groups_without(plan: Plan, units: Iterable[int]) -> list[int]:
    """Groups without a unit beside groups of the same word and level that have some: each is a unit itself."""
    groups = [(n, e) for n, e in enumerate(plan.entries) if e.name.kind == "group"]
    over = set[int]()
    for number in units:
        parent = plan.entries[number].parent
        while parent is not None and parent not in over:
            over.add(parent)
            parent = plan.entries[parent].parent
    full = {n for n, _ in groups if n in over}
    kinds = {(plan.entries[n].level, plan.entries[n].name.word) for n in full}
    return [n for n, e in groups if n not in full and (e.level, e.name.word) in kinds]


def _sections(entries: Sequence[Entry]) -> tuple[int, ...]:
    """The ``##`` headings; where there are none, the shallowest level with several headings, or the one heading."""
    counts = Counter(entry.level for entry in entries)
    several = sorted(level for level, count in counts.items() if count > 1)
    level = 2 if counts[2] else (several or sorted(counts))[0]
    same = [n for n, e in enumerate(entries) if e.level == level]
    return tuple([n for n in same if entries[n].name.kind != "constraints"] or same)
