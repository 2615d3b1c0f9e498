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
_PATH = re.compile(r"[^\s:*?\"<>|]+\.(?:md|markdown|mdx|txt|rst|adoc|html?)", re.IGNORECASE)
_EVERYWHERE = {"general", "n/a", "na", "none", "document", "whole document", "overall", "entire spec", "spec", "-", "—"}
_LARGEST = 9_999_999


def read_location(words: str) -> Location:
    """A location as a report writes it: ``Storage, lines 3-7``, ``spec.md:90``, ``L3–7``, ``Section 4``.

    A list of lines becomes the span from its first to its last. Words for the whole document name
    no place.
    """
    text = " ".join(words.split())
    found = _LINES.search(matchable(text))
    start, end = _span(next(group for group in found.groups() if group)) if found else (None, None)
    place = unmarked(text[: found.start()] if found else text).strip(" ,;:(@#—–-")
    path = place if _PATH.fullmatch(place) else None
    head, _, tail = place.partition(",")
    if path is None and _PATH.fullmatch(head.strip()):
        path, place = head.strip(), tail.strip()
    section = None if path == place or place.casefold() in _EVERYWHERE else place
    return Location(path=path, start_line=start, end_line=end, section=section or None)


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
