"""A run without a dashboard: events as they come, the result at the end."""

import asyncio
import contextlib
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from typing import Literal, TextIO

from critloop.app import Critloop, current_user
from critloop.cli.exits import BY_OUTCOME, Exit
from critloop.cli.gates import GatePolicy
from critloop.cli.progress import progress_line
from critloop.cli.summary import summary, wrapped
from critloop.cli.telling import tell
from critloop.export.plain import plain
from critloop.export.result import event_of, result_of
from critloop.export.standing import standing, waits_for_bring_back
from critloop.loop.control import Control
from critloop.loop.state import RunState
from critloop.model.errors import LeaseLost, UsageProblem, WorkspaceProblem
from critloop.model.events import Recorded
from critloop.model.run import PolishInputs

SAFE_MODES = ("fast_forward", "write", "branch")


class Headless:
    """Drives one run and prints it. ``after`` is the last event that is not printed."""

    def __init__(
        self,
        critloop: Critloop,
        run: str,
        *,
        as_json: bool,
        gate: GatePolicy,
        yes: bool,
        after: int = 0,
    ) -> None:
        """Print events after ``after``; without a terminal to ask in, a safe bring-back counts as agreed.

        Of a text that came in on standard input, the result goes to standard output and all else to
        standard error.
        """
        inputs = critloop.state(run).spec.inputs
        self._text_out = isinstance(inputs, PolishInputs) and inputs.stdin
        self._critloop = critloop
        self._run = run
        self._as_json = as_json
        self._gate = gate
        self._asks = sys.stdin.isatty() and sys.stderr.isatty() and not (yes or self._text_out)
        self._seen = after
        self._out = sys.stderr if self._text_out else sys.stdout

    def run(self) -> int:
        """Drive the run until it ends or waits, print the result; the exit code.

        A work copy that can't be used, an agent that is gone, or another process that has taken the run
        over leave it where it is, to be resumed.
        """
        try:
            state = self.driven()
        except (UsageProblem, WorkspaceProblem, LeaseLost) as problem:
            tell(problem.message, problem.remedy)
            state = self._critloop.state(self._run)
            self.tell(state)
            return exit_code(state) if isinstance(problem, UsageProblem) else Exit.UNEXPECTED
        self.tell(state)
        return exit_code(state)

    def tell(self, state: RunState) -> None:
        """Print the result, and the text where it goes to standard output."""
        print_result(state, as_json=self._as_json, critloop=self._critloop, out=self._out)
        if self._text_out and state.head:
            print(self._critloop.text(self._run, state.head, state.spec.subject), end="", flush=True)

    def driven(self) -> RunState:
        """Drive the run, asking about its result where there is somebody to ask; the state it is then in."""
        state = asyncio.run(self._drive())
        if self._asks and waits_for_bring_back(state) and state.preview and state.preview.mode in SAFE_MODES:
            self._critloop.answer_bring_back(self._run, accepted=agreed(state), by=current_user())
            state = asyncio.run(self._drive())
        return state

    async def _drive(self) -> RunState:
        control = Control()
        with _stopping(control), self._critloop.subscribe(self._run, self._seen) as events:
            follower = asyncio.create_task(self._follow(events))
            try:
                state = await self._advance(control)
            finally:
                follower.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await follower
        for recorded in self._critloop.events(self._run, self._seen):
            self._print(recorded)
        return state

    async def _advance(self, control: Control) -> RunState:
        mode: Literal["ask", "yes"] = "ask" if self._asks else "yes"
        begun, granted = None, None
        while True:
            state = await self._critloop.advance(self._run, bring_back=mode, control=control)
            if state.open_gate is None or control.stopping:
                return state
            begun = len(state.rounds) if begun is None else begun
            decision = self._gate.answer(state, begun, granted)
            if decision is None:
                if why := self._gate.held_back(state):
                    tell(why, f"look at it: critloop show {self._run}")
                return state
            granted = len(state.rounds)
            try:
                await asyncio.to_thread(self._critloop.decide, self._run, decision)
            except UsageProblem as problem:
                if (now := self._critloop.state(self._run)).open_gate == state.open_gate:
                    tell(problem.message, problem.remedy)
                    return now

    async def _follow(self, events: AsyncIterator[Recorded]) -> None:
        async for recorded in events:
            self._print(recorded)

    def _print(self, recorded: Recorded) -> None:
        if recorded.seq <= self._seen:
            return
        self._seen = recorded.seq
        if self._as_json:
            print(event_of(recorded).line(), file=self._out, flush=True)
        elif (line := progress_line(recorded.event)) is not None:
            print(line, file=sys.stderr, flush=True)


@contextlib.contextmanager
def _stopping(control: Control) -> Iterator[None]:
    """Turn the first interrupt into a stop of the run, the second into one of the process."""
    loop = asyncio.get_running_loop()

    def stop() -> None:
        if control.stopping:
            raise KeyboardInterrupt
        control.stop(current_user())

    signals = (signal.SIGINT, signal.SIGTERM)
    with contextlib.suppress(NotImplementedError):  # event loops without signals stop by KeyboardInterrupt
        for number in signals:
            loop.add_signal_handler(number, stop)
    try:
        yield
    finally:
        with contextlib.suppress(NotImplementedError):
            for number in signals:
                loop.remove_signal_handler(number)


def print_result(
    state: RunState, *, as_json: bool, critloop: Critloop | None = None, out: TextIO | None = None
) -> None:
    """The result on standard output, or on ``out``: a JSON object in one line, or a few lines of text.

    With the store at hand, it also says what was not read, who holds the run and where its work copy
    is. Lines are wrapped for a terminal, and whole otherwise.
    """
    out = out or sys.stdout
    left_out = critloop.left_out(state) if critloop else ()
    if as_json:
        print(result_of(state, left_out).line(), file=out, flush=True)
        return
    run = state.spec.run
    held = critloop.holder(run) is not None if critloop else None
    text = summary(state, held=held, work_copy=critloop.work_copy(run) if critloop else None, left_out=left_out)
    print(wrapped(text, shutil.get_terminal_size().columns) if out.isatty() else text, file=out, flush=True)


def exit_code(state: RunState) -> int:
    """What the process says of a run that stands so."""
    return Exit.INTERRUPTED if state.stopped else BY_OUTCOME[standing(state)]


def agreed(state: RunState) -> bool:
    """Show what bringing the result back would change, and ask."""
    preview = state.preview
    print(plain(preview.diff) if preview else "", file=sys.stderr)
    print(f"{_question(state)} [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in {"y", "yes"}


def _question(state: RunState) -> str:
    preview = state.preview
    if preview and preview.mode == "branch":
        return f"leave this as branch critloop/{state.spec.run} in your repository?"
    files = preview.files if preview else ()
    if len(files) > 1:
        return f"bring this into {len(files)} files?"
    return f"bring this into {files[0] if files else state.spec.subject}?"
