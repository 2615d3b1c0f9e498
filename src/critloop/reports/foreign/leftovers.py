"""Titles of what is still to be done: nothing of the kind stands beside an approval."""

import re
from collections.abc import Iterator, Sequence

from critloop.reports.adverse import is_tagged
from critloop.reports.characters import comparable, unmarked
from critloop.reports.foreign.labels import label_in
from critloop.reports.foreign.parts import Part
from critloop.reports.foreign.passages import states_pass
from critloop.reports.foreign.settled import marks_done
from critloop.reports.foreign.silence import states_none
from critloop.reports.lines import Line

_LEFT = re.compile(
    r"(?:not|un)[ -]?(?:yet )?(?:implemented|done|met|reviewed|verified|tested|read|checked|covered)\b.*"
    r"|missing\b.*|(?:what(?:'s| is) )?(?:left|missing|outstanding|remaining)(?: .*)?|outstanding\b.*"
    r"|unresolved\b.*|to[- ]?dos?\b.*"
    r"|(?:fix |needed |to do |required )?before (?:merg|releas|approv|ship|land|implement)\w*.*|(?:things"
    r"|what) to fix.*"
    r"|(?:required|needed|mandatory) (?:actions?|steps|fixes|work)|decisions? needed.*|(?:cannot|can't"
    r"|could not) (?:be )?verif.*"
    r"|still (?:open|missing|to).*|gaps?(?: found)?|deviations?(?: .*)?|correction|errat(?:a|um)|addendum"
    r"|p\.? ?s|postscript"
    r"|one more thing|.*\b(?:cr[ií]tic[oa]s?|kritische?r?n?|critiques|graves|bloquants?|bloqueantes"
    r"|schwerwiegende?n?)\b.*"
    r"|(?:offene )?(?:fehler|mängel|probleme|problèmes|problemas|erreurs|errores|hallazgos)\b.*"
)
_FOREIGN_WEIGHT = re.compile(
    r"\W*(?:kritisch|critique|cr[ií]tic[oa]|grave|schwerwiegend|wichtig|bloquant|bloqueante|blockierend|blocker"
    r"|blockers"
    r"|重大|严重|致命)\W{0,4}[:：]",
    re.IGNORECASE,
)
_BROKEN = re.compile(r"\W*(?:todo|fixme|xxx|regression|data loss|blockers?|concerns?)\b\W{0,4}[:：\s]", re.IGNORECASE)
_OBJECT = re.compile(r"\s*`{0,3}\{\s*\"")
_PLACEHOLDER = re.compile(r"\W*(?:\.{3}|…)\W*")
_COMMENT = re.compile(r"\s*`?[\w@/.-]+\.\w{1,8}:\d+")
_MEND = re.compile(r"\W*(?:please |then )?(?:fix|resolve|address|correct|repair)\b", re.IGNORECASE)
_FAILED_RUN = re.compile(r"(?<![\d,.])[1-9]\d* (?:tests? )?failed\b|\s*FAILED\b")
_SHORT = 60


def left_open(parts: Sequence[Part], taken: set[int]) -> Iterator[str]:
    """The titles and lines that say that something is left to do, outside of the findings that were taken in."""
    for part in parts:
        if part.within.kind in {"resolved", "legend"}:
            continue
        if part.within.kind != "advice" and _is_left(part.title) and _holds(part.lines):
            yield part.title
        for index, line in enumerate(part.lines):
            if _is_open(part, index, taken):
                yield line.text.strip()


def _is_open(part: Part, index: int, taken: set[int]) -> bool:
    line, role = part.lines[index], part.within.kind
    if line.live and _PLACEHOLDER.fullmatch(line.own):
        return True
    if line.number in taken:
        return False
    if line.kind == "code":
        return _FAILED_RUN.match(line.text) is not None
    if not line.live or line.kind != "text":
        return False
    return bool(line.marker and _is_comment(part, line, role)) or _says_left(part.lines, index)


def _is_comment(part: Part, line: Line, role: str) -> bool:
    """True for an item that comments on a line of code, or asks for a repair, where no verdict has it as evidence."""
    if role == "closing":
        return _MEND.match(line.own) is not None
    evidence = any(states_pass(other) and _is_named(other) for other in (*part.above, part))
    return role == "none" and not evidence and _COMMENT.match(line.own) is not None


def _is_named(part: Part) -> bool:
    """True for the title of a verdict on one side of the whole (``Spec compliance: PASS``)."""
    label = label_in(part.title, alone=True)
    return label is not None and bool(label.group)


def _says_left(lines: Sequence[Line], index: int) -> bool:
    own = lines[index].own.strip()
    words = unmarked(own)
    if _OBJECT.match(own):
        return True
    if words.endswith((":", "：")) and len(words) < _SHORT:
        return _is_left(words) and _holds(lines[index + 1 :])
    _, _, value = words.replace("：", ":").partition(":")
    grave = _FOREIGN_WEIGHT.match(words) or (not lines[index].depth and (_BROKEN.match(words) or is_tagged(own)))
    return bool(grave) and not _is_nothing(value) and not marks_done(own)


def _is_nothing(value: str) -> bool:
    return bool(value.strip()) and (states_none(value) or value.strip(" .*_").lower() in {"0", "no", "none"})


def _is_left(title: str) -> bool:
    name = re.sub(r"\([^()]*\)", " ", comparable(title)).strip(" .:：!?#*")
    return _LEFT.fullmatch(" ".join(name.split())) is not None


def _holds(lines: Sequence[Line]) -> bool:
    """True where the first words below a title are more than None."""
    first = next((line for line in lines if line.kind != "blank"), None)
    return first is not None and first.kind != "heading" and not states_none(first.own)
