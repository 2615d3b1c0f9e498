"""HTML elements around lines: what stands in one is shown, and is no part of a report's head."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from critloop.reports.lines import Line

_BLOCK = re.compile(
    r"<(address|article|aside|body|center|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]"
    r"|header|html|iframe|li|main|nav|noscript|ol|p|section|summary|svg|table|tbody|td|textarea|tfoot|th|thead|tr|ul"
    r"|template|del|s|strike|blockquote|pre|script|style|object|button|select|option|label)(?=[\s/>]|$)",
    re.IGNORECASE,
)
_ALONE = re.compile(r"\s*<([a-z][\w:.-]*)(?:\s[^<>]*)?>", re.IGNORECASE)
_VOID = {"br", "hr", "img", "input", "wbr", "link", "meta"}
_ENDED_BY_BLANK = {"p", "li", "td", "th", "tr", "dd", "dt", "option"}
_CODE = re.compile(r"`[^`]*`")


def with_elements(lines: Sequence[Line]) -> Sequence[Line]:
    """The lines, those from the start of an HTML element to its end marked; one that is never ended runs on."""
    if not any("<" in line.content for line in lines):
        return lines
    done: list[Line] = []
    name, depth = "", 0
    for line in lines:
        if depth and line.kind == "blank" and name in _ENDED_BY_BLANK:
            depth = 0
        words = _CODE.sub("", line.content) if line.kind in {"text", "heading"} and "<" in line.content else ""
        if not depth and words:
            name = _begun(words)
        inside = bool(depth or name)
        if name:
            depth = max(depth + _balance(words, name), 0)
        name = name if depth else ""
        done.append(replace(line, html=True) if inside else line)
    return done


def _begun(words: str) -> str:
    """The name of the element that begins in a line; empty for none."""
    match = _BLOCK.search(words) or _ALONE.match(words)
    return match[1].lower() if match and match[1].lower() not in _VOID else ""


def _balance(words: str, name: str) -> int:
    """How many more of the elements begin in a line than end in it."""
    lower = words.lower()
    begun = re.findall(rf"<{re.escape(name)}(?=[\s/>]|$)(?![^<>]*/>)", lower)
    return len(begun) - lower.count(f"</{name}")
