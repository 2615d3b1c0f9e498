"""The closed vocabulary of verdicts; any other wording is no verdict."""

import re

from critloop.reports.boxes import BOX
from critloop.reports.characters import clean, comparable, unmarked
from critloop.reports.nothing import says_nothing
from critloop.reports.titles import VerdictName

_LONG = 300
_PASSING = (
    "approved|approve|approves|accepted|accept|pass|passed|passes|lgtm|no issues found|no issues|"
    "通过|已通过|批准|已批准|同意|合格|承認|承認済み|可"
)
_FAILING = (
    "issues found|issues|issue found|needs changes|needs fixes|needs work|needs revision|needs rework|"
    "changes requested|request changes|changes required|changes needed|revise|revisions needed|iterate|"
    "fail|failed|fails|reject|rejected|rejects|blocked|not approved|not accepted|not passed|does not pass|"
    "disapproved|unapproved|不通过|未通过|不合格|驳回|拒绝|需要修改|需修改|要修改|存在问题|发现问题|有问题|"
    "要修正|却下|不承認|差し戻し|否"
)
_OWN: dict[VerdictName, tuple[str, str]] = {
    "status": ("", ""),
    "compliance": (
        "compliant|fully compliant|spec compliant|符合|合规|準拠",
        (
            "gaps|gaps found|gap|gap found|non-compliant|noncompliant|not compliant|partially compliant"
            "|不符合|存在缺口|缺口"
        ),
    ),
    "quality": ("", "fixes needed|fixes required"),
    "merge": (
        "yes|ready|ready to merge|merge|是|可以|はい",
        (
            "no|with fixes|only with fixes|after fixes|not ready|not yet|not ready to merge|do not merge"
            "|否|修复后|いいえ|修正後"
        ),
    ),
}
_WORDS: dict[VerdictName, dict[str, bool]] = {
    name: {
        word: passed
        for words, passed in ((_PASSING, True), (_FAILING, False), (passing, True), (failing, False))
        for word in words.split("|")
        if word
    }
    for name, (passing, failing) in _OWN.items()
}
_LONGEST_FIRST = {name: sorted(words, key=len, reverse=True) for name, words in _WORDS.items()}
_GOOD = re.compile("[✅✔☑🟢👍]")
_BAD = re.compile("[❌✖✗🔴⛔🚫👎⚠❓]")
_SIGNS = re.compile("[✅✔☑🟢👍❌✖✗🔴⛔🚫👎⚠\ufe0f]")
_TRAILS = re.compile(r"(?:\.{2,}|…)[\s*_`]*$|\w(?:\[\^\w+\]|[¹²³†‡])$")
"""Words that trail off, or point to a note somewhere else."""

_HARMLESS = re.compile(
    r"\(?(?:with (?:(?:some|minor|advisory|non-blocking|optional|the|a few|\d+) )*(?:recommendations?|suggestions?)"
    r"(?: below)?"
    r"|(?:all|every)(?: of the)? requirements?(?: (?:is|are))? (?:met|implemented|covered|satisfied)"
    r"|(?:and )?ready for (?:implementation )?(?:planning|implementation)|for (?:implementation )?planning)\)?"
)
_EITHER = re.compile(r"approv|accept|\bpass|lgtm|issue|fail|reject|chang|revis|block|通过|合格|承認|驳回|修改")


def passes(words: str, name: VerdictName = "status") -> bool | None:
    """True for a verdict that passes, False for one that doesn't, None for anything in doubt.

    ``name`` says which verdict it is: each has words of its own (``Compliant``, ``With fixes``).
    Words after the verdict are doubt, unless they are known to take nothing from it (``Approved.
    No issues found.``). A failing verdict may be explained after a punctuation mark.
    """
    if len(words) > _LONG:
        return None
    if BOX.search(words):
        return None
    text = comparable(_SIGNS.sub(" ", words)).strip(" .!:;-–—()[]|")
    known = next((word for word in _LONGEST_FIRST[name] if _begins(text, word)), None)
    if known is None:
        return None
    passed, rest = _WORDS[name][known], text[len(known) :].strip()
    if (_BAD if passed else _GOOD).search(words) or (passed and _TRAILS.search(words)):
        return None
    if not rest:
        return passed
    return _still_passes(rest) if passed else _still_fails(rest)


def may_be_cut(words: str, name: VerdictName = "status") -> bool:
    """True for a verdict that is also the beginning of a longer one (``Approve``)."""
    text, known = comparable(words), _WORDS[name]
    return text in known and any(word.startswith(text) and word != text for word in known)


def words_of(value: str) -> str:
    """A verdict's words as they are shown."""
    return " ".join(unmarked(clean(value)).split())


def sounds_like_a_verdict(words: str) -> bool:
    """True where a verdict may be meant, whatever it is."""
    return bool(_EITHER.search(comparable(words)))


def _begins(text: str, word: str) -> bool:
    after = text[len(word) : len(word) + 1]
    return text.startswith(word) and not (after.isalnum() or after in {"_", "-", "/", "'"})


def _still_passes(rest: str) -> bool | None:
    tail = rest.lstrip(" .;:,–—-(").rstrip(" .)")
    agrees = says_nothing(tail) or all(_HARMLESS.fullmatch(part.strip()) for part in re.split(r"[.;,]", tail) if part)
    return True if agrees and tail else None


def _still_fails(rest: str) -> bool | None:
    explained = rest[0] in ".;:,(–—-[" or rest[0].isdigit()
    return False if explained and not re.search(r"approv|\bpass(?:ed|es)?\b|lgtm|通过|承認", rest) else None
