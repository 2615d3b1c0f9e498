"""The text that criteria are held against, and what is said of one of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from critloop.checks.document import Document
from critloop.checks.framework import Check
from critloop.checks.parsing import parse
from critloop.checks.surroundings import Surroundings
from critloop.model.base import Frozen

SHOWN = 3
"""Places that a gap names; the rest are counted."""

_QUOTED = 60


class Artifact:
    """A text, parsed once, with what its links can lead to."""

    def __init__(self, text: str, around: Surroundings | None = None) -> None:
        """Nothing is parsed before it is needed."""
        self.text = text
        self.around = around or Surroundings()

    @cached_property
    def document(self) -> Document:
        """The text as Markdown; every text is some."""
        return parse(self.text)

    @property
    def lines(self) -> tuple[str, ...]:
        """Its lines, without their ends."""
        return self.document.source.lines

    @cached_property
    def fenced(self) -> frozenset[int]:
        """The lines in fenced blocks, their marks included."""
        return frozenset(n for fence in self.document.fences for n in range(fence.line, fence.end_line + 1))


class Judged(Frozen):
    """Whether a criterion is met. ``met`` is None where the text leaves it open, for the reason in ``gap``."""

    met: bool | None
    gap: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in a text: its line, and the words in question."""

    line: int
    words: str


Judge = Callable[[Artifact], Judged]
Repair = Callable[[Artifact], str]
"""Gives the text with what is mechanical put right; the same text where nothing is."""

MET = Judged(met=True)


def none_of(places: Sequence[Place], what: str) -> Judged:
    """Met when there is no such place; else a gap that says what is wrong and where."""
    return MET if not places else Judged(met=False, gap=f"{what}: {shown(places)}.")


def by_check(check: Check, what: str) -> Judge:
    """Met when a check finds nothing."""

    def judge(artifact: Artifact) -> Judged:
        found = check.find(check, artifact.document, artifact.around)
        return none_of([Place(problem.line, problem.quote) for problem in found], what)

    return judge


def shown(places: Sequence[Place]) -> str:
    """``line 3 (“words”), line 9 (“words”) and 4 more places``."""
    told = [f"line {place.line}{_quoted(place.words)}" for place in places[:SHOWN]]
    more = len(places) - SHOWN
    return ", ".join(told) + (f" and {more} more place{'s' if more > 1 else ''}" if more > 0 else "")


def _quoted(words: str) -> str:
    """The words in parentheses; nothing for marks without a word, which a title would not show."""
    if not any(char.isalnum() for char in words):
        return ""
    return f" (“{_short(words)}”)"


def _short(words: str) -> str:
    text = " ".join(words.split())
    return text if len(text) <= _QUOTED else text[: _QUOTED - 1].rstrip() + "…"
