"""What tells one report format from another; the reader under all of them is the same."""

import re
from dataclasses import dataclass
from typing import Literal

from critloop.reports.characters import comparable
from critloop.reports.locations import DOCUMENT
from critloop.reports.titles import COMMON, SectionKind, VerdictName


@dataclass(frozen=True, slots=True)
class VerdictLine:
    """A verdict of a format: which it is, how it is written, and the list that has to agree with it.

    ``marker`` is what announces it (``**Status:**``), ``listed`` the title of its list.
    """

    key: VerdictName
    name: str
    marker: str
    passing: str
    failing: str
    holds: Literal["issues", "gaps"]
    listed: str
    item: str

    @property
    def forms(self) -> str:
        """Both ways to write it, as a critic is told."""
        if self.marker.startswith("#"):
            return f"{self.marker} and below it {self.passing} or {self.failing}"
        return f"{self.marker} {self.passing} or {self.marker} {self.failing}"


@dataclass(frozen=True, slots=True)
class Format:
    """A report format.

    ``title`` matches the report's title as ``comparable`` gives it, ``begins`` the first line of a
    report that is wrapped in a fence; ``shown`` is the title as a critic writes it, ``lesser`` where
    a remark goes that does not block. ``graded``: findings bear severities of their own, and those of
    low severity stand beside an approval. ``files`` matches what is taken for a path.
    ``strict``: an approval needs its list, with None in it.
    """

    name: str
    shown: str
    title: re.Pattern[str]
    begins: re.Pattern[str]
    verdicts: tuple[VerdictLine, ...]
    dimensions: tuple[str, ...]
    default: str
    lesser: str
    files: re.Pattern[str] = DOCUMENT
    kinds: frozenset[SectionKind] = COMMON
    graded: bool = False
    strict: bool = False
    empty: Literal["no_findings", "contradictory"] = "no_findings"
    """What a failing verdict is that has no finding to go with it."""

    note: re.Pattern[str] | None = None
    """Matches a line that belongs to the summary wherever it stands."""

    @property
    def exact(self) -> str:
        """The words that the title begins with, as ``comparable`` gives them: a text with these is of this format."""
        return comparable(re.split(r"[—:]", self.shown.lstrip("# "))[0])


def title_pattern(words: str) -> re.Pattern[str]:
    """Matches a title of these words, with a number before it and what is reviewed after it."""
    return re.compile(rf"\W*(?:\d+[.)]\s+)?(?:{words})(?:\s*[:—–-].*|\s*\(.*\))?$")


def begins_pattern(words: str, verdicts: str = "status|verdict") -> re.Pattern[str]:
    """Matches the first line of a report with such a title, or with none."""
    return re.compile(rf"[\s#*_]*(?:(?:{words})\b|(?:{verdicts})\s*:)", re.IGNORECASE)
