"""Numbers of findings in a run."""

from critloop.loop.state import RunState


def next_number(state: RunState) -> int:
    """The number of the next finding."""
    return 1 + max((int(key[1:]) for key in state.findings if key.startswith("F")), default=0)
