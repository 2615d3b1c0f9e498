"""All checks, in the order in which problems on one line are reported."""

from critloop.checks import fences, links, numbering, pages, placeholders, plan_steps, plan_tasks, structure, tables
from critloop.checks.diffs import lines as added
from critloop.checks.diffs import syntax, tests
from critloop.checks.framework import Check

FENCES = (fences.NESTED, fences.UNCLOSED)
CHECKS: tuple[Check, ...] = (
    *FENCES,
    structure.EMPTY,
    placeholders.PLACEHOLDER,
    numbering.STEPS,
    numbering.TASKS,
    numbering.SECTIONS,
    plan_tasks.SYNTAX,
    plan_tasks.REPEATED,
    plan_tasks.SIZE,
    plan_steps.BOX,
    links.FILES,
    links.ANCHORS,
    tables.LONG,
    tables.BROKEN,
    structure.DUPLICATE,
    structure.SKIPPED,
    numbering.LISTS,
    plan_steps.OUTSIDE,
    tables.SHORT,
    pages.SECTIONS,
    pages.UNLISTED,
    added.CONFLICT,
    syntax.SYNTAX,
    added.DEBUGGING,
    added.UNWRITTEN,
    added.ALONE,
    tests.ASSERTLESS,
    added.COMMENT,
)
BY_ID = {check.id: check for check in CHECKS}
