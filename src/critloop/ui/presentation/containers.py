"""The block quotes and list items that are open around a block of markdown."""

import re
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from critloop.ui.presentation.lines import Line, Span

INDENTED: Final = 4
"""Spaces that make a code block, or end the search for other blocks."""
DEEPEST: Final = 16
"""Quotes and items inside each other; deeper ones are text."""

RULE: Final = re.compile(r"(?:\*[ ]*){3,}$|(?:-[ ]*){3,}$|(?:_[ ]*){3,}$")
ITEM: Final = re.compile(r"([-+*]|(\d{1,9})[.)])(?:([ ]+)|$)")
_TASK = re.compile(r"\[([ xX])\][ ]+(?=\S)")
_BOXES = {" ": "☐ ", "x": "☑ ", "X": "☑ "}


class Container(Struct, frozen=True):
    """A block quote (``indent`` 0), or a list item whose text is indented by ``indent`` columns.

    ``first`` stands before its first line, ``rest`` before all others; it is ``fresh`` until the
    first one is there.
    """

    indent: int
    first: Span
    rest: Span
    fresh: bool = True


class Containers(Struct):
    """The open containers, the outermost first."""

    open: list[Container] = field(default_factory=list)

    def copy(self) -> "Containers":
        """The same, to be changed by itself."""
        return Containers(list(self.open))

    def match(self, text: str) -> tuple[int, str]:
        """How many of them the line continues, and what is left of it."""
        for number, container in enumerate(self.open):
            bare = text.lstrip(" ")
            indent = len(text) - len(bare)
            if container.indent == 0:
                if not bare.startswith(">") or indent >= INDENTED:
                    return number, text
                text = bare[1:].removeprefix(" ")
            elif bare and indent < container.indent:
                return number, text
            else:
                text = text[container.indent :]
        return len(self.open), text

    def opened_by(self, text: str, *, inside_paragraph: bool) -> tuple[Container, str] | None:
        """The container that the line begins, and what is left of it; None for none."""
        bare = text.lstrip(" ")
        indent = len(text) - len(bare)
        if indent >= INDENTED or not bare or len(self.open) >= DEEPEST:
            return None
        if bare.startswith(">"):
            return Container(0, ("▌ ", "quote"), ("▌ ", "quote")), bare[1:].removeprefix(" ")
        item = ITEM.match(bare)
        if item is None or RULE.match(bare) or (inside_paragraph and not _may_interrupt(item, bare)):
            return None
        return _item(item, bare, indent)

    @property
    def fresh(self) -> bool:
        """True when nothing stands in the innermost one yet."""
        return bool(self.open) and self.open[-1].fresh

    def marks(self) -> tuple[Line, Line, Line]:
        """What stands before the first and the other lines of the next block, and before the gap above it.

        The marker of an item is used up by this.
        """
        above = tuple(container.rest for container in self.open if not container.fresh)
        first = tuple(container.first if container.fresh else container.rest for container in self.open)
        self.open = [replace(container, fresh=False) if container.fresh else container for container in self.open]
        return first, tuple(container.rest for container in self.open), above


def _may_interrupt(item: re.Match[str], bare: str) -> bool:
    """An item can end a paragraph only where it has text and, if numbered, begins at 1."""
    return item.end() < len(bare) and item.group(2) in {None, "1"}


def _item(item: re.Match[str], bare: str, indent: int) -> tuple[Container, str]:
    """A list item with its marker, or with its box if it is a task."""
    spaces = len(item.group(3) or " ")
    spaces = 1 if spaces > INDENTED or item.end() == len(bare) else spaces
    rest = bare[len(item.group(1)) + spaces :]
    marker = f"{item.group(1)} " if item.group(2) else "• "
    task = _TASK.match(rest)
    if task:
        marker = (marker if item.group(2) else "") + _BOXES[task.group(1)]
        rest = rest[task.end() :]
    return Container(indent + len(item.group(1)) + spaces, (marker, "bullet"), (" " * len(marker), "")), rest
