"""What each reviewer looked at (source: task-review.txt: it is counted, and a read outside the diff names a risk)."""

from critloop.loop.state import RunState, Turn
from critloop.model.base import Frozen
from critloop.model.run import BranchInputs, TaskInputs
from critloop.model.turn import Duty, Role

READ, GREP = "Read", "Grep"


class Exploration(Frozen):
    """One reviewer's turn in numbers: seconds of time, tokens of all kinds.

    ``unexplained`` are reads outside the diff for which no risk was named, as the tool was called.
    """

    turn: str
    round: int
    agent: str
    duty: Duty
    reads: int
    greps: int
    seconds: float
    tokens: int
    unexplained: tuple[str, ...] = ()


def explorations(state: RunState) -> list[Exploration]:
    """The critics' turns that came back, in order."""
    return [_exploration(state, turn) for turn in state.turns.values() if _counts(turn)]


def _counts(turn: Turn) -> bool:
    return turn.role is Role.CRITIC and turn.status == "ended"


def _exploration(state: RunState, turn: Turn) -> Exploration:
    names = [call.name for call in turn.tools]
    return Exploration(
        turn=turn.id,
        round=turn.round,
        agent=str(turn.agent),
        duty=turn.duty,
        reads=names.count(READ),
        greps=names.count(GREP),
        seconds=turn.usage.seconds,
        tokens=turn.usage.tokens,
        unexplained=_unexplained(state, turn),
    )


def _unexplained(state: RunState, turn: Turn) -> tuple[str, ...]:
    """Only a diff has an outside, and a targeted look is sent there."""
    if state.spec.range is None or turn.duty == "look":
        return ()
    inside = _given(state)
    reads = (call.argument for call in turn.tools if call.name == READ and not call.risk.strip())
    return tuple(dict.fromkeys(read for read in reads if not any(_is_of(read, path) for path in inside)))


def _given(state: RunState) -> set[str]:
    """The files of the diff, and those that the reviewer was given by name."""
    inputs = state.spec.inputs
    files = {path for unit in state.units for path in unit.unit.files}
    if isinstance(inputs, TaskInputs):
        return files | {inputs.source}
    return files | {inputs.plan} if isinstance(inputs, BranchInputs) and inputs.plan else files


def _is_of(argument: str, path: str) -> bool:
    """True where a tool was called with this path, or with lines of it."""
    return argument.removeprefix("./") == path or argument.removeprefix("./").startswith((f"{path} ", f"{path}:"))
