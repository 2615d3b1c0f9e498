"""Edits that a maker left uncommitted, split by the places of the findings that they answer."""

from collections.abc import Mapping
from difflib import SequenceMatcher

from critloop.model.finding import Finding
from critloop.model.sections import is_within, section_at

NEAR = 2
"""Lines around a finding's own lines that still count as its place."""


def split(old: str, new: str, findings: Mapping[str, Finding]) -> list[tuple[tuple[str, ...], str]]:
    """Steps from ``old`` to ``new``: the ids that a step answers, and the text after it.

    Edits at the place of the same findings are one step; those at the place of none come last,
    with no ids. The last text is ``new``.
    """
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    edits = [code for code in SequenceMatcher(None, before, after, autojunk=False).get_opcodes() if code[0] != "equal"]
    groups: dict[tuple[str, ...], list[tuple[int, int, int, int]]] = {}
    for _, start, end, new_start, new_end in edits:
        ids = _answered(old, start + 1, max(end, start + 1), findings)
        groups.setdefault(ids, []).append((start, end, new_start, new_end))
    ordered = sorted(groups, key=lambda ids: (not ids, groups[ids][0]))
    steps: list[tuple[tuple[str, ...], str]] = []
    done: list[tuple[int, int, int, int]] = []
    for ids in ordered:
        done += groups[ids]
        steps.append((ids, _applied(before, after, done)))
    return steps


def _answered(text: str, first: int, last: int, findings: Mapping[str, Finding]) -> tuple[str, ...]:
    """The findings whose own lines are touched; failing that, those whose section is."""
    exact = tuple(key for key, finding in findings.items() if _touches(finding, first, last))
    if exact:
        return exact
    section = section_at(text, first)
    return tuple(key for key, f in findings.items() if f.location.section and is_within(section, f.location.section))


def _touches(finding: Finding, first: int, last: int) -> bool:
    start = finding.location.start_line
    end = finding.location.end_line or start
    return start is not None and end is not None and first <= end + NEAR and last >= start - NEAR


def _applied(before: list[str], after: list[str], edits: list[tuple[int, int, int, int]]) -> str:
    pieces: list[str] = []
    at = 0
    for start, end, new_start, new_end in sorted(edits):
        pieces += before[at:start] + after[new_start:new_end]
        at = end
    return "".join(pieces + before[at:])
