"""What a documentation page lacks by its kind, and whether the site's navigation lists it."""

import re
from collections.abc import Iterator
from dataclasses import replace

from critloop.checks.document import Document
from critloop.checks.framework import Check, Problem
from critloop.checks.plain import other_markup
from critloop.checks.surroundings import Surroundings
from critloop.context.kinds import kind_of, missing_of
from critloop.context.navigation import site_map_of
from critloop.context.page import Page, read_page
from critloop.context.sitemap import SiteMap
from critloop.context.tree import Tree, folder_of, is_page
from critloop.model.finding import Severity

_READ = ("", "reStructuredText")
"""Markups whose headings are read, Markdown and plain text among them."""

PAGES = frozenset({"docs"})
_KEPT_OUT = ("draft", "unlisted", "orphan", "hidden", "nav_exclude", "not_in_nav")
# A folder or file of this name holds pages of any kind.
_LOOSE = re.compile(r"(?:^|(?<=/))(?:\d+[-_.])?guides?(?=/|\.\w+$)", re.IGNORECASE)


def page_kind(path: str, text: str) -> str | None:
    """The kind of page that a text is, by front matter, path and title; None where nothing tells it for certain."""
    return _certain_kind(read_page(path, text))


def _certain_kind(page: Page) -> str | None:
    if other_markup(page.path) not in _READ:
        return None
    return kind_of(replace(page, path=_LOOSE.sub("pages", page.path)))


def _page(document: Document, around: Surroundings) -> Page:
    return read_page(around.path, "\n".join(document.source.lines))


def _sections(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    page = _page(document, around)
    kind = _certain_kind(page)
    line = document.headings[0].line if document.headings else document.front_matter_end + 1
    for name in missing_of(kind, page) if document.blocks else ():
        yield check.problem(
            document,
            line,
            f"no section on {name}",
            f"A {kind} page says something on {name}, and neither a heading nor the text of this one does.",
            advice=f"Add what the page has to say on {name}, under a heading of its own.",
        )


def _unlisted(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    if around.root is None or not is_page(around.path) or _is_kept_out(_page(document, around)):
        return
    site = site_map_of(Tree.of(around.root), around.path)
    if site is None or site.file == around.path or site.position(around.path) is not None:
        return
    if not _lists_siblings(site, around.path):
        return
    yield check.problem(
        document,
        document.headings[0].line if document.headings else 1,
        f"the page is missing from {site.file}",
        f"“{site.file}” lists other pages of this folder, and not this one.",
        advice=f"Add the page to “{site.file}”, or say in its front matter that it is to stay out.",
    )


def _is_kept_out(page: Page) -> bool:
    """True for a page whose front matter says that it is meant to be found by link alone."""
    return any(page.values.get(key, "").strip().casefold() in ("true", "yes", "1") for key in _KEPT_OUT)


def _lists_siblings(site: SiteMap, path: str) -> bool:
    return any(folder_of(entry.path) == folder_of(path) for entry in site.entries)


SECTIONS = Check(
    id="page-section",
    dimension="completeness",
    severity=Severity.MEDIUM,
    explanation="a section that a page of its kind needs, and that the page lacks",
    why="a reader who comes to such a page for it has to look elsewhere",
    find=_sections,
    wording=r"A [\w-]+ page says something on .*, and neither a heading nor",
    any_markup=True,
    loops=PAGES,
)
UNLISTED = Check(
    id="page-unlisted",
    dimension="consistency",
    severity=Severity.LOW,
    explanation="a page that the site's navigation leaves out beside its siblings",
    why="readers who go by the navigation don't find the page",
    find=_unlisted,
    wording=r"“.*” lists other pages of this folder, and not this one",
    any_markup=True,
    loops=PAGES,
)
