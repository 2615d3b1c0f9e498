"""Small projects on disk."""

from collections.abc import Mapping
from pathlib import Path

from critloop.context.navigation import site_map_of
from critloop.context.sitemap import SiteMap
from critloop.context.tree import Tree


def project(root: Path, files: Mapping[str, str]) -> Path:
    """Write files below a folder and give it back."""
    for path, text in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return root


def pages(root: Path, *paths: str) -> Path:
    """Pages that say nothing but their name."""
    return project(root, {path: f"# {path}\n" for path in paths})


def tree(root: Path) -> Tree:
    """The files of a project."""
    return Tree.of(root)


def site(root: Path, page: str) -> SiteMap:
    """The navigation that speaks for a page; there has to be one."""
    found = site_map_of(tree(root), page)
    assert found is not None
    return found


def listed(root: Path, page: str) -> list[tuple[str, tuple[str, ...]]]:
    """What it lists: paths and their groups."""
    return [(entry.path, entry.group) for entry in site(root, page).entries]
