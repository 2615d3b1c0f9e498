"""Words beside the scores of an evaluation that say of a criterion that it fails."""

import re
from collections.abc import Sequence

from critloop.model.criteria import Score
from critloop.reports.adverse import speaks_against
from critloop.reports.faults import names_a_fault
from critloop.reports.json_text import Object
from critloop.reports.misgivings import misgiving, takes_back
from critloop.reports.unread import says_unread

_REASONS = {"reasoning", "evidence", "note", "comment"}
_UNMET = (
    r"\b(?:fail(?:s|ed)?|false|does not (?:hold|pass)|doesn't (?:hold|pass)|(?:is|was) (?:not|un)[ -]?(?:met"
    r"|satisfied|true)"
    r"|not (?:met|satisfied|fulfilled)|unmet|should (?:be false|fail))\b"
)


def denies(words: str, scores: Sequence[Score]) -> bool:
    """True for words that doubt the whole, or say of a criterion that passes that it fails.

    Where some criteria may fail, words that name what is wrong are about those.
    """
    if speaks_against(words) or takes_back(words) or says_unread([words]):
        return True
    if all(score.passed for score in scores) and (misgiving(words) or names_a_fault(words)):
        return True
    ids = "|".join(re.escape(score.criterion_id) for score in scores if score.passed)
    return re.search(rf"(?<!\w)(?:{ids})(?!\w)[^.;]{{0,40}}?{_UNMET}", words, re.IGNORECASE) is not None


def denies_a_criterion(reason: str) -> bool:
    """True for a reason to pass a criterion that is one to fail it."""
    said = re.search(rf"\b(?:this|the|that) criterion\b[^.;]{{0,40}}?{_UNMET}", reason, re.IGNORECASE)
    fails = re.match(
        r"\W*(?:borderline|(?:it )?(?:probably |partly |still )?fails?|not met|unmet)\b", reason, re.IGNORECASE
    )
    return bool(said or fails or takes_back(reason) or misgiving(reason))


def reasons_to_pass(value: Object) -> list[str]:
    """The words beside the scores of criteria that pass."""
    passing = [item for item in value["scores"] if item["pass"]]
    return [str(text) for item in passing for key, text in item.items() if key in _REASONS]
