"""What a reviewer could not verify from a diff: rows of their own, settled one by one."""

from typing import Literal

from critloop.model.base import Frozen

ItemStatus = Literal["open", "holds", "gap", "accepted"]


class Look(Frozen):
    """What somebody who looked says of one item: it holds, it is a gap, or they can't tell; with the reason."""

    kind: Literal["holds", "gap", "unknown"]
    reason: str = ""


def item_words(text: str) -> str:
    """What makes two items the same: their words, whatever their case and spacing."""
    return " ".join(text.casefold().split())


class Unverified(Frozen):
    """One item. ``round`` is the round whose report lists it; ``by`` says who settled it, and why in ``reason``.

    ``finding`` is the id of the finding that a confirmed gap, or an accepted item, became; ``text_hash``
    that of the judged text. What was settled about one text stays settled while the text stays the same.
    ``by_human``: a human once confirmed the gap, so that no look settles it.
    """

    id: str
    unit: str
    round: int
    text: str
    text_hash: str
    status: ItemStatus = "open"
    reason: str = ""
    by: str = ""
    by_human: bool = False
    finding: str | None = None
