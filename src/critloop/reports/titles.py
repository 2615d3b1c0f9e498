"""Titles that a review gives its parts: sections and verdicts."""

import re
from typing import Literal, NamedTuple

from critloop.reports.characters import comparable
from critloop.reports.lines import Line

SectionKind = Literal[
    "top", "issues", "advice", "resolved", "summary", "closing", "other", "gaps", "unverified", "checked", "tests"
]
"""``other`` holds what is good or was looked at, ``closing`` what is to come; neither holds findings.

``gaps``, ``unverified``, ``checked`` and ``tests`` are parts of a task review alone: what is missing,
what could not be verified, the answered check items, and the tests that the reviewer would run.
"""

COMMON: frozenset[SectionKind] = frozenset({"top", "issues", "advice", "resolved", "summary", "closing", "other"})
"""The sections that a review of any format may have."""

EVERY: frozenset[SectionKind] = COMMON | {"gaps", "unverified", "checked", "tests"}

VerdictName = Literal["status", "compliance", "quality", "merge"]
"""Which verdict a line states: that of a whole report, the two of a task review, or that of a branch."""


class Title(NamedTuple):
    """What a section's title says: its kind, its notes in parentheses, what follows on the line, its name."""

    kind: SectionKind
    notes: str
    rest: str
    name: str


class Said(NamedTuple):
    """What follows a verdict's name, whether the name can mean nothing else, and which verdict it names."""

    words: str
    strong: bool
    name: VerdictName


_SHOWN = 500
"""A verdict stands in so many characters, or is none."""

_DIFF = r"(?: (?:from|in|with|by) (?:the )?(?:diff|patch)(?: alone)?)?"
_OWN: tuple[tuple[SectionKind, re.Pattern[str]], ...] = (
    ("gaps", re.compile(r"(?:spec(?:ification)? |compliance |requirement )*gaps(?: found)?|缺口|差距|ギャップ")),
    (
        "unverified",
        re.compile(
            rf"(?:can ?not|can't|could not|couldn't) (?:be )?verif(?:y|ied){_DIFF}(?: items?)?"
            rf"|(?:items? )?(?:unverified|unverifiable|not verifiable){_DIFF}(?: items?)?"
            r"|无法(?:从(?:差异|diff)中?)?验证(?:的?项目?)?|(?:diff|差分)から(?:は)?(?:確認|検証)できない(?:項目)?"
        ),
    ),
    ("checked", re.compile(r"what (?:was|i|we) (?:have )?checked|(?:what to )?check items?|checks|检查项目?|確認項目")),
    (
        "tests",
        re.compile(
            r"(?:focused )?tests? (?:wanted|to run|requested|needed|i would run|it would run|recommended)"
            r"|(?:wanted|recommended) tests|建议(?:运行)?的?测试|希望テスト"
        ),
    ),
)
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
_BEFORE = r"(?:(?:final|overall|review|spec|task|the|is it|is this|is the branch)\s+)*"
_COMPLIANCE = r"(?:spec(?:ification)?|requirements?) compliance(?: verdict| review)?|规[格范]符合性|仕様準拠"
_QUALITY = (
    r"(?:task|code|implementation) quality(?: verdict| review)?|quality verdict"
    r"|(?:任务|代码)质量|(?:タスク|コード)品質"
)
_MERGE = (
    r"(?:ready|safe|ok) (?:to|for) merge|merge (?:verdict|readiness|decision|recommendation)"
    r"|可(?:以)?合并|マージ可否"
)
_STRONG = r"(?:status|verdict|decision)|状态|状態|判定|ステータス|裁定"
_WEAK = r"(?:result|outcome|conclusion|assessment)|结论|結論|结果|結果|評価"
_NAME = (
    rf"{_BEFORE}(?:(?P<compliance>{_COMPLIANCE})|(?P<quality>{_QUALITY})|(?P<merge>{_MERGE})"
    rf"|(?P<status>{_STRONG})|(?P<weak>{_WEAK}))"
)
_VERDICTS = (
    *("status", "verdict", "decision", "result", "outcome", "conclusion", "assessment", "状态", "状態", "判定"),
    *("ステータス", "裁定", "结论", "結論", "结果", "結果", "評価", "compliance", "quality", "merge", "符合性", "準拠"),
    *("质量", "品質", "合并", "マージ"),
)
_LEAD = r"\s*[^\w\s\"'`<\[~(>|]*\s*(?:\d+[.)]\s+)?"
_BOLD = re.compile(r"\s*(?:\*\*|__)")
_STATED = re.compile(rf"{_LEAD}{_NAME}\s*(?:\([^()]*\))?\s*(?:\??\s*[:=]|\?|\s[-–—])\s*(?P<value>.*)$", re.IGNORECASE)
_TITLE = re.compile(rf"{_LEAD}{_NAME}\s*[:?]?\s*$", re.IGNORECASE)


def title_of(words: str, *, colon: bool, kinds: frozenset[SectionKind] = COMMON) -> Title | None:
    """The section that a line names, if it is one of these kinds.

    ``colon``: only a title that ends in a colon is one.
    """
    parts = parts_of(words, colon=colon)
    kind = _kind(parts.name, kinds) if parts else None
    return Title(kind, parts.notes, parts.rest, parts.name) if parts and kind else None


class Parts(NamedTuple):
    """A line with the form of a title: its name, its notes in parentheses, and what follows."""

    name: str
    notes: str
    rest: str


def parts_of(words: str, *, colon: bool) -> Parts | None:
    """The parts of a line that may be a title, whatever it is called."""
    if colon and ":" not in words and "\uff1a" not in words:
        return None
    plain = " ".join(re.sub(r"\*+|__", "", words).split())
    marks = plain.translate({0xFF1A: ":", 0xFF08: "(", 0xFF09: ")"})
    match = _BARE.match(marks)
    if match and (match["colon"] or not colon):
        return Parts(match["name"], match["notes"], "")
    match = _INLINE.match(marks)
    return Parts(match["name"], match["notes"], plain[match.start("rest") :]) if match else None


def _kind(name: str, kinds: frozenset[SectionKind]) -> SectionKind | None:
    words = comparable(name)
    return next((kind for kind, pattern in (*_OWN, *_NAMES) if kind in kinds and pattern.fullmatch(words)), None)


def stated(line: Line) -> Said | None:
    """The words that follow the name of a verdict on a line; empty where the name stands alone, as a title."""
    plain = " ".join(re.sub(r"\*+|__", "", line.text).split())[:_SHOWN]
    lower = plain.lower()
    if not any(name in lower for name in _VERDICTS):
        return None
    if (match := _STATED.match(plain)) and match["value"].strip():
        return _said(match, match["value"].strip())
    title = _TITLE.match(plain) if match or line.kind == "heading" or _BOLD.match(line.text) else None
    return _said(title, "") if title else None


def names_a_verdict(cell: str) -> Said | None:
    """The verdict that a table's cell names and nothing more, without its words."""
    match = _TITLE.match(comparable(cell))
    return _said(match, "") if match else None


def _said(match: re.Match[str], words: str) -> Said:
    named: VerdictName = "compliance" if match["compliance"] else "quality" if match["quality"] else "status"
    return Said(words, not match["weak"], "merge" if match["merge"] else named)
