"""Lists in YAML, read by indentation: enough for the navigation of a site, whatever else the file holds.

Tags such as ``!!python/name:x`` and ``!ENV``, anchors and comments don't matter, since only items and
keys are looked at. Flow lists and maps on one line are cut at their commas.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from critloop.context.front import uncommented, unquoted

_ITEM = re.compile(r"(?P<indent> *)(?P<dash>(?:- +|-$)*)(?P<rest>.*)$")
_PAIR = re.compile(r"(?P<key>\"[^\"]*\"|'[^']*'|[^:\"'\[{#][^:]*(?::(?!\s|$)[^:]*)*)\s*:(?:\s+(?P<value>.*))?$")
_FLOW = re.compile(
    r"(?:(?P<key>\"[^\"]*\"|'[^']*'|[^,:\[\]{}\"']+)\s*:\s+)?(?P<value>\"[^\"]*\"|'[^']*'|[^,\[\]{}\"']+)"
)


@dataclass(frozen=True, slots=True)
class Line:
    """One line: how deep it stands, its key if it has one, and its value.

    What follows the dash of an ``item`` stands deeper than the dash, so an item is never at depth 0.
    """

    indent: int
    key: str
    value: str
    item: bool


def outline(text: str) -> Iterator[Line]:
    """The lines that say something, in order; a flow list gives one for each of its values."""
    for raw in text.replace("\t", "    ").splitlines():
        line = uncommented(raw)
        match = _ITEM.match(line)
        if not match or not line.strip() or line.strip() in ("---", "..."):
            continue
        indent = len(match["indent"]) + len(match["dash"])
        pair = _PAIR.match(match["rest"])
        key = unquoted(pair["key"]) if pair else ""
        value = (pair["value"] or "").strip() if pair else match["rest"].strip()
        yield from _lines(indent, key, value, item=bool(match["dash"]))


def under(lines: list[Line], key: str) -> list[Line]:
    """The lines below a key of the outermost level; a list may stand at the key's own depth."""
    start = next((index for index, line in enumerate(lines) if (line.indent, line.key) == (0, key)), None)
    if start is None:
        return []
    found = [line for line in lines[start : start + 1] if line.value]
    for line in lines[start + 1 :]:
        if line.indent == 0:
            break
        found.append(line)
    return found


def _lines(indent: int, key: str, value: str, *, item: bool) -> Iterator[Line]:
    if value[:1] not in "[{" or not value:
        yield Line(indent, key, unquoted(value), item)
        return
    if key:
        yield Line(indent, key, "", item)
    for match in _FLOW.finditer(value):
        yield Line(indent + 2, unquoted(match["key"] or ""), unquoted(match["value"]), item=True)
