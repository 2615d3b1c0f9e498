"""A Markdown text cut at its headings, so that one can tell which section changed.

What a heading is, ``headings`` says; one in a list item begins no section.
"""

import hashlib
import re

from critloop.model.headings import headings, lines_of

_COUNT = re.compile(r" \(\d+\)$")


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
    lines = lines_of(text)
    heads = [heading for heading in headings(lines) if not heading.boxed]
    ends = [heading.line - 1 for heading in heads] + [len(lines)]
    open_path: list[tuple[int, str]] = []
    result = [("", 1, lines[: ends[0]])]
    for heading, end in zip(heads, ends[1:], strict=True):
        open_path = [(depth, name) for depth, name in open_path if depth < heading.level]
        open_path.append((heading.level, heading.text))
        result.append((" / ".join(name for _, name in open_path), heading.line, lines[heading.end_line : end]))
    return [item for item in result if item[0] or item[1] == 1]
