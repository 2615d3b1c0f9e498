"""Whether a passing verdict is the reviewer's own word, or an example, or somebody else's."""

import re
from collections.abc import Sequence

from critloop.reports.attribution import goes_on, introduced
from critloop.reports.foreign.tables import is_row
from critloop.reports.lines import Line

_READS_LIKE = re.compile(
    r"\b(?:reads? like|reads? as|reads? this|looks? like|contains? its own|ends? with)\b[^.]{0,30}[.]?$"
    r"|\bits own (?:verdict|approval|report|review)\b",
    re.IGNORECASE,
)
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
