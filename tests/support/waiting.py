"""Waiting for conditions, never for time."""

import time
from collections.abc import Callable

LIMIT_SECONDS = 20.0


def until(condition: Callable[[], bool]) -> None:
    """Return as soon as the condition holds; fail when it never does."""
    deadline = time.monotonic() + LIMIT_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.002)
