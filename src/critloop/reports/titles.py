"""Titles that a review gives its parts: sections and verdicts."""

import re
from typing import Literal

from critloop.reports.characters import comparable
from critloop.reports.lines import Line

SectionKind = Literal["top", "issues", "advice", "resolved", "summary", "closing", "other"]
"""``other`` holds what is good or was looked at, ``closing`` what is to come; neither holds findings."""

_SHOWN = 500
"""A verdict stands in so many characters, or is none."""

_MANY = r"(?:issues|findings|problems|blockers|concerns|gaps|defects|must[ -]fix(?:es)?)"
_NAMES: tuple[tuple[SectionKind, re.Pattern[str]], ...] = (
    (
        "resolved",
        re.compile(
            rf"(?:previously |already )?(?:resolved|fixed|closed)(?: {_MANY})?(?: since .*| previously)?"
            rf"|{_MANY} (?:resolved|fixed|closed)|已修复(?:的?问题)?|已解决(?:的?问题)?"
        ),
    ),
    (
        "advice",
        re.compile(
            rf"(?:(?:advisory|optional|minor|other|further|additional) )?(?:recommendations|suggestions)"
            rf"|(?:non-blocking|advisory|optional) (?:{_MANY}|comments|notes)"
            r"|nice to haves?|advisory|建议|改进建议|提案|推奨事項"
        ),
    ),
    (
        "issues",
        re.compile(
            rf"(?:(?:blocking|critical|important|major|minor|open|remaining|new|high|medium|low|key|main|all|the|spec)"
            rf"(?:[- ](?:severity|priority))?,? )*{_MANY}(?: (?:found|identified|detected|list|to fix|remaining))?"
            r"|(?:主要|阻塞|待修复)?(?:问题|发现)(?:列表)?|問題点?|指摘事項?"
        ),
    ),
    ("summary", re.compile(r"(?:review )?summary|overview|摘要|总结|概要|要約")),
    ("closing", re.compile(r"next steps|suggested fixes|conclusion|結論|结论")),
    (
        "other",
        re.compile(
            r"strengths|positives|what works(?: well)?|checklist|scope|method(?:ology)?|references|notes"
            r"|(?:checks|checked|reviewed)(?: performed| assessed)?|(?:what|i) (?:i |we |was )?(?:have )?"
            r"(?:checked|read|reviewed|looked at)(?: the following)?|(?:areas|sections|points) (?:checked|reviewed)"
            r"|优点|長所"
        ),
    ),
)
_BARE = re.compile(r"\W{0,20}(?:\d+[.)]\s+)?(?P<name>[^:=|]{1,60}?)\s*(?P<notes>(?:\([^()]*\)\s*)*)(?P<colon>:?)\s*$")
_INLINE = re.compile(
    r"\W{0,20}(?:\d+[.)]\s+)?(?P<name>[^:=|()]{1,60}?)\s*(?P<notes>(?:\([^()]*\)\s*)*):\s*(?P<rest>.*)$"
)
_STRONG = r"(?:(?:final|overall|review|spec|the)\s+)*(?:status|verdict|decision)|状态|状態|判定|ステータス|裁定"
_WEAK = r"(?:(?:final|overall|review|spec|the)\s+)*(?:result|outcome|conclusion|assessment)|结论|結論|结果|結果|評価"
_NAME = rf"(?P<name>(?P<strong>{_STRONG})|{_WEAK})"
_VERDICTS = (
    *("status", "verdict", "decision", "result", "outcome", "conclusion", "assessment", "状态", "状態", "判定"),
    *("ステータス", "裁定", "结论", "結論", "结果", "結果", "評価"),
)
_LEAD = r"\s*[^\w\s\"'`<\[~(>|]*\s*(?:\d+[.)]\s+)?"
_BOLD = re.compile(r"\s*(?:\*\*|__)")
_STATED = re.compile(rf"{_LEAD}{_NAME}\s*(?:\([^()]*\))?\s*(?:[:=]|\s[-–—])\s*(?P<value>.*)$", re.IGNORECASE)
_TITLE = re.compile(rf"{_LEAD}{_NAME}\s*[:?]?\s*$", re.IGNORECASE)


def title_of(words: str, *, colon: bool) -> tuple[SectionKind, str, str] | None:
    """The kind of section that a line names, its notes in parentheses, and what follows the title.

    ``colon``: only a title that ends in a colon is one.
    """
    if colon and ":" not in words and "\uff1a" not in words:
        return None
    plain = " ".join(re.sub(r"\*+|__", "", words).split())
    marks = plain.translate({0xFF1A: ":", 0xFF08: "(", 0xFF09: ")"})
    match = _BARE.match(marks)
    if match and (match["colon"] or not colon):
        kind = _kind(match["name"])
        return (kind, match["notes"], "") if kind else None
    match = _INLINE.match(marks)
    kind = _kind(match["name"]) if match else None
    return (kind, match["notes"], plain[match.start("rest") :]) if match and kind else None


def _kind(name: str) -> SectionKind | None:
    words = comparable(name)
    return next((kind for kind, pattern in _NAMES if pattern.fullmatch(words)), None)


def stated(line: Line) -> tuple[str, bool] | None:
    """The words that follow the name of a verdict on a line, and whether the name can mean nothing else.

    The words are empty where the name stands alone, as a title.
    """
    plain = " ".join(re.sub(r"\*+|__", "", line.text).split())[:_SHOWN]
    lower = plain.lower()
    if not any(name in lower for name in _VERDICTS):
        return None
    if (match := _STATED.match(plain)) and match["value"].strip():
        return match["value"].strip(), bool(match["strong"])
    title = _TITLE.match(plain) if match or line.kind == "heading" or _BOLD.match(line.text) else None
    return ("", bool(title["strong"])) if title else None


def names_a_verdict(cell: str) -> bool | None:
    """True for a name of a verdict alone, False for one that can mean other things, None for no name."""
    match = _TITLE.match(comparable(cell))
    return bool(match["strong"]) if match else None
