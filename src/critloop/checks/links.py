"""Relative links and anchors that lead nowhere."""

import posixpath
import re
from collections.abc import Iterator
from urllib.parse import unquote

from critloop.checks.document import Document, Link
from critloop.checks.framework import Check, Edit, LineEdit, Problem
from critloop.checks.slugs import document_anchors, nearest
from critloop.checks.surroundings import Surroundings
from critloop.model.finding import Severity

_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_TEMPLATE = re.compile(r"\{|\}|<|>|\$|\*|…|\.\.\.|\|")
_LINE_SUFFIX = re.compile(r":\d+(?:[-:]\d+)?$")
_SITE_FORMS = ("", ".md", ".mdx", ".markdown", "/index.md", "/README.md", "/index.mdx")
_MARKDOWN = (".md", ".markdown", ".mdx")
_ALWAYS = ("", "top", "readme")
_WORDS = {"url", "link", "path", "tbd", "todo", "placeholder"}


def _parts(link: Link) -> tuple[str, str] | None:
    """The path and the fragment of a link that can be judged; None for all others."""
    target = unquote(link.target)
    if not target or _SCHEME.match(target) or target.startswith(("/", "//", "\\")) or _TEMPLATE.search(target):
        return None
    path, _, fragment = target.partition("#")
    path = path.partition("?")[0]
    looks_like_path = "." in path or "/" in path
    if path and (not looks_like_path or path.casefold() in _WORDS):
        return None
    return path, fragment


def _files(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    if around.root is None:
        return
    for link in document.links:
        parts = _parts(link)
        if parts is None or not parts[0] or _found(around, parts[0]) is not None:
            continue
        if _resolved(around, parts[0]) is None or around.is_opaque(_resolved(around, parts[0]) or ""):
            continue
        better = _better_path(around, parts[0])
        kind = "image" if link.image else "link"
        yield check.problem(
            document,
            link.line,
            f"{kind} to “{parts[0]}” leads nowhere",
            f"The {kind} to “{parts[0]}” means “{_resolved(around, parts[0])}”, and there is no such file.",
            advice=f"The file “{better}” exists." if better else "Correct the target, or remove the link.",
            fix=_retargeted(document, link, parts[0], better) if better else None,
        )


def _resolved(around: Surroundings, path: str) -> str | None:
    """The path below the root that a relative link means; None when it leaves the root."""
    joined = posixpath.normpath(posixpath.join(posixpath.dirname(around.path), path))
    return None if joined.startswith("..") else joined


def _found(around: Surroundings, path: str) -> str | None:
    """The file or folder that a link leads to, in the forms that site generators allow too."""
    target = _resolved(around, _LINE_SUFFIX.sub("", path))
    if target is None:
        return None
    stem = re.sub(r"\.html?$", "", target)
    candidates = [target + form for form in _SITE_FORMS] + ([stem + ".md", stem + ".mdx"] if stem != target else [])
    return next((item for item in candidates if item == "." or around.exists(item)), None)


def _better_path(around: Surroundings, path: str) -> str | None:
    """Another spelling under which the target exists: from the root, or with other letter case."""
    from_root = posixpath.normpath(path)
    found = from_root if not from_root.startswith("..") and around.exists(from_root) else None
    found = found or _other_case(around, _resolved(around, path) or "")
    return posixpath.relpath(found, posixpath.dirname(around.path) or ".") if found else None


def _other_case(around: Surroundings, path: str) -> str | None:
    folder, result = around.root, []
    for part in path.split("/"):
        if folder is None:
            return None
        names = [name for name in around.entries(folder) if name.casefold() == part.casefold()]
        if len(names) != 1:
            return None
        result.append(names[0])
        folder = folder / names[0]
    return "/".join(result)


def _anchors(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    own = document_anchors(document)
    for link in document.links:
        parts = _parts(link)
        if parts is None or link.image or not parts[1] or parts[1].startswith(":~:"):
            continue
        path, fragment = parts
        known = _anchors_behind(path, own, around)
        if known is None or _is_known(fragment, known):
            continue
        near = nearest(fragment, known)
        where = f"in “{path}”" if path else "in this document"
        yield check.problem(
            document,
            link.line,
            f"anchor “#{fragment}” leads nowhere",
            f"A link goes to “#{fragment}”, and no heading or HTML anchor {where} has that name.",
            advice=f"The nearest anchor is “#{near}”." if near else "Correct the anchor, or add the section.",
            fix=_retargeted(document, link, f"#{fragment}", f"#{near}") if near else None,
        )


def _anchors_behind(path: str, own: frozenset[str], around: Surroundings) -> frozenset[str] | None:
    if not path:
        return own
    found = _found(around, path) if around.root is not None else None
    if found is None or not found.endswith(_MARKDOWN):
        return None
    return own if found == around.path else around.anchors(found)


def _is_known(fragment: str, known: frozenset[str]) -> bool:
    bare = fragment.removeprefix("user-content-")
    return (
        bare in known
        or fragment in known
        or fragment in _ALWAYS
        or re.fullmatch(r"L\d+(-L?\d+)?", fragment) is not None
    )


def _retargeted(document: Document, link: Link, wrong: str, right: str) -> Edit | None:
    """The target replaced where it is written, in every link of the line that has it."""
    old = document.source.line(link.line)
    pattern = re.compile(rf"(\]\(<?[^\s()<>]*?|\]:\s*<?\S*?){re.escape(wrong)}(?=[\s)>#?]|$)")
    if not pattern.search(old):
        return None
    return Edit(
        (LineEdit(link.line, old, pattern.sub(lambda match: match[1] + right, old)),), f"point the link to {right}"
    )


FILES = Check(
    id="link",
    dimension="consistency",
    severity=Severity.MEDIUM,
    explanation="a relative link to a file that does not exist",
    why="a reader can't reach what the text relies on",
    find=_files,
    wording=r"The (?:link|image) to “.*” means “.*”, and there is no such file",
)
ANCHORS = Check(
    id="anchor",
    dimension="consistency",
    severity=Severity.MEDIUM,
    explanation="a link to a heading or anchor that does not exist",
    why="a reader can't find the section that is meant",
    find=_anchors,
    wording=r"A link goes to “#.*”, and no heading or HTML anchor",
)
