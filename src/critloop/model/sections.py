"""A Markdown text cut at its headings, so that one can tell which section changed.

ATX and setext headings by CommonMark's rules; what stands in a fenced block is no heading.
"""

import hashlib
import re

_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_COUNT = re.compile(r" \(\d+\)$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)$")
_MARKS = frozenset("#=-`~")
"""What a line that is no plain text, for the purpose of headings, begins with."""

_NOT_PARAGRAPH = re.compile(r" {0,3}(?:[-*+>|]|\d+[.)] )|    ")


def sections(text: str) -> dict[str, str]:
    """Heading path (``Title / Storage``) to a short SHA-256 of the section's own lines.

    Text before the first heading is under the empty path; a path that repeats gets `` (2)``.
    """
    return {name: hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16] for name, _, lines in _named(text)}


def section_at(text: str, line: int) -> str:
    """The path of the section that a 1-based line stands in, its heading included."""
    return max((start, name) for name, start, _ in _named(text) if start <= max(line, 1))[1]


def is_within(path: str, name: str) -> bool:
    """True when the section at ``path`` is the one called ``name``, or lies below it."""
    return _is_within(path.casefold(), name.strip().casefold())


def _named(text: str) -> list[tuple[str, int, list[str]]]:
    """Sections as (unique path, 1-based line of the heading, own lines)."""
    found: dict[str, tuple[str, int, list[str]]] = {}
    for path, start, lines in _cut(text):
        name, count = path, 1
        while name in found:
            count += 1
            name = f"{path} ({count})"
        found[name] = (name, start, lines)
    return list(found.values())


def section_hashes(all_sections: dict[str, str], name: str) -> tuple[str, ...] | None:
    """The hashes of every section called ``name`` and of those below it; None when there is none.

    ``name`` is a heading's text or a whole path; case and surrounding space don't count.
    """
    wanted = name.strip().casefold()
    hits = [value for path, value in all_sections.items() if _is_within(path.casefold(), wanted)]
    return tuple(hits) if hits else None


def _is_within(path: str, wanted: str) -> bool:
    if not wanted or wanted not in path:
        return False
    parts = [_COUNT.sub("", part) for part in path.split(" / ")]
    return wanted in parts or path == wanted or path.startswith(wanted + " / ")


def _cut(text: str) -> list[tuple[str, int, list[str]]]:
    open_path: list[tuple[int, str]] = []
    result: list[tuple[str, int, list[str]]] = [("", 1, [])]
    fence = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.lstrip(" ")[:1] not in _MARKS:
            result[-1][2].append(line)
            continue
        fence, was_fenced = _fence_after(fence, line), bool(fence)
        heading = None if fence or was_fenced else _heading(line, result[-1][2])
        if heading is None:
            result[-1][2].append(line)
            continue
        level, title, lines = heading
        open_path = [(depth, name) for depth, name in open_path if depth < level] + [(level, title)]
        result.append((" / ".join(name for _, name in open_path), number - lines + 1, []))
    return [item for item in result if item[0] or item[1] == 1]


def _heading(line: str, before: list[str]) -> tuple[int, str, int] | None:
    """Level, text and number of lines of a heading that ends here; a setext one takes its text from ``before``."""
    if match := _ATX.match(line):
        return len(match[1]), (match[2] or "").strip(), 1
    if (match := _SETEXT.match(line)) and before and before[-1].strip() and not _NOT_PARAGRAPH.match(before[-1]):
        return (1 if match[1][0] == "=" else 2), before.pop().strip(), 2
    return None


def _fence_after(fence: str, line: str) -> str:
    """The fence that is open after this line, given the one that was open before it; empty for none."""
    match = _FENCE.match(line)
    if not match:
        return fence
    marks, rest = match[1], match[2]
    if not fence:
        return "" if marks[0] == "`" and "`" in rest else marks
    closes = marks[0] == fence[0] and len(marks) >= len(fence) and not rest.strip()
    return "" if closes else fence
