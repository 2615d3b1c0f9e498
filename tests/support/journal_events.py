"""Small events for tests of the journal."""

from critloop.model.events import MakerSettled, RunCreated, TurnEnded
from critloop.model.run import RunSpec
from critloop.model.turn import AgentRef, Reply

BUILTIN = AgentRef(agent="builtin")


def created(run: str = "run-a", *, root: str = "/project", subject: str = "spec.md") -> RunCreated:
    """The first event of a run."""
    spec = RunSpec(run=run, loop="spec", subject=subject, root=root, maker=BUILTIN, critic=BUILTIN)
    return RunCreated(spec=spec, version="0.1.0")


def settled(turn: str) -> MakerSettled:
    """A small event that is not durable."""
    return MakerSettled(turn=turn)


def ended(turn: str, text: str = "done") -> TurnEnded:
    """A durable event."""
    return TurnEnded(turn=turn, reply=Reply(text=text))
