"""Anchors that headings get on GitHub, and what counts as almost the same anchor."""

import re
import unicodedata
from functools import lru_cache

from critloop.checks.document import Document

_SHORTCODE = re.compile(r":[a-z0-9_+-]+:")
_CUSTOM = re.compile(r"\s*\{#([^}\s]+)[^}]*\}\s*$")
_NAMED = re.compile(r"""(?:\s|^)(?:id|name)\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s"'>]+))""", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"\{:?[^{}]*?#([\w.:-]+)")
_KEPT = ("L", "M", "Nd", "Pc")


def slug(text: str) -> str:
    """GitHub's anchor for a heading's rendered text, before numbers are added for duplicates.

    Lower case; letters, marks, decimal digits, connector punctuation (``_``) and hyphens stay;
    each space becomes a hyphen; all else goes.
    """
    lowered = text.strip().lower()
    return "".join("-" if char == " " else char for char in lowered if char in " -" or _is_word(char))


def _is_word(char: str) -> bool:
    category = unicodedata.category(char)
    return category[0] in _KEPT or category in _KEPT


def heading_anchors(texts: list[str]) -> set[str]:
    """Every anchor that headings with these texts, in this order, can be reached by.

    A superset where renderers differ: ``{#custom}`` names count, emoji short codes with and
    without their names, and all ways to number duplicates.
    """
    found: set[str] = set()
    seen: dict[str, int] = {}
    for text in texts:
        custom = _CUSTOM.search(text)
        if custom:
            found.add(custom.group(1))
            text = text[: custom.start()]  # noqa: PLW2901 - the name is not part of the heading's text
        for base in {slug(text), slug(_SHORTCODE.sub("", text)), slug(_SHORTCODE.sub("", text).strip())}:
            count = seen.get(base, 0)
            seen[base] = count + 1
            unique = base if not count else f"{base}-{count}"
            if count:
                found.add(f"{base}_{count}")
            while unique in found and count:
                found.add(unique)
                count += 1
                unique = f"{base}-{count}"
            found.add(unique)
    return found


def nearest(anchor: str, known: frozenset[str]) -> str | None:
    """The only known anchor that differs in nothing but case, hyphens and punctuation; None for none or several."""
    near = _by_letters(known).get(_letters(anchor), [])
    return near[0] if len(near) == 1 else None


@lru_cache(maxsize=16)
def _by_letters(known: frozenset[str]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for anchor in known:
        groups.setdefault(_letters(anchor), []).append(anchor)
    groups.pop("", None)
    return groups


def _letters(anchor: str) -> str:
    return "".join(char for char in anchor.casefold() if char.isalnum())


def document_anchors(document: Document) -> frozenset[str]:
    """Every anchor of a document: its headings, ``id`` and ``name`` of HTML tags, ``{#name}`` attributes."""
    found = heading_anchors([heading.text for heading in document.headings])
    for html in document.html:
        found.update(next(filter(None, match)) for match in _NAMED.findall(html.content))
    for line in document.source.lines:
        if "{" in line:
            found.update(_ATTRIBUTE.findall(line))
    return frozenset(found)
