"""Many problems of one kind in one section, told as one."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from critloop.checks.framework import Edit, Problem

MOST = 3


def folded(problems: Sequence[Problem]) -> list[Problem]:
    """The same problems; where a check has more than ``MOST`` in one section, they become one.

    Of a habit (``Check.told_once``) the whole document counts as one section. The one stands at the
    place of the first, names all lines, and has a fix when all of them do.
    """
    groups: dict[tuple[str, str | None], list[Problem]] = defaultdict(list)
    for problem in problems:
        groups[problem.check.id, None if problem.check.told_once else problem.section].append(problem)
    result = [item for group in groups.values() for item in (group if len(group) <= MOST else [_one(group)])]
    return sorted(result, key=lambda problem: problem.line)


def _one(group: list[Problem]) -> Problem:
    first = group[0]
    lines = ", ".join(str(problem.line) for problem in group)
    return replace(
        first,
        end_line=max(problem.end_line for problem in group),
        title=f"{first.title}, and {len(group) - 1} more of the kind",
        issue=f"{first.issue.rstrip('.')}; there are {len(group) - 1} more of the kind.",
        advice=f"{first.advice} Lines: {lines}.",
        fix=_all_fixes(group),
    )


def _all_fixes(group: list[Problem]) -> Edit | None:
    edits = [edit for problem in group if problem.fix for edit in problem.fix.lines]
    distinct = len({edit.line for edit in edits}) == len(edits)
    first = group[0].fix
    if first is None or not distinct or any(problem.fix is None for problem in group):
        return None
    return Edit(tuple(edits), f"{first.summary}, {len(group)} times")
