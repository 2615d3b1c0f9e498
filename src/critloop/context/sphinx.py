"""Navigation of Sphinx: the ``toctree`` directives of a page, and of books, their ``SUMMARY.md``."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from critloop.context.sitemap import Entry, SiteMap, existing, matching
from critloop.context.tree import Tree, folder_of

_RST = re.compile(r"^(?P<indent>[ \t]*)\.\. toctree::[ \t]*$", re.MULTILINE)
_MYST = re.compile(r"^[ \t]*(?P<marks>`{3,}|~{3,}|:{3,})\{toctree\}[ \t]*$", re.MULTILINE)
_TITLED = re.compile(r".*<(?P<target>[^<>]+)>$")
_OPTION = re.compile(r":(?P<name>[\w-]+):\s*(?P<value>.*)$|(?P<yaml>[\w-]+):(?:\s+(?P<yaml_value>.*))?$")
_LISTED = re.compile(r"^(?P<indent>\s*)[-*+]\s+(?:\[[ xX]\]\s+)?\[(?P<title>[^\]]*)\]\(<?(?P<target>[^)\s>]*)")
_PART = re.compile(r"#+\s+(?P<title>.*)$")


def read_toctrees(tree: Tree, file: str) -> SiteMap | None:
    """The pages that the toctrees of a page list; None when it has none."""
    text = tree.text(file)
    if "toctree" not in text:
        return None
    blocks = [*_rst_blocks(text), *_myst_blocks(text)]
    if not blocks:
        return None
    source = _source_folder(tree, file)
    entries = [entry for number, lines in enumerate(blocks) for entry in _entries(tree, file, source, number, lines)]
    return SiteMap(file, folder_of(file), tuple(entries))


def read_summary(tree: Tree, file: str) -> SiteMap | None:
    """The links of a ``SUMMARY.md``, grouped by its headings and by the items around each."""
    base = folder_of(file)
    entries: list[Entry] = []
    part: tuple[str, ...] = ()
    around: list[tuple[int, str]] = []
    for line in tree.text(file).splitlines():
        if match := _PART.match(line):
            part, around = (match["title"],), []
        elif match := _LISTED.match(line):
            depth = len(match["indent"].expandtabs(4))
            around = [item for item in around if item[0] < depth]
            target = existing(tree, base, match["target"].partition("#")[0])
            if target:
                entries.append(Entry(target, (*part, *(title for _, title in around))))
            around.append((depth, match["title"]))
    return SiteMap(file, base, tuple(entries)) if entries else None


def _rst_blocks(text: str) -> Iterator[list[str]]:
    """The lines below each directive that are indented more than it."""
    for match in _RST.finditer(text):
        depth = len(match["indent"].expandtabs())
        block: list[str] = []
        for line in text[match.end() :].split("\n")[1:]:
            if line.strip() and len(line.expandtabs()) - len(line.expandtabs().lstrip()) <= depth:
                break
            block.append(line.strip())
        yield block


def _myst_blocks(text: str) -> Iterator[list[str]]:
    for match in _MYST.finditer(text):
        block: list[str] = []
        for line in text[match.end() :].split("\n")[1:]:
            if line.strip().startswith(match["marks"]):
                break
            block.append(line.strip())
        yield block


def _source_folder(tree: Tree, file: str) -> str:
    """The nearest folder upwards with a ``conf.py``, which targets that begin with ``/`` are relative to."""
    folder = PurePosixPath(file).parent
    for candidate in (folder, *folder.parents):
        place = "" if str(candidate) == "." else f"{candidate}/"
        if f"{place}conf.py" in tree.known:
            return place.rstrip("/")
    return folder_of(file)


def _entries(tree: Tree, file: str, source: str, number: int, lines: list[str]) -> Iterator[Entry]:
    caption, targets = _parted(lines)
    group = (caption or f"toctree {number + 1}",)
    for line in targets:
        titled = _TITLED.match(line)
        target = titled["target"] if titled else line
        if "://" in target or target == "self":
            continue
        base = source if target.startswith("/") else folder_of(file)
        several = matching(tree, base, target.lstrip("/")) if "*" in target else []
        found = existing(tree, base, target)
        yield from (Entry(path, group) for path in ([found] if found else several) if path != file)


def _parted(lines: list[str]) -> tuple[str, list[str]]:
    """The caption, and the lines that name pages; options come first, in either of their two forms."""
    caption, fenced = "", False
    targets: list[str] = []
    for index, line in enumerate(lines):
        if line == "---" and (index == 0 or fenced):
            fenced = not fenced
            continue
        option = _OPTION.match(line)
        if option and (fenced or (option["name"] and not targets)):
            name = option["name"] or option["yaml"]
            caption = (option["value"] or option["yaml_value"] or "").strip() if name == "caption" else caption
        elif line and not fenced:
            targets.append(line)
    return caption, targets
