"""Criteria on the outline of a text: its headings, its sections, its code blocks."""

import re
from collections.abc import Sequence

from critloop.checks import structure
from critloop.checks.criteria.artifact import MET, Artifact, Judge, Judged, Place, Repair, by_check, none_of, shown
from critloop.checks.criteria.bounds import NUMBER, number_of
from critloop.checks.criteria.measures import headings
from critloop.checks.criteria.wording import HAVE, LEAD, MODAL, NOT, QUOTED_TERMS, TERM, form, terms
from critloop.checks.framework import Check

_BLOCK = r"(?:(?:fenced|code) ?)*(?:blocks?|fences?|snippets?)"
_LANGUAGE = r"(?:a|its|their|the|an explicit)? ?languages?(?: tags?| identifiers?| names?)?"
_TAGS = r"(?:names?|has|have|declares?|states?|gives?|specif(?:y|ies)|(?:is|are) tagged with)"
_LEVEL = rf"(?P<level>#+|level {NUMBER}|h[1-6])"
_DEEP = (
    form(rf"(?:{HAVE} )?no headings? (?:(?:is|are|goes) )?(?:deeper|lower|further down) than {_LEVEL}"),
    form(rf"headings (?:are|go|stay) (?:no deeper than|at most|not deeper than|down to at most) {_LEVEL}"),
)
_KIND = r"(?:section|heading|chapter)"
_CALLED = r"(?:that (?:is|are) )?(?:called|named|titled|headed|entitled)"
_NO_NAME = r"(?!(?:no|new|short|single|separate|final|first|last|second|every|each|other|empty)\b)"
_SECTION = (
    form(rf"{LEAD}(?:{HAVE}|is) (?:an? |the |both )?{_KIND}s? (?:{_CALLED} )?(?P<listed>{QUOTED_TERMS})"),
    form(rf"{LEAD}(?:{HAVE}|is) an? {_KIND} {_CALLED} (?P<listed>{TERM})"),
    form(rf"{LEAD}{HAVE} (?:an? |the )?(?P<listed>{QUOTED_TERMS}|{_NO_NAME}\w+) (?:section|chapter)s?"),
)
_NO_SECTION = form(rf"{LEAD}(?:{HAVE} no|{NOT} {HAVE} an?) {_KIND} {_CALLED} (?P<listed>{TERM})")
_LEVEL_1 = r"(?:title|h1|(?:level[- ]1|top[- ]level|first[- ]level) heading|heading of level 1)"


def shaped(text: str) -> tuple[Judge, Repair | None] | None:
    """What a criterion asks of the outline, and the mechanical repair where there is one."""
    for pattern, judge, repair in _FIXED:
        if pattern.fullmatch(text):
            return judge, repair
    for pattern in _DEEP:
        if match := pattern.fullmatch(text):
            level = match["level"]
            bare = re.sub(r"level |h", "", level, flags=re.IGNORECASE)
            return _no_deeper(len(level) if level.startswith("#") else number_of(bare)), None
    if match := _NO_SECTION.fullmatch(text):
        return _no_section(terms(match["listed"])), None
    matches = (pattern.fullmatch(text) for pattern in _SECTION)
    return next(((_has_sections(terms(match["listed"])), None) for match in matches if match), None)


def _languages(artifact: Artifact) -> Judged:
    bare = [fence for fence in artifact.document.fences if not fence.info.strip()]
    return none_of([Place(f.line, artifact.lines[f.line - 1]) for f in bare], "A code block names no language")


def _no_deeper(level: int) -> Judge:
    def judge(artifact: Artifact) -> Judged:
        deep = [Place(h.line, h.text) for h in artifact.document.headings if h.level > level]
        return none_of(deep, f"Headings go down to level {level}, and there is a deeper one")

    return judge


def _title(text: str) -> str:
    """A heading's words without number, case and closing punctuation."""
    return re.sub(r"^\s*(?:§\s*)?\d+(?:\.\d+)*[.)]?\s+", "", text).strip(" :.*_").casefold()


def _has_sections(names: Sequence[str]) -> Judge:
    def judge(artifact: Artifact) -> Judged:
        known = {_title(heading.words) for heading in headings(artifact)}
        told = ", ".join(f"“{name}”" for name in names if _title(name) not in known)
        return Judged(met=False, gap=f"There is no section called {told}.") if told else MET

    return judge


def _no_section(names: Sequence[str]) -> Judge:
    def judge(artifact: Artifact) -> Judged:
        found = [Place(h.line, h.words) for h in headings(artifact) if _title(h.words) in map(_title, names)]
        return none_of(found, "There is such a section")

    return judge


def _starts_with_heading(artifact: Artifact) -> Judged:
    body = list(enumerate(artifact.lines, start=1))[artifact.document.front_matter_end :]
    first = next((Place(number, line) for number, line in body if line.strip()), None)
    if first and any(h.line == first.line and not h.nested for h in artifact.document.headings):
        return MET
    return Judged(met=False, gap=f"The first line is no heading: {shown([first]) if first else 'there is none'}.")


def _one_title(artifact: Artifact) -> Judged:
    titles = [Place(h.line, h.text) for h in artifact.document.headings if h.level == 1 and not h.nested]
    if len(titles) == 1:
        return MET
    told = shown(titles) if titles else "there is none"
    return Judged(met=False, gap=f"There has to be exactly one heading of level 1: {told}.")


def _unique(artifact: Artifact) -> Judged:
    seen: dict[str, int] = {}
    twice = [h for h in headings(artifact) if seen.setdefault(_title(h.words), h.line) != h.line]
    return none_of(twice, "A heading stands there twice")


def _mended_by(check: Check) -> Repair:
    """The first repair of a check that fits."""

    def repair(artifact: Artifact) -> str:
        fixes = [p.fix for p in check.find(check, artifact.document, artifact.around) if p.fix]
        return next((done for fix in fixes if (done := fix.apply(artifact.document.source))), artifact.text)

    return repair


_FIXED: tuple[tuple[re.Pattern[str], Judge, Repair | None], ...] = (
    (form(rf"(?:(?:every|each|all|all the) )?{_BLOCK} (?:{MODAL} )?{_TAGS} {_LANGUAGE}"), _languages, None),
    (form(rf"(?:{HAVE} )?no {_BLOCK} (?:without|lacks?) (?:naming )?{_LANGUAGE}"), _languages, None),
    (form(rf"{LEAD}(?:starts?|begins?|opens?) with (?:a|its|the) (?:heading|title)"), _starts_with_heading, None),
    (form(rf"{LEAD}{HAVE} (?:exactly one|only one|one|a single) {_LEVEL_1}"), _one_title, None),
    (form(r"headings are unique|every heading is unique|no heading (?:appears|occurs) twice"), _unique, None),
    (form(rf"(?:{HAVE} )?no (?:duplicate|repeated) headings?"), _unique, None),
    (
        form(rf"(?:{HAVE} )?no empty sections?|no section is empty"),
        by_check(structure.EMPTY, "A section is empty"),
        None,
    ),
    (
        form(r"no heading levels? (?:is|are) skipped|heading levels are not skipped|skips no heading levels?"),
        by_check(structure.SKIPPED, "A heading level is skipped"),
        _mended_by(structure.SKIPPED),
    ),
)
