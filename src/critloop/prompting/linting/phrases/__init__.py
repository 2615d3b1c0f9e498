"""Ways to pre-judge, and to ask for work without an end (source: task-review.txt, "Reviewer prompt construction")."""

from critloop.prompting.linting.phrases.eastern import EASTERN
from critloop.prompting.linting.phrases.endless import ENDLESS
from critloop.prompting.linting.phrases.judging import JUDGING
from critloop.prompting.linting.phrases.phrase import Phrase

__all__ = ["PHRASES", "Phrase"]

PHRASES: tuple[Phrase, ...] = (*JUDGING, *ENDLESS, *EASTERN)
