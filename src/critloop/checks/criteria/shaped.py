"""Criteria on the form of a text: headings, sections, code blocks, links, white space, characters."""

import re
from collections.abc import Callable, Sequence

from critloop.checks import links, structure
from critloop.checks.criteria.artifact import MET, Artifact, Judge, Judged, Place, Repair, none_of, shown
from critloop.checks.criteria.bounds import NUMBER, number_of
from critloop.checks.criteria.measures import headings
from critloop.checks.criteria.wording import HAVE, MODAL, NOT, QUOTED_TERMS, SUBJECT, TERM, terms
from critloop.checks.framework import Check
from critloop.checks.parsing import MASK
from critloop.checks.source import SourceText

_BLOCK = r"(?:(?:fenced|code) ?)*(?:blocks?|fences?|snippets?)"
_LANGUAGE = r"(?:a|its|their|the|an explicit)? ?languages?(?: tags?| identifiers?| names?)?"
_FENCES = (
    re.compile(
        rf"(?:(?:every|each|all|all the) )?{_BLOCK} (?:{MODAL} )?(?:names?|has|have|declares?|states?|gives?|specif(?:y|ies)|is tagged with|are tagged with) {_LANGUAGE}",
        re.IGNORECASE,
    ),
    re.compile(rf"(?:{HAVE} )?no {_BLOCK} (?:without|lacks?) (?:naming )?{_LANGUAGE}", re.IGNORECASE),
)
_LEVEL = rf"(?P<level>#+|level {NUMBER}|h[1-6])"
_DEEP = (
    re.compile(
        rf"(?:{HAVE} )?no headings? (?:(?:is|are|goes) )?(?:deeper|lower|further down) than {_LEVEL}", re.IGNORECASE
    ),
    re.compile(
        rf"headings (?:are|go|stay) (?:no deeper than|at most|not deeper than|down to at most) {_LEVEL}", re.IGNORECASE
    ),
)
_CALLED = r"(?:that (?:is|are) )?(?:called|named|titled|headed|entitled)"
_SECTION = (
    re.compile(
        rf"(?:{SUBJECT} )?(?:{MODAL} )?(?:{HAVE}|is) (?:an? |the |both )?(?:sections?|headings?|chapters?) (?:{_CALLED} )?(?P<listed>{QUOTED_TERMS})",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:{SUBJECT} )?(?:{MODAL} )?(?:{HAVE}|is) an? (?:section|heading|chapter) {_CALLED} (?P<listed>{TERM})",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:{SUBJECT} )?(?:{MODAL} )?{HAVE} (?:an? |the )?(?P<listed>{QUOTED_TERMS}|(?!no\b|new\b|short\b|single\b|separate\b|final\b|first\b|last\b|second\b)\w+) (?:section|chapter|heading)s?",
        re.IGNORECASE,
    ),
)
_NO_SECTION = re.compile(
    rf"(?:{SUBJECT} )?(?:{MODAL} )?(?:{HAVE} no|{NOT} {HAVE} an?) (?:section|heading|chapter) {_CALLED} (?P<listed>{TERM})",
    re.IGNORECASE,
)
_LINKS = (
    re.compile(
        rf"(?:(?:every|each|all|all the) )(?P<kind>relative |internal |local )?links? (?:{MODAL} )?(?:resolves?|works?|is valid|are valid|leads? somewhere|(?:is|are) not broken)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:(?:{SUBJECT} )?(?:{MODAL} )?{HAVE} )?no (?:broken|dead) (?P<kind>relative |internal |local )?links?",
        re.IGNORECASE,
    ),
)
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")
_CHARACTERS = {
    "exclamation marks?": "!！",
    "question marks?": "?？",
    "semicolons?": ";；",
    "em dash(?:es)?": "—",
    "ellips[ie]s": "…",
    "tabs?(?: characters?)?": "\t",
}
_NO = rf"(?:(?:{SUBJECT} )?(?:{MODAL} )?(?:{HAVE} )?no|(?:{SUBJECT} )?{NOT} {HAVE}(?: any)?|(?:{SUBJECT} )?avoids?|without)"


def _form(words: str) -> re.Pattern[str]:
    return re.compile(words, re.IGNORECASE)


def shaped(text: str) -> tuple[Judge, Repair | None] | None:
    """What a criterion asks of the form, and the mechanical repair where there is one."""
    for pattern, judge, repair in _FIXED:
        if pattern.fullmatch(text):
            return judge, repair
    for name, signs in _CHARACTERS.items():
        if re.fullmatch(rf"{_NO} {name}", text, re.IGNORECASE):
            return _without(signs), None
    for pattern in _LINKS:
        if match := pattern.fullmatch(text):
            return _resolve(relative=bool(match["kind"])), _mend_links
    return _with_argument(text)


def _with_argument(text: str) -> tuple[Judge, None] | None:
    for pattern in _DEEP:
        if match := pattern.fullmatch(text):
            level = match["level"]
            return _no_deeper(
                len(level) if level.startswith("#") else number_of(re.sub(r"(?i)level |h", "", level))
            ), None
    if match := _NO_SECTION.fullmatch(text):
        return _no_section(terms(match["listed"])), None
    for pattern in _SECTION:
        if match := pattern.fullmatch(text):
            return _has_sections(terms(match["listed"])), None
    return None


def _languages(artifact: Artifact) -> Judged:
    bare = [fence for fence in artifact.document.fences if not fence.info.strip()]
    return none_of([Place(f.line, artifact.lines[f.line - 1]) for f in bare], "A code block names no language")


def _no_deeper(level: int) -> Judge:
    def judge(artifact: Artifact) -> Judged:
        deep = [Place(h.line, h.text) for h in artifact.document.headings if h.level > level]
        return none_of(deep, f"Headings go down to level {level}, and there is a deeper one")

    return judge


def _named(artifact: Artifact, name: str) -> bool:
    wanted = _title(name)
    return any(_title(heading.words) == wanted for heading in headings(artifact))


def _title(text: str) -> str:
    """A heading's words without number, case and closing punctuation."""
    return re.sub(r"^\s*(?:§\s*)?\d+(?:\.\d+)*[.)]?\s+", "", text).strip(" :.*_").casefold()


def _has_sections(names: Sequence[str]) -> Judge:
    def judge(artifact: Artifact) -> Judged:
        missing = [name for name in names if not _named(artifact, name)]
        told = ", ".join(f"“{name}”" for name in missing)
        return Judged(met=False, gap=f"There is no section called {told}.") if missing else MET

    return judge


def _no_section(names: Sequence[str]) -> Judge:
    def judge(artifact: Artifact) -> Judged:
        found = [Place(h.line, h.words) for h in headings(artifact) if _title(h.words) in map(_title, names)]
        return none_of(found, "There is such a section")

    return judge


def _resolve(*, relative: bool) -> Judge:
    """Met when all links lead somewhere; undecided for those that only a network or a project could tell of."""

    def judge(artifact: Artifact) -> Judged:
        places = [
            Place(p.line, p.quote)
            for check in _LINK_CHECKS
            for p in check.find(check, artifact.document, artifact.around)
        ]
        if places:
            return none_of(sorted(places, key=lambda place: place.line), "A link leads nowhere")
        outside = [link for link in artifact.document.links if not _can_tell(artifact, link.target)]
        inside = [link for link in outside if not _SCHEME.match(link.target)]
        doubtful = inside if relative else outside
        if doubtful:
            where = shown([Place(link.line, link.target) for link in doubtful])
            return Judged(met=None, gap=f"where these links lead can't be told from here: {where}")
        return MET

    return judge


def _can_tell(artifact: Artifact, target: str) -> bool:
    if target.startswith("#"):
        return True
    return artifact.around.root is not None and not _SCHEME.match(target) and not target.startswith(("/", "\\"))


_LINK_CHECKS = (links.FILES, links.ANCHORS)


def _mend_links(artifact: Artifact) -> str:
    text = artifact.text
    for check in _LINK_CHECKS:
        now = Artifact(text, artifact.around)
        for problem in check.find(check, now.document, now.around):
            text = (problem.fix.apply(SourceText.of(text)) if problem.fix else None) or text
    return text


def _by(check: Check, what: str) -> Judge:
    def judge(artifact: Artifact) -> Judged:
        found = [Place(p.line, p.quote) for p in check.find(check, artifact.document, artifact.around)]
        return none_of(found, what)

    return judge


def _mended_by(check: Check) -> Repair:
    def repair(artifact: Artifact) -> str:
        fixes = [p.fix for p in check.find(check, artifact.document, artifact.around) if p.fix]
        return next((done for fix in fixes if (done := fix.apply(artifact.document.source))), artifact.text)

    return repair


def _starts_with_heading(artifact: Artifact) -> Judged:
    body = list(enumerate(artifact.lines, start=1))[artifact.document.front_matter_end :]
    first = next(((number, line) for number, line in body if line.strip()), None)
    starts = bool(first and any(h.line == first[0] and not h.nested for h in artifact.document.headings))
    return (
        MET
        if starts
        else Judged(
            met=False, gap=f"The first line is no heading: {shown([Place(*first)]) if first else 'there is none'}."
        )
    )


def _one_title(artifact: Artifact) -> Judged:
    titles = [Place(h.line, h.text) for h in artifact.document.headings if h.level == 1 and not h.nested]
    told = shown(titles) if titles else "there is none"
    return (
        MET if len(titles) == 1 else Judged(met=False, gap=f"There has to be exactly one heading of level 1: {told}.")
    )


def _unique(artifact: Artifact) -> Judged:
    seen: dict[str, int] = {}
    twice = []
    for heading in headings(artifact):
        if seen.setdefault(_title(heading.words), heading.line) != heading.line:
            twice.append(heading)
    return none_of(twice, "A heading stands there twice")


def _without(signs: str) -> Judge:
    """None of these characters outside of code."""

    def judge(artifact: Artifact) -> Judged:
        found = []
        for number, line in enumerate(artifact.lines, start=1):
            bare = line if signs == "\t" else re.sub(r"`+[^`]*`+|<!--.*?-->|\]\([^)]*\)|<?https?://\S+", MASK, line)
            if number not in artifact.fenced and any(sign in bare for sign in signs):
                found.append(Place(number, line))
        return none_of(found, "It stands there")

    return judge


def _lines_where(wrong: Callable[[str], bool], what: str) -> Judge:
    return lambda a: none_of([Place(n, line) for n, line in enumerate(a.lines, start=1) if wrong(line)], what)


def _trimmed(artifact: Artifact) -> str:
    source = artifact.document.source
    return SourceText(tuple(line.rstrip() for line in source.lines), source.ends, source.bom).join()


def _blank_twice(artifact: Artifact) -> Judged:
    pairs = zip(artifact.lines, artifact.lines[1:], strict=False)
    found = [Place(n, "") for n, (one, two) in enumerate(pairs, start=1) if not one.strip() and not two.strip()]
    return (
        MET
        if not found
        else Judged(
            met=False, gap=f"Blank lines follow each other on {len(found)} places, first on line {found[0].line}."
        )
    )


def _single_blanks(artifact: Artifact) -> str:
    """Blank lines that follow each other as one, outside of code."""
    source = artifact.document.source
    kept = [
        n
        for n, line in enumerate(source.lines, start=1)
        if line.strip() or n in artifact.fenced or n == 1 or source.lines[n - 2].strip() or n - 1 in artifact.fenced
    ]
    lines, ends = (tuple(part[n - 1] for n in kept) for part in (source.lines, source.ends))
    return SourceText(lines, ends, source.bom).join()


def _ends_in_newline(artifact: Artifact) -> Judged:
    return MET if artifact.text.endswith(("\n", "\r")) else Judged(met=False, gap="The last line has no line end.")


def _alt_texts(artifact: Artifact) -> Judged:
    bare = [
        Place(block.line_at(match.start()), match[0])
        for block in artifact.document.prose
        for match in re.finditer(r"!\[\s*\]", block.masked)
    ]
    html = [
        Place(h.line, h.content)
        for h in artifact.document.html
        if re.match(r"<img\b(?![^>]*\balt\s*=\s*[\"'][^\"'\s])", h.content, re.IGNORECASE)
    ]
    return none_of([*bare, *html], "An image has no alternative text")


_FIXED: tuple[tuple[re.Pattern[str], Judge, Repair | None], ...] = (
    *((pattern, _languages, None) for pattern in _FENCES),
    (
        _form(rf"(?:{SUBJECT} )?(?:{MODAL} )?(?:starts?|begins?|opens?) with (?:a|its|the) (?:heading|title)"),
        _starts_with_heading,
        None,
    ),
    (
        _form(
            rf"(?:{SUBJECT} )?(?:{MODAL} )?{HAVE} (?:exactly one|only one|one|a single) (?:title|h1|(?:level[- ]1|top[- ]level|first[- ]level) heading|heading of level 1)"
        ),
        _one_title,
        None,
    ),
    (
        _form(
            r"(?:headings are unique|every heading is unique|(?:has |contains )?no (?:duplicate|repeated) headings?|no heading (?:appears|occurs) twice)"
        ),
        _unique,
        None,
    ),
    (
        _form(r"(?:has |contains )?no empty sections?|no section is empty"),
        _by(structure.EMPTY, "A section is empty"),
        None,
    ),
    (
        _form(
            r"(?:no heading levels? (?:is|are) skipped|heading levels are not skipped|(?:has |contains |skips )?no (?:skipped )?heading levels?)"
        ),
        _by(structure.SKIPPED, "A heading level is skipped"),
        _mended_by(structure.SKIPPED),
    ),
    (
        _form(rf"{_NO} trailing (?:white ?space|spaces?)|no line ends (?:in|with) (?:white ?space|spaces?)"),
        _lines_where(lambda line: line != line.rstrip(), "A line ends in white space"),
        _trimmed,
    ),
    (_form(rf"{_NO} (?:(?:two |multiple )?consecutive|double|multiple) blank lines"), _blank_twice, _single_blanks),
    (
        _form(rf"(?:{SUBJECT} )?(?:{MODAL} )?ends? (?:with|in) a (?:newline|line break|line end)"),
        _ends_in_newline,
        lambda a: a.text if a.text.endswith(("\n", "\r")) else a.text + a.document.source.newline,
    ),
    (
        _form(rf"(?:{SUBJECT} )?(?:{MODAL} )?(?:{HAVE}|is) only ASCII(?: characters)?|no non-ASCII characters?"),
        _lines_where(lambda line: not line.isascii(), "A character is not ASCII"),
        None,
    ),
    (
        _form(
            r"(?:every|each) image has (?:an? )?alt(?:ernative)?(?:[ -]text)?|all images have alt(?:ernative)?(?:[ -]texts?)?|no image (?:without|lacks) alt(?:ernative)?(?:[ -]text)?"
        ),
        _alt_texts,
        None,
    ),
)
