"""Events of a chain."""

from typing import ClassVar

from critloop.model.event_base import ChainFact
from critloop.model.outcome import Outcome


class LinkBegun(ChainFact):
    """A link's turn has come. ``parts`` are the tasks that it runs through, or one empty part.

    ``texts`` are what this link and later ones are held against, by path relative to the chain's file, as it is
    before a maker runs that may change any file.
    """

    link: str
    parts: tuple[str, ...]
    texts: dict[str, str] = {}


class LinkRan(ChainFact):
    """A run was created for a part of a link. ``note`` says what the user should know of it."""

    durable: ClassVar[bool] = True
    link: str
    part: str
    run: str
    note: str = ""


class LinkStood(ChainFact):
    """Where a link's run stands now that it has ended or waits. ``words`` say why it does not go on.

    Without a run, a link could not begin: ``link`` names it.
    """

    run: str
    outcome: Outcome
    words: str = ""
    link: str = ""


AnyChainFact = LinkBegun | LinkRan | LinkStood
"""All of them, for what has to deal with each."""
