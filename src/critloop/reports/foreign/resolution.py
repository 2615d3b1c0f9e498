"""Findings that a later section of the same review resolves."""

import re
from collections.abc import Sequence

from critloop.model.finding import Severity
from critloop.reports.characters import comparable
from critloop.reports.foreign.collected import Collected
from critloop.reports.foreign.parts import Part
from critloop.reports.foreign.silence import states_none
from critloop.reports.foreign.statements import Statement
from critloop.reports.foreign.weights import weight_of

_FIXES = re.compile(r"\W*(?:corrections?|fixes|fix(?:es)? (?:round|wave)|remediations?|修正|修复(?:情况|说明)?)\W*")


def closed_later(found: Collected, parts: Sequence[Part], every: Sequence[Statement]) -> Collected:
    """The findings without those that a later section resolves, where the last verdict says that none remains.

    Only those of a weight that the verdict names are taken as closed, all of them where it names none.
    """
    last = every[-1] if every else None
    resolved = [part.number for part in parts if _tells_of_fixes(part) and part.lines]
    if last is None or last.meaning != "pass" or not resolved or max(found.taken, default=0) > last.number:
        return found
    if any(part.number > max(resolved) and part.within.kind in {"issues", "advice"} for part in parts):
        return found
    covered = _said_to_be_gone(last.words)
    closed = [finding for finding in found.gating if finding.severity in covered]
    found.dropped += [f"resolved later in the report: {finding.title}" for finding in closed]
    found.open = [finding for finding in found.open if finding not in closed]
    return found


def _tells_of_fixes(part: Part) -> bool:
    return part.role.kind == "resolved" or (part.heading and _FIXES.fullmatch(comparable(part.title)) is not None)


def _said_to_be_gone(words: str) -> set[Severity]:
    """The weights of which a verdict says that nothing remains."""
    sentence = next((part for part in words.split(". ") if "remain" in part and states_none(part)), "")
    named = {weight.severity for word in comparable(sentence).split() if (weight := weight_of(word))}
    return named or (set(Severity) if sentence else set())
