"""A run's events and what is folded from them: the state now, and the state after each round."""

from collections.abc import Sequence

from critloop.loop.fold import apply
from critloop.loop.state import RunState
from critloop.model.events import Recorded, Reviewed


class RunHistory:
    """Grows by events; each is folded once. Old states are kept by reference, they are frozen.

    Attributes:
        events: All events so far, in order.
        state: The state after the last one; None before the first.
        after_round: The state right after each round, in order.
    """

    def __init__(self) -> None:
        self.events: list[Recorded] = []
        self.state: RunState | None = None
        self.after_round: list[RunState] = []

    @property
    def version(self) -> int:
        """The number of the last event."""
        return self.events[-1].seq if self.events else 0

    def add(self, recorded: Sequence[Recorded]) -> None:
        """Fold what is new; events that are known already are passed over."""
        for item in recorded:
            if item.seq <= self.version:
                continue
            self.state = apply(self.state, item)
            self.events.append(item)
            if isinstance(item.event, Reviewed):
                self.after_round.append(self.state)
