"""Criteria that an artifact is scored against (source: polish.txt, "Wave 1" and "Wave 2")."""

import hashlib

import msgspec

from critloop.model.base import Frozen

MOST = 8
"""Criteria that one run may have; also the most rounds that its cap may give."""

EVERY = "pass_all"


class Criterion(Frozen):
    """One falsifiable statement about the artifact, with its id (``C1``)."""

    id: str
    text: str


class Criteria(Frozen):
    """What the artifact is held against; nothing changes it once a run has it.

    ``threshold`` is ``pass_all`` or ``pass_N``; ``cap`` the evaluations after which a human is asked.
    """

    criteria: tuple[Criterion, ...]
    threshold: str = EVERY
    cap: int = 4

    @property
    def needed(self) -> int:
        """How many criteria have to pass."""
        return len(self.criteria) if self.threshold == EVERY else int(self.threshold.removeprefix("pass_"))

    @property
    def hash(self) -> str:
        """SHA-256 of criteria and threshold: shows that nobody changed them."""
        return hashlib.sha256(msgspec.json.encode([self.criteria, self.threshold])).hexdigest()


class Score(Frozen):
    """An evaluator's word on one criterion. ``gap`` says what is missing where it does not pass."""

    criterion_id: str
    passed: bool
    gap: str = ""
