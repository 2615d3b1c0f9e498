"""Which file of a site's navigation lists a page, or should."""

from collections.abc import Callable, Iterator

from critloop.context.mkdocs import read_mkdocs, read_toc, read_zensical
from critloop.context.sidebars import read_sidebars
from critloop.context.sitemap import SiteMap
from critloop.context.sphinx import read_summary, read_toctrees
from critloop.context.tree import Tree, is_below

_Reader = Callable[[Tree, str], SiteMap | None]
_READERS: dict[str, _Reader] = {
    "mkdocs.yml": read_mkdocs,
    "mkdocs.yaml": read_mkdocs,
    "zensical.toml": read_zensical,
    "_toc.yml": read_toc,
    "SUMMARY.md": read_summary,
    **{f"sidebars.{ending}": read_sidebars for ending in ("js", "ts", "mjs", "cjs", "json")},
}


def site_map_of(tree: Tree, page: str) -> SiteMap | None:
    """The navigation that lists the page; else the one nearest above it; None when the project has none for it."""
    maps = [found for found in _all(tree) if is_below(page, found.base)]
    listing = [found for found in maps if found.position(page) is not None]
    return min(listing or maps, key=_nearest, default=None)


def _nearest(found: SiteMap) -> tuple[int, bool, str]:
    """The deepest base first, a navigation file before a page with a toctree; the name settles the rest."""
    return -len(found.base), found.file.rpartition("/")[2] not in _READERS, found.file


def _all(tree: Tree) -> Iterator[SiteMap]:
    for file in tree.named(*_READERS):
        if found := _READERS[file.rpartition("/")[2]](tree, file):
            yield found
    if any(path == "conf.py" or path.endswith("/conf.py") for path in tree.files):
        for file in tree.pages():
            if found := read_toctrees(tree, file):
                yield found
