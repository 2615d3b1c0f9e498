"""Boxes of a plan that are none, and steps that belong to no task (document-review.txt, "Markdown Task Syntax")."""

import re
from collections.abc import Iterator

from critloop.checks.document import Document, Prose
from critloop.checks.framework import Check, Edit, LineEdit, Problem
from critloop.checks.plan_tasks import PLAN, text_of
from critloop.checks.surroundings import Surroundings
from critloop.model.finding import Severity
from critloop.workflows.plans.parsing import read_plan
from critloop.workflows.plans.tasks import task_lines

# What stands for a box at the beginning of an item: "[]", "[ x]", "[  ]", "[x]text"; no link and no reference.
_ITEM_BOX = re.compile(r"(?P<box>\[[ \t]*(?P<mark>[xX]?)[ \t]*\])(?P<gap>[ \t]*)(?=[^\s(\[:])")
_GOOD = re.compile(r"\[[ xX]\][ \t]")
# The same without a list: "[ ] text", "-[ ] text".
_BARE_BOX = re.compile(r"(?P<box>[-*+]?\[[ \t]*(?P<mark>[xX]?)[ \t]*\])(?P<gap>[ \t]+)(?=[^\s(\[:])")
_STEP = re.compile(r"\[[ xX]\]\s+(?:\*\*|__)?Step\s*\d", re.IGNORECASE)


def _boxes(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    del around
    for line, column, match in _misspelt(document):
        old = document.source.line(line)
        start = old.find(match["box"], column)
        mark, list_mark = match["mark"] or " ", "" if match.re is _ITEM_BOX else "- "
        new = f"{old[:start]}{list_mark}[{mark}] {old[start + len(match[0]) :]}"
        yield check.problem(
            document,
            line,
            f"“{match['box']}” is no box",
            f"“{match['box']}” is not read as a box.",
            advice=f"Write “- [{mark}] ” before the text.",
            fix=Edit((LineEdit(line, old, new),), "write boxes as Markdown has them") if start >= 0 else None,
        )


def _in_tasks(document: Document) -> frozenset[int]:
    """The lines of all tasks."""
    tasks = task_lines(read_plan(text_of(document)))
    return frozenset(number for one in tasks for number in range(one.start, one.end + 1))


def _misspelt(document: Document) -> Iterator[tuple[int, int, re.Match[str]]]:
    """Line, first column and match of each box that Markdown doesn't see; only where tasks have their steps."""
    inside = _in_tasks(document)
    for prose in document.prose:
        if prose.kind != "paragraph" or prose.quoted or prose.line not in inside:
            continue
        for line, text in _beginnings(prose):
            match = (_ITEM_BOX if prose.item else _BARE_BOX).match(text)
            if match and not (prose.item and _GOOD.match(text)):
                yield line, max(document.source.line(line).find(text.rstrip()), 0), match


def _beginnings(prose: Prose) -> Iterator[tuple[int, str]]:
    """The lines at whose beginning a box could stand, as code and links are overwritten in them."""
    lines = prose.masked.split("\n")
    return enumerate(lines[:1] if prose.item else lines, start=prose.line)


def _outside(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    del around
    inside = _in_tasks(document)
    for prose in document.prose:
        is_step = prose.item and not prose.quoted and _STEP.match(prose.content)
        if not inside or not is_step or prose.line in inside:
            continue
        yield check.problem(
            document,
            prose.line,
            "a step that belongs to no task",
            "This step stands outside of the plan's tasks.",
            advice="Put it below the task that it is part of, or give it a task of its own.",
        )


BOX = Check(
    id="box",
    dimension="task syntax",
    severity=Severity.MEDIUM,
    explanation="a task's box that Markdown does not read as one",
    why="what follows a plan by its boxes passes the step over",
    find=_boxes,
    wording=r"is not read as a box",
    loops=PLAN,
)
OUTSIDE = Check(
    id="step-outside",
    dimension="task decomposition",
    severity=Severity.LOW,
    explanation="a step with a box outside of all tasks",
    why="nobody who is given one task sees it",
    find=_outside,
    wording=r"This step stands outside of the plan's tasks",
    told_once=True,
    loops=PLAN,
)
