"""Whose words a verdict is: text before or after it may say that it is quoted, or an example."""

import re
from collections.abc import Sequence

from critloop.reports.characters import unmarked
from critloop.reports.fields import begins_field
from critloop.reports.lines import Line
from critloop.reports.nothing import says_nothing
from critloop.reports.titles import EVERY, stated, title_of

_LEADS_IN = re.compile(
    r"\b(?:would (?:be|read|look|say|have)|for example|for instance|e\.g\.|looks? like|as follows"
    r"|the (?:line|following)|put|wrote|inserted|planted|embedded|hidden|quot(?:e|es|ed|ation)|verbatim|sample"
    r"|template|placeholder|inject\w*|pretend\w*|instruct(?:s|ed|ions?)"
    r"|(?:contains?|includes?|says|reads|states|claims|asks for|wants|has) (?:this|these|it|so|that|below)\W*$)",
    re.IGNORECASE,
)
_PREAMBLE = re.compile(
    r"(?:(?:sure|okay|ok|certainly|of course|done)[,.!:]*\s*)?(?:(?:here|below|this|the following)(?:'s| is| are)?"
    r"|see)?\s*(?:my|the|a)?(?: (?:complete|full|final|spec|document|requested|independent))*"
    r" ?(?:review|report|evaluation|findings|verdict|assessment)(?: (?:of|for) [^.:]{1,80}| below| follows)?\s*:",
    re.IGNORECASE,
)
_META = re.compile(
    r"\W*(?:reviewer|reviewed(?: by)?|document|spec(?:ification)?|file|path|date|version|revision|round|scope|author"
    r"|commit|lines|checked|read|reference|subject|审查者|文件|日期|版本)\s*\W{0,4}\s*[:：].*$",
    re.IGNORECASE,
)


def introduced(lines: Sequence[Line]) -> bool:
    """True where the last words of these lines announce what comes next as a quotation or an example."""
    words, last = _last_paragraph(lines)
    if not words or last is None or (is_preamble(_last_sentence(words)) and not _LEADS_IN.search(words)):
        return False
    if words[-1] == ":":
        return not (last.depth and begins_field(last))
    if (
        last.depth
        or stated(last)
        or says_nothing(words)
        or is_metadata(words)
        or title_of(last.own, colon=True, kinds=EVERY)
    ):
        return False
    return words[-1] not in ".!?)。！？" or _LEADS_IN.search(words) is not None


def _last_paragraph(lines: Sequence[Line]) -> tuple[str, Line | None]:
    """The text of the last paragraph and its last line; nothing after a heading or a rule."""
    words: list[str] = []
    last: Line | None = None
    for line in reversed(lines):
        if line.kind in {"heading", "rule"} or (line.kind == "blank" and words):
            break
        if line.kind == "text" and line.live:
            last = last or line
            words.insert(0, line.text.strip())
            if is_metadata(line.text) or line.marker:
                break
    return unmarked(" ".join(words)), last


def goes_on(lines: Sequence[Line]) -> bool:
    """True where the paragraph that comes next only ends the sentence that holds the verdict."""
    first = next((line for line in lines if line.kind != "blank"), None)
    return (
        first is not None and first.kind == "text" and not first.marker and bool(re.match(r"\s*[a-z,;…]", first.text))
    )


def _last_sentence(words: str) -> str:
    return re.split(r"(?<=[.!])\s+", words)[-1]


def is_preamble(words: str) -> bool:
    """True for words that only announce the writer's own report (``Here is my review:``)."""
    return _PREAMBLE.fullmatch(words) is not None


def is_metadata(words: str) -> bool:
    """True for a line that says what was reviewed, by whom or when (``Document: docs/spec.md``)."""
    return _META.match(words) is not None
