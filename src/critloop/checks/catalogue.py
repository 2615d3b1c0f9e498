"""All checks, in the order in which problems on one line are reported."""

from critloop.checks import fences, links, numbering, placeholders, structure, tables
from critloop.checks.framework import Check

FENCES = (fences.NESTED, fences.UNCLOSED)
CHECKS: tuple[Check, ...] = (
    *FENCES,
    structure.EMPTY,
    placeholders.PLACEHOLDER,
    numbering.STEPS,
    numbering.TASKS,
    numbering.SECTIONS,
    links.FILES,
    links.ANCHORS,
    tables.LONG,
    tables.BROKEN,
    structure.DUPLICATE,
    structure.SKIPPED,
    numbering.LISTS,
    tables.SHORT,
)
BY_ID = {check.id: check for check in CHECKS}
