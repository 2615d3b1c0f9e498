"""Globs over the paths of a project: ``*`` and ``?`` stay within a folder, ``**`` stands for any folders."""

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

_SIGN = re.compile(r"\*+|\?|\[!?\]?[^\]]*\]|.", re.DOTALL)
_ANY_FOLDERS = r"(?:[^/]+/)*"


def matches(glob: str, paths: Iterable[str]) -> list[str]:
    """The paths that a glob means, in their order; the name of a folder means all below it."""
    try:
        pattern = re.compile(_pattern(glob))
    except re.error:
        return []
    return [path for path in paths if pattern.fullmatch(path)]


def _pattern(glob: str) -> str:
    parts = PurePosixPath(glob).parts
    folders = [_ANY_FOLDERS if part == "**" else _part(part) + "/" for part in parts[:-1]]
    last = ".*" if parts[-1:] == ("**",) else "".join(map(_part, parts[-1:])) + "(?:/.*)?"
    return "".join(folders) + last


def _part(part: str) -> str:
    return "".join(_sign(match[0]) for match in _SIGN.finditer(part))


def _sign(sign: str) -> str:
    if sign[0] == "*":
        return "[^/]*"
    if sign == "?":
        return "[^/]"
    if sign[0] == "[" and len(sign) > 1:
        inner = re.sub(r"([\\^\[\]])", r"\\\1", sign[1:-1].removeprefix("!"))
        return f"(?!/)[{'^' if sign[1] == '!' else ''}{inner}]"
    return re.escape(sign)
