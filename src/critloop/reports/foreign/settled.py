"""Findings that a report itself marks as done with."""

import re

from critloop.reports.characters import comparable, matchable
from critloop.reports.lines import Line

_DONE = (
    r"(?:fixed|resolved|closed|addressed|done|remediated|completed?|withdrawn|retracted|refuted|not a (?:bug|defect)"
    r"|false positive|won'?t ?fix|已修复|已修正|已解决|已关闭|已处理|已完成|修正済み?|解決済み?|対応済み?)"
)
_WHERE = (
    r"(?:\s*(?:in|by|since|at|via|with|on|as of|#|→|->|@)\s*[^()\[\]]{1,60}"
    r"|\s*[(`#][^()\[\]]{1,60}\)?|\s+`?[0-9a-f]{6,40}`?)?"
)
_BEHIND = re.compile(
    rf"(?:[(\[]\s*[✅✔☑]?\s*|[✅✔☑]\s*\W{{0,4}}|(?:[—–:→]|\s->"
    rf"|\s-)\s*[✅✔☑]?\s*(?:\*\*)?\s*)(?P<d>{_DONE}{_WHERE})\s*[)\]*`~.\s✅✔☑]*$"
    r"|(?P<s>[✅✔☑])[\s.*]*$",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    rf"\s*(?:[✅✔☑]\s*\W{{0,4}}{_DONE}\b|\[\s*{_DONE}{_WHERE}\s*\]|\(\s*{_DONE}{_WHERE}\s*\)"
    rf"|(?:\*\*|__){_DONE}{_WHERE}\s*(?::?(?:\*\*|__)\s*[:—–-]?|[:—–]))",
    re.IGNORECASE,
)
_STRUCK = re.compile(r"\s*(?:[-*+]\s+|\d+[.)]\s+)?~~[^~]+~~(?P<rest>[^~]+)$")
_STATUS = re.compile(
    r"\W*(?:status|state|resolution|状态|狀態|対応状況|处理状态)\W{0,6}[:：]\s*(?P<words>.+)$", re.IGNORECASE
)
_WORDS = re.compile(rf"\W*(?:{_DONE}|yes|x|✓)\b", re.IGNORECASE)
_STILL = re.compile(
    r"\b(?:not|never|partly|partial(?:ly)?|half|in part|incomplete(?:ly)?|still|yet|remain\w*|except|but|however"
    r"|reopen\w*|unresolved|unfixed|mostly|largely|attempt\w*|regress\w*|to be|will be|should be|must be|deferred"
    r"|postponed|pending|next|later|future|planned|needs?|required?|open|\d+ (?:of|out of|/) ?\d+)\b"
    r"|[❌✗✘⚠❓]|未|部分|仍|尚|待|需|一部|まだ",
    re.IGNORECASE,
)
_HALF = re.compile(
    r"\b(?:partly|partially|in part|half|(?:not|in)complete(?:ly)?|not (?:fully|entirely|completely))\b|部分",
    re.IGNORECASE,
)
_AGAIN = re.compile(
    r"\b(?:partly|partially|in part)\b|\bnot (?:\w+ )?(?:yet|been|fixed|resolved|gone|closed|addressed|done)\b"
    r"|\bnot (?:fully|completely|entirely)\b"
    r"|\bstill (?:happens|open|fails|present|broken|missing|unresolved|reproduc\w+|occurs|exists|possible|there)\b"
    r"|\b(?:it|this|one|which|part|some|bug|issue|problem|loss|race) (?:still |also )?remains?\b"
    r"|\bremains? (?:open|unresolved|possible|for)\b"
    r"|\bregress(?:ed|es|ion)\b|\b(?:could|can) ?not (?:be )?(?:confirm|verif|reproduc)\w*|\b(?:not"
    r"|un)[ -]?(?:verified|confirmed)\b"
    r"|\b(?:author|maker) (?:says|claims)\b|\bunresolved\b|\bunfixed\b|\breopened\b"
    r"|未(?:修复|解决|完全|彻底)|部分(?:修复|解决)"
    r"|仍(?:然)?(?:存在|有"
    r"|未|会)|まだ",
    re.IGNORECASE,
)
_TAKEN_BACK = re.compile(
    r"\W*(?:not|never|partly|partially|half|mostly|almost|nearly|un|to be|未|部分)\W*", re.IGNORECASE
)


def is_settled(head: str, lines: list[Line]) -> bool:
    """True for a finding whose title, status line or strike-through says that it is done with."""
    words = [line for line in lines if line.kind in {"text", "heading"} and line.content.strip()]
    if words and not words[0].quoted and (words[0].struck or _is_struck_and_done(words[0])):
        return True
    said = next((match["words"] for line in words[1:] if line.live and (match := _STATUS.match(line.text))), None)
    if said is not None:
        return says_done(said)
    return marks_done(head)


def _is_struck_and_done(line: Line) -> bool:
    """True for a title that is struck through, with nothing behind it but word that it is done (``~~a~~ fixed``)."""
    match = _STRUCK.match(line.content)
    return (
        match is not None
        and re.fullmatch(rf"{_DONE}{_WHERE}", match["rest"].strip(" .*_()—–-"), re.IGNORECASE) is not None
    )


def is_open_again(lines: list[Line]) -> bool:
    """True for an item of a list of what is resolved that takes that back."""
    return any(_AGAIN.search(line.text) for line in lines if line.live)


def marks_done(head: str) -> bool:
    """True for a title with a mark before or behind it (``… — ✅ FIXED``, ``[resolved] …``)."""
    text = matchable(head).strip()
    match = _BEHIND.search(text[-300:]) or _BEFORE.match(text)
    if not match:
        return False
    if match.re is _BEFORE:
        return not _STILL.search(text[: match.end() + 40])
    before = text[-300:][: match.start()].split()[-1:]
    if _HALF.search(text[-300:][max(match.start() - 80, 0) : match.start()]):
        return False
    return not _STILL.search(match[0].replace("✅", "")) and not (before and _TAKEN_BACK.fullmatch(before[0]))


def says_done(cell: str) -> bool:
    """True for a status that says done (``✅ Fixed in 12ab``, ``Resolved``)."""
    text = comparable(cell)
    sign = re.match(r"\W*[✅✔☑]", cell) is not None
    return bool(_WORDS.match(text) or sign or re.match(r"\W*\[x\]", text)) and not _STILL.search(text)
