"""A way to say what a role should not be told.

Patterns meet one sentence at a time, in lower case and without emphasis. Their spaces stand for any
white space, line breaks too.
"""

import re
from dataclasses import dataclass
from functools import cache

from critloop.prompting.linting.flags import Audience, FlagKind

BOTH: frozenset[Audience] = frozenset({"critic", "maker"})
CRITIC: frozenset[Audience] = frozenset({"critic"})
MAKER: frozenset[Audience] = frozenset({"maker"})

_WHY: dict[FlagKind, tuple[str, str]] = {
    "pre_judging": (
        "it settles a finding before anybody has looked",
        "state the fact without the order, or rule on the finding when it comes",
    ),
    "open_ended": (
        "it asks for work without an end or a reason",
        "name the concrete risk and the place, or leave it out",
    ),
}

REASON = (
    r"\b(?:because|since|given that|due to|now that|whose|so that|in case)\b"
    r"|\bas (?:it|they|its|their|the|this)\b[^.!?]{0,60}? (?:changed|changes|moved|grew)\b"
)
"""Words that give a task-specific reason for looking further."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """One way to say it, and whom it must not be said to. ``unless`` matches sentences in which it is harmless."""

    kind: FlagKind
    pattern: str
    unless: str
    audiences: frozenset[Audience]

    def found_in(self, words: str) -> re.Match[str] | None:
        """Where a sentence says it; None where it does not, or harmlessly."""
        if self.unless and _compiled(self.unless).search(words):
            return None
        return _compiled(self.pattern).search(words)

    @property
    def why(self) -> str:
        """What is wrong with it."""
        return _WHY[self.kind][0]

    @property
    def remedy(self) -> str:
        """What to write in its place."""
        return _WHY[self.kind][1]


def judging(*forms: str, unless: str = "", to: frozenset[Audience] = BOTH) -> Phrase:
    """A phrase that pre-judges, in any of its forms."""
    return _phrase("pre_judging", forms, unless, to)


def endless(*forms: str, unless: str = "", to: frozenset[Audience] = BOTH) -> Phrase:
    """A phrase that asks for work without an end, in any of its forms."""
    return _phrase("open_ended", forms, unless, to)


def _phrase(kind: FlagKind, forms: tuple[str, ...], unless: str, to: frozenset[Audience]) -> Phrase:
    return Phrase(kind, "|".join(forms), unless, to)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compiled when it is first needed: most commands look at no words at all."""
    return re.compile(pattern.replace(" *", r"\s*").replace(" ?", r"\s?").replace(" ", r"\s+"))
