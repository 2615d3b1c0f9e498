"""Events of a chain."""

from typing import ClassVar

from critloop.model.event_base import BaseEvent
from critloop.model.outcome import Outcome


class LinkBegun(BaseEvent):
    """A link's turn has come. ``parts`` are the tasks that it runs through, or one empty part."""

    link: str
    parts: tuple[str, ...]


class LinkRan(BaseEvent):
    """A run was created for a part of a link."""

    durable: ClassVar[bool] = True
    link: str
    part: str
    run: str


class LinkStood(BaseEvent):
    """Where a link's run stands now that it has ended or waits. ``words`` say why it does not go on."""

    run: str
    outcome: Outcome
    words: str = ""
