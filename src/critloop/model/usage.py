"""What a turn took: tokens, seconds, US dollars."""

import math

from critloop.model.base import Frozen


class Usage(Frozen):
    """Tokens by kind, seconds of wall time, and US dollars; ``cost_usd`` is None where no price is known.

    Raises ValueError for seconds or dollars that are no number: they could not be written down.
    """

    input: int = 0
    cache_read: int = 0
    cache_write: int = 0
    output: int = 0
    cost_usd: float | None = None
    seconds: float = 0.0

    def __post_init__(self) -> None:
        """Hold the numbers that JSON has no word for at the door."""
        if not math.isfinite(self.seconds) or not math.isfinite(self.cost_usd or 0.0):
            raise ValueError(f"usage in numbers that are none: {self.seconds} s, {self.cost_usd} US dollars")

    @property
    def tokens(self) -> int:
        """All tokens, of every kind."""
        return self.input + self.cache_read + self.cache_write + self.output

    def __add__(self, other: "Usage") -> "Usage":
        """The sum; the cost is known when either is known."""
        costs = [cost for cost in (self.cost_usd, other.cost_usd) if cost is not None]
        return Usage(
            input=self.input + other.input,
            cache_read=self.cache_read + other.cache_read,
            cache_write=self.cache_write + other.cache_write,
            output=self.output + other.output,
            cost_usd=sum(costs) if costs else None,
            seconds=self.seconds + other.seconds,
        )

    def __sub__(self, other: "Usage") -> "Usage":
        """What this has more than ``other``, part by part; the cost is known when this one's is."""
        cost = None if self.cost_usd is None else self.cost_usd - (other.cost_usd or 0.0)
        return Usage(
            input=self.input - other.input,
            cache_read=self.cache_read - other.cache_read,
            cache_write=self.cache_write - other.cache_write,
            output=self.output - other.output,
            cost_usd=cost,
            seconds=self.seconds - other.seconds,
        )
