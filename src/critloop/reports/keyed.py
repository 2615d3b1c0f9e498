"""Statements about things that have an id, as a reply makes them: ``F3: fixed — what was done``."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from critloop.reports.characters import unmarked
from critloop.reports.lines import Line
from critloop.reports.markdown import read_document

SIGNS = re.compile("[✅✔☑❌✖⚠\ufe0f]")
OUTER = " \t:;,.-–—|：；，。"
"""What stands between an id, a word for what is said of it, and a reason."""


@dataclass(slots=True)
class Statement:
    """A statement under way: the ids it is about and the words that have come."""

    ids: list[str]
    words: list[str] = field(default_factory=list)


class Reader:
    """Reads the statements about ids of one letter (``F`` or ``V``).

    ``whole`` says whether the words so far are all that is needed; until then an empty line does
    not end a statement.
    """

    def __init__(self, letter: str, noun: str, whole: Callable[[Sequence[str]], bool]) -> None:
        """``noun`` may stand before an id (``finding F3``)."""
        self._id = rf"{letter}\d{{1,5}}"
        self._ids = re.compile(
            rf"\W*(?:{noun}\s+)?(?P<ids>{self._id}(?:\s*(?:,|&|\+|/|and)\s*{self._id})*)\b(?:\s*\([^()]*\))?"
            r"\s*(?P<rest>.*)$",
            re.IGNORECASE,
        )
        self._whole = whole

    def statements(self, text: str) -> list[Statement]:
        """What is said of each id: its line, and the lines that go on with it; ids in capitals."""
        return self._read(read_document(text).lines)

    def _read(self, lines: Iterable[Line]) -> list[Statement]:
        found: list[Statement] = []
        current: Statement | None = None
        for line in lines:
            begun = self._begun(line)
            if begun:
                current = begun
                found.append(begun)
            elif line.kind == "blank":
                current = current if current and self._waits(current) else None
            elif line.kind == "heading":
                current = None
            elif current and line.live:
                current.words.append(line.own.strip())
        return found

    def _begun(self, line: Line) -> Statement | None:
        if not line.live or not line.text.strip():
            return None
        match = self._ids.match(re.sub(r"\*+|__|`", lambda mark: " " * len(mark[0]), line.text))
        if not match:
            return None
        ids = [key.upper() for key in re.findall(self._id, match["ids"], re.IGNORECASE)]
        return Statement(ids, [line.own[match.start("rest") :].strip()])

    def _waits(self, statement: Statement) -> bool:
        """True for an id that stands alone, as a title does, or a statement that still lacks its reason."""
        words = " ".join(statement.words).strip(f"{OUTER}*_")
        return not words or not self._whole(statement.words)


def joined(words: Sequence[str]) -> str:
    """The words of a statement in one line, without signs and markup."""
    return unmarked(SIGNS.sub(" ", " ".join(word for word in words if word)))


def reason_after(said: str, start: int) -> str:
    """The reason that a statement gives from this place on, without the marks around it."""
    reason = said[start:].strip(OUTER)
    return reason[1:-1].strip() if reason.startswith("(") and reason.endswith(")") else reason
