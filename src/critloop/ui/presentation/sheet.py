"""Facts under headings, as pieces of a text: nothing in them is taken for markup."""

from collections.abc import Iterable

from msgspec import Struct

from critloop.ui.presentation.cleaning import clean_line
from critloop.ui.presentation.lines import Line, wrap
from critloop.ui.presentation.pieces import Block, Frame, Piece

_TOP = Frame()
_APART = Frame(gap=True)
_IN = Frame(first=(("  ", ""),), rest=(("    ", ""),))


class Inked(Block, frozen=True):
    """Spans that are wrapped together."""

    spans: Line

    def body(self, width: int) -> list[Line]:
        """The lines."""
        return wrap(self.spans, width)

    def rows(self, width: int) -> int:
        """From the number of characters."""
        return sum(len(text) for text, _ in self.spans) // self.frame.inside(width) + 1 + self.frame.gap


def fact(*spans: tuple[str, str] | str) -> Line:
    """A line of a section: texts, or texts with their inks."""
    return tuple((clean_line(span), "") if isinstance(span, str) else (clean_line(span[0]), span[1]) for span in spans)


class Section(Struct, frozen=True):
    """A heading with its facts."""

    title: str
    facts: tuple[Line, ...]

    def pieces(self, *, first: bool) -> list[Piece]:
        """The heading, and the facts set in below it."""
        heading = Inked(_TOP if first else _APART, ((clean_line(self.title), "heading strong"),))
        return [heading, *(Inked(_IN, line) for line in self.facts)]


def section(title: str, facts: Iterable[Line]) -> Section:
    """A section; one without facts is left out of a sheet."""
    return Section(title, tuple(facts))


def sheet(sections: Iterable[Section]) -> list[Piece]:
    """The sections that have facts, one below the other."""
    kept = [part for part in sections if part.facts]
    return [piece for number, part in enumerate(kept) for piece in part.pieces(first=number == 0)]


def plain(sections: Iterable[Section]) -> str:
    """The same as text to copy."""
    parts = [
        "\n".join([part.title, *("  " + "".join(text for text, _ in line) for line in part.facts)])
        for part in sections
        if part.facts
    ]
    return "\n\n".join(parts)
