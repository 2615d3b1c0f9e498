"""Where a key stands in a TOML file; the standard library's reader doesn't say."""

import re

HEADER = re.compile(r"\s*\[\[?\s*(?P<name>[^\]]+?)\s*\]\]?\s*(?:#.*)?$")
ENTRY = re.compile(r"""\s*(?P<name>(?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
PART = re.compile(r""""([^"]*)"|'([^']*)'|([\w-]+)""")


def key_lines(text: str) -> dict[str, int]:
    """The 1-based line of each table and key, by its dotted name; the first one counts.

    Keys inside an inline table are not listed: their table's line stands for them.
    """
    lines: dict[str, int] = {}
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := HEADER.match(line):
            table = _parts(header["name"])
            path = table
        elif entry := ENTRY.match(line):
            path = (*table, *_parts(entry["name"]))
        else:
            continue
        for end in range(1, len(path) + 1):
            lines.setdefault(".".join(path[:end]), number)
    return lines


def _parts(name: str) -> tuple[str, ...]:
    return tuple(next(part for part in found if part) for found in PART.findall(name) if any(found))
