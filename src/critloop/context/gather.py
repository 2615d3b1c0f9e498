"""Gathers the context of a page: the entry point of this package for the docs loop."""

import posixpath
import re
from collections.abc import Iterable
from pathlib import Path

from critloop.context.globs import matches
from critloop.context.kinds import is_index, kind_of, missing_of, required_of
from critloop.context.languages import is_source, is_test
from critloop.context.links import Links
from critloop.context.names import names_of
from critloop.context.navigation import site_map_of
from critloop.context.page import Page, read_page
from critloop.context.related import MOST_RELATED, related_pages
from critloop.context.sitemap import SiteMap
from critloop.context.sources import MOST_SOURCES, MOST_TESTS, Hits, find_sources
from critloop.context.tree import Tree
from critloop.model.context import PageContext, RelatedPage, SourceHit

MOST_ASKED = 40
MOST_NAMED = 24
_PATH_IN_SPAN = re.compile(r"(?:\./)?((?:[\w.-]+/)*[\w.-]+\.\w{1,5})(?::\d+(?:-\d+)?)?")


def gather_page(root: Path, page: str, *, sources: tuple[str, ...] = (), related: tuple[str, ...] = ()) -> PageContext:
    """What a critic should read beside a page (docs-critique.txt, "Gather Critic Context").

    Args:
        root: The project's root.
        page: The page's path below it. A page that does not exist yet has a name and a place all the same.
        sources: Globs below the root. Names are looked for in these files only; where the globs mean
            few files, all of them are listed.
        related: Globs of pages that are listed first, whatever ties them to the page.
    """
    page = posixpath.normpath(page)
    tree = Tree.of(root)
    notes: list[str] = ["The project has too many files; the last by name were left out."] if tree.cut else []
    read = read_page(page, tree.text(page))
    site = site_map_of(tree, page)
    linked = Links(tree, site.base if site else "").from_page(page, read.links)
    if site and site.file == page:
        linked += [entry.path for entry in site.entries if entry.path not in linked]
    found = _sources(tree, read, linked, sources, notes)
    pages = _related(tree, read, related_pages(tree, read, linked, site, found.names), related, notes)
    kind = kind_of(read)
    notes += [*_on_kind(kind, page), *_on_navigation(site, page)]
    return PageContext(
        kind=kind,
        required=required_of(kind),
        missing=missing_of(kind, read) if tree.text(page) else (),
        names=found.names[:MOST_NAMED],
        sources=found.sources,
        tests=found.tests,
        related=tuple(pages),
        navigation=site.file if site else None,
        notes=tuple(notes),
    )


def _on_kind(kind: str | None, page: str) -> list[str]:
    if kind is None:
        cause = "the page is an index" if is_index(page) else "neither front matter, path nor title tells it"
        return [f"The page's kind is unknown ({cause}), so required sections were not checked."]
    return [] if required_of(kind) else [f"No sections are required of {_article(kind)} {kind} page."]


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"


def _on_navigation(site: SiteMap | None, page: str) -> list[str]:
    listed = site is None or site.position(page) is not None or site.file == page
    return [] if listed or site is None else [f"{site.file} does not list the page."]


def _sources(tree: Tree, page: Page, linked: list[str], globs: tuple[str, ...], notes: list[str]) -> Hits:
    """What is asked for or named by the page comes first, then what is found by the page's names."""
    pool = [path for path in tree.files if is_source(path)]
    asked = _asked(tree, globs, "source", notes) if globs else []
    if len(asked) > MOST_SOURCES:
        notes.append(f"{len(asked)} files match the source globs; those with the page's names in them are listed.")
    names = names_of(page)
    inside = frozenset(asked)
    searched = [path for path in pool if not globs or path in inside or is_test(path)]
    found = find_sources(tree, names, searched)
    named = [*(asked if len(asked) <= MOST_SOURCES else []), *_named_files(tree, page, linked)]
    tests = [path for path in named if is_test(path)]
    sources = [path for path in named if not is_test(path)]
    return Hits(
        _with_first(sources, found.sources, MOST_SOURCES), _with_first(tests, found.tests, MOST_TESTS), found.names
    )


def _with_first(first: list[str], found: tuple[SourceHit, ...], most: int) -> tuple[SourceHit, ...]:
    """The files that are named, then the others that were found, up to a number of both."""
    by_path = {hit.path: hit for hit in found}
    named = [by_path.get(path, SourceHit(path=path)) for path in dict.fromkeys(first)]
    others = [hit for hit in found if hit.path not in first]
    return tuple([*named, *others][:most])


def _named_files(tree: Tree, page: Page, linked: list[str]) -> list[str]:
    """Source files that the page links to or gives the path of."""
    spans = [match[1] for span in page.spans if (match := _PATH_IN_SPAN.fullmatch(span))]
    written = [path for path in spans if "/" in path and path in tree.known]
    return [path for path in dict.fromkeys([*linked, *written]) if is_source(path)]


def _related(
    tree: Tree, page: Page, tied: list[RelatedPage], globs: tuple[str, ...], notes: list[str]
) -> list[RelatedPage]:
    """The pages that were asked for, and after them the best of those that are tied to the page."""
    asked = [path for path in _asked(tree, globs, "related page", notes) if path != page.path]
    rest = [other for other in tied if other.path not in asked]
    if len(asked) > MOST_ASKED:
        notes.append(f"{len(asked)} related pages were asked for; the first {MOST_ASKED} by name are listed.")
    if len(rest) > MOST_RELATED:
        notes.append(f"{len(rest) - MOST_RELATED} more pages are tied to this one, less closely; they are not listed.")
    return [*(RelatedPage(path=path, why="asked for") for path in asked[:MOST_ASKED]), *rest[:MOST_RELATED]]


def _asked(tree: Tree, globs: Iterable[str], what: str, notes: list[str]) -> list[str]:
    """The files that globs mean; one that means none gets a note."""
    found: dict[str, None] = {}
    for glob in globs:
        hits = matches(glob, tree.files)
        found |= dict.fromkeys(hits)
        if not hits:
            notes.append(f"No {what} matches {glob}.")
    return list(found)
