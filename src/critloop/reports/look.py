"""What a targeted look says of items that could not be verified from a diff: ``V1: holds — src/a.py:12 checks it``."""

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from critloop.model.items import Look
from critloop.reports.characters import matchable
from critloop.reports.keyed import Reader, joined, reason_after
from critloop.reports.locations import places_in

_KINDS: tuple[tuple[Literal["holds", "gap", "unknown"], str], ...] = (
    (
        "unknown",
        r"unknown|unclear|not sure|unsure|can ?not (?:tell|say|verify)|can't (?:tell|say|verify)|未知|不明|无法确定",
    ),
    ("gap", r"gap|missing|(?:a )?(?:real |confirmed )?gap|does not hold|doesn't hold|缺口|不成立|ギャップ"),
    ("holds", r"holds|it holds|verified|成立|已验证|確認済み"),
)
_KIND = re.compile(
    r"[\s:;,.\-–—|=>→]*(?:status\s*:\s*)?\[?(?:"
    + "|".join(f"(?P<{kind}>{words})" for kind, words in _KINDS)
    + r")\]?(?P<after>(?:\s*$|\s*[:;,.\-–—|(]|\s+(?:in|by|at|because|as|since|see)\b).*)$",
    re.IGNORECASE,
)
_TAKEN_BACK = re.compile(
    r"\b(?:if|unless|provided|assuming|as long as|only when|once|but|except|however|although|partly|mostly|probably"
    r"|likely|maybe|perhaps|should|not sure|does not hold|doesn't hold|not hold)\b|^\W*no\b|如果|但",
    re.IGNORECASE,
)
"""Words that make “holds” depend on something, or take it back: then nobody has told."""

_QUOTED = re.compile(r"[\"“「`][^\"”」`]{3,}[\"”」`]")


def read_look(reply: str, ids: Sequence[str]) -> dict[str, Look]:
    """What a reply says of these items; the last word on each counts.

    Fenced, quoted and struck-through lines say nothing, and neither does a gap without a reason, or
    “holds” without a place (``path:line``) or a quotation: such items are missing from the result. “Holds”
    under a condition is unknown.
    """
    asked = {key.upper(): key for key in ids}
    given: dict[str, Look] = {}
    for statement in _READER.statements(reply):
        look = _look(statement.words)
        for key in statement.ids:
            given.pop(key, None)
            if look:
                given[key] = look
    return {asked[key]: look for key, look in given.items() if key in asked}


def write_look(looks: Mapping[str, Look]) -> str:
    """One line for each item, which ``read_look`` reads. Line breaks in reasons become spaces."""
    lines = []
    for key, look in looks.items():
        reason = " ".join(look.reason.split())
        lines.append(f"{key}: {look.kind}{f' — {reason}' if reason else ''}")
    return "\n".join(lines)


def _look(words: Sequence[str]) -> Look | None:
    said = joined(words)
    match = _KIND.match(matchable(said))
    if not match:
        return None
    kind = next(kind for kind, _ in _KINDS if match[kind])
    reason = reason_after(said, match.start("after"))
    if kind == "gap" and not reason:
        return None
    # Code marks are gone from the joined words, and they are quotation marks too.
    if kind == "holds" and not (places_in(reason) or _QUOTED.search(" ".join(words))):
        return None
    if kind == "holds" and _TAKEN_BACK.search(_unquoted(reason)):
        kind = "unknown"
    return Look(kind=kind, reason=reason)


def _unquoted(reason: str) -> str:
    return _QUOTED.sub(" ", reason)


_READER = Reader("V", "item", lambda words: _look(words) is not None)
