"""A figure, its reference and its bar, and how they are printed."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One measured value. ``bar`` is the most it may be: of the value, or of the ratio to the reference."""

    name: str
    value: float
    unit: str
    reference: float
    reference_name: str
    bar: float | None = None
    bar_is_ratio: bool = False

    @property
    def ratio(self) -> float:
        """The value over the reference."""
        return self.value / self.reference if self.reference else float("inf")

    @property
    def met(self) -> bool:
        """True when there is no bar, or the figure stays within it."""
        held = self.ratio if self.bar_is_ratio else self.value
        return self.bar is None or held <= self.bar

    def line(self) -> str:
        """The row of the table."""
        bar = "" if self.bar is None else (f"≤ {self.bar:g} ×" if self.bar_is_ratio else f"≤ {self.bar:g} {self.unit}")
        verdict = "" if self.bar is None else ("met" if self.met else "MISSED")
        reference = f"{self.reference:.2f} {self.unit} {self.reference_name}"
        return (
            f"{self.name:<46}{self.value:>9.2f} {self.unit:<4}{self.ratio:>7.2f} ×  {reference:<50}{bar:<12}{verdict}"
        )


def median_ms(action: Callable[[], object], runs: int) -> float:
    """The median wall time of an action in milliseconds, after one run that doesn't count."""
    action()
    times: list[float] = []
    for _ in range(runs):
        start = time.perf_counter()
        action()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)
