"""The JSON object in a reply: the reply itself, else what is fenced, else the first balanced object."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from critloop.reports.characters import clean, whole
from critloop.reports.lines import Line
from critloop.reports.markdown import read_document

_TRIES = 200
"""So many opening braces are tried; a reply with more of them is prose about code."""

Object = dict[str, Any]


class Twice(ValueError):
    """An object gives one key twice."""


@dataclass(slots=True)
class Found:
    """The objects of a reply that have one of the wanted keys, the best first.

    ``broken`` says, of each text that begins like such an object and is none, why it isn't one;
    ``before`` and ``after`` are the lines of the reply around the first object.
    """

    objects: list[Object] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    before: Sequence[Line] = ()
    after: Sequence[Line] = ()
    inline: bool = False
    """The object stands in the middle of a line of words."""


def objects_in(reply: str, wanted: frozenset[str]) -> Found:
    """Every object of a reply with one of these keys.

    Text in a block quote or an HTML comment is somebody else's and is not looked at.
    """
    text = whole(reply)
    bare = text.strip().strip("\u200b\ufeff")
    if bare.startswith("{") and bare.endswith("}"):
        try:
            value = decode(bare)
        except (ValueError, RecursionError):
            pass
        else:
            return Found([value] if wanted & value.keys() else [])
    return _in_markdown(text, wanted)


def decode(text: str) -> Object:
    """A text as one JSON object.

    Raises:
        ValueError: It is none: bad syntax, a key given twice, NaN or an infinity, or another type.
    """
    value = _DECODER.decode(text)
    if not isinstance(value, dict):
        raise ValueError("no JSON object")  # noqa: TRY004 - callers ask for one kind of error
    return value


def _in_markdown(text: str, wanted: frozenset[str]) -> Found:
    raw = text.split("\n")
    lines = read_document(text).lines
    fences = list(_fences(lines, raw))
    loose = [
        "" if line.quoted or line.kind in {"fence", "hidden"} or _in_fence(line, fences) else clean(own)
        for line, own in zip(lines, raw, strict=True)
    ]
    found = Found()
    places: list[tuple[int, int]] = []
    for start, end in fences:
        if not lines[start].quoted:
            _take(found, places, "\n".join(raw[start + 1 : end]), start, wanted)
    _take(found, places, "\n".join(loose), 0, wanted)
    if places:
        first, last = places[0]
        found.before, found.after = lines[:first], lines[last + 1 :]
        fenced = [(start, end) for start, end in fences if start <= first and last <= end]
        found.inline = not fenced and not _stands_alone(lines[first].text, lines[last].text)
        if fenced:
            found.before, found.after = lines[: fenced[0][0]], lines[fenced[0][1] + 1 :]
    return found


def _stands_alone(first: str, last: str) -> bool:
    """True where nothing but marks and an assignment stands before an object, and nothing behind it, on its lines."""
    return re.match(r"[\s\[`]*(?:\w+\s*=\s*)?\{", first) is not None and re.search(r"\}[\s\]`;,]*$", last) is not None


def _fences(lines: Sequence[Line], raw: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The indexes of the first and the last line of each fence; one that is never closed ends with the text."""
    start: int | None = None
    for index, line in enumerate(lines):
        if line.kind == "fence" and start is None:
            start = index
        elif (line.kind == "fence" and start is not None) or (start is not None and line.kind != "code"):
            yield start, index
            start = None
    if start is not None:
        yield start, len(raw)


def _in_fence(line: Line, fences: Sequence[tuple[int, int]]) -> bool:
    return any(start < line.number - 1 < end for start, end in fences)


def _take(found: Found, places: list[tuple[int, int]], text: str, first: int, wanted: frozenset[str]) -> None:
    """Take in the objects of a text that begins with the line of this index."""
    for start, end, value in _balanced(text):
        if isinstance(value, str):
            if any(f'"{key}"' in text[start:end] for key in wanted):
                found.broken.append(value)
        elif wanted & value.keys():
            found.objects.append(value)
            places.append((first + text.count("\n", 0, start), first + text.count("\n", 0, end)))


def _balanced(text: str) -> Iterator[tuple[int, int, Object | str]]:
    """Start, end and value of each object in a text; why it is none in place of the value of one that isn't."""
    position = 0
    for _ in range(_TRIES):
        start = text.find("{", position)
        if start < 0:
            return
        try:
            value, end = _DECODER.raw_decode(text, start)
        except Twice:
            end = _end(text, start) or len(text)
            yield start, end, "twice"
        except (ValueError, RecursionError):
            closed = _end(text, start)
            yield start, closed or len(text), "syntax" if closed else "truncated"
            end = start + 1
        else:
            yield start, end, value
        position = end


def _end(text: str, start: int) -> int:
    """Where the brace that opens here is closed, outside of strings; 0 where it isn't."""
    depth, quoted, escaped = 0, False, False
    for position in range(start, len(text)):
        char = text[position]
        if quoted:
            quoted = escaped or char != '"'
            escaped = char == "\\" and not escaped
        elif char == '"':
            quoted = True
        elif char in "{}":
            depth += 1 if char == "{" else -1
            if not depth:
                return position + 1
    return 0


def _pairs(pairs: list[tuple[str, Any]]) -> Object:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise Twice("a key stands twice")
    return value


def _refused(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_refused)
