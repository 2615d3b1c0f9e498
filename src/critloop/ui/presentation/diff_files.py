"""A diff cut down to some of its files."""

from collections.abc import Set as AbstractSet

from critloop.ui.presentation.diff import parse_diff

_HEAD = "diff --git "


def only_files(text: str, paths: AbstractSet[str]) -> str:
    """The parts of a diff as git writes it that are about these paths."""
    return "".join(part for part in _parts(text) if any(file.path in paths for file in parse_diff(part)))


def _parts(text: str) -> list[str]:
    """One part a file. A hunk's lines begin with a sign or a space, so none of them looks like a head."""
    parts: list[list[str]] = []
    for line in text.split("\n"):
        if line.startswith(_HEAD):
            parts.append([])
        if parts:
            parts[-1].append(line)
    return ["\n".join(part).rstrip("\n") + "\n" for part in parts]
