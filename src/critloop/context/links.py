"""Links between pages, in both directions, as the common site generators resolve them."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from urllib.parse import unquote

from critloop.context.page import is_rst, links_in, without_blocks
from critloop.context.sitemap import existing, joined
from critloop.context.tree import Tree, folder_of, is_page

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")


class Links:
    """Resolves the links of a project's pages; ``base`` is the folder that the site is built from."""

    def __init__(self, tree: Tree, base: str) -> None:
        """Keep where to look."""
        self._tree = tree
        self._base = base

    def from_page(self, page: str, targets: list[str]) -> list[str]:
        """The files of the project that the page links to, in its order, itself left out."""
        found = (self._resolved(page, target) for target in targets)
        return list(dict.fromkeys(path for path in found if path and path != page))

    def to_page(self, page: str) -> Iterator[str]:
        """The pages that link to the page."""
        file = PurePosixPath(page)
        hint = file.parent.name if file.stem in ("index", "README") and file.parent.name else file.stem
        for other in self._tree.pages():
            text = self._tree.text(other)
            if other == page or hint not in text:
                continue
            prose = "\n".join(without_blocks(text, is_rst(other))[0])
            if page in self.from_page(other, [target for target in links_in(prose) if hint in target or "." in target]):
                yield other

    def _resolved(self, page: str, target: str) -> str | None:
        path = unquote(target.partition("#")[0].partition("?")[0]).strip()
        if not path or _SCHEME.match(path):
            return None
        bases = (self._base, "") if path.startswith("/") else (folder_of(page), self._own_folder(page))
        return next((found for base in bases if (found := self._file(base, path))), None)

    @staticmethod
    def _own_folder(page: str) -> str:
        """The folder that a page becomes where a site gives each page one: links may be relative to it."""
        return str(PurePosixPath(page).with_suffix(""))

    def _file(self, base: str, path: str) -> str | None:
        bare = re.sub(r"(?:\.html?|/)$", "", path)
        shorter = bare.lstrip("/").partition("/")[2] if path.startswith("/") else ""
        for form in (bare, shorter):
            if form and (found := existing(self._tree, base, form)):
                return found
        whole = joined(base, path.lstrip("/"))
        return whole if whole in self._tree.known and not is_page(whole or "") else None
