"""A maker's answers to findings, as they stand in its reply: ``F3: fixed — what was done``."""

import re
from collections.abc import Mapping, Sequence

from critloop.model.finding import Answer, AnswerKind
from critloop.reports.characters import matchable
from critloop.reports.keyed import Reader, joined, reason_after

_KINDS = (
    (
        AnswerKind.CANNOT_FIX,
        r"(?:cannot|can't|can not|could not|couldn't|unable to)[ _-]fix|cannot_fix|not fixable|无法修复",
    ),
    (AnswerKind.DISPUTED, r"disputed?|disagree[ds]?|contested?|refuted?|won't fix|wontfix|有异议|不同意"),
    (AnswerKind.FIXED, r"fixed|resolved|addressed|corrected|已修复|已解决"),
)
_KIND = re.compile(
    r"[\s:;,.\-–—|=>→]*(?:status\s*:\s*)?\[?(?:"
    + "|".join(f"(?P<{kind.name}>{words})" for kind, words in _KINDS)
    + r")\]?(?P<after>(?:[\s]*$|[\s]*[:;,.\-–—|(!]|\s+(?:in|by|with|at|because|as|since|:)\b).*)$",
    re.IGNORECASE,
)


def read_answers(text: str, ids: Sequence[str]) -> dict[str, Answer]:
    """The answers to these findings that a reply gives in its own words; the last one to each counts.

    Fenced, quoted and struck-through lines are no answers, and neither are a dispute or a
    “cannot fix” without a reason: such findings are missing from the result.
    """
    given = _given(text)
    asked = {key.upper(): key for key in ids}
    return {asked[key]: answer for key, answer in given.items() if key in asked}


def unasked_answers(text: str, ids: Sequence[str]) -> dict[str, Answer]:
    """The answers of a reply to findings that it was not asked about; to be shown, never counted."""
    asked = {key.upper() for key in ids}
    return {key: answer for key, answer in _given(text).items() if key not in asked}


def write_answers(answers: Mapping[str, Answer]) -> str:
    """One line for each answer, which ``read_answers`` reads. Line breaks in reasons become spaces."""
    lines = []
    for key, answer in answers.items():
        reason = " ".join(answer.reason.split())
        lines.append(f"{key}: {answer.kind.value.replace('_', ' ')}{f' — {reason}' if reason else ''}")
    return "\n".join(lines)


def _given(text: str) -> dict[str, Answer]:
    given: dict[str, Answer] = {}
    for statement in _READER.statements(text):
        answer = _answer(statement.words)
        if answer:
            given |= dict.fromkeys(statement.ids, answer)
    return given


def _answer(words: Sequence[str]) -> Answer | None:
    said = joined(words)
    match = _KIND.match(matchable(said))
    if not match:
        return None
    kind = next(kind for kind, _ in _KINDS if match[kind.name])
    reason = reason_after(said, match.start("after"))
    return Answer(kind=kind, reason=reason) if reason or kind is AnswerKind.FIXED else None


_READER = Reader("F", "finding", lambda words: _answer(words) is not None)
