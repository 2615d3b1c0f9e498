"""The full text that a generator returns (source: polish.txt, "Wave 3"), to the character."""

import re

_OPEN = re.compile(r"<(artifact(?:-\d+)?)>[ \t\r]*")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})([^\n]*)")


def read_artifact(reply: str) -> str | None:
    """The text between a line ``<artifact>`` and the last line ``</artifact>``, or in a fence that is the whole reply.

    Every line between them belongs to the text with its own line end. A text that does not end in a
    line end has the closing tag behind its last character, at the end of the reply. None where
    there is no such text, or where it may be more than one.
    """
    text = reply.removeprefix("\ufeff")
    lines = _lines(text)
    for index, line in enumerate(lines):
        if opened := _OPEN.fullmatch(line.removesuffix("\n")):
            return _between(lines[index + 1 :], opened[1])
    return _fenced(lines)


def write_artifact(text: str) -> str:
    """A reply that ``read_artifact`` reads as this text, whatever tags it holds itself."""
    name, number = "artifact", 0
    while f"<{name}>" in text or f"</{name}>" in text:
        number += 1
        name = f"artifact-{number}"
    return f"<{name}>\n{text}</{name}>\n"


def _lines(text: str) -> list[str]:
    """Lines with their ends; only a line feed ends one."""
    parts = text.split("\n")
    return [f"{part}\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def _between(lines: list[str], name: str) -> str | None:
    closing, opening = f"</{name}>", f"<{name}>"
    ends = [index for index, line in enumerate(lines) if line.rstrip(" \t\r\n") == closing]
    if ends:
        inside = [line.rstrip(" \t\r\n") for line in lines[ends[0] : ends[-1]]]
        return None if opening in inside else "".join(lines[: ends[-1]])
    rest = "".join(lines).rstrip()
    return rest.removesuffix(closing) if rest.endswith(closing) else None


def _fenced(lines: list[str]) -> str | None:
    """The content of a fence around the whole reply."""
    kept = [index for index, line in enumerate(lines) if line.strip()]
    opened = _FENCE.fullmatch(lines[kept[0]].rstrip("\r\n")) if len(kept) > 1 else None
    if not opened or (opened[1][0] == "`" and "`" in opened[2]):
        return None
    closes = re.compile(rf" {{0,3}}{re.escape(opened[1][0])}{{{len(opened[1])},}}[ \t\r\n]*")
    first, last = kept[0], kept[-1]
    inside = lines[first + 1 : last]
    closed = closes.fullmatch(lines[last]) and not any(closes.fullmatch(line) for line in inside)
    return "".join(inside) if closed else None
