"""A text as lines that know what surrounds them."""

from dataclasses import dataclass
from typing import Literal

import msgspec

Kind = Literal["text", "blank", "heading", "rule", "fence", "code", "hidden"]
"""``fence`` is a fence's own line, ``code`` its content or an indented block, ``hidden`` inside HTML that hides."""


class Line(msgspec.Struct, frozen=True, gc=False):
    """One line of a text.

    ``number`` is 1-based. ``content`` is what is left of the line inside its containers (inside a
    fence: as written, to the character). ``own`` is that without what is struck through, and
    ``text``, of the same length, is ``own`` with plain punctuation, for matching. ``depth`` counts
    the list items around it, ``marker`` is the mark of the item that begins here, ``level`` the
    level of a heading, ``info`` the words after a fence. ``lazy`` continues a paragraph of a list
    item without being indented. ``html``: it stands in an HTML element.
    """

    number: int
    content: str
    own: str
    text: str
    kind: Kind = "text"
    depth: int = 0
    marker: str = ""
    level: int = 0
    info: str = ""
    quoted: bool = False
    lazy: bool = False
    struck: bool = False
    html: bool = False

    @property
    def live(self) -> bool:
        """True for the writer's own words: not fenced, quoted, hidden or struck through."""
        return self.kind in {"text", "heading"} and not self.quoted and not self.struck


@dataclass(frozen=True, slots=True)
class Document:
    """The lines of a text.

    ``unclosed`` is the line of a fence or hiding tag that is still open at the end, ``torn`` the line
    of a fence that only the end of its list item or quote closed; 0 where there is none.
    """

    lines: tuple[Line, ...]
    unclosed: int = 0
    torn: int = 0
