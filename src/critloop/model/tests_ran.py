"""Tests that were run for a maker, and on which tree."""

from critloop.model.base import Frozen


class RanTests(Frozen):
    """One command and what came of it. ``tree`` is the git tree it ran on; seconds of wall-clock time.

    ``exit`` is None where it was ended for taking too long. ``output`` is its end where it is long.
    ``reused``: nothing was run, the tree is the one that this result belongs to. ``ignored`` is a digest
    of the ignored files when it had ended: names, sizes and times.
    """

    command: str
    tree: str
    exit: int | None
    output: str = ""
    seconds: float = 0.0
    reused: bool = False
    ignored: str = ""

    @property
    def passed(self) -> bool:
        """True when the command ended with 0."""
        return self.exit == 0
