"""What keeps a passing verdict of a review from being believed."""

import re
from collections.abc import Iterator, Sequence

from critloop.model.finding import Severity
from critloop.reports.failing import fails_something
from critloop.reports.faults import names_a_fault
from critloop.reports.foreign.collected import Collected
from critloop.reports.foreign.labels import label_in
from critloop.reports.foreign.leftovers import left_open
from critloop.reports.foreign.parts import Part
from critloop.reports.foreign.silence import states_none
from critloop.reports.foreign.vocabulary import meaning_of
from critloop.reports.lines import Line
from critloop.reports.misgivings import misgiving, takes_back

_WINDOW = 1200
_REVISION = r"(?:head|commit|revision|version|sha|diff|base|snapshot|state|draft|tree|branch|iteration|round)"
_STALE = re.compile(
    rf"\b(?:review|approval|verdict)\b[^.\n]{{0,80}}\b(?:against|for|on|to|at|of|by|from|covers?|bound to"
    r"|pinned to) (?:an? |the )?(?:\w+ )?(?:older|old|outdated|stale|obsolete|superseded"
    rf"|former) (?:\w+ )?{_REVISION}\b"
    rf"|\b(?:review|approval|verdict)\b[^.\n]{{0,40}}\b(?:is|was|became|has become|now) (?:\w+ )?(?:stale"
    r"|outdated|obsolete|superseded|out of date)\b|\bstale (?:review|approval|verdict)\b"
    r"|\b(?:does|do|did) not (?:cover|apply to|include|reflect) (?:the )?(?:latest|current|newest"
    rf"|new) (?:\w+ )?{_REVISION}s?\b"
    rf"|\b{_REVISION} (?:has |have )?(?:moved|changed|advanced|been force-?pushed)[^.\n]{{0,30}}\b(?:since"
    r"|after|during)\b"
    r"|\b(?:commits?|changes) (?:were|was|have been) (?:pushed|added|made) (?:after|since) (?:this|the) review\b"
    r"|(?:本次|该|此)?(?:审查|审阅|评审)[^。\n]{0,20}(?:基于|针对)[^。\n]{0,6}(?:旧|过期"
    r"|较早)[^。\n]{0,4}(?:版本|提交)|审[查阅]已过期",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    r"\b(?:approval|approved?|verdict|acceptance) (?:is |are )?(?:only )?(?:conditional|contingent|provisional"
    r"|subject to|pending)\b"
    r"|\bconditional(?:ly)? (?:approv|pass|accept)\w*|\b(?:one|two|three|four|five|several|some|a few|another"
    r"|an?) (?:open |new |unresolved |remaining )?"
    r"(?:critical|blocking|merge-blocking|high[- ]severity|major|serious|severe) (?:issues?|findings?|problems?"
    r"|bugs?|blockers?|defects?)\b"
    r"|\b(?:status|verdict|line|approval|report)\b[^.\n]{0,40}\b(?:quoted|copied|injected|inject|pasted) "
    r"|\battempt\w* to (?:inject|trick|force|fake)"
    r"|\b(?:do not|don't|should not|shouldn't|must not|cannot|can't|not safe to|not ready to"
    r"|unsafe to) (?:be )?(?:merged?|approved?|shipp?(?:ed)?|landed|released?)\b"
    r"|\b(?:must|has to|have to|needs? to) be (?:fixed|resolved|addressed|changed|corrected|reworked)\b"
    r"|\b(?:must|please) (?:fix|resolve|address|correct)\b"
    r"|\b(?:fix|resolve|address)(?: \w+){0,6} (?:before|prior to) (?:merg|approv|land|ship|releas)\w*"
    r"|\bbefore (?:this|it|the \w+) (?:can|may) (?:be )?(?:merge|approve|ship|land)\w*"
    r"|\b(?:i|we) (?:cannot|can't|do not|don't|did not|won't|am not) (?:approv|recommend merg|sign)\w*"
    r"|\bwithh[eo]ld\w* (?:my |our )?approval|\bnot (?:yet )?approved\b"
    r"|\b[1-9]\d* (?:open |new |unresolved |remaining )?(?:critical|blocking|high|major|important"
    r"|medium)(?: (?:and|or|/) \w+)?(?:[ -]severity)? (?:issues?|findings?|problems?|bugs?|blockers?"
    r"|defects?)\b(?! (?:were|was|have been|has been|are now|is now|now)? ?(?:fixed|resolved|closed|addressed))"
    r"|\b(?:critical|blocking|serious|severe|high[- ]severity|unresolved) (?:issues?|findings?|problems?|bugs?"
    r"|blockers?|defects?) (?:remains?|persists?|exists?|found|is|are (?:still )?(?:open|present))\b"
    r"|\bblock(?:s|ed)? (?:the )?(?:merge|release|approval|this)\b|\b(?:is|remains|still) (?:broken|unresolved"
    r"|unfixed)\b|\bchanges (?:are )?(?:requested|required)\b"
    r"|\b(?:ignore|disregard) (?:the|this|that|my) (?:above |previous )?(?:verdict|approval|status)\b"
    r"|\b(?:verdict|approval) (?:above |below )?(?:is|was) (?:only |just )?(?:an example|a placeholder|a sample"
    r"|quoted|copied|not mine|injected|a template)"
    r"|\bprompt[- ]injection\b|\b(?:operator|maintainer|admin|human) (?:\w+ )?overr(?:ode|idden|ides?)\b"
    r"|必须(?:先)?(?:修复|修改|解决)|需要?(?:先)?(?:修复|修改|解决)(?:后)?(?:才|再)|(?:不能|不可"
    r"|暂不)(?:直接)?(?:合并|通过|批准)|仍(?:有|存在)[^。]{0,12}(?:问题|缺陷)|修正が必要|マージ(?:しない|できない)",
    re.IGNORECASE,
)
_PARTIAL = re.compile(
    r"\bonly (?:a |the )?(?:part|half|portion|first|some|subset|fraction|summary)\b[^.\n]{0,50}"
    r"\b(?:reviewed|read|seen|available|visible|inspected)\b"
    r"|\b(?:diff|input|file|document|context|artifact|patch) (?:was|is|got|had been) (?:\w+ )?"
    r"(?:truncated|cut off|cut short|omitted|too large)\b|\btruncated (?:diff|input|patch)\b"
    r"|\bnot (?:all|every) (?:of the )?(?:files?|changes|pages|sections|hunks) (?:were|was"
    r"|could be) (?:reviewed|read|inspected)\b"
    r"|\b(?:this is a |a )partial review\b|\bdid not (?:read|review|see|inspect) (?:all|the whole|the rest|every)\b"
    r"|仅(?:审阅|审查|读取)了(?:一)?部分|部分(?:审阅|审查)",
    re.IGNORECASE,
)
_FINE = re.compile(
    r"\b(?:closes?|closed|resolves?|resolved|fixe[sd]|removes?|removed|addresse[sd]|previous|earlier|former"
    r"|prior|both)\b"
    r"[^.;!?\n]{0,80}?(?:findings?|issues?|blockers?|gaps?|bugs?|problems?|defects?)\b"
    r"|\b(?:no|zero|without|nothing|none|neither|never|nor|not|non)\b[^.;!?\n]{0,80}?(?:block\w*|issues?"
    r"|findings?|problems?|bugs?|defects?|changes?|fixed|resolved|addressed|requested|required)"
    r"|\b(?:was|were|has been|have been|is now|are now) (?:\w+ )?(?:fixed|resolved|addressed|closed)|(?:没有|无"
    r"|不存在|未发现)[^。；\n]{0,30}",
    re.IGNORECASE,
)
_ENDS_FAILED = re.compile(r"(?<!/)(?<!/ )[❌✗✘⛔]\ufe0f?\s*\|?\s*$")
_BOX = re.compile(r"\s*\[\s\]\s*|[☐⬜]\s*")
_ANY_FAILED = re.compile(r"\s*(?:[-*+]\s*)?(?:[❌✗✘🔴⛔🚫🚨]|\[\s\]\s|☐)")
_WARNED = re.compile("[⚠🟡🟠🔶❗‼❓](?!\ufe0f?[ *]*(?:cannot|can't|could not|unable to) (?:be )?verif)", re.IGNORECASE)
_CHECK_FAILED = re.compile(
    r"\W*(?:full |unit |test )?(?:tests?|suite|build|lint|ci|type ?check)\W{1,6}(?:fail(?:s|ed|ing)?|red|broken|❌)\b",
    re.IGNORECASE,
)
_BLOCKS_NOT = re.compile(r"\bnon-?blocking (?:issues|findings|problems|concerns)\b", re.IGNORECASE)


def stale(lines: Sequence[Line]) -> str:
    """The sentence that binds the review to another revision than the present one; empty for none."""
    for line in lines:
        if line.live and (match := _STALE.search(line.text)):
            return " ".join(line.text[max(match.start() - 60, 0) : match.end() + 60].split())
    return ""


def partial(lines: Sequence[Line]) -> str:
    """The sentence that says that only a part was read; empty for none."""
    return next((" ".join(line.text.split()) for line in lines if line.live and _PARTIAL.search(line.text)), "")


def against(parts: Sequence[Part], found: Collected) -> str:
    """The words beside the verdict that speak against an approval; empty for none."""
    gating = [*found.gating, *(finding for finding in found.indexed if finding.severity is not Severity.LOW)]
    if gating:
        return gating[0].title or gating[0].issue or f"a finding of weight {gating[0].severity.value}"
    spoken = next(_speaking(parts, found.taken), "") or next(left_open(parts, found.taken), "")
    return _counted(found) or spoken or next((part.title for part in parts if _hides(part)), "")


def _hides(part: Part) -> bool:
    """True for a section of issues that holds a fence or a quotation in place of words of the reviewer's own."""
    lines = [line for line in part.lines if line.kind != "blank"]
    return (
        part.role.kind == "issues"
        and bool(lines)
        and not any(line.live or line.struck for line in lines if line.kind != "rule")
    )


def one_sided(parts: Sequence[Part]) -> bool:
    """True for a review with a section of non-blocking issues, and none in which blocking ones would stand."""
    aside = any(_BLOCKS_NOT.search(part.title) for part in parts)
    return aside and not any(part.role.kind == "issues" for part in parts)


def _counted(found: Collected) -> str:
    open_ = {severity: sum(finding.severity is severity for finding in found.open) for severity in Severity}
    for severity in (Severity.HIGH, Severity.MEDIUM):
        settled = len(found.dropped)
        if found.claimed.get(severity, 0) > open_[severity] + settled:
            return f"{found.claimed[severity]} findings of weight {severity.value} are counted"
    return ""


def _speaking(parts: Sequence[Part], taken: set[int]) -> Iterator[str]:
    for part in parts:
        if part.within.kind in {"resolved", "legend"}:
            continue
        for words, listed in _paragraphs(part, taken):
            plain = _FINE.sub(" ", words)
            if _AGAINST.search(plain) and not states_none(words):
                yield words
            quiet = listed or part.within.kind in {"advice", "closing"}
            yield from filter(None, [takes_back(words) if quiet else misgiving(words) or names_a_fault(words)])
        options = label_in(part.title, alone=True) is not None
        for line in part.lines:
            if line.quoted and re.match(r"\s*\[!(?:WARNING|CAUTION|IMPORTANT)\]", line.text):
                yield line.text.strip()
            if (
                line.live
                and not (options and meaning_of(_BOX.sub("", line.own)) != "unclear")
                and (
                    _ENDS_FAILED.search(line.own)
                    or _ANY_FAILED.match(f"- {line.own}" if line.marker else line.own)
                    or _CHECK_FAILED.match(line.own)
                    or (part.within.kind == "none" and line.marker and _WARNED.search(line.own))
                    or (line.number not in taken and fails_something(line.own))
                )
            ):
                yield line.own.strip()


def _paragraphs(part: Part, taken: set[int]) -> Iterator[tuple[str, bool]]:
    """The paragraphs and items of a part, each with whether it is one of the findings that were taken from it."""
    words: list[str] = [part.title] if part.role.kind == "none" else []
    listed = False
    for line in part.lines:
        plain = line.live and line.kind == "text"
        if plain and not line.marker and (line.number in taken) is listed:
            words.append(line.text.strip())
            continue
        yield from ((piece, listed) for piece in _windows(" ".join(words)))
        words, listed = [line.text.strip()] if plain else [], line.number in taken
    yield from ((piece, listed) for piece in _windows(" ".join(words)))


def _windows(words: str) -> Iterator[str]:
    """A paragraph in overlapping pieces, so that none is too long for the patterns."""
    for start in range(0, max(len(words) - _WINDOW // 4, 1), _WINDOW - _WINDOW // 4):
        yield words[start : start + _WINDOW]
