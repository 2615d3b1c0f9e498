"""Words for how much a finding matters, in the languages that models write."""

import re
from dataclasses import dataclass

from critloop.model.finding import Severity
from critloop.reports.characters import comparable, matchable, unmarked

_WORDS = {
    Severity.HIGH: (
        "critical|blocking|blocker|high|severe|fatal|must fix|must-fix|p0"
        "|严重|嚴重|致命|阻塞|重大|高|緊急|紧急|必须修复"
    ),
    Severity.MEDIUM: "important|major|medium|moderate|med|should fix|should-fix|p1|重要|中|中等|一般|主要",
    Severity.LOW: "minor|low|nit|nits|nitpick|trivial|p2|p3|p4|轻微|輕微|軽微|低|次要|微小",
}
_BY_WORD = {word: severity for severity, words in _WORDS.items() for word in words.split("|")}
_ANY = "|".join(sorted(map(re.escape, _BY_WORD), key=len, reverse=True))
_NOUN = r"(?:[ -]?(?:severity|priority|issues?|findings?|problems?|级|優先度|问题|問題|项))?"
_GROUP = re.compile(rf"(?P<word>{_ANY})\s?{_NOUN}")
_DIMENSION = r"[^\[\]()（）/|:*`\n]{1,40}"
_TAG = re.compile(
    rf"(?P<bold>\*\*|__)?(?:[\[(]\s*(?:severity\s*:\s*)?(?P<a>{_ANY})\s*(?:[/|·,:-]\s*(?P<ad>{_DIMENSION}?)\s*)?[\])]"
    rf"|(?P<b>{_ANY})(?:\s*/\s*(?P<bd>[\w-]{{1,40}}))?{_NOUN}(?=\s*(?:\*\*|__)?\s*(?::|[—–]|-\s)|(?:\*\*|__)\s))"
    r"(?(bold)(?:\*\*|__)?)\s*(?::|[-–—](?=\s))?(?(bold)(?:\*\*|__)?)\s*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Tag:
    """The severity and the dimension that a text begins with, and the rest of it; ``label`` is its own word."""

    severity: Severity
    label: str
    dimension: str
    rest: str


def severity_of(word: str) -> Severity | None:
    """The severity that a word names; None for any other word."""
    return _BY_WORD.get(comparable(word))


def group_of(name: str) -> tuple[Severity, str] | None:
    """The severity of the findings under a title (``Critical``, ``Minor issues``), and its word for it."""
    plain = unmarked(name).strip(" .:：")
    match = _GROUP.fullmatch(comparable(plain))
    if not match:
        return None
    return _BY_WORD[match["word"]], plain[: len(match["word"])] if len(comparable(plain)) == len(plain) else plain


def tag_of(text: str) -> Tag | None:
    """The tag before a finding's words: ``[HIGH/accuracy] …``, ``**Critical:** …``, ``【高】…``."""
    match = _TAG.match(matchable(text))
    if not match:
        return None
    part = "a" if match["a"] else "b"
    label = text[match.start(part) : match.end(part)]
    dimension = match[f"{part}d"] or ""
    severity = severity_of(label)
    return Tag(severity, label, dimension.strip(), text[match.end() :]) if severity else None


def count_of(words: str, severity: Severity) -> int | None:
    """The number of findings of a severity that a text gives (``2 high, 1 medium``); None where it gives none."""
    names = "|".join(re.escape(word) for word, own in _BY_WORD.items() if own is severity)
    match = re.search(rf"(\d{{1,6}})\s*(?:{names})", comparable(words))
    return int(match[1]) if match else None


def worse(first: Severity, second: Severity) -> Severity:
    """The one of two that matters more."""
    return min(first, second, key=lambda severity: severity.rank)
