"""Lines that announce a verdict: its name, and the words that follow."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from critloop.reports.characters import comparable, matchable
from critloop.reports.lines import Line

_SHOWN = 700
_WHOSE = (
    r"(?:(?:final|overall|review|reviewer(?:'s)?|code|task|plan|merge|pr|my|the|general|release|re-?review"
    r"|current|updated?"
    r"|audit|branch|spec|round \d+|summary|qa) )*"
)
_STRONG = (
    rf"{_WHOSE}(?:verdicts?|decision|disposition|judge?ment|ruling|approval(?: status)?|approved"
    rf"|lgtm)(?: on .{{1,30}})?"
    r"|(?:is (?:this|it) )?(?:ready|safe|ok|okay|good) (?:to|for) (?:be )?"
    r"(?:merged?|merging|land(?:ing)?|ship(?:ping)?|implement(?:ation)?|release|proceed|approve|planning|commit)"
    r"|merge(?:able| ready| readiness)|ready(?: status)?|(?:can|should|may) (?:this|it|we)(?: pr| branch"
    r"| change)? (?:be )?(?:merged?|approved?|shipped?|landed)"
    r"|(?:最终|总体|整体|总|本轮|审查|审阅|评审|复审|复核|审核)*(?:判定|裁定|裁决|审批|审批意见|审批结果)"
    r"|是否(?:可以?|能)?(?:合并|通过|批准|实施)|合并(?:建议|结论)|総合?判定|最終判定|判定|裁定|マージ可否|承認可否"
)
_WEAK = (
    rf"{_WHOSE}(?:status|result|outcome|conclusion|assessment|recommendation|overall|opinion|grade|evaluation)"
    r"|(?:最终|总体|整体|总|本轮|审查|审阅|评审|复审|复核|审核)*(?:状态|结果|意见|总评|总结|结论|判断)"
    r"|(?:レビュー)?結論|状態|ステータス|(?:レビュー)?結果|評価|総評"
)
_NAMED = (
    r"(?:the )?(?:spec(?:ification)?s?(?:[ -](?:compliance|conformance|review|alignment))?"
    r"|requirements?(?: (?:compliance|coverage|met))?"
    r"|plan (?:compliance|alignment|conformance)|(?:code|task|implementation|overall"
    r"|doc(?:umentation)?)? ?quality(?: review)?|code review"
    r"|security(?: review)?|architecture(?: review)?|correctness|performance|maintainability|accuracy"
    r"|completeness|clarity|style"
    r"|规格符合(?:性|度)?|需求符合(?:性|度)?|代码质量|任务质量|仕様(?:準拠|適合)|コード品質)"
    r"(?: (?:verdict|status|result|assessment))?"
)
_NAME = re.compile(rf"(?:(?P<strong>{_STRONG})|(?P<named>{_NAMED})|(?P<weak>{_WEAK}))", re.IGNORECASE)
_STATED = re.compile(
    r"(?P<name>[^:=?|\[\]]{1,60}?)\s*(?P<note>\([^()]*\)|\[[^\[\]]*\])?\s*(?:[:=]|\?\s*[:=]?|\s[-–—]{1,2}\s"
    r"|[–—])\s*(?P<words>.*)$"
)
_NOT_OURS = re.compile(
    r"\b(?:expected|previous|prior|earlier|last|old|template|draft|author|maker|example|sample|proposed|suggested"
    r"|preliminary|tentative|provisional|quoted|copied|pending|hypothetical|desired|wanted|self)\b|之前|上一轮|示例|模板",
    re.IGNORECASE,
)
"""Notes behind a verdict's name that make it somebody else's, or none yet (``Verdict (expected): …``)."""

_CAN_APPROVE = re.compile(
    r"(?:spec|requirement|plan|quality|code (?:quality|review)|task quality|implementation quality|规格|需求"
    r"|代码质量|任务质量|仕様|コード)"
)


_ASKED = re.compile(r"spec|requirement|plan|规格|需求|仕様")
_NO_LABEL = re.compile(r"approved|lgtm|.*\breview|security|architecture|performance|style|correctness|clarity|accuracy")
"""Names that announce no verdict where nothing stands behind them."""


@dataclass(frozen=True, slots=True)
class Label:
    """The name of a verdict as a line gives it, and the words behind it; empty where it stands alone.

    ``group`` is equal for names of the same verdict. ``weak`` names can mean other things as well.
    ``asks``: the name is a question, which yes answers.
    """

    name: str
    group: str
    words: str
    weak: bool = False
    asks: bool = False

    @property
    def lenient(self) -> bool:
        """True for a name that may stand before words that are no verdict at all (``Security: uses TLS``)."""
        return self.weak or bool(self.group)


def labelled(line: Line) -> Label | None:
    """The verdict that a line announces, if it begins with the name of one."""
    if re.fullmatch(r"\s*(`+)(?!`).*(?<!`)\1\s*", line.own):
        return None
    return label_in(line.own, alone=line.kind == "heading" or _stands_out(line.own))


def label_in(own: str, *, alone: bool) -> Label | None:
    """The verdict that a text announces; ``alone``: a name with nothing behind it is one too."""
    plain = " ".join(re.sub(r"\*+|__|`", "", matchable(own)).split())[:_SHOWN]
    plain = re.sub(r"^[^\w(\[]*(?:\d+(?:\.\d+)*[.)]\s+)?", "", plain)
    if match := _STATED.match(plain):
        named = None if _NOT_OURS.search(match["note"] or "") else named_verdict(match["name"])
        inner = label_in(match["words"], alone=False) if named and named[1] else None
        if inner and inner.words:
            return inner
        if named:
            return Label(match["name"].strip(), named[0], match["words"].strip(), named[1], asks(match[0]))
        if named is None and match["note"]:
            return None
    bare = plain.rstrip(" :?!.")
    named = (
        named_verdict(bare)
        if (alone or plain.endswith((":", "?"))) and not _NO_LABEL.fullmatch(comparable(bare))
        else None
    )
    return Label(bare, named[0], "", named[1], asks(plain)) if named else None


def named_verdict(name: str) -> tuple[str, bool] | None:
    """The group of a verdict's name and whether the name is weak; None for any other words."""
    words = comparable(name).strip(" .:?!-")
    match = _NAME.fullmatch(words)
    if not match:
        return None
    if match["named"]:
        return re.sub(
            r"^the | (?:verdict|status|result|assessment|review)$|[ -](?:compliance|conformance)$", "", words
        ), False
    return "", bool(match["weak"])


def can_approve(group: str) -> bool:
    """True for the general verdict, and for named ones that speak of the whole."""
    return not group or _CAN_APPROVE.match(group) is not None


def speak_of_the_whole(groups: Collection[str]) -> bool:
    """True for the general verdict, or for one on what was asked together with one on how it was done."""
    approving = [group for group in groups if can_approve(group)]
    asked = [group for group in approving if _ASKED.match(group)]
    return any(not group or group == "code review" for group in approving) or 0 < len(asked) < len(approving)


def asks(words: str) -> bool:
    """True for a verdict's name that is a question."""
    lower = words.lower()
    return (
        "?" in lower.split(":")[0]
        or re.match(
            r"\W*(?:ready|safe|can|should|is |approved\b|lgtm\b|是否|ok to|good to|merge(?:able| ready))", lower
        )
        is not None
    )


def _stands_out(own: str) -> bool:
    return re.fullmatch(r"\s*(?:\*\*|__)[^*_]+(?:\*\*|__)\s*[:：?]?\s*", own) is not None
