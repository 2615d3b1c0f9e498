"""The place that a finding names: a section, lines, a file."""

import re

from critloop.model.finding import Location
from critloop.reports.characters import matchable, unmarked

_NUMBERS = r"L?\d{1,7}(?:\s*(?:[-–—~,&]|to|and|至)\s*L?\d{1,7})*"
_LINES = re.compile(
    rf"(?:^|[\s,;(:@#])\s*(?:lines?|ll?\.)\s*:?\s*(?P<a>{_NUMBERS})\)?$"
    rf"|(?:^|[\s,;(:@#])(?=L\d)(?P<b>{_NUMBERS})\)?$"
    rf"|(?:^|[\s,;(])\s*第?\s*(?P<c>{_NUMBERS})\s*行\)?$"
    rf"|[:,;]\s*(?P<d>{_NUMBERS})(?::\d+)?$"
    rf"|^(?P<e>{_NUMBERS})$",
    re.IGNORECASE,
)
_DOCUMENT = r"[^\s:*?\"<>|`]+\.(?:md|markdown|mdx|txt|rst|adoc|html?)"
_SOURCE = r"(?:[^\s:*?\"<>|`,()\[\]]+/)+[^\s:*?\"<>|`,()\[\]/]+\.[a-z]\w{0,9}"
_FILE = (
    r"(?:[^\s:*?\"<>|`,()\[\]]+/)*(?:[^\s:*?\"<>|`,()\[\]/]*[^\s:*?\"<>|`,()\[\]/.]\.[a-z]\w{0,9}"
    r"|\.?(?:Makefile|Dockerfile|Justfile|Procfile|gitignore|[a-z]+rc))"
)
DOCUMENT = re.compile(_DOCUMENT, re.IGNORECASE)
"""A path in a review of a document: one with a document's suffix."""

PAGE = re.compile(rf"{_DOCUMENT}|{_SOURCE}", re.IGNORECASE)
"""A path in a review of a page: also that of a source below a folder."""

SOURCE = re.compile(rf"{_DOCUMENT}|{_FILE}", re.IGNORECASE)
"""A path in a review of code: any file with a suffix."""

_PLACE = re.compile(rf"(?P<path>{_FILE}):(?P<lines>{_NUMBERS})", re.IGNORECASE)
_QUOTED_PLACE = re.compile(rf"`(?P<path>[^`:]+):(?P<lines>{_NUMBERS})`", re.IGNORECASE)
_SPOT = r"(?:`[^`]+:[\d\s,~–-]+`|[^\s`,:]+:\d[\d–-]*)"
_PLACES_ONLY = re.compile(rf"{_SPOT}(?:\s*(?:[,;&]|and)\s*{_SPOT})*")
_EVERYWHERE = {"general", "n/a", "na", "none", "document", "whole document", "overall", "entire spec", "spec", "-", "—"}
_LARGEST = 9_999_999


def read_location(words: str, files: re.Pattern[str] = DOCUMENT) -> Location:
    """A location as a report writes it: ``Storage, lines 3-7``, ``spec.md:90``, ``L3–7``, ``Section 4``.

    A list of lines becomes the span from its first to its last. Words for the whole document name
    no place. ``files`` says what is taken for a path.
    """
    text = " ".join(words.split())
    found = _LINES.search(matchable(text))
    start, end = _span(next(group for group in found.groups() if group)) if found else (None, None)
    place = unmarked(text[: found.start()] if found else text).strip(" ,;:(@#—–-")
    path = place if files.fullmatch(place) else None
    head, _, tail = place.partition(",")
    if path is None and files.fullmatch(head.strip()):
        path, place = head.strip(), tail.strip()
    section = None if path == place or place.casefold() in _EVERYWHERE else place
    return Location(path=path, start_line=start, end_line=end, section=section or None)


def places_in(words: str) -> tuple[Location, ...]:
    """Every ``path:line`` of a text, in order, each once."""
    text = matchable(words)
    quoted = list(_QUOTED_PLACE.finditer(text))
    loose = (match for match in _PLACE.finditer(text) if not any(q.start() < match.start() < q.end() for q in quoted))
    found = [*quoted, *loose]
    places: dict[Location, None] = {}
    for match in sorted(found, key=lambda match: match.start()):
        start, end = _span(match["lines"])
        path = words[match.start("path") : match.end("path")].removeprefix("./")
        places.setdefault(Location(path=path, start_line=start, end_line=end))
    return tuple(places)


def names_only_places(words: str) -> bool:
    """True for a list of ``path:line`` and nothing else."""
    return _PLACES_ONLY.fullmatch(words.strip(" .()")) is not None


def read_lines(words: str) -> tuple[int | None, int | None]:
    """The first and the last line of ``90``, ``3-7``, ``lines 3, 7 and 9``; None where no line is named."""
    numbers = re.search(_NUMBERS, matchable(words))
    return _span(numbers[0]) if numbers else (None, None)


def write_lines(start: int | None, end: int | None) -> str:
    """``line 3``, ``lines 3-7``, or nothing."""
    if start is None:
        return ""
    return f"line {start}" if end in {None, start} else f"lines {start}-{end}"


def write_location(location: Location) -> str:
    """A location in the words that ``read_location`` reads; ``General`` for none."""
    lines = write_lines(location.start_line, location.end_line)
    return ", ".join(part for part in (location.path, location.section, lines) if part) or "General"


def _span(words: str) -> tuple[int | None, int | None]:
    numbers = [number for number in map(int, re.findall(r"\d+", words)) if number <= _LARGEST]
    numbers = [number for number in numbers if number > 0]
    return (min(numbers), max(numbers)) if numbers else (None, None)
