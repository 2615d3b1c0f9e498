"""What the parts of a review hold, by their titles."""

import re
from dataclasses import dataclass
from typing import Literal

from critloop.model.finding import Severity
from critloop.reports.characters import comparable
from critloop.reports.foreign.weights import Weight, group_of

Kind = Literal["issues", "advice", "resolved", "legend", "summary", "closing", "other", "none"]
"""``other`` holds what is good or was looked at, ``closing`` what comes next, ``legend`` says what words mean."""

_LONG = 90
_THINGS = (
    r"(?:issues?|findings?|problems?|concerns?|bugs?|defects?|gaps?|blockers?|deviations?|discrepancies|violations?"
    r"|weaknesses|flaws?|objections?|shortcomings|errors|regressions?|vulnerabilities)"
)
_NOT_BLOCKING = re.compile(
    rf"(?:(?:other|minor|optional|advisory|further|additional|general) )?non-? ?blocking(?: {_THINGS}"
    r"| comments?| notes?"
    r"| suggestions?| nits?| items?| observations?| feedback| improvements?)?|nice[- ]to[- ]haves?"
    r"|advisory(?: notes?| comments?)?"
    r"|(?:[\w-]+,? ){0,2}(?:recommendations?|suggestions?)(?: for \w+)?|comments \(non-blocking\)"
    r"|非阻塞(?:性)?(?:问题|建议|意见)?|建议|改进建议|优化建议|任意(?:の指摘)?|提案|推奨事項|改善提案"
)
_RESOLVED = re.compile(
    rf"(?:[\w-]+ ){{0,4}}(?:resolved|fixed|closed|addressed|remediated)(?: (?:since|in|by|from|during|at) .*"
    rf"| {_THINGS}.*| items?| #?\d+.*)?"
    rf"|resolutions?|fixes (?:applied|verified)|verified fixes|remediation(?: applied)?(?: .*)?"
    r"|(?:上一轮|前几轮|本轮|此前)?已(?:经)?(?:修复|修正|解决|关闭|处理)(?:的)?.{0,6}|.{0,8}已解决的.{0,10}"
    r"|(?:修正|解決|対応)済み(?:の?指摘.*)?"
)
_OPEN = re.compile(
    r"\b(?:not|un\w+|to be|must|should|needs?|remaining|open|partial\w*|still|never|if|when|how)\b|未|待|需|仍|部分"
)
_NAMES: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (
        "legend",
        re.compile(
            r"(?:severity|priority|status|rating)? ?(?:legend|key|scale|levels?|definitions?|rubric|guide|ratings?)"
            r"|severity|how to read.*|图例|严重(?:程度|性|级别)?(?:定义|说明|分级)|凡例"
        ),
    ),
    (
        "summary",
        re.compile(r"(?:\w+ )?(?:summary|overview|at a glance)|tl;?dr|摘要|总结|总览|概要|要約|まとめ|.{0,4}汇总|概述"),
    ),
    (
        "closing",
        re.compile(
            r"next steps?|(?:suggested|recommended|proposed) (?:fix(?:es)?|actions?|changes)"
            r"|required verification|action items"
            r"|(?:prioriti[sz]ed )?remediation (?:checklist|plan)|what'?s next|follow-?ups?|open questions?|questions?"
            r"|下一步.*|后续.*|建议的?(?:修订方式|修改方向|修正方式|下一步)|可选改进|可改进.*|其他观察|验证"
            r"|今後.*|次の.*"
        ),
    ),
    (
        "other",
        re.compile(
            r"strengths?|positives?|what (?:works|worked|was done|is good|i checked|i liked).*|highlights?"
            r"|praise|well done"
            r"|verified (?:sound|good|correct).*|cleared.*|not (?:bugs?|defects?|issues?).*|check(?:s"
            r"|ed)(?: .*)?|checklist|scope"
            r"|review (?:range|scope|method)|files (?:reviewed|checked)|(?:files )?reviewed|references?|notes?"
            r"|context|background"
            r"|baseline|method(?:ology)?|tests?(?: run| results?)?|verification|validation|caveats.*|appendix.*"
            r"|优点|亮点|做得好的.*|(?:审阅|审查|评审)(?:范围|方法|对象)|已有覆盖.*|长处|長所|良い点|確認.*"
        ),
    ),
    (
        "issues",
        re.compile(
            rf"(?!no\b|known\b)(?:[\w'’-]+,? ){{0,4}}{_THINGS}(?: (?:found|identified|detected|list|to fix"
            r"|remaining|ranked|overview"
            r"|raised|by \w+|in \w+|and \w+|from .{1,30}))*|(?:required|requested|needed) changes"
            r"|changes (?:required|requested|needed)"
            r"|(?:what(?:'s| is) )?(?:missing|wrong|broken|negatives?)|(?:must|should|to) fix|.*\b(?:not fixed"
            r"|still open|unresolved)\b.*"
            r"|(?:主要|阻塞|待修复|待解决|发现的|剩余|现存|存在的|新的?|核心|关键|本轮)?(?:性)?(?:问题|发现"
            r"|缺陷|设计偏离|偏离|偏差|漏洞|隐患)"
            r"(?:列表|清单|点|项|一览)?|(?:审阅|审查|评审|复审)(?:意见|发现|问题)|.{0,6}指摘(?:事項|一覧)?"
            r"|.{0,6}問題点?|課題"
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Role:
    """What a part holds. ``weight`` is that of all its findings, ``count`` the number that its title gives."""

    kind: Kind = "none"
    weight: Weight | None = None
    count: int | None = None


def role_of(title: str) -> Role:
    """The role of a part with this title; ``none`` where the title says nothing known."""
    words = comparable(title)
    if not words or len(words) > _LONG:
        return Role()
    number = re.search(r"[(\[]\s*(\d{1,4})(?: \w+)?\s*[)\]]", words) or re.search(r":\s*(\d{1,4})$", words)
    count = int(number[1]) if number else None
    name = _name(words)
    if _NOT_BLOCKING.fullmatch(name) and re.search(r"[(\[]\s*(?:blocking|must|required|critical)\b", words):
        return Role("issues", Weight(Severity.HIGH, "blocking"), count)
    if _NOT_BLOCKING.fullmatch(name) or re.search(r"[(\[]\s*(?:non-?blocking|advisory)\b", words):
        return Role("advice", _advised(title), count)
    if _RESOLVED.fullmatch(name) and not _OPEN.search(words):
        return Role("resolved", None, count)
    if group_of(name):
        return Role("issues", group_of(re.sub(r"[(（\[].*?[)）\]]", " ", title)) or group_of(name), count)
    kind: Kind = next((kind for kind, pattern in _NAMES if pattern.fullmatch(name)), "none")
    if kind == "none" and re.search(r"\((?:still |not (?:yet )?)(?:fixed|open|resolved)\b[^)]*\)$", words):
        kind = "issues"
    return Role(kind, None, count)


def _advised(title: str) -> Weight:
    """The weight of what stands under a title that says that it doesn't block, in the title's word."""
    own = re.search(
        r"non-?blocking|suggestion|recommendation|nice[- ]to[- ]have|advisory|[^\W\d_]+", title, re.IGNORECASE
    )
    return Weight(Severity.LOW, own[0].capitalize() if own else "Recommendation")


def _name(words: str) -> str:
    """A title without its number, signs, parentheses and colon."""
    name = re.sub(r"\([^()]*\)|\[[^\[\]]*\]", " ", words)
    name = re.sub(r"^\W*(?:\d+(?:\.\d+)*[.)、]\s*|[一二三四五六七八九十]+[、.]\s*|第.{1,3}部分\s*)?", "", name)
    name = re.sub(r":\s*\d{1,4}$", "", name.strip())
    name = re.sub(r"\s*[—–]\s*.*$|,\s.*$", "", name) if not name.startswith("p") else name
    return " ".join(name.strip(" .:：!?-*🔴🟠🟡🟢🔵⚪🚨⛔❗⚠❌💡").split())
