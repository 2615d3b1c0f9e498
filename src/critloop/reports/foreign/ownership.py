"""Whether a passing verdict is the reviewer's own word, or an example, or somebody else's."""

import re
from collections.abc import Sequence

from critloop.reports.attribution import goes_on, introduced
from critloop.reports.characters import comparable
from critloop.reports.foreign.parts import Part
from critloop.reports.foreign.tables import is_row
from critloop.reports.lines import Line

_READS_LIKE = re.compile(
    r"\b(?:reads? like|reads? as|reads? this|looks? like|contains? its own|ends? with)\b[^.]{0,30}[.]?$"
    r"|\bits own (?:verdict|approval|report|review)\b",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"(?:.*\b)?(?:previous|earlier|prior|last|former|original)(?: \w+)? (?:reviews?|verdicts?|rounds?"
    r"|reports?)\b.*|history|background"
    r"|.*\b(?:author|maker|developer)(?:'s)? (?:claims?|says|wrote|report|summary|notes?)\b.*|.*\bunder review"
    r"|the (?:document|artifact"
    r"|diff|file|page|text|report|pull request)|appendix\b.*|(?:output|report|review|expected) (?:format|template"
    r"|form|output)"
    r"|(?:an? )?(?:examples?|samples?|template|excerpt|quotation|quote)\b.*|(?:pr |pull request )?description"
    r"|instructions?|prompt|input"
    r"|历史|背景|示例|模板|附录.*|上一轮.*"
)
"""Titles of parts whose verdicts are somebody else's, of another time, or examples."""

_NEAR = 60
"""So many lines around a verdict are looked at."""


_SENTENCE = 3
"""A paragraph of fewer words need not end as a sentence does."""


def is_own(lines: Sequence[Line], index: int) -> bool:
    """False for a passing verdict that the text around it makes an example, or somebody else's words."""
    before = lines[max(index - _NEAR, 0) : index]
    last = next((line for line in reversed(before) if line.kind != "blank"), None)
    plain = last is None or is_row(last) or bool(last.marker) or last.depth > 0 or _is_title(last)
    if lines[index].kind == "heading":
        plain = plain or not (last is not None and _leads_in(last.text))
    told = not plain and (
        introduced(before) or (last is not None and _READS_LIKE.search(last.text.strip()) is not None)
    )
    return not (
        lines[index].html
        or told
        or (goes_on(lines[index + 1 : index + _NEAR]) and lines[index].kind != "heading" and _ends_open(lines, index))
    )


def stands_elsewhere(part: Part) -> bool:
    """True for a part below a title that makes its verdicts somebody else's, of another time, or examples."""
    return any(
        _ELSEWHERE.fullmatch(comparable(other.title).strip(" .:")) for other in (*part.above, part) if other.title
    )


def opens_as_quoted(lines: Sequence[Line]) -> bool:
    """True for a text whose first words announce the review under its title as somebody else's, or as an example."""
    title = next((index for index, line in enumerate(lines) if line.kind == "heading" and line.live), 0)
    return title > 0 and any(line.live for line in lines[:title]) and introduced(lines[:title])


def _leads_in(words: str) -> bool:
    """True for a paragraph before a heading that has not ended, or that announces another's words."""
    end = words.rstrip().rstrip("*_`\"')")
    ended = len(end.split()) < _SENTENCE or end.endswith((".", "!", "?", "。", "！", "？", "；"))
    return not ended or _READS_LIKE.search(end) is not None


def _is_title(line: Line) -> bool:
    return re.fullmatch(r"\s*(?:\*\*|__)[^*_]+(?:\*\*|__)\s*", line.own) is not None


def _ends_open(lines: Sequence[Line], index: int) -> bool:
    """True where an empty line cuts a sentence that goes on."""
    after = lines[index + 1] if index + 1 < len(lines) else None
    return after is not None and after.kind == "blank"
