"""Whether a text is a review at all."""

import re
from collections.abc import Sequence

from critloop.reports.characters import comparable, unmarked
from critloop.reports.foreign.labels import label_in
from critloop.reports.foreign.parts import Part
from critloop.reports.lines import Line

_REVIEW = re.compile(
    r"\b(?:re-?)?review(?:ed|er|s)?\b|\baudit\b|\bcritique\b|\bcode[- ]?review\b|\bbug[- ](?:hunt|finding)\w*"
    r"|\bbehavioral sweep\b|\bassessment\b"
    r"|\binspection\b|审阅|审查|评审|复审|审核|校审|检视|复核|レビュー|査読|監査"
)
_OTHER_REVIEW = re.compile(
    r"\b(?:literature|performance|weekly|monthly|quarterly|annual|yearly|sprint|market|year in|peer) review\b"
    r"|\breview (?:guide|guidelines|process|checklist"
    r"|template|prompt|instructions|skill|workflow|policy|plan|request|package|brief)\b|\breviewer (?:guide"
    r"|prompt|instructions)\b|\brequest(?:ing)? (?:a )?review\b"
)
_ANSWER = re.compile(
    r"\breply\b|\breplies\b|\bresponses?\b|\brebuttal\b|\backnowledg\w*|\back\b|\baddress(?:ed"
    r"|ing)\b.{0,20}\b(?:review|findings|feedback|comments)\b"
    r"|\bre: |\bfix report\b|回应|回复|答复|回覆|返信|回答|応答"
)
_OTHER = re.compile(
    r"\beffectiveness\b|\bverification[- ]report\b|\bbenchmarks?\b|\bdivergence\b|\bvs\.? |\bcomparison\b"
    r"|\bcomparative\b|\bresearch\b|\bretrospective\b"
    r"|\bpost-?mortem\b|\bchangelog\b|\brelease notes\b|\b(?:implementation|design|project|task|test"
    r"|migration) plan\b|\bproposal\b|\brunbook\b|\breadme\b"
    r"|\b(?:task|implementation|status|progress|completion|test|evaluation|investigation"
    r"|experiment)(?: \d+)? report\b|\btask[- ]\d+[- ](?:report|brief)\b"
    r"|\bsurvey\b|\bmeeting\b|\bhandoff\b|\broadmap\b|\bbacklog\b|\bdesign doc\w*|\btutorial\b|\bwalkthrough\b"
    r"|\bsummary of (?:the )?changes\b|研究|对比|调研|计划|方案设计"
)
_REPLYING = re.compile(
    r"^\W*(?:thanks|thank you|thx)\b[^.]{0,40}\breview|\b(?:i|we)(?:'ve| have)? (?:now )?(?:addressed|fixed"
    r"|resolved|applied|incorporated) (?:all|every|each|the|your|both|these)\b"
    r"|\ball (?:review )?(?:findings|comments|feedback|suggestions|issues) (?:have been|has been|were"
    r"|are) (?:now )?(?:addressed|incorporated|applied|resolved|fixed) (?:in|by) (?:this|commit|the following"
    r"|[0-9a-f]{7})"
    r"|\b(?:your|the reviewer'?s?) (?:review|findings?|comments?|feedback) (?:is|are|was|were) (?:correct|right"
    r"|valid|accepted|addressed)|逐条回应|接受审阅|感谢.{0,6}(?:审阅|评审|审查)",
    re.IGNORECASE | re.MULTILINE,
)
_RELAYED = re.compile(
    r"\b(?:the |a |an |both |all )?(?:[\w-]+ )?reviewers? (?:has |have )?(?:approved|signed off|found no|passed"
    r"|accepted|said|reported|gave)\b|\b(?:was|were|has been|have been|got) (?:reviewed and )?approved by\b"
    r"|\breview(?:s)? (?:was|were|has been|have been|is|are) (?:complete[d]?|done|finished|received|posted"
    r"|submitted|requested|acknowledged)\b",
    re.IGNORECASE,
)
_ACCEPTS = re.compile(
    r"(?:✅|⚠️?|❌)\s*(?:部分)?(?:接受|同意|采纳|不同意|accepted|agreed|rejected|disagree)|—\s*(?:accepted"
    r"|agreed|rejected|disagree)",
    re.IGNORECASE,
)
_UNFINISHED = re.compile(
    r"\b(?:sample|example|draft|mock|dummy|self)[- ]?(?:code )?review\b|\breview (?:format|example|sample"
    r"|of (?:the|a|my) review)\b"
    r"|\breview\b.*[(\[](?:draft|example|sample|in progress|wip|partial|incomplete|unfinished|template"
    r"|part \d.*)[)\]]"
    r"|\breview\b.{0,30}\bpart (?:\d+|one|two|i+)\b"
    r"|\b(?:partial|unfinished|incomplete) (?:\w+ )?review\b|自审|自查|审查草稿"
)
_ANSWERS_ENOUGH = 3
_TITLE_WORDS = 10


def why_no_review(parts: Sequence[Part], lines: Sequence[Line]) -> str:
    """Why a text is no review, as the end of a sentence; empty where it may well be one."""
    title = _title(parts, lines)
    named = comparable(title)
    if _ANSWER.search(named):
        return "its title says that it answers one"
    if not _REVIEW.search(named) and _OTHER.search(named):
        return "its title says that it is something else"
    if _OTHER_REVIEW.search(named):
        return "its title says that it is about reviewing"
    answered = sum(1 for part in parts if part.heading and _ACCEPTS.search(part.title))
    if answered >= _ANSWERS_ENOUGH:
        return "it accepts and rejects the findings of another"
    start = "\n".join([line.text for line in lines if line.live and line.text.strip()][:12])
    return "it speaks as the author who answers one" if _REPLYING.search(start) else ""


def is_unfinished(parts: Sequence[Part], lines: Sequence[Line]) -> bool:
    """True for a text whose title says that it is a part, a draft, an example, or the author's own review."""
    return _UNFINISHED.search(comparable(_title(parts, lines))) is not None


def calls_itself_review(parts: Sequence[Part], lines: Sequence[Line]) -> bool:
    """True for a text whose title or first words say that it is a review."""
    if _REVIEW.search(comparable(_title(parts, lines))):
        return True
    start = [line.text for line in lines if line.live and line.text.strip()][:6]
    return any(
        re.search(r"\b(?:i |we )?(?:have )?re-?review(?:ed|ing)?\b(?! (?:by|complete|request))", line, re.IGNORECASE)
        for line in start
    )


def relays(lines: Sequence[Line]) -> bool:
    """True for a text that tells what a reviewer said, or that a review took place."""
    return any(_RELAYED.search(line.text) for line in lines if line.live)


def _title(parts: Sequence[Part], lines: Sequence[Line]) -> str:
    """The first heading, or the first line of a text without one."""
    heading = next((part for part in parts if part.heading), None)
    if heading is not None and not (label_in(heading.title, alone=True) and not _REVIEW.search(heading.title.lower())):
        return heading.title
    if heading is not None:
        return ""
    first = next((unmarked(line.own) for line in lines if line.live and line.text.strip()), "")
    titled = len(first.split()) <= _TITLE_WORDS and not first.endswith((".", "。"))
    return first if titled and label_in(first, alone=True) is None else ""
