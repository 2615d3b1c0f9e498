"""Texts in another markup than Markdown: their prose, without any structure."""

import re
from collections.abc import Iterator
from pathlib import PurePath

from critloop.checks.document import Document, Prose
from critloop.checks.parsing import MASK
from critloop.checks.source import SourceText

OTHER = {
    **dict.fromkeys((".rst", ".rest"), "reStructuredText"),
    **dict.fromkeys((".adoc", ".asciidoc", ".asc"), "AsciiDoc"),
    ".org": "Org",
    ".textile": "Textile",
    ".tex": "TeX",
}
"""Markups that are not read as Markdown, by suffix."""

_CODE = re.compile(r"(`+)[^`\n]+\1(?!`)|\$[^$\n]+\$")
# Comments, directives and targets; titles' lines; the fences of AsciiDoc's listings.
_NO_PROSE = re.compile(r"\.\.(?:\s|$)|//|%|\[\[?[^\]]*\]\]?$|:[\w-]+:|([=\-~^\"'`#*+._:])\1{2,}\s*$")


def other_markup(path: PurePath | str) -> str:
    """The name of a markup whose suffix a path has; empty for Markdown and plain text."""
    return OTHER.get(PurePath(path).suffix.lower(), "")


def plain_document(text: str) -> Document:
    """The paragraphs of a text that stand at the margin: what is indented belongs to a directive or is code."""
    source = SourceText.of(text)
    prose = tuple(_prose(source))
    blocks = sum(1 for line in source.lines if line.strip())
    return Document(
        source=source,
        front_matter_end=0,
        headings=(),
        sections=(),
        fences=(),
        links=(),
        prose=prose,
        numbered=(),
        tables=(),
        html=(),
        blocks=blocks,
    )


def _prose(source: SourceText) -> Iterator[Prose]:
    lines: list[str] = []
    listing = ""
    for number, line in enumerate([*source.lines, ""], start=1):
        fence = line.rstrip() if re.fullmatch(r"(?:-{4,}|\.{4,}|={4,}|/{4,}|\+{4,})\s*", line) else ""
        if listing or (fence and not lines):
            listing = "" if listing and fence == listing else listing or fence
            continue
        if line.strip() and not line[0].isspace() and not _NO_PROSE.match(line):
            lines.append(line)
        elif lines:
            content = "\n".join(lines)
            masked = _CODE.sub(lambda match: MASK * len(match[0]), content)
            yield Prose("paragraph", number - len(lines), content, masked, quoted=False, item=False, list_id=None)
            lines = []
