"""What the lint says: one flag a place."""

from typing import Literal

from critloop.model.base import Frozen

Audience = Literal["critic", "maker"]
"""Who reads the words. Some that would bind a critic's judgement are harmless in the ears of a maker."""

FlagKind = Literal["pre_judging", "open_ended", "template"]


class Flag(Frozen):
    """Words that a role should not be told, or a template that can't be used as it is.

    ``where`` names the text (a path, ``the guidance``), ``line`` is 1-based, ``quote`` are the words in
    question. ``pre_judging``: they settle a finding before anybody has looked. ``open_ended``: they ask
    for work without an end or a reason. ``template``: the template itself is at fault.
    """

    where: str
    line: int
    quote: str
    kind: FlagKind
    why: str
    remedy: str

    def __str__(self) -> str:
        """``where:line: “quote” — why: remedy``."""
        quote = f"“{self.quote}” — " if self.quote else ""
        return f"{self.where}:{self.line}: {quote}{self.why}: {self.remedy}"
