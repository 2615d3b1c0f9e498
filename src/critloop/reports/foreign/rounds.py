"""Reviews in one text that follow each other: the last one counts."""

import re
from collections.abc import Sequence

from critloop.reports.characters import comparable
from critloop.reports.foreign.collecting import collect
from critloop.reports.foreign.labels import can_approve
from critloop.reports.foreign.parts import Part
from critloop.reports.foreign.statements import Statement, statements_of
from critloop.reports.lines import Line

_ROUND = re.compile(
    r"(?:(?:code |spec |task |plan |quality )?(?:re-?review(?: ?(?:round|pass|#|no\.?)? ?\d+)?|review ?(?:round"
    r"|pass|#|no\.?)? ?\d+)"
    r"|round \d+(?: review)?|(?:pass|iteration|attempt|review round|review pass) \d+"
    r"|(?:first|second|third|fourth|fifth|\d+(?:st|nd|rd|th)|initial|final|follow-?up|fresh|new"
    r"|updated) (?:re-?)?(?:review|round|pass)"
    r"|update(?: after (?:the )?(?:fix(?:es)?|remediation))?|(?:re-?review )?after (?:the )?(?:fix(?:es)?|remediation)"
    r"|第[一二三四五六七八九十\d]+[轮次](?:审[查阅]|评审|复审)?|(?:最终)?复审|再审|再レビュー|第\d+回(?:レビュー)?)"
)
_MANY = 8
"""So many titles of rounds are looked at, from the last one back."""


def last_round(parts: Sequence[Part]) -> tuple[list[Part], list[str]]:
    """The parts of the last review of a text, and in words what the ones before it found.

    A later review takes an earlier one's place only where each states a verdict of its own; what
    stands before the first is the title of them all.
    """
    starts = [index for index, part in enumerate(parts) if part.heading and _is_round(part.title)]
    for start in reversed(starts[-_MANY:]):
        level = parts[start].level
        if any(part.level < level for part in parts[start + 1 :]):
            continue
        if start and _decides(parts[start:]) and _decides(parts[:start]):
            return [*_title(parts), *parts[start:]], _found_before(parts[:start])
    return list(parts), []


def _is_round(title: str) -> bool:
    words = re.sub(r"\([^()]*\)", " ", comparable(title))
    name = re.split(r"\s*(?:[:：—–]|\s-\s)", words.strip(), maxsplit=1)[0]
    return _ROUND.fullmatch(" ".join(name.strip(" .#").split())) is not None


def _decides(parts: Sequence[Part]) -> bool:
    return any(said.meaning in {"pass", "fail", "conditional"} and can_approve(said.group) for said in _stated(parts))


def _stated(parts: Sequence[Part]) -> list[Statement]:
    lines = _lines(parts)
    return statements_of(parts, lines, collect(parts).taken)


def _lines(parts: Sequence[Part]) -> list[Line]:
    lines: list[Line] = []
    for part in parts:
        if part.title and not any(line.number == part.number for line in part.lines):
            lines.append(
                Line(part.number, part.title, part.title, part.title, kind="heading", level=max(int(part.level), 1))
            )
        lines += part.lines
    return lines or [Line(1, "", "", "", kind="blank")]


def _title(parts: Sequence[Part]) -> list[Part]:
    """The first heading alone, which says what the text is."""
    first = next((part for part in parts if part.heading), None)
    if first is None or _is_round(first.title):
        return []
    return [Part(first.title, first.level, first.number, heading=True)]


def _found_before(parts: Sequence[Part]) -> list[str]:
    found = collect(parts)
    return [f"of an earlier review: {finding.title}" for finding in found.open] + found.dropped
