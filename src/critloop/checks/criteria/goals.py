"""A goal turned into criteria, where all of it can be decided by a machine (source: polish.txt, "Wave 1")."""

from critloop.checks.criteria.understanding import clauses_of, understand
from critloop.checks.criteria.wording import BULLET
from critloop.model.criteria import MOST, Criteria, Criterion
from critloop.reports.falsifiable import unfalsifiable


def machine_criteria(goal: str) -> Criteria | None:
    """The goal's statements as criteria; None where a single one is beyond the checks, or can't be falsified.

    What is more than the number that a run may have is joined in the last criterion.
    """
    found = clauses_of(goal)
    texts = list(dict.fromkeys(BULLET.sub("", clause.text).strip(" .;") for clause in found)) if found else []
    if len(texts) > MOST:
        texts = [*texts[: MOST - 1], "; ".join(texts[MOST - 1 :])]
    if not texts or any(understand(text) is None or unfalsifiable(text) for text in texts):
        return None
    return Criteria(criteria=tuple(Criterion(id=f"C{number}", text=text) for number, text in enumerate(texts, start=1)))


def can_extract(goal: str) -> bool:
    """True for a goal from which criteria follow that a machine can decide, all of it."""
    return machine_criteria(goal) is not None
