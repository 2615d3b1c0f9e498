"""What a run is asked to do: its loop, subject, roles and limits, fixed when it is created."""

import math
from typing import Literal

from critloop.model.base import Frozen
from critloop.model.turn import AgentRef


class Limits(Frozen):
    """Limits of a run. ``max_time`` is seconds of turns (waiting for a human costs nothing).

    ``rounds`` is the number of reports a unit may get before a human is asked. ``max_bytes`` is the
    largest subject that the loop takes.
    """

    rounds: int = 5
    max_tokens: int | None = None
    max_cost: float | None = None
    max_time: float | None = None
    turn_idle: float = 300.0
    max_bytes: int = 1_000_000

    def __post_init__(self) -> None:
        """Hold the numbers that JSON has no word for at the door."""
        for limit in (self.max_cost, self.max_time, self.turn_idle):
            if limit is not None and not math.isfinite(limit):
                raise ValueError(f"a limit that is no number: {limit}")


class RunSpec(Frozen):
    """Everything that was decided before the first turn.

    ``subject`` is relative to ``root`` (the project: the repository's top, or the file's folder).
    ``keep_branch`` leaves ``critloop/<run>`` in the user's repository after an approval.
    """

    run: str
    loop: str
    subject: str
    root: str
    maker: AgentRef
    critic: AgentRef
    limits: Limits = Limits()
    rereview: Literal["full", "scoped"] = "full"
    keep_branch: bool = False
    review: str | None = None


class Unit(Frozen):
    """What is judged at once. ``path`` is relative to the root; lines are 1-based, None for a whole file."""

    id: str
    name: str
    path: str
    start_line: int | None = None
    end_line: int | None = None
