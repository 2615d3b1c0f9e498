"""Navigation of MkDocs (``mkdocs.yml``), Zensical (``zensical.toml``) and Jupyter Book (``_toc.yml``)."""

import tomllib
from collections.abc import Iterator

from critloop.context.outline import Line, outline, under
from critloop.context.sitemap import Entry, SiteMap, existing, joined, matching
from critloop.context.tree import Tree, folder_of


def read_mkdocs(tree: Tree, file: str) -> SiteMap | None:
    """The ``nav`` of an ``mkdocs.yml``; None without one, since the site then lists its folder by itself."""
    lines = list(outline(tree.text(file)))
    folder = next((line.value for line in lines if (line.indent, line.key) == (0, "docs_dir")), "") or "docs"
    base = joined(folder_of(file), folder)
    nav = under(lines, "nav")
    return SiteMap(file, base, tuple(_entries(tree, base, _grouped(nav)))) if nav and base is not None else None


def read_zensical(tree: Tree, file: str) -> SiteMap | None:
    """The ``nav`` of a ``zensical.toml``; None without one."""
    try:
        settings = tomllib.loads(tree.text(file))
    except tomllib.TOMLDecodeError:
        return None
    project = settings.get("project", settings)
    nav = project.get("nav") if isinstance(project, dict) else None
    base = joined(folder_of(file), str(project.get("docs_dir", "docs"))) if nav else None
    return SiteMap(file, base, tuple(_entries(tree, base, _nested(nav, ())))) if base is not None else None


def read_toc(tree: Tree, file: str) -> SiteMap | None:
    """The pages of a ``_toc.yml``, relative to it."""
    base = folder_of(file)
    wanted = ("file", "root", "glob", "caption", "chapters", "sections", "part", "title")
    lines = [line for line in outline(tree.text(file)) if line.key in wanted]
    return SiteMap(file, base, tuple(_entries(tree, base, _chapters(lines))))


def _chapters(lines: list[Line]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Files with what they stand under: the captions and files whose lines are less indented."""
    open_groups: list[tuple[int, str]] = []
    for line in lines:
        while open_groups and open_groups[-1][0] >= line.indent - line.item:
            open_groups.pop()
        if line.key in ("file", "root", "glob"):
            yield line.value, tuple(name for _, name in open_groups)
        if line.value and line.key in ("caption", "part", "file"):
            # What belongs to it stands at its own depth, under a key of its own.
            open_groups.append((line.indent - 1, line.value))


def _grouped(lines: list[Line]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The values of a nested list with the titles of the items around each."""
    open_groups: list[tuple[int, str]] = []
    for line in lines:
        while open_groups and open_groups[-1][0] >= line.indent:
            open_groups.pop()
        if line.value:
            yield line.value, tuple(name for _, name in open_groups)
        elif line.key:
            open_groups.append((line.indent, line.key))


def _nested(value: object, group: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    match value:
        case str():
            yield value, group
        case list():
            for item in value:
                yield from _nested(item, group)
        case dict():
            for title, inner in value.items():
                yield from _nested(inner, group if isinstance(inner, str) else (*group, str(title)))


def _entries(tree: Tree, base: str, listed: Iterator[tuple[str, tuple[str, ...]]]) -> Iterator[Entry]:
    for target, group in listed:
        if "://" in target or target.startswith("#"):
            continue
        found = existing(tree, base, target)
        several = matching(tree, base, target) if "*" in target else []
        if target.endswith("/") and not several:
            several = matching(tree, base, target + "*")
        yield from (Entry(path, group) for path in ([found] if found else several))
