"""“At most 500”, “fewer than ten”, “between 2 and 4”: how many of something there may be."""

import re

from critloop.model.base import Frozen

_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_TENS = {"fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "hundred": 100, "a hundred": 100}
NUMBERS = {**{word: number for number, word in enumerate(_WORDS)}, **_TENS}
NUMBER = rf"(?:\d{{1,3}}(?:[,_’']\d{{3}})+|\d{{1,7}}|{'|'.join(sorted(NUMBERS, key=len, reverse=True))})"

MOST = (
    r"(?:at (?:the )?most|no more than|not more than|up to|(?:a )?max(?:imum)?(?: of)?\.?|within|no longer than"
    r"|not longer than|not over)"
)
UNDER = r"(?:under|below|fewer than|less than|shorter than)"
LEAST = (
    r"(?:at least|no fewer than|no less than|not fewer than|not less than|(?:a )?min(?:imum)?(?: of)?\.?"
    r"|no shorter than)"
)
OVER = r"(?:more than|over|above|longer than)"
BOUND = (
    rf"(?:(?P<most>{MOST}) (?P<a>{NUMBER})|(?P<under>{UNDER}) (?P<b>{NUMBER})|(?P<least>{LEAST}) (?P<c>{NUMBER})"
    rf"|(?P<over>{OVER}) (?P<d>{NUMBER})|exactly (?P<e>{NUMBER})"
    rf"|(?:between |from )?(?P<f>{NUMBER})(?: and | to | ?[-–] ?)(?P<g>{NUMBER})"
    rf"|(?P<h>{NUMBER}) or (?:fewer|less)|(?P<i>{NUMBER}) or more)"
)


class Bound(Frozen):
    """Inclusive bounds; None for an open end."""

    low: int | None = None
    high: int | None = None

    def holds(self, number: int) -> bool:
        """True for a number within the bounds."""
        return (self.low is None or number >= self.low) and (self.high is None or number <= self.high)

    def __str__(self) -> str:
        """The bounds in words."""
        if self.low == self.high:
            return f"exactly {self.low}"
        if self.low is None:
            return f"at most {self.high}"
        return f"at least {self.low}" if self.high is None else f"between {self.low} and {self.high}"


def number_of(words: str) -> int:
    """A number as people write it."""
    plain = words.casefold().strip()
    return NUMBERS[plain] if plain in NUMBERS else int(re.sub(r"\D", "", plain))


def bound_of(match: re.Match[str]) -> Bound:
    """The bounds that a match of ``BOUND`` says."""
    said = {key: number_of(match[key]) for key in "abcdefghi" if match[key]}
    match next(iter(said)):
        case "a" | "h":
            return Bound(high=next(iter(said.values())))
        case "b":
            return Bound(high=said["b"] - 1)
        case "c" | "i":
            return Bound(low=next(iter(said.values())))
        case "d":
            return Bound(low=said["d"] + 1)
        case "e":
            return Bound(low=said["e"], high=said["e"])
        case _:
            return Bound(low=min(said["f"], said["g"]), high=max(said["f"], said["g"]))
