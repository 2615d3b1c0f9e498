"""A maker's answers to findings, as they stand in its reply: ``F3: fixed — what was done``."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from critloop.model.finding import Answer, AnswerKind
from critloop.reports.characters import matchable, unmarked
from critloop.reports.lines import Line
from critloop.reports.markdown import read_document

_ID = r"F\d{1,5}"
_IDS = re.compile(
    rf"\W*(?:finding\s+)?(?P<ids>{_ID}(?:\s*(?:,|&|\+|/|and)\s*{_ID})*)\b(?:\s*\([^()]*\))?\s*(?P<rest>.*)$",
    re.IGNORECASE,
)
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
_SIGNS = re.compile("[✅✔☑❌✖⚠\ufe0f]")
_OUTER = " \t:;,.-–—|：；，。"


@dataclass(slots=True)
class _Statement:
    """An answer under way: the findings it is about and the words that have come."""

    ids: list[str]
    words: list[str] = field(default_factory=list)


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
    for statement in _statements(read_document(text).lines):
        answer = _answer(statement.words)
        if answer:
            given |= dict.fromkeys(statement.ids, answer)
    return given


def _statements(lines: Iterable[Line]) -> list[_Statement]:
    """What is said to each finding: its line, and the lines that go on with it."""
    found: list[_Statement] = []
    current: _Statement | None = None
    for line in lines:
        begun = _begun(line)
        if begun:
            current = begun
            found.append(begun)
        elif line.kind == "blank":
            current = current if current and _waits(current) else None
        elif line.kind == "heading":
            current = None
        elif current and line.live:
            current.words.append(line.own.strip())
    return found


def _begun(line: Line) -> _Statement | None:
    if not line.live or not line.text.strip():
        return None
    match = _IDS.match(re.sub(r"\*+|__|`", lambda mark: " " * len(mark[0]), line.text))
    if not match:
        return None
    ids = [key.upper() for key in re.findall(_ID, match["ids"], re.IGNORECASE)]
    return _Statement(ids, [line.own[match.start("rest") :].strip()])


def _waits(statement: _Statement) -> bool:
    """True for a finding's id that stands alone, as a title does, or an answer that still lacks its reason."""
    words = " ".join(statement.words).strip(f"{_OUTER}*_")
    return not words or _answer(statement.words) is None


def _answer(words: Sequence[str]) -> Answer | None:
    said = unmarked(_SIGNS.sub(" ", " ".join(word for word in words if word)))
    match = _KIND.match(matchable(said))
    if not match:
        return None
    kind = next(kind for kind, _ in _KINDS if match[kind.name])
    reason = said[match.start("after") :].strip(_OUTER)
    if reason.startswith("(") and reason.endswith(")"):
        reason = reason[1:-1].strip()
    return Answer(kind=kind, reason=reason) if reason or kind is AnswerKind.FIXED else None
