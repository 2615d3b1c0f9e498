"""A chain: loops in sequence, and what passes from one to the next."""

from collections.abc import Sequence

from critloop.model.base import Frozen
from critloop.model.outcome import Outcome

Value = str | int | float | bool | list[str]


class Link(Frozen):
    """One loop of a chain. ``options`` are those of the loop's command; ``takes`` maps one to the link that gives it.

    ``line`` is the 1-based line of its table in the chain's file.
    """

    name: str
    loop: str
    options: dict[str, Value] = {}
    takes: dict[str, str] = {}
    line: int = 0


class ChainInputs(Frozen, tag_field="of", tag="chain"):
    """The links in the order in which they run."""

    links: tuple[Link, ...]


class LinkRun(Frozen):
    """A run that a link has begun. ``part`` is the number of the task where a link runs one for each task.

    ``outcome`` is None until it has stood somewhere; ``words`` say why it does not go on.
    """

    link: str
    part: str
    run: str
    outcome: Outcome | None = None
    words: str = ""

    @property
    def passed(self) -> bool:
        """True when the chain may go on after it."""
        return self.outcome in (Outcome.APPROVED, Outcome.APPROVED_WITH_KNOWN_ISSUES)


def latest(runs: Sequence[LinkRun]) -> tuple[LinkRun, ...]:
    """Of the runs of each link, or of each task of one, the last: the one that counts, in the chain's order."""
    return tuple({(run.link, run.part): run for run in runs}.values())


def standing_at(runs: Sequence[LinkRun]) -> LinkRun | None:
    """The run that a chain is at: the first that counts and has not passed; None between two links."""
    return next((run for run in latest(runs) if not run.passed), None)
