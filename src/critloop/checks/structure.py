"""Sections: empty ones, skipped levels, siblings of one name."""

import re
from collections.abc import Iterator

from critloop.checks.document import Document, Section
from critloop.checks.framework import Check, Edit, LineEdit, Problem
from critloop.checks.surroundings import Surroundings
from critloop.model.finding import Severity

# A heading that carries its value itself needs no body; neither does one of a release still to come.
_VALUE = re.compile(
    r"(?:status|version|date|authors?|owners?|updated|last updated|created|licen[cs]e|priority|estimate|reviewers?)"
    r"\s*:\s*\S|\[?unreleased\]?",
    re.IGNORECASE,
)
_SETTLED = re.compile(
    r"(?:[:–—(-]\s*)(?:none|n/?a|not applicable|unchanged|no changes?|removed|deleted|skipped|deferred|done|completed?"
    r"|pass(?:ed)?|fail(?:ed)?|ok)\)?\s*$|[.!✅❌✓✔]\s*$|[:：]\s*\d\S*\s*$",
    re.IGNORECASE,
)
# A step whose heading says what to do.
_STEP = re.compile(r"Step\s+\d+\w?\s*[:.)–—-]\s*(?:\S+\s+){3}", re.IGNORECASE)
# A divider that stands over sections of its own level.
_DIVIDER = re.compile(r"(?:[一二三四五六七八九十]+、|第.+[章节部]|(?:Part|Chapter|Appendix)\s+\w+\b)", re.IGNORECASE)
_LOG_LIKE = 3


def _empty(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    if not document.blocks and not document.sections:
        yield check.problem(
            document, 1, "the document is empty", "The document has no content.", advice="Write the document."
        )
    for number, section in enumerate(document.sections):
        following = document.sections[number + 1] if number + 1 < len(document.sections) else None
        if section.blocks or _needs_no_body(section.heading.text):
            continue
        if following and (number == 0 or _is_below(section, following)):
            continue
        if section.comments and "template" in around.path.casefold():
            continue
        held = "nothing but a comment" if section.comments else "nothing"
        yield check.problem(
            document,
            section.heading.line,
            f"section “{section.heading.text}” is empty",
            f"The heading “{section.heading.text}” has {held} below it.",
            advice="Write the section, or remove its heading.",
        )


def _is_below(section: Section, following: Section) -> bool:
    """True for a subsection, by its level, by its number (``5.1`` after ``5.``), or below a divider."""
    number = re.match(r"(?:§\s*)?(\d+(?:\.\d+)*)\.?\s", section.heading.text)
    numbered = bool(number and re.match(rf"(?:§\s*)?{re.escape(number[1])}\.\d", following.heading.text))
    divided = bool(_DIVIDER.match(section.heading.text)) and not _DIVIDER.match(following.heading.text)
    return numbered or divided or following.heading.level > section.heading.level


def _needs_no_body(text: str) -> bool:
    return not text or any((_VALUE.match(text), _SETTLED.search(text), _STEP.match(text)))


def _skipped(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    del around
    reported: set[int] = set()
    for section in document.sections:
        if section.parent is None or section.parent in reported:
            continue
        above = document.sections[section.parent].heading.level
        extra = section.heading.level - above - 1
        if extra <= 0:
            continue
        reported.add(section.parent)
        yield check.problem(
            document,
            section.heading.line,
            f"heading level skipped at “{section.heading.text}”",
            f"“{section.heading.text}” has level {section.heading.level} right below a heading of level {above}.",
            advice=f"Make it level {above + 1}, and its subsections accordingly.",
            fix=_raised(document, section.parent, extra),
        )


def _raised(document: Document, parent: int, by: int) -> Edit | None:
    """All that skips this many levels below one heading, raised by them; only for ``#`` headings."""
    above = document.sections[parent].heading.level
    tops = [section for _, section in document.children(parent) if section.heading.level == above + 1 + by]
    edits = []
    for section in document.sections:
        heading = section.heading
        if not any(top.heading.line <= heading.line <= top.tree_end for top in tops):
            continue
        old = document.source.line(heading.line)
        if not re.match(r" {0,3}#{1,6}(?:\s|$)", old):
            return None
        edits.append(LineEdit(heading.line, old, old.replace("#" * by, "", 1)))
    levels = f"{by} heading level{'s' if by > 1 else ''}"
    return Edit(tuple(edits), f"raise what skips {levels} below “{document.sections[parent].heading.text}”")


def _duplicate(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    del around
    groups: dict[tuple[int | None, int, str], list[Section]] = {}
    for section in document.sections:
        key = (section.parent, section.heading.level, section.heading.text.casefold())
        groups.setdefault(key, []).append(section)
    for group in groups.values():
        # Three and more of one name are a form (a log, a form filled in again), not a slip.
        if not 1 < len(group) < _LOG_LIKE or not group[0].heading.text:
            continue
        first, second = group[0].heading, group[1].heading
        yield check.problem(
            document,
            second.line,
            f"two sections are called “{second.text}”",
            f"“{second.text}” is the name of two sections below one heading.",
            advice=f"Merge it with the one on line {first.line}, or give it another name.",
        )


EMPTY = Check(
    id="empty-section",
    dimension="completeness",
    severity=Severity.HIGH,
    explanation="a heading with neither text nor subsections",
    why="a reader can't tell whether something is missing or nothing applies",
    find=_empty,
    wording=r"The heading “.*” has nothing|The document has no content",
    any_markup=True,
)
SKIPPED = Check(
    id="heading-level",
    dimension="clarity",
    severity=Severity.LOW,
    explanation="a heading more than one level below the one above it",
    why="the outline of the document has a hole",
    find=_skipped,
    told_once=True,
    wording=r"“.*” has level \d right below",
)
DUPLICATE = Check(
    id="duplicate-heading",
    dimension="consistency",
    severity=Severity.LOW,
    explanation="two sections of one name below the same heading",
    why="a reference to the section is ambiguous, and the two may say different things",
    find=_duplicate,
    wording=r"“.*” is the name of two sections",
)
