"""Criteria on white space, line ends and single characters."""

import re
from collections.abc import Callable

from critloop.checks.criteria.artifact import MET, Artifact, Judge, Judged, Place, Repair, none_of
from critloop.checks.criteria.wording import HAVE, LEAD, NOT, SUBJECT, form
from critloop.checks.parsing import MASK
from critloop.checks.source import SourceText

_NO = rf"(?:(?:{LEAD}{HAVE} |{LEAD})no|(?:{SUBJECT} )?{NOT} {HAVE}(?: any)?|(?:{SUBJECT} )?avoids?|without)"
_CHARACTERS = {
    "exclamation marks?": "!！",
    "question marks?": "?？",
    "semicolons?": ";；",
    "em dash(?:es)?": "—",
    "tabs?(?: characters?)?": "\t",
}
_NOT_PROSE = re.compile(r"`+[^`]*`+|<!--.*?-->|\]\([^)]*\)|<?https?://\S+|^\s*\[[^\]]+\]:\s.*$")


def marked(text: str) -> tuple[Judge, Repair | None] | None:
    """``no trailing whitespace``, ``ends with a newline``, ``no exclamation marks``."""
    for pattern, judge, repair in _FIXED:
        if pattern.fullmatch(text):
            return judge, repair
    signs = next((signs for name, signs in _CHARACTERS.items() if form(rf"{_NO} {name}").fullmatch(text)), None)
    return (_without(signs), None) if signs else None


def _without(signs: str) -> Judge:
    """None of these characters: tabs anywhere, punctuation outside of code and links."""

    def judge(artifact: Artifact) -> Judged:
        lines = enumerate(artifact.lines, start=1)
        if signs == "\t":
            return none_of([Place(n, line) for n, line in lines if signs in line], "A tab stands there")
        prose = [(n, line) for n, line in lines if n not in artifact.fenced]
        found = [Place(n, line) for n, line in prose if any(sign in _NOT_PROSE.sub(MASK, line) for sign in signs)]
        return none_of(found, f"“{signs[0]}” stands there")

    return judge


def _lines_where(wrong: Callable[[str], bool], what: str) -> Judge:
    return lambda a: none_of([Place(n, line) for n, line in enumerate(a.lines, start=1) if wrong(line)], what)


def _trimmed(artifact: Artifact) -> str:
    source = artifact.document.source
    return SourceText(tuple(line.rstrip() for line in source.lines), source.ends, source.bom).join()


def _blank_twice(artifact: Artifact) -> Judged:
    pairs = zip(artifact.lines, artifact.lines[1:], strict=False)
    found = [n for n, (one, two) in enumerate(pairs, start=1) if not one.strip() and not two.strip()]
    if not found:
        return MET
    return Judged(met=False, gap=f"Blank lines follow each other in {len(found)} places, first on line {found[0]}.")


def _single_blanks(artifact: Artifact) -> str:
    """Blank lines that follow each other as one, outside of code."""
    source = artifact.document.source

    def stays(n: int) -> bool:
        before = source.line(n - 1)
        return bool(source.line(n).strip() or n == 1 or before.strip()) or {n, n - 1} <= artifact.fenced

    kept = [n for n in range(1, len(source.lines) + 1) if stays(n)]
    lines, ends = (tuple(part[n - 1] for n in kept) for part in (source.lines, source.ends))
    return SourceText(lines, ends, source.bom).join()


def _ends_in_newline(artifact: Artifact) -> Judged:
    ended = artifact.text.endswith(("\n", "\r"))
    return MET if ended else Judged(met=False, gap="The last line has no line end.")


def _ended(artifact: Artifact) -> str:
    return artifact.text if _ends_in_newline(artifact).met else artifact.text + artifact.document.source.newline


_FIXED: tuple[tuple[re.Pattern[str], Judge, Repair | None], ...] = (
    (
        form(rf"{_NO} trailing (?:white ?space|spaces?)|no line ends (?:in|with) (?:white ?space|spaces?)"),
        _lines_where(lambda line: line != line.rstrip(), "A line ends in white space"),
        _trimmed,
    ),
    (
        form(rf"{_NO} (?:(?:two |multiple )?consecutive|double|multiple) blank lines"),
        _blank_twice,
        _single_blanks,
    ),
    (form(rf"{LEAD}ends? (?:with|in) a (?:newline|line break|line end)"), _ends_in_newline, _ended),
    (
        form(rf"{LEAD}(?:{HAVE}|is) only ASCII(?: characters)?|no non-ASCII characters?"),
        _lines_where(lambda line: not line.isascii(), "A character is not ASCII"),
        None,
    ),
)
