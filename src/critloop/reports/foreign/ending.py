"""Signs that a review breaks off, or lacks its front, beyond those that hold for every report."""

import re

from critloop.reports.characters import unmarked
from critloop.reports.foreign.labels import label_in
from critloop.reports.foreign.vocabulary import meaning_of
from critloop.reports.lines import Document

_OPEN = re.compile(
    r"(?:[,;:(\[，；：（、—–]|\b(?:the|a|an|and|or|of|to|in|on|for|with|that|which|is|are|but|by|as|at|from|not|no))$",
    re.IGNORECASE,
)


_SECOND_LEVEL = 2


def begins_late(document: Document) -> str:
    """Why the front of a text must be missing, as the end of a sentence about it; empty where nothing says so."""
    first = next((line for line in document.lines if line.live and line.text.strip()), None)
    if first is None or first.kind != "heading" or first.level <= _SECOND_LEVEL or calls_review(first.text):
        return ""
    higher = any(line.kind == "heading" and line.live and line.level < first.level for line in document.lines)
    return "" if higher else "it begins with the title of a part, below no other title"


def calls_review(words: str) -> bool:
    """True for a title that says that it is one of a review."""
    return re.search(r"review|audit|feedback|审|评|レビュー", words, re.IGNORECASE) is not None


def breaks_off(document: Document) -> str:
    """Why a text must be incomplete, as the end of a sentence about it; empty where nothing says so."""
    last = next((line for line in reversed(document.lines) if line.content.strip() and line.kind != "rule"), None)
    if last is None or not last.live:
        return ""
    words = unmarked(last.own).strip()
    if last.kind == "heading":
        said = label_in(last.own, alone=False)
        stated = said is not None and said.words
        return (
            ""
            if stated or meaning_of(words) != "unclear" or len(document.lines) == 1
            else "its last line is a title with nothing after it"
        )
    return "its last sentence does not end" if _OPEN.search(words) and len(words.split()) > 1 else ""
