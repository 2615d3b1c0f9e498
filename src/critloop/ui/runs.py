"""What the dashboard asks of the composition; ``critloop.app.Critloop`` is what it gets."""

from collections.abc import AsyncIterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Literal, Protocol

from critloop.loop.control import Control
from critloop.loop.state import RunState
from critloop.model.events import Recorded
from critloop.model.gate import GateDecision
from critloop.model.items import ItemStatus
from critloop.model.ports import RunRow, Watcher, Workspace
from critloop.model.workcopy import BringBackPreview


class Runs(Protocol):
    """Runs to show, to advance and to decide. All but ``advance`` block and are called in a thread."""

    @property
    def workspace(self) -> Workspace:
        """The work copies."""

    def state(self, run: str) -> RunState:
        """The state of a run."""

    def events(self, run: str, after: int = 0) -> list[Recorded]:
        """The events of a run with ``seq > after``."""

    def holder(self, run: str) -> str | None:
        """The process that is advancing a run, in words; None when nobody is."""

    def rows(self, root: Path | None = None) -> list[RunRow]:
        """The runs of one project, or all, the newest first."""

    def changed_since(self, token: int, root: Path | None = None) -> tuple[int, list[RunRow]]:
        """The runs that got events since ``token`` was given (0: all), and the token for the next call."""

    def subscribe(self, run: str, after: int = 0) -> AbstractContextManager[AsyncIterator[Recorded]]:
        """Events with ``seq > after``, stored ones and those to come."""

    async def advance(
        self,
        run: str,
        watch: Watcher | None = None,
        *,
        by: str = "",
        bring_back: Literal["ask", "yes"] = "ask",
        control: Control | None = None,
    ) -> RunState:
        """Advance a run to its next question or its end.

        Raises:
            LeaseHeld: Another process advances it.
        """

    def decide(self, run: str, decision: GateDecision) -> RunState:
        """Answer the open gate.

        Raises:
            UsageProblem: There is none, or the answer lacks something.
        """

    def rule(self, run: str, item: str, ruling: ItemStatus, *, reason: str, by: str = "") -> RunState:
        """Settle something that a reviewer could not verify.

        Raises:
            UsageProblem: There is no such open item, or no reason is given.
        """

    def retry(self, run: str, *, by: str = "") -> RunState:
        """Take a run up again that ended as not reviewed."""

    def answer_bring_back(self, run: str, *, accepted: bool, by: str = "") -> RunState:
        """Answer whether the result is brought back."""

    def offer_again(self, run: str) -> RunState:
        """Offer a result that was declined, or taken out again, once more; nothing happens where there is none."""

    def preview_bring_back(self, run: str) -> BringBackPreview | None:
        """What bringing back the present text would do; None before there is a work copy."""

    def text(self, run: str, revision: str, path: str) -> str:
        """A file at a revision."""

    def diff(self, run: str, old: str, new: str, path: str | None = None) -> str:
        """Unified diff between two revisions."""
