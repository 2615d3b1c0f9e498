"""What the words of a verdict mean: a closed vocabulary, and what may stand behind it."""

import re
from typing import Literal

from critloop.reports.boxes import BOX, chosen
from critloop.reports.characters import comparable, unmarked
from critloop.reports.foreign.reservations import is_reserved, is_shaky

Meaning = Literal["pass", "fail", "conditional", "undecided", "unclear"]

_LONG = 1200
_PASSING = (
    "approved|approve|approves|approving|accept|accepted|acceptable|accepting|pass|passed|passes|lgtm|looks good to me"
    "|looks good|ship it|ship-it|ready to merge|ready to land|ready to ship|ready to implement|ready to proceed"
    "|ready for merge|ready for merging|ready for implementation|ready for planning|ready for release|ready"
    "|good to merge"
    "|good to go|good to ship|safe to merge|merge|mergeable|merge-ready|merge ready|can be merged|can merge"
    "|may be merged"
    "|ok to merge|okay to merge|clear to merge|compliant|fully compliant|spec compliant|spec-compliant"
    "|compliance confirmed"
    "|meets spec|meets the spec|meets requirements|meets the requirements|no issues found|no issues|no findings"
    "|no blocking issues|no blockers|signed off|sign-off|green light|clean|all clear|satisfied|met|granted"
    "|通过|已通过|审查通过|审阅通过|评审通过|审核通过|可通过|可以通过|建议通过|批准|已批准|同意|同意合并|合格"
    "|符合|可以合并|可合并|建议合并"
    "|无问题|没有问题|未发现问题|可以实施|可直接实施|可以实现|承認|承認済み|承認します|合格|可|マージ可"
    "|マージ可能|問題なし|適合"
)
_FAILING = (
    "request changes|requesting changes|requests changes|request-changes|request_changes|changes requested"
    "|changes-requested"
    "|changes_requested|changes_required|changes-required|changes required|changes needed|change requested"
    "|changes are required|requires changes"
    "|requires revision"
    "|needs changes|needs fixes|needs fixing|needs work|needs revision|needs revisions|needs rework|needs attention"
    "|needs improvement|needs more work|needs-work|needs-changes|needs_work|needs_changes|needs update|needs updates"
    "|major revision|major revisions|minor revision|minor revisions|revise|revise and resubmit|revisions needed"
    "|iterate|rework"
    "|fail|failed|fails|failing|reject|rejected|rejects|rejecting|declined|blocked|block|blocking|blocks"
    "|not approved|not accepted"
    "|not acceptable|not passed|not passing|does not pass|did not pass|disapproved|unapproved|not ready"
    "|not ready to merge"
    "|not ready for merge|not mergeable|not safe to merge|do not merge|don't merge|do not approve"
    "|cannot approve|can't approve"
    "|cannot be approved|cannot be merged|can't be merged|cannot merge|should not be merged|should not merge"
    "|must not be merged"
    "|not yet|not compliant|non-compliant|noncompliant|does not comply|not spec compliant|not met|not satisfied|unmet"
    "|issues_found|issues-found|issues found|issues|issue found|issues remain|findings|gaps found|gaps|hold"
    "|on hold|nack|no-go|no go|incomplete|partial"
    "|partially|partially compliant|partial pass|partially met|partially approved|insufficient|unacceptable"
    "|unsatisfactory"
    "|deviations found|violations found|has issues|not good|not lgtm"
    "|不通过|未通过|不予通过|不合格|不符合|驳回|拒绝|需要修改|需修改|要修改|需要返工|返工|不能合并|不可合并"
    "|暂不合并|不建议合并|打回|退回"
    "|不批准|不同意|存在问题|发现问题|有问题|需修复|需要修复|要修正|却下|不承認|差し戻し|否|不合格|不可"
    "|修正が必要|マージ不可|不適合"
)
_CONDITIONAL = (
    "with fixes|yes with fixes|yes, with fixes|with changes|with conditions|conditional|conditionally|conditional pass"
    "|conditional approval|conditional approve|conditionally approved|conditionally approve|approve with fixes"
    "|approved with fixes|approve with changes"
    "|approved with changes|approved with conditions|approve with conditions|approved with reservations|almost"
    "|almost ready"
    "|nearly|mostly|ready with fixes|merge with fixes|pass with issues|passed with issues|pass with conditions"
    "|approval pending|pending approval|tentatively|provisionally|provisional|soft approve|soft approval"
    "|有条件通过|附条件通过|修改后通过|修复后通过|修改后可合并|修复后可合并|修复后即可|基本通过|原则上通过"
    "|条件付き承認|条件付き"
)
_UNDECIDED = (
    "comment only|comments only|comment-only|comment_only|comment|commented|comments|needs discussion|needs-discussion"
    "|needs_discussion|need discussion|to be discussed|discuss|discussion|inconclusive|abstain|abstained"
    "|undecided|no verdict"
    "|no decision|not reviewed|not determined|n/a|na|none|pending|in progress|tbd|todo|to do|unknown|unverified"
    "|cannot verify"
    "|can't verify|unable to verify|neutral|maybe|unsure|unclear|deferred|withheld|mixed|skipped"
    "|decision needed|decision_needed|decision-needed"
    "|仅评论|仅供参考|待讨论|需要讨论|待定|待确认|待审|保留|要議論|要検討|コメントのみ|保留中"
)
_BY_MEANING: tuple[tuple[Meaning, str], ...] = (
    ("pass", _PASSING),
    ("fail", _FAILING),
    ("conditional", _CONDITIONAL),
    ("undecided", _UNDECIDED),
)
_MEANINGS: dict[str, Meaning] = {word: meaning for meaning, words in _BY_MEANING for word in words.split("|")}
_ANSWERS: dict[str, Meaning] = {
    "yes": "pass",
    "no": "fail",
    "是": "pass",
    "否": "fail",
    "可以": "pass",
    "不可以": "fail",
    "不能": "fail",
    "はい": "pass",
    "いいえ": "fail",
}
_LONGEST = sorted({**_MEANINGS, **_ANSWERS}, key=len, reverse=True)
_GOOD = re.compile("[✅✔☑🟢👍🎉🚀]")
_BAD = re.compile("[❌✖✗✘🔴⛔🚫👎🛑🟡🟠⚠❓⏸]")
_SIGNS = re.compile("[✅✔☑🟢👍🎉🚀❌✖✗✘🔴⛔🚫👎🛑🟡🟠⚠❓⏸💬\ufe0f]")
_SUBJECT = re.compile(
    r"(?:(?:i|we)(?: would| can| hereby| fully| therefore| am| are| have| recommend| suggest| vote| to)* "
    r"|(?:this|the|these|all|both)(?: [\w-]+){0,4}? (?:is|are|looks|can be|should be|has been|have been|may be)"
    r"(?: now| fully| therefore| hereby)* |(?:overall|therefore|so|verdict|status|result),? |is |it (?:is"
    r"|looks) )(?=\w)"
)
_HARMLESS = re.compile(
    r"(?:with|plus)? ?(?:(?:some|only|minor|small|advisory|non-?blocking|optional|the|a|few|\d+|following|low"
    r"|trivial|and) )*"
    r"(?:nits?|comments?|suggestions?|recommendations?|notes?|(?:minor|non-?blocking"
    r"|low)(?: severity)? (?:issues?|findings?|observations?))"
    r"(?: below| only| noted)?"
    r"|(?:after|following|on|upon) (?:a |an |the )?(?:(?:fresh|final|full|second|third|independent|thorough"
    r"|careful|new|complete) )*"
    r"(?:re-?)?(?:review|audit|inspection)|(?:for|to) (?:merge|merging|be merged|implementation"
    r"|implementation planning|planning|ship|release)"
    r"|(?:this|the) (?:pr|change|changes|branch|task|plan|spec|document|design|diff|patch|implementation"
    r"|commit)(?: as is)?"
    r"|as[- ]is|as written|now|overall|all (?:checks|criteria|requirements)|and (?:ready|good) (?:to|for) merge"
    r"|ready to merge|merge"
    r"|(?:and )?(?:no|zero|without) (?:[\w-]+ ){0,4}(?:issues?|findings?|blockers?|changes?|concerns?|problems?"
    r"|defects?|comments?)"
    r"(?: (?:found|remain\w*|identified|required|needed|requested|left))?|\d+(?: ?/ ?\d+)?%?|了|。|です|する"
    r"|して問題ありません"
)
_CONCLUDES_WELL = re.compile(
    r"[^。;；!?]{0,60}(?:没有|不存在|无|暂无|未发现)[^。;；!?]{0,40}(?:findings?|问题|阻塞"
    r"|缺陷)[^。;；!?]{0,10}[,，]\s*(?:整体|方案|文档|设计)?(?:已经?)?"
    r"可以?(?:直接)?(?:进入|开始|投入|用于|合并|实施|实现)[^。;；!?]{0,12}"
)
_CONCLUDES_BADLY = re.compile(
    r"(?:不能|无法|不可|不宜|不应|不适合|尚不能|还不能)(?:再)?(?:直接)?(?:被)?(?:执行|当作|作为|使用|合并|实施"
    r"|进入|落地|上线|发布|采纳)"
    r"|\b(?:is|are) not (?:yet )?(?:ready|suitable|fit|safe|mergeable|acceptable)\b|\b(?:cannot|can't"
    r"|should not|must not) be (?:merged|approved|shipped|implemented|executed)"
)


def meaning_of(words: str, *, asked: bool = False) -> Meaning:
    """What a verdict's words say; ``unclear`` for anything outside of the vocabulary or in doubt.

    ``asked``: the verdict's name is a question, so that yes and no are answers.
    """
    picked = chosen(words[:_LONG])
    if BOX.search(picked):
        return "unclear"
    text = comparable(_SIGNS.sub(" ", picked)).strip(" .!:;-–—()[]|\"'")
    if not text:
        return _by_sign(words)
    text = _SUBJECT.sub("", text, count=1) if _SUBJECT.match(text) else text
    known = next((word for word in _LONGEST if _begins(text, word)), None)
    if known is None or (known in _ANSWERS and known not in _MEANINGS and not asked):
        return "unclear"
    meaning = _ANSWERS[known] if asked and known in _ANSWERS else _MEANINGS[known]
    rest = text[len(known) :].strip()
    return _with_rest(meaning, rest, words, asked=asked)


def concludes(sentence: str) -> Meaning:
    """What the first sentence of a conclusion says about the whole, where it says it in so many words."""
    text = comparable(sentence)
    if _CONCLUDES_BADLY.search(text):
        return "fail"
    stop = re.split(r"[。;；!?]", text.strip(" 。.!"))
    well = bool(stop) and _CONCLUDES_WELL.fullmatch(stop[0].strip(" .")) is not None
    return "pass" if well and not is_reserved(text) else "unclear"


def _by_sign(words: str) -> Meaning:
    if _BAD.search(words):
        return "unclear" if _GOOD.search(words) else "fail" if re.search("[❌✖✗✘🔴⛔🚫👎🛑]", words) else "undecided"
    return "pass" if _GOOD.search(words) else "unclear"


def _with_rest(meaning: Meaning, rest: str, words: str, *, asked: bool) -> Meaning:
    if meaning != "pass":
        return _not_passing(meaning, rest, words)
    if _BAD.search(words) or re.search(r"(?:\.{2,}|…)\s*$", unmarked(words)):
        return "unclear"
    if not rest:
        return "pass"
    alternatives = re.match(r"(?:\||/|or\b|,? ?(?:or|/)\s)", rest)
    if alternatives or _is_choice(rest):
        return "unclear"
    if re.fullmatch(r"\W*(?:no|false|not|nope|n|never|not yet)\W*", rest):
        return "unclear"
    if is_reserved(rest):
        return "conditional"
    if is_shaky(rest) or _says_otherwise(rest):
        return "unclear"
    explained = rest[0] in ".;:,–—-!([。" or re.fullmatch(_HARMLESS, re.split(r"[.;:,–—!(]", rest)[0].strip(" )-"))
    return "pass" if explained or (asked and rest[0] in ",.") else "unclear"


def _says_otherwise(rest: str) -> bool:
    """True for words behind a verdict that are a failing verdict themselves (``merge: blocked``)."""
    text = rest.strip(" .:;-–—()[]|,!")
    known = next((word for word in _LONGEST if _begins(text, word)), None)
    return known is not None and _MEANINGS.get(known) in {"fail", "conditional"}


def _not_passing(meaning: Meaning, rest: str, words: str) -> Meaning:
    if meaning == "undecided":
        return "undecided" if not rest or rest[0] in ".;:,–—-!([" else "unclear"
    if _is_choice(rest):
        return "unclear"
    return "unclear" if meaning == "fail" and _GOOD.search(words) and not _BAD.search(words) else meaning


def _is_choice(rest: str) -> bool:
    """True for a template that lists the verdicts one may give."""
    parts = [part.strip(" []<>*`\"'") for part in re.split(r"\s*(?:\||/|\bor\b)\s*", rest) if part.strip()]
    return ("|" in rest or "/" in rest or " or " in f" {rest}") and any(part in _MEANINGS for part in parts)


def _begins(text: str, word: str) -> bool:
    if not text.startswith(word):
        return False
    after = text[len(word) : len(word) + 1]
    return (
        not word.isascii()
        or not (after.isalnum() or after in {"_", "-", "'"})
        or (not after.isascii() and word.isascii())
    )
