"""What one loop makes of a request."""

from critloop.model.base import Frozen
from critloop.model.run import Creation, Inputs
from critloop.prompting.linting.flags import Flag


class Asked(Frozen):
    """What a loop makes of a request: its subject, relative to the root, and its inputs.

    ``notes`` are told to whoever asks, ``flags`` are words of theirs that a role should not be told.
    ``rounds`` beats the settings', ``text`` is what has to be judged where it has no file.
    """

    subject: str
    inputs: Inputs | None = None
    create: Creation | None = None
    rounds: int | None = None
    notes: tuple[str, ...] = ()
    flags: tuple[Flag, ...] = ()
    text: str | None = None
