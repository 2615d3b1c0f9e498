"""How a run ended, or where it stands."""

from enum import StrEnum


class Outcome(StrEnum):
    """The outcomes of interface ``critloop.result/1``."""

    APPROVED = "approved"
    APPROVED_WITH_KNOWN_ISSUES = "approved_with_known_issues"
    CAP_REACHED = "cap_reached"
    WAITING = "waiting"
    NOT_REVIEWED = "not_reviewed"
    BUDGET_REACHED = "budget_reached"
    ABORTED = "aborted"
