"""A text as the sentences that a reader takes in, each with where it stands."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_LONGEST = 4_000
"""A longer sentence is looked at in pieces of so many characters."""

_TEMPLATE = re.compile(r"\{#.{0,1000}?#\}|\{%.{0,1000}?%\}|\{\{.{0,1000}?\}\}", re.DOTALL)
_MARKS = frozenset("*_`~\u200b\u200c\u200d\ufeff\u00ad")
_APOSTROPHES = {"’": "'", "‘": "'", "ʼ": "'", "＇": "'", "\u00a0": " "}
_ITEM = re.compile(r"[ \t]*(?:[-+•>|#]+|\d{1,3}[.)])[ \t]")
_ENDS = re.compile(r"[.!?](?=[\s\"”'’)\]]|$)|[。！？]|\n[ \t]*\n")
_LEAD = re.compile(r"[\s>+•#|-]*(?:\d{1,3}[.)]\s+)?(?:\[.\]\s+)?")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence in lower case and without emphasis; ``places`` are the offsets of its characters in the text."""

    words: str
    places: tuple[int, ...]


def without_tags(text: str) -> str:
    """A template's text with its tags blanked out: they are no words, and every line stays where it is."""
    return _TEMPLATE.sub(lambda tag: re.sub(r"[^\n]", "\u00b7", tag[0]), text)


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences of a text; one may go over several lines, but not beyond its list item or paragraph."""
    for start, end in _spans(text):
        places = [place for place in range(start, end) if text[place] not in _MARKS]
        words = "".join(_APOSTROPHES.get(text[place], text[place]) for place in places)
        lowered = words.lower() if len(words.lower()) == len(words) else words
        lead = _LEAD.match(lowered)
        skipped = lead.end() if lead else 0
        if lowered[skipped:].strip():
            yield Sentence(lowered[skipped:], tuple(places[skipped:]))


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """Start and end offsets of the sentences."""
    cuts = {match.end() for match in _ENDS.finditer(text)}
    offset = 0
    for line in text.splitlines(keepends=True):
        if _ITEM.match(line.replace("*", "-", 1) if line.lstrip().startswith("* ") else line):
            cuts.add(offset)
        offset += len(line)
    start = 0
    for cut in sorted({*cuts, len(text)}):
        for piece in range(start, cut, _LONGEST):
            yield piece, min(piece + _LONGEST, cut)
        start = cut
