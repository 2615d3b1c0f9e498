"""Reads and writes an evaluation against locked criteria (source: polish.txt, "Wave 2")."""

import json
import re
from collections.abc import Sequence

from critloop.model.criteria import Criteria, Score
from critloop.model.finding import Finding, Severity
from critloop.model.report import Malformed, MalformedKind, NotReviewed, ReadResult, Report, Verdict
from critloop.reports.attribution import goes_on, introduced
from critloop.reports.characters import comparable
from critloop.reports.criteria import read_criteria, read_criteria_file
from critloop.reports.denials import denies, denies_a_criterion, reasons_to_pass
from critloop.reports.falsifiable import unfalsifiable
from critloop.reports.graded import GAP
from critloop.reports.heads import title_of
from critloop.reports.json_text import Found, Object, objects_in
from critloop.reports.nothing import says_nothing
from critloop.reports.reasons import EMPTY, LONG, MAX_REPLY
from critloop.reports.unread import says_unread

__all__ = ["read_criteria", "read_criteria_file", "read_evaluation", "unfalsifiable", "write_evaluation"]

_KEYS = frozenset({"scores", "overall", "blocking_gaps"})
_ASIDE = {"summary", "notes", "note", "comment", "reasoning"}
_BESIDE_SCORE = {"criterion", "text", "reasoning", "evidence", "note", "comment"}
_OWN = re.compile(
    r"(?:.*[.!]\s+)?(?:sure[,.!]?\s*)?(?:here|below)(?:'s| is| are)? (?:my|the) (?:\w+ ){0,3}"
    r"(?:evaluation|json|scores|result|assessment|output|object|verdict)(?: as json| object)?:",
    re.IGNORECASE,
)
_FORM = (
    'write one JSON object {"scores": [{"criterion_id": …, "pass": true or false, "gap": …}], "overall": "pass" or'
    ' "fail", "blocking_gaps": […]} and nothing else'
)


def claims_to_evaluate(text: str) -> bool:
    """True for a text with an object that has the keys of an evaluation, whole or not."""
    if len(text) > MAX_REPLY or not any(f'"{key}"' in text for key in _KEYS):
        return False
    found = objects_in(text, frozenset({"scores", "blocking_gaps"}))
    return bool(found.objects or found.broken)


class _Bad(Exception):
    """What is wrong with the form of an evaluation."""

    def __init__(self, kind: MalformedKind, reason: str) -> None:
        super().__init__(reason)
        self.malformed = Malformed(kind=kind, reason=reason)


def read_evaluation(reply: str, criteria: Criteria | None) -> ReadResult:
    """What a reply says of an artifact held against these criteria; never raises.

    Each criterion is scored exactly once, and the verdict is computed again from the scores.
    Without criteria, the ids of the reply itself are taken; a verdict that scores neither force nor
    forbid is then believed.
    """
    if len(reply) > MAX_REPLY:
        return LONG
    if not comparable(reply):
        return EMPTY
    found = objects_in(reply, _KEYS)
    around = [line.text for line in (*found.before, *found.after) if line.live]
    if unread := says_unread(around if found.objects else [reply]):
        return NotReviewed(reason=f"The reply says that there was no review: {unread}.")
    try:
        report = _report(_only(found), criteria)
        if report.approves:
            _check_around(found, around, report.scores)
    except _Bad as bad:
        return bad.malformed
    return report


def _only(found: Found) -> Object:
    """The one object of a reply, whichever way it is given."""
    if not found.objects:
        if "truncated" in found.broken:
            raise _Bad("truncated", "The JSON object is cut off before its end.")
        if "twice" in found.broken:
            raise _Bad("contradictory", "The JSON object gives one key twice: give each key once.")
        if found.broken:
            raise _Bad("missing_section", f"The reply holds no valid JSON: {_FORM}.")
        raise _Bad("no_verdict", f"The reply holds no evaluation: {_FORM}.")
    first, *others = found.objects
    if found.broken or any(other != first for other in others):
        raise _Bad("contradictory", f"The reply holds more than one JSON object: {_FORM}.")
    return first


def _report(value: Object, criteria: Criteria | None) -> Report:
    missing = sorted(_KEYS - value.keys())
    if missing:
        raise _Bad("missing_section", f"The JSON object lacks {' and '.join(missing)}: {_FORM}.")
    summary = _aside(value, _KEYS, _ASIDE)
    scores = _scores(value["scores"])
    _check_ids(scores, criteria)
    passed = _overall(value["overall"], scores, criteria)
    _check_gaps(value["blocking_gaps"], scores, passed=passed)
    return Report(
        format="evaluation",
        verdicts=(Verdict(name="overall", text=value["overall"], passed=passed),),
        findings=tuple(_finding(score) for score in scores if not score.passed),
        summary=summary,
        scores=tuple(scores),
    )


def _aside(value: Object, keys: frozenset[str], allowed: set[str]) -> str:
    """The words that an object may have beside what is asked for."""
    others = {key: text for key, text in value.items() if key not in keys}
    if not all(key in allowed and isinstance(text, str) for key, text in others.items()):
        raise _Bad("missing_section", f"The JSON object has keys that the format does not have: {_FORM}.")
    return "\n\n".join(text for text in others.values() if text)


def _scores(value: object) -> list[Score]:
    if not isinstance(value, list) or not value:
        raise _Bad("missing_section", "“scores” has to be a list with one object for each criterion.")
    return [_score(item) for item in value]


def _score(item: object) -> Score:
    if not isinstance(item, dict) or not {"criterion_id", "pass"} <= item.keys():
        raise _Bad("missing_section", "Each score has to be an object with criterion_id, pass and gap.")
    _aside(item, frozenset({"criterion_id", "pass", "gap"}), _BESIDE_SCORE)
    key, passed, gap = item["criterion_id"], item["pass"], item.get("gap", "")
    if not isinstance(passed, bool):
        raise _Bad("unknown_verdict", "“pass” has to be true or false, without quotation marks.")
    if not isinstance(key, str) or not isinstance(gap, str | None):
        raise _Bad("missing_section", "“criterion_id” and “gap” have to be strings.")
    gap = gap or ""
    nothing = not gap.strip() or says_nothing(gap)
    if passed and not nothing:
        raise _Bad("contradictory", "A criterion that passes has an empty gap.")
    if not passed and nothing:
        raise _Bad("no_findings", "A criterion that fails needs a gap: what is missing or wrong, and where.")
    return Score(criterion_id=key, passed=passed, gap="" if passed else gap)


def _check_ids(scores: Sequence[Score], criteria: Criteria | None) -> None:
    ids = [score.criterion_id for score in scores]
    wanted = {criterion.id for criterion in criteria.criteria} if criteria else set(ids)
    if len(set(ids)) != len(ids) or set(ids) != wanted:
        raise _Bad("missing_section", "Each of the given criteria has to be scored exactly once, and nothing else.")


def _overall(value: object, scores: Sequence[Score], criteria: Criteria | None) -> bool:
    if value not in ("pass", "fail"):
        raise _Bad("unknown_verdict", "“overall” has to be exactly “pass” or exactly “fail”.")
    passed = sum(score.passed for score in scores)
    if criteria is not None:
        right = passed >= criteria.needed
    else:
        right = passed == len(scores) if passed in {0, len(scores)} else value == "pass"
    if (value == "pass") is not right:
        reason = "“overall” does not agree with the scores: it is “pass” exactly when enough criteria pass."
        raise _Bad("contradictory", reason)
    return right


def _check_gaps(value: object, scores: Sequence[Score], *, passed: bool) -> None:
    """Blocking gaps name the failed criteria; with a passing verdict they may name fewer, or none."""
    if not isinstance(value, list) or not all(isinstance(gap, str) for gap in value):
        raise _Bad("missing_section", "“blocking_gaps” has to be a list of strings, each “<criterion_id>: <gap>”.")
    failed = {score.criterion_id for score in scores if not score.passed}
    named = {_id_of(gap, [score.criterion_id for score in scores]) for gap in value}
    if not named <= failed or (not passed and named != failed):
        reason = "“blocking_gaps” has to name, as “<criterion_id>: <gap>”, the criteria that fail and no other."
        raise _Bad("contradictory", reason)


def _id_of(gap: str, ids: Sequence[str]) -> str | None:
    longest = sorted(ids, key=len, reverse=True)
    return next((key for key in longest if re.match(rf"\W*{re.escape(key)}(?![\w-])", gap)), None)


def _check_around(found: Found, around: Sequence[str], scores: Sequence[Score]) -> None:
    """Words around a passing evaluation, or beside its scores, that make it somebody else's or take it back."""
    words = " ".join(line.text.strip() for line in found.before if line.live)
    if (introduced(found.before) and not _OWN.fullmatch(words)) or goes_on(found.after) or found.inline:
        raise _Bad("no_verdict", f"The only evaluation of the reply reads like a quotation: {_FORM}.")
    beside = ["\n\n".join(around), *(str(text) for key, text in found.objects[0].items() if key not in _KEYS)]
    if any(denies(text, scores) for text in (*beside, *around)):
        raise _Bad("contradictory", f"Text beside the evaluation casts doubt on it: {_FORM}.")
    if any(map(denies_a_criterion, reasons_to_pass(found.objects[0]))):
        raise _Bad("contradictory", "The words beside a score that passes say that its criterion does not hold.")


def _finding(score: Score) -> Finding:
    gap = score.gap
    return Finding(severity=Severity.HIGH, label=GAP, dimension=score.criterion_id, title=title_of(gap), issue=gap)


def write_evaluation(report: Report, criteria: Criteria) -> str:
    """An evaluation in the form that ``read_evaluation`` reads.

    A criterion that the report gives no score for fails with its finding, or passes without one.
    """
    scores = report.scores or _scored(report, criteria)
    failed = [] if report.approves else [f"{s.criterion_id}: {s.gap}" for s in scores if not s.passed]
    value: dict[str, object] = {
        "scores": [{"criterion_id": s.criterion_id, "pass": s.passed, "gap": s.gap} for s in scores],
        "overall": "pass" if report.approves else "fail",
        "blocking_gaps": failed,
    }
    if report.summary:
        value["summary"] = report.summary
    return json.dumps(value, indent=2, ensure_ascii=False)


def _scored(report: Report, criteria: Criteria) -> tuple[Score, ...]:
    gaps = {finding.dimension: finding.issue for finding in report.findings}
    return tuple(
        Score(criterion_id=each.id, passed=each.id not in gaps, gap=gaps.get(each.id, "")) for each in criteria.criteria
    )
