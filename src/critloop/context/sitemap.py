"""A site's navigation as the readers of its forms give it: pages in order, and the group of each."""

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from critloop.context.tree import PAGES, Tree, folder_of

_NUMBERED = re.compile(r"^\d+\s*[-_.]+\s*(?=[^\d\s])")


@dataclass(frozen=True, slots=True)
class Entry:
    """A page of the navigation, and the titles of the groups around it from the outermost in."""

    path: str
    group: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SiteMap:
    """What one navigation file lists; ``base`` is the folder of the pages that it speaks for."""

    file: str
    base: str
    entries: tuple[Entry, ...]

    def position(self, page: str) -> int | None:
        """Where the page stands first; None when it isn't listed."""
        return next((index for index, entry in enumerate(self.entries) if entry.path == page), None)

    def neighbours(self, page: str) -> Iterator[tuple[str, float]]:
        """Pages near the page, each with how near: the one before and after 1, those of its group less by distance.

        A group's own page stands in the group around it: its neighbours are those of the group too.
        """
        own = self.position(page)
        if own is None:
            return
        group = self.entries[own].group
        for index, entry in enumerate(self.entries):
            distance = abs(index - own)
            if entry.path == page or (entry.group != group and distance > 1):
                continue
            yield entry.path, 1 / distance if entry.group == group else 0.5


def joined(*parts: str) -> str | None:
    """A path below the root; None for one that leads out of it."""
    path = posixpath.normpath(posixpath.join("", *parts))
    if path.startswith(("..", "/")):
        return None
    return "" if path == "." else path


def existing(tree: Tree, base: str, target: str) -> str | None:
    """The page that a navigation entry means, with or without an extension; None when there is none."""
    path = joined(base, target.strip().lstrip("/"))
    if not path:
        return None
    forms = [path, *(path + suffix for suffix in sorted(PAGES)), f"{path}/index.md", f"{path}/README.md"]
    return next((form for form in forms if form in tree.known and PurePosixPath(form).suffix in PAGES), None)


def matching(tree: Tree, base: str, pattern: str) -> list[str]:
    """The pages below ``base`` that a pattern with ``*`` means, extension or not."""
    whole = joined(base, pattern)
    if whole is None:
        return []
    found = [
        path for path in tree.pages(base) if fnmatchcase(path, whole) or fnmatchcase(path.rsplit(".", 1)[0], whole)
    ]
    return [path for path in found if "**" in whole or path.count("/") == whole.count("/")]


def below(tree: Tree, base: str, group: tuple[str, ...] = ()) -> list[Entry]:
    """All pages of a folder as a site lists them that builds its navigation from folders."""
    return [Entry(path, (*group, *_folders(path, base))) for path in sorted(tree.pages(base), key=_numbered_last)]


def without_number(part: str) -> str:
    """A folder's or file's name without the number that sorts it: ``01-intro`` is ``intro``."""
    return _NUMBERED.sub("", part)


def _folders(path: str, base: str) -> tuple[str, ...]:
    folder = folder_of(path).removeprefix(base).strip("/")
    return tuple(folder.split("/")) if folder else ()


def _numbered_last(path: str) -> list[tuple[int, int, str]]:
    """Numbers by value, then names; the index of a folder before its other pages."""
    key = []
    for part in path.split("/"):
        number = re.match(r"\d+", part)
        is_index = part.startswith(("index.", "README."))
        key.append((0 if is_index else 1 if number else 2, int(number[0]) if number else 0, part))
    return key
