"""One run as this process has it open: its history, who advances it, and its texts."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.message import Message

from critloop.loop.control import Control
from critloop.loop.state import RunState
from critloop.model.errors import CritloopError, LeaseHeld
from critloop.model.events import LinkRan, Recorded, TurnStarted
from critloop.model.gate import GateDecision
from critloop.model.items import ItemStatus
from critloop.ui import leading, wording
from critloop.ui.bridge import PieceBuffer, RunChanged, RunProblem, Throttle
from critloop.ui.history import RunHistory
from critloop.ui.run_texts import RunTexts
from critloop.ui.runs import Runs
from critloop.ui.situation import Mode

if TYPE_CHECKING:
    from critloop.ui.gate_form import GateForm

SOMEONE = "another process"


class RunSession(RunTexts):
    """Follows a run by its events and, where it holds the lease, advances it.

    Attributes:
        run: The run's id.
        history: What has happened so far.
        holder: Who advances it, where it is another process.
        leader: The chain that this run is a link's, where it is open here.
        child: Of a chain, the run that it is at.
        form: What the human has filled in at the gate ``form_of``, kept while the dashboard is open.
    """

    def __init__(self, runs: Runs, run: str, post: Callable[[Message], object]) -> None:
        super().__init__(runs, run)
        self.history = RunHistory()
        self.holder = ""
        self.leader: RunSession | None = None
        self.child: RunSession | None = None
        self.form: GateForm | None = None
        self.form_of = ""
        self._mode: Mode = "idle"
        self._post = post
        self._pieces = PieceBuffer(lambda: self.leads or run, post)
        self._changed = Throttle(self._post_change)
        self._control: Control | None = None
        self._goes_on = False
        self._attends = False
        self._reached = 0
        self._awaited = ("", 0)

    @property
    def state(self) -> RunState | None:
        """The run as it is now; None until it is read."""
        return self.history.state

    @property
    def mode(self) -> Mode:
        """What this process does with the run; one that its chain is at is advanced with the chain."""
        driver = self.driver
        return driver.mode if driver is not self and driver.mode in ("driving", "paused") else self._mode

    @mode.setter
    def mode(self, mode: Mode) -> None:
        self._mode = mode

    @property
    def leads(self) -> str | None:
        """Of a chain, the id of the run that it is at."""
        run = leading.led(self.state)
        return run.run if run else None

    @property
    def driver(self) -> "RunSession":
        """What is advanced so that this run goes on: its chain, where that is at it."""
        return self.leader if self.leader is not None and self.leader.leads == self.run else self

    def follow_link(self, opened: "Callable[[str], RunSession]") -> None:
        """Of a chain, have the run open that it is at."""
        if self.leads is not None and (self.child is None or self.child.run != self.leads):
            self.child = opened(self.leads)
            self.child.leader = self

    @property
    def _child_state(self) -> RunState | None:
        return self.child.state if self.child is not None and self.child.run == self.leads else None

    @property
    def asks(self) -> bool:
        """True when the run, or the one that its chain is at, waits for a human's answer."""
        return self.state is not None and leading.asks(self.state, self._child_state)

    @property
    def unattended(self) -> bool:
        """True when the run could go on, nobody asks the human anything, and nobody advances it."""
        state = self.state
        return state is not None and state.outcome is None and self.mode == "idle" and not self.asks

    @property
    def in_turn(self) -> bool:
        """True while a turn is under way in this process."""
        return self.mode in ("driving", "paused") and self.state is not None and self.state.running_turn is not None

    @property
    def wants_advance(self) -> bool:
        """True when this process was advancing the run and an answer has come since it stopped to ask."""
        behind = self.history.version < self._reached
        if behind or not (self._goes_on and self.unattended) or self.state is None:
            return False
        if self.leads is not None and (self.child is None or self._is_behind(self.child)):
            return False
        return self._attends or not leading.halts(self.state, self._child_state)

    def _is_behind(self, child: "RunSession") -> bool:
        run, version = self._awaited
        return self._child_state is None or (child.run == run and child.history.version < version)

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
        if self.mode == "idle" and isinstance(recorded.event, TurnStarted | LinkRan):
            self.mode, self.holder = "watching", SOMEONE
        elif self.mode == "watching" and not self._is_moving():
            self.mode, self.holder = "idle", ""
        self._changed.poke()

    def _is_moving(self) -> bool:
        state = self.state
        if state is None or state.outcome is not None or state.stopped:
            return False
        run = leading.led(state)
        return not wording.waits_for_answer(state) and (run is None or run.outcome is None)

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
            if run := leading.led(state):
                self._awaited = run.run, (await asyncio.to_thread(self._runs.state, run.run)).version
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
        if self._control is None and self.leader is not None:
            return self.leader.hold()
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
        elif self.leader is not None:
            self.leader.stop(by)

    async def retry(self, by: str) -> None:
        """Take the run up again that ended because nobody could read its reports."""
        self._goes_on = True
        await asyncio.to_thread(lambda: self._runs.retry(self.run, by=by))

    async def rule(self, item: str, ruling: ItemStatus, reason: str, by: str) -> None:
        """Settle something that a reviewer could not verify."""
        self._goes_on = True
        await asyncio.to_thread(lambda: self._runs.rule(self.run, item, ruling, reason=reason, by=by))

    async def decide(self, decision: GateDecision) -> None:
        """Answer the gate."""
        self._goes_on = True
        await asyncio.to_thread(self._runs.decide, self.run, decision)

    async def answer_bring_back(self, *, accepted: bool, by: str) -> None:
        """Say whether the result is brought back."""
        self._goes_on = True
        await asyncio.to_thread(lambda: self._runs.answer_bring_back(self.run, accepted=accepted, by=by))

    async def offer_again(self) -> bool:
        """Have a declined result offered once more; False where there is nothing that would change."""
        state = await asyncio.to_thread(self._runs.offer_again, self.run)
        return wording.bring_back_waits(state)

    def _post_change(self) -> None:
        self._post(RunChanged(self.run))


def words_of(problem: BaseException) -> str:
    """An error in one or two plain lines."""
    if isinstance(problem, CritloopError):
        return f"{problem.message}\n{problem.remedy}".rstrip()
    return f"{type(problem).__name__}: {problem}"
