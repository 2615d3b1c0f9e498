"""The place that a finding names: a section, lines, a file."""

import re
from itertools import islice

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

_AT = re.compile(rf":(?P<lines>{_NUMBERS})", re.IGNORECASE)
_FILE_ONLY = re.compile(_FILE, re.IGNORECASE)
_ENDS_A_PATH = frozenset(' \t\n:*?"<>|`,()[]')
_LONGEST, _MOST = 200, 300
"""Characters of a path, and places of a text, that are looked at."""

_QUOTED_PLACE = re.compile(rf"`(?P<path>[^`:]{{1,200}}):(?P<lines>{_NUMBERS})`", re.IGNORECASE)
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
    path = place if _is_file(place, files) else None
    head, _, tail = place.partition(",")
    if path is None and _is_file(head.strip(), files):
        path, place = head.strip(), tail.strip()
    section = None if path == place or place.casefold() in _EVERYWHERE else place
    return Location(path=path, start_line=start, end_line=end, section=section or None)


def _is_file(words: str, files: re.Pattern[str]) -> bool:
    return len(words) <= _LONGEST and files.fullmatch(words) is not None


def places_in(words: str) -> tuple[Location, ...]:
    """Every ``path:line`` of a text, in order, each once."""
    text = matchable(words)
    quoted = {match.span("path"): match["lines"] for match in _QUOTED_PLACE.finditer(text)}
    inside = [(start - 1, end) for start, end in quoted]
    found = dict(quoted)
    for match in islice(_AT.finditer(text), _MOST):
        start = _path_before(text, match.start())
        if start is not None and not any(begin < start <= end for begin, end in inside):
            found[start, match.start()] = match["lines"]
    places: dict[Location, None] = {}
    for (begin, stop), lines in sorted(found.items()):
        first, last = _span(lines)
        path = words[begin:stop].removeprefix("./")
        places.setdefault(Location(path=path, start_line=first, end_line=last))
    return tuple(places)


def _path_before(text: str, end: int) -> int | None:
    """Where the path begins that ends here; None where there is none."""
    start = end
    while start > max(end - _LONGEST, 0) and text[start - 1] not in _ENDS_A_PATH:
        start -= 1
    return start if start < end and _FILE_ONLY.fullmatch(text, start, end) else None


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
