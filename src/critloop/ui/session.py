"""One run as this process has it open: its history, who advances it, and its texts."""

import asyncio
from collections.abc import Callable

from textual.message import Message

from critloop.loop.control import Control
from critloop.loop.state import RunState
from critloop.model.errors import CritloopError, LeaseHeld
from critloop.model.events import Recorded, TurnStarted
from critloop.model.gate import GateDecision
from critloop.model.workcopy import BringBackPreview
from critloop.ui import wording
from critloop.ui.bridge import PieceBuffer, RunChanged, RunProblem, Throttle
from critloop.ui.history import RunHistory
from critloop.ui.runs import Runs
from critloop.ui.situation import Mode

SOMEONE = "another process"
KEPT_TEXTS = 64


class RunSession:
    """Follows a run by its events and, where it holds the lease, advances it.

    Attributes:
        run: The run's id.
        history: What has happened so far.
        mode: What this process does with the run.
        holder: Who advances it, where it is another process.
    """

    def __init__(self, runs: Runs, run: str, post: Callable[[Message], object]) -> None:
        self.run = run
        self.history = RunHistory()
        self.mode: Mode = "idle"
        self.holder = ""
        self._runs = runs
        self._post = post
        self._pieces = PieceBuffer(run, post)
        self._changed = Throttle(self._post_change)
        self._control: Control | None = None
        self._goes_on = False
        self._attends = False
        self._reached = 0
        self._texts: dict[tuple[str, ...], str] = {}

    @property
    def state(self) -> RunState | None:
        """The run as it is now; None until it is read."""
        return self.history.state

    @property
    def unattended(self) -> bool:
        """True when the run could go on, nobody asks the human anything, and nobody advances it."""
        state = self.state
        return (
            state is not None and state.outcome is None and self.mode == "idle" and not wording.waits_for_answer(state)
        )

    @property
    def wants_advance(self) -> bool:
        """True when this process was advancing the run and an answer has come since it stopped to ask."""
        behind = self.history.version < self._reached
        if behind or not (self._goes_on and self.unattended) or self.state is None:
            return False
        return self._attends or not self.state.stopped

    def attend(self) -> None:
        """Take the run up as soon as it is read, where nobody has to be asked first; also one that was stopped."""
        self._goes_on = self._attends = True

    def read(self) -> None:
        """Read what has happened so far; blocks.

        Raises:
            CritloopError: The store can't be read.
            ValueError: What it has of the run doesn't make sense.
        """
        self.history.add(self._runs.events(self.run))

    async def follow(self) -> None:
        """Read the run and fold every event that comes, until cancelled."""
        try:
            if self.state is None:
                await asyncio.to_thread(self.read)
            await self._find_holder()
            self._changed.poke()
            with self._runs.subscribe(self.run, self.history.version) as events:
                async for recorded in events:
                    self._take(recorded)
        except (CritloopError, ValueError) as problem:
            self._post(RunProblem(self.run, words_of(problem)))

    async def _find_holder(self) -> None:
        """Learn whether another process advances the run that was just read."""
        if self.mode != "idle" or not self._is_moving():
            return
        holder = await asyncio.to_thread(self._runs.holder, self.run)
        if holder and self.mode == "idle":
            self.mode, self.holder = "watching", holder

    def _take(self, recorded: Recorded) -> None:
        self._pieces.flush()
        self.history.add([recorded])
        if self.mode == "idle" and isinstance(recorded.event, TurnStarted):
            self.mode, self.holder = "watching", SOMEONE
        elif self.mode == "watching" and not self._is_moving():
            self.mode, self.holder = "idle", ""
        self._changed.poke()

    def _is_moving(self) -> bool:
        state = self.state
        if state is None or state.outcome is not None or state.stopped:
            return False
        return not wording.waits_for_answer(state)

    async def advance(self) -> None:
        """Advance the run to its next question or its end. Cancelling it leaves the run resumable."""
        if self.mode in ("driving", "paused"):
            return
        self._control = Control()
        self.mode, self.holder, self._goes_on, self._attends = "driving", "", True, False
        self._changed.poke()
        try:
            state = await self._runs.advance(self.run, self._pieces, bring_back="ask", control=self._control)
            self._reached = state.version
        except LeaseHeld as held:
            self.mode, self.holder = "watching", held.holder
            self._post(RunProblem(self.run, f"You are watching: {held.message}."))
        except Exception:
            self._goes_on = False
            raise
        finally:
            self._pieces.flush()
            self._control = None
            if self.mode != "watching":
                self.mode = "idle"
            self._changed.poke()

    def hold(self) -> bool:
        """Pause a run that is advanced here, or let it go on; True when it is held now."""
        if self._control is None:
            return False
        if self._control.paused:
            self._control.resume()
        else:
            self._control.pause()
        self.mode = "paused" if self._control.paused else "driving"
        self._changed.poke()
        return self.mode == "paused"

    def stop(self, by: str) -> None:
        """End the advance; the run stays resumable."""
        self._goes_on = False
        if self._control is not None:
            self._control.stop(by)

    async def decide(self, decision: GateDecision) -> None:
        """Answer the gate."""
        self._goes_on = True
        await asyncio.to_thread(self._runs.decide, self.run, decision)

    async def preview(self) -> BringBackPreview | None:
        """What bringing back the present text would do to the user's file; made in a thread."""
        return await asyncio.to_thread(self._runs.preview_bring_back, self.run)

    async def answer_bring_back(self, *, accepted: bool, by: str) -> None:
        """Say whether the result is brought back."""
        self._goes_on = True
        await asyncio.to_thread(lambda: self._runs.answer_bring_back(self.run, accepted=accepted, by=by))

    async def text(self, revision: str, path: str) -> str:
        """A file at a revision, read in a thread once."""
        return await self._kept(("text", revision, path), lambda: self._runs.text(self.run, revision, path))

    async def diff(self, old: str, new: str) -> str:
        """The unified diff of all files between two revisions, made in a thread once."""
        return await self._kept(("diff", old, new), lambda: self._runs.diff(self.run, old, new))

    async def _kept(self, key: tuple[str, ...], read: Callable[[], str]) -> str:
        if key not in self._texts:
            text = await asyncio.to_thread(read)
            while len(self._texts) >= KEPT_TEXTS:
                self._texts.pop(next(iter(self._texts)))
            self._texts[key] = text
        return self._texts[key]

    def _post_change(self) -> None:
        self._post(RunChanged(self.run))


def words_of(problem: BaseException) -> str:
    """An error in one or two plain lines."""
    if isinstance(problem, CritloopError):
        return f"{problem.message}\n{problem.remedy}".rstrip()
    return f"{type(problem).__name__}: {problem}"
