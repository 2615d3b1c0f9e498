"""One parsed document, as the checks see it. Lines are 1-based and inclusive."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from critloop.checks.source import SourceText


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: ``raw`` is its source without the marks, ``text`` what a reader sees.

    ``nested`` ones stand in a list or a quotation: they have an anchor, but begin no section.
    """

    line: int
    end_line: int
    level: int
    raw: str
    text: str
    nested: bool


@dataclass(frozen=True, slots=True)
class Section:
    """The lines from a heading to the next one of any level.

    ``path`` are the raw texts from the outermost heading to this one; ``tree_end`` is the last
    line of its subsections; ``blocks`` counts what it holds, ``comments`` how many of these are
    HTML comments.
    """

    heading: Heading
    path: tuple[str, ...]
    parent: int | None
    end: int
    tree_end: int
    blocks: int
    comments: int

    @property
    def name(self) -> str:
        """The heading's raw text."""
        return self.heading.raw


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block. ``end_line`` is its closing line, or its last line when it is not closed.

    ``indent`` is the text before the opening marks; ``nested`` is true inside a list or quotation.
    """

    line: int
    end_line: int
    closed: bool
    marks: str
    info: str
    indent: str
    nested: bool


@dataclass(frozen=True, slots=True)
class Link:
    """A link, an image, or a link definition, with its target as written (percent-encoded)."""

    line: int
    target: str
    image: bool = False


@dataclass(frozen=True, slots=True)
class Prose:
    """Text in the author's voice: a paragraph, a heading or a table cell.

    ``masked`` is ``content`` with code spans, links' targets and HTML overwritten by U+FFFC, so that offsets
    stay. ``quoted`` is true in a block quotation, ``item`` for the first paragraph of a
    list item, whose list has the number ``list_id``.
    """

    kind: Literal["paragraph", "heading", "cell"]
    line: int
    content: str
    masked: str
    quoted: bool
    item: bool
    list_id: int | None

    def line_at(self, offset: int) -> int:
        """The document's line that holds this offset of ``content``."""
        return self.line + self.content.count("\n", 0, offset)


@dataclass(frozen=True, slots=True)
class NumberedList:
    """An ordered list: the lines of its items and the numbers that the source gives them."""

    items: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table, from its header row to its last row."""

    line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class Html:
    """A piece of raw HTML."""

    line: int
    content: str


@dataclass(frozen=True, slots=True)
class Document:
    """A text and everything that was found in it, each list in the order of lines."""

    source: SourceText
    front_matter_end: int
    headings: tuple[Heading, ...]
    sections: tuple[Section, ...]
    fences: tuple[Fence, ...]
    links: tuple[Link, ...]
    prose: tuple[Prose, ...]
    numbered: tuple[NumberedList, ...]
    tables: tuple[Table, ...]
    html: tuple[Html, ...]
    blocks: int

    def section_at(self, line: int) -> Section | None:
        """The innermost section that holds a line; None before the first heading."""
        index = bisect_right(self.sections, line, key=lambda section: section.heading.line) - 1
        return self.sections[index] if index >= 0 else None

    def section_name(self, line: int) -> str | None:
        """The raw heading of the section that holds a line."""
        section = self.section_at(line)
        return section.name if section else None

    def children(self, parent: int | None) -> Iterator[tuple[int, Section]]:
        """The sections right below one, with their numbers; None means the outermost."""
        return ((number, section) for number, section in enumerate(self.sections) if section.parent == parent)
