"""Stretches of lines: how far a finding goes, and what is said before a list."""

import re
from collections.abc import Sequence

from critloop.reports.foreign.labels import label_in, labelled
from critloop.reports.foreign.parts import Part
from critloop.reports.foreign.vocabulary import Meaning, meaning_of
from critloop.reports.foreign.weights import tag_of
from critloop.reports.lines import Line

_SOLVED = re.compile(
    r"\b(?:have|has|had|are|is|were|was|now|all|been|already) (?:been |now |all |already )*(?:fixed|resolved"
    r"|closed|addressed|corrected)\b"
    r"|已经?(?:修复|修正|解决|关闭|处理)|修正済|解決済"
)
_UNSOLVED = re.compile(
    r"\b(?:not|un\w+|remain\w*|still|except|but|however|open|must|should|to be|once|until|when|if)\b|未|尚|仍|但|除"
)


def own_lines(lines: Sequence[Line]) -> list[Line]:
    """The lines of a headed finding, up to a verdict of the whole that follows it."""
    for index, line in enumerate(lines):
        stated = labelled(line) if line.live and not line.depth else None
        if stated and not stated.weak and stated.words and meaning_of(stated.words, asked=stated.asks) != "unclear":
            return list(lines[:index])
    return list(lines)


def introduces_solved(lead: str) -> bool:
    """True for words before a list that say of its items that they are in order."""
    words = lead.lower().strip()
    return words.endswith((":", "：")) and bool(_SOLVED.search(words)) and not _UNSOLVED.search(words)


def tagged_runs(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines of a paragraph, from each that bears a weight up to the next."""
    runs: list[list[Line]] = []
    for line in lines:
        if line.live and tag_of(line.own):
            runs.append([line])
        elif runs:
            runs[-1].append(line)
    return runs


def lists_reasons(part: Part) -> bool:
    """True for a part whose title announces a verdict that doesn't approve."""
    return _announced(part) in {"fail", "conditional"}


def states_pass(part: Part) -> bool:
    """True for a part whose title announces a verdict that approves: what it lists is evidence."""
    return _announced(part) == "pass"


def _announced(part: Part) -> Meaning | None:
    stated = label_in(part.title, alone=True)
    if stated is None:
        return None
    words = stated.words or next((line.own for line in part.lines if line.kind != "blank"), "")
    return meaning_of(words, asked=stated.asks)
