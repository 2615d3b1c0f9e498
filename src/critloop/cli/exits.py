"""Exit codes, as documented in ``docs/exit-codes.md``."""

from enum import IntEnum

from critloop.model.outcome import Outcome


class Exit(IntEnum):
    """What the process says when it ends."""

    OK = 0
    UNEXPECTED = 1
    USAGE = 2
    KNOWN_ISSUES = 10
    CAP = 11
    WAITING = 12
    NOT_REVIEWED = 13
    BUDGET = 14
    ABORTED = 15
    INTERRUPTED = 130


CHECK_FINDINGS = 1

BY_OUTCOME = {
    Outcome.APPROVED: Exit.OK,
    Outcome.APPROVED_WITH_KNOWN_ISSUES: Exit.KNOWN_ISSUES,
    Outcome.CAP_REACHED: Exit.CAP,
    Outcome.WAITING: Exit.WAITING,
    Outcome.NOT_REVIEWED: Exit.NOT_REVIEWED,
    Outcome.BUDGET_REACHED: Exit.BUDGET,
    Outcome.ABORTED: Exit.ABORTED,
}
