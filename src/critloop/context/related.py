"""Other pages that a page should agree with, and why each is named."""

import re
from collections import defaultdict
from pathlib import PurePosixPath

from critloop.context.links import Links
from critloop.context.page import Page
from critloop.context.sitemap import SiteMap
from critloop.context.tree import Tree, folder_of, is_page
from critloop.model.context import RelatedPage

MOST_RELATED = 12
_LINKED, _NEIGHBOUR, _LINKS_HERE, _SIBLING = 4.0, 3.0, 2.0, 0.5
_MOST_SIBLINGS = 4
"""Of the pages that are tied by nothing but their folder."""

_SAY_LITTLE = re.compile(
    r"changelog|changes|history|news|releases|licen[sc]e|contribut\w*|contrib|authors|credits|code[-_]of[-_]conduct|"
    r"security|summary|404|search|tags|genindex",
    re.IGNORECASE,
)


def related_pages(
    tree: Tree, page: Page, linked: list[str], site: SiteMap | None, names: tuple[str, ...]
) -> list[RelatedPage]:
    """Pages by how much they are tied to this one: a page with several ties comes before one with one."""
    ties: dict[str, dict[str, float]] = defaultdict(dict)
    for path in linked:
        ties[path]["linked from the page"] = _LINKED
    if site:
        for path, nearness in site.neighbours(page.path):
            why = f"navigation neighbour in {site.file}"
            ties[path][why] = max(ties[path].get(why, 0), _NEIGHBOUR * nearness)
    for path in Links(tree, site.base if site else "").to_page(page.path):
        ties[path]["links to the page"] = _LINKS_HERE
    for path in _siblings(tree, page.path):
        ties[path]["sibling"] = _SIBLING + _shared(tree.text(path), names)
    ranked = sorted(ties, key=lambda path: (-sum(ties[path].values()), path))
    listed = [path for path in ranked if path != page.path and is_page(path) and not _says_little(path, ties[path])]
    alone = [path for path in listed if list(ties[path]) == ["sibling"]][_MOST_SIBLINGS:]
    return [RelatedPage(path=path, why=", ".join(ties[path])) for path in listed if path not in alone]


def _siblings(tree: Tree, path: str) -> list[str]:
    folder = folder_of(path)
    return [other for other in tree.pages(folder) if folder_of(other) == folder and other != path]


def _shared(text: str, names: tuple[str, ...]) -> float:
    """How much a page speaks of the same names, from 0 up to 1."""
    return sum(name in text for name in names) / (len(names) or 1)


def _says_little(path: str, whys: dict[str, float]) -> bool:
    """True for a page that every page is tied to and that explains nothing, unless this one points to it."""
    return _SAY_LITTLE.fullmatch(PurePosixPath(path).stem) is not None and max(whys.values()) < _LINKED
