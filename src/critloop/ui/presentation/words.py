"""The words and glyphs for what the model only names: severities, progress, gates, outcomes, events' parts.

Every place that shows one of them takes it from here. Severity and evidence have a glyph and a
word, so that nothing depends on colour.
"""

from math import isfinite
from typing import Final

from critloop.model.finding import AnswerKind, EvidenceStatus, FindingStatus, Progress, Severity
from critloop.model.items import ItemStatus
from critloop.model.outcome import Outcome
from critloop.model.turn import Role, StopReason

SEVERITY_GLYPH: Final[dict[Severity, str]] = {Severity.HIGH: "●", Severity.MEDIUM: "◐", Severity.LOW: "○"}
SEVERITY_INK: Final[dict[Severity, str]] = {Severity.HIGH: "high", Severity.MEDIUM: "medium", Severity.LOW: "low"}

PROGRESS: Final[dict[Progress, str]] = {
    Progress.NEW: "new",
    Progress.CARRIED: "carried",
    Progress.RESURFACED: "resurfaced",
    Progress.DISPUTED: "disputed",
    Progress.CLAIMED: "claimed",
    Progress.UNRAISED: "unraised",
}
PROGRESS_MEANING: Final[dict[Progress, str]] = {
    Progress.NEW: "raised for the first time",
    Progress.CARRIED: "raised again, still open",
    Progress.RESURFACED: "was settled and has come back",
    Progress.DISPUTED: "the maker disagrees, with a reason",
    Progress.CLAIMED: "the maker says fixed, but nothing changed at its place",
    Progress.UNRAISED: "not raised again, but its text did not change",
}
STATUS: Final[dict[FindingStatus, str]] = {
    FindingStatus.OPEN: "open",
    FindingStatus.FIXED: "fixed",
    FindingStatus.REFUTED: "refuted",
    FindingStatus.ACCEPTED: "accepted",
    FindingStatus.DEFERRED: "deferred",
}
ITEM: Final[dict[ItemStatus, str]] = {"open": "open", "holds": "holds", "gap": "gap", "accepted": "accepted"}
ITEM_MEANING: Final[dict[ItemStatus, str]] = {
    "open": "nobody has settled it yet",
    "holds": "somebody looked, and it holds",
    "gap": "somebody looked, and it is a gap",
    "accepted": "accepted as known, without being verified",
}
EVIDENCE: Final[dict[EvidenceStatus, str]] = {
    "verified": "✓ quoted",
    "moved": "≈ moved",
    "unverified": "✗ not found",
    "absent": "– none",
}
EVIDENCE_INK: Final[dict[EvidenceStatus, str]] = {
    "verified": "success",
    "moved": "warning",
    "unverified": "error",
    "absent": "dim",
}
EVIDENCE_MEANING: Final[dict[EvidenceStatus, str]] = {
    "verified": "the quoted text stands where the finding says",
    "moved": "the quoted text stands elsewhere in the revision",
    "unverified": "the quoted text is not in the revision",
    "absent": "the finding quotes nothing",
}
ANSWER: Final[dict[AnswerKind, str]] = {
    AnswerKind.FIXED: "fixed",
    AnswerKind.DISPUTED: "disputed",
    AnswerKind.CANNOT_FIX: "cannot fix",
}
ROLE: Final[dict[Role, str]] = {Role.MAKER: "Maker", Role.CRITIC: "Critic"}
CHOICE: Final[dict[str, str]] = {
    "continue": "continue",
    "approve": "approve with known issues",
    "abort": "abort",
}
OUTCOME: Final[dict[Outcome, str]] = {
    Outcome.APPROVED: "approved",
    Outcome.APPROVED_WITH_KNOWN_ISSUES: "approved with known issues",
    Outcome.CAP_REACHED: "cap reached, issues remain",
    Outcome.WAITING: "waiting for a human",
    Outcome.NOT_REVIEWED: "not reviewed",
    Outcome.BUDGET_REACHED: "budget reached",
    Outcome.ABORTED: "aborted",
}
STOP: Final[dict[StopReason, str]] = {
    "end": "ended",
    "max_tokens": "cut off at the token limit",
    "refusal": "refused",
    "cut": "cut off",
    "cancelled": "cancelled",
    "error": "failed",
}

_THOUSAND: Final = 1000
_EXACT: Final = 10
_MINUTE: Final = 60
_HOUR: Final = 3600


def severity(value: Severity) -> str:
    """``● HIGH``."""
    return f"{SEVERITY_GLYPH[value]} {value.value.upper()}"


def rounds(first: int, last: int) -> str:
    """``3``, ``1–3``, or ``–`` where no report raised it."""
    if not last:
        return "–"
    return str(last) if first == last else f"{first}–{last}"


def count(number: int, noun: str) -> str:
    """``1 finding``, ``2 findings``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def tokens(number: int) -> str:
    """``950``, ``41.2k``, ``1.3M``."""
    if number < _THOUSAND:
        return str(number)
    thousands = round(number / _THOUSAND, 1)
    return f"{thousands:.1f}k" if thousands < _THOUSAND else f"{number / _THOUSAND**2:.1f}M"


def duration(seconds: float) -> str:
    """``0.4s``, ``12s``, ``02:14``, ``1:02:14``; ``–`` for no number."""
    if not isfinite(seconds):
        return "–"
    if seconds < _EXACT:
        return f"{seconds:.1f}s"
    hours, rest = divmod(round(seconds), _HOUR)
    minutes, whole = divmod(rest, _MINUTE)
    if hours:
        return f"{hours}:{minutes:02}:{whole:02}"
    return f"{minutes:02}:{whole:02}" if minutes else f"{whole}s"
