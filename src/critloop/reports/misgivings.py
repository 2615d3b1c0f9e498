"""Sentences beside an approval that take it back, set a condition, or say that less than the whole was looked at."""

import re
from collections.abc import Iterator

from critloop.reports.characters import unmarked

_LAND = r"(?:merg\w+|shipp?(?:ed|ing)?|land(?:ed|ing)?|releas\w+|approv\w+)"
_INPUT = r"(?:diff|patch|artifact|files?|documents?|spec|plan|page|input|content|prompt|text)"
_LOOK = r"(?:read|review|look|open|check|verify|confirm|inspect|examine|evaluate|access)(?:ed|ing)?"
_TAKEN_BACK = (
    r"\b(?:retract|withdraw|revok|rescind)\w*\b[^.]{0,30}\b(?:approval|verdict|status|review|report)\b"
    r"|\b(?:approval|verdict|status|review|report)\b[^.]{0,30}\b(?:retracted|withdrawn|revoked|rescinded|void)\b"
    r"|^\W*(?:\w+\W+)?(?:retracted|withdrawn|revoked|rescinded|not any ?more|nvm|never ?mind)\b"
    r"|\btake (?:that|it|this) back\b|\b(?:scratch|strike) that\b|\bjust kidding\b"
    r"|\bon (?:reflection|second thought|closer (?:look|inspection))\b|\ba second look\b"
    r"|^\W*(?:actually|hmm+|oops|no)\W+(?:wait|i(?:'m| am)|on|that)\b|^\W*wait\b(?!s)|^\W*hmm+\b"
    r"|^\W*(?:correction|erratum|edit|p\.? ?s|post ?script|addendum|one more thing)\b\.?\W*(?:[:—–-]|\.\s|$)"
    r"|\b(?:ignore|disregard)\b[^.]{0,30}\b(?:above|verdict|status|approval|previous|everything)\b"
)
_CONDITION = (
    r"\bnot (?:yet |quite |really |fully )?(?:be )?approv|\bapproved\s*\?\s*no\b"
    r"|\b(?:would|i'd|we'd|could) (?:only |then |happily )?(?:be |have (?:been )?)?approve"
    r"|\b(?:approv(?:e|ed|al)|lgtm)\b[^.;]{0,40}\b(?:once|as soon as|assum\w+|unless|until|provided|pending|if)\b"
    r"|\bapproval (?:only |also )?(?:depends|hinges|relies|rests|requires|presumes)\b"
    r"|\bhold(?:ing)? off\b"
    r"|\b(?:do not|don't|let's not|should ?n[o']t|shouldn't|must not|rather not|cannot|can't|won't"
    r"|wouldn't)\b[^.;]{0,30}"
    rf"\b(?:{_LAND}|merge|ship|land|release|approve)\b"
    r"|\bwait for\b[^.]{0,30}\b(?:review\w*|approval|ci|fix\w*)\b"
    r"|\bmerge (?:only )?after\b|\bafter (?:fixing|addressing|resolving)\b"
    r"|\bplease (?:fix|address|resolve|change|correct|rework|wait)\b"
    r"|\b(?:fix|address|resolve)\b[^.]{0,40}\b(?:first\b|before (?:merg|ship|releas|land|approv))"
    r"|\b(?:needs?|must|should|has to|have to|requires?)\b[^.;]{0,60}\bbefore (?:merg|ship|releas|land|approv"
    r"|(?:this|it|we|you) (?:can |may |is |are |be )?(?:merg|ship|releas|land|approv))"
    r"|\b(?:is|are|remains?) (?:an? )?(?:blockers?|blocking|showstoppers?|deal-?breakers?)\b"
    r"|\bnot the right (?:person|reviewer)\b|\banother (?:round|iteration) (?:is |of )"
)
_HALF_HEARTED = (
    r"\b(?:except|apart from|aside from|besides|bar|other than) (?:for )?(?:the|this|that|one|section|step|chunk"
    r"|file)\b"
    r"|\b(?:not|isn't) (?:yet |quite )?(?:good|safe|mature|solid|clear|far) enough\b|\bnot ready\b|\bwith (?:one"
    r"|some|a few) reservations?\b"
    r"|\b(?:walk|dial|row) (?:that|it|this) back\b|\b(?:verdict|approval) (?:came|was|is) (?:too|a bit) \w+\b"
    r"|\blet (?:the|an)other \w+ decide\b|\bi had to guess\b|\bcan(?:no|')t stand behind\b"
    r"|\b(?:reluctant(?:ly)?|preliminar(?:y|ily)|premature(?:ly)?|provisional(?:ly)?|tentative(?:ly)?"
    r"|half-hearted(?:ly)?)\b"
    r"|\bagainst my (?:\w+ )?judg|\b(?:verdict|approval|review) (?:will )?follows\b|\bverdict\W+see\b"
    r"|^\W*(?:subject to|conditional (?:on|upon)|contingent|pending|provided(?: that)?|assuming|waiting (?:on|for))\b"
    r"|\bwith the (?:caveat|proviso|condition|exception)\b|\bon (?:the )?condition\b"
    r"|\b(?:can't|cannot|can ?not|won't|before i(?: can)?|not|unable to|until i can) sign(?:ed)?[ -]off\b"
    r"|\bneeds? (?:a )?sign-?off\b"
    r"|\b(?:defer|escalate) to\b|\bsomeone else (?:should|must|has to|needs)\b|\bsecond opinion\b"
    r"|\b(?:review|look|audit|check) (?:is|would be) (?:still )?(?:needed|required|necessary|due|advised)\b"
    r"|\bneeds? (?:another|a (?:second|closer|proper|real)) (?:look|review|pass|round)\b"
    r"|\b(?:trust|trusting|believ(?:e|ing)|took|taking) the (?:author|maker|developer)\b"
    r"|\bthe (?:author|maker|developer)(?:'s)? word\b|\b(?:verdict|approval) (?:does not|doesn't|no longer) hold"
    r"|\bi was (?:wrong|mistaken|too (?:quick|generous|lenient))\b|\bscratch the\b"
)
_TOLD = (
    r"\b(?:told|instructed|ordered|supposed|asked) to (?:approve|answer|reply|say|accept|pass (?:it|this))\b"
    r"|\b(?:says?|tells? \w+|wants? \w+|asks?(?: \w+)?) to (?:approve|answer|reply|accept|say approved)\b"
    r"|\bas (?:instructed|told|directed|demanded) (?:by|in) the\b"
    r"|\bapproved? because the (?:file|document|author|task|prompt|diff|page)\b"
    r"|\b(?:per|according to) the (?:\w+ )?(?:note|file|document|page|diff|author|comment)\b"
    r"[^.]{0,30}\b(?:status|verdict|approv)"
)
_PART = (
    r"\baccess was (?:limited|restricted|denied)\b|\b(?:was |were |am )?given only\b|\bonly (?:was |were )?given\b"
    r"|\ba (?:random )?sample of (?:the )?\w+\b|\b(?:read|reviewed|saw|checked) (?:only )?half\b|\btoo (?:big"
    r"|large|long) to\b"
    r"|\bcoverage of (?:this|the|my) review\b|\b(?:attachment|upload|link) (?:was|is) (?:empty|broken|missing)\b"
    r"|\bran out of (?:time|context|tokens|budget|turns)\b|\bonly (?:had|have) (?:time|room|access|context)\b"
    r"|\b(?:had|have) no time\b|\bonly the (?:first|last|second) (?:\w+ )?(?:lines?|files?|half|part|pages?"
    r"|sections?|chunks?)\b"
    rf"|\b(?:half|rest|part|remainder|end|{_INPUT}|last \w+|second \w+) (?:was|were|is|got|are) (?:truncated|cut"
    rf"|not visible)\b"
    rf"|\b(?:half|rest|part|remainder|{_INPUT}|last \w+) (?:did not|didn't|would not|failed to) (?:load|open|fit"
    rf"|appear)\b"
    r"|\bskipped (?:that|this|the|it|them|its|most|some|all|over)\b"
    r"|\b(?:one|two|three|four|five|six|seven|some|most|half|part) of (?:the|its|all)(?: \w+)? (?:criteria"
    r"|requirements|files|steps"
    r"|checks|tests|sections|pages|items) (?:is|are|was|were|pass\w*|hold|remain)\b"
    r"|\bnot all (?:of )?(?:the )?(?:\w+ )?(?:criteria|requirements|files|steps|checks|tests|sections|pages|items"
    r"|cases)\b"
    r"|\b(?:i|we)\b[^.]{0,20}\b(?:did not|didn't|have not|haven't|could not|couldn't|(?:was|were) not able to"
    r"|wasn't able to"
    rf"|cannot|can't|am unable to|was unable to)\b(?: \w+){{0,4}}? {_LOOK}\b"
    r"|^\W*(?:files? |still |parts? )?(?:not (?:reviewed|read|checked|verified|looked at)|unreviewed|unverified"
    r"|skipped)\b"
    r"\s*(?:[:：]|yet|\()"
    r"|^\W*not (?:reviewed|read|looked at)\b"
    r"|^\W*(?:cannot|can't|could not) (?:be )?verif(?:y|ied)\b(?! from)(?!\W{0,4}[:：—–])"
    r"|\bbased (?:only |solely |purely )?on (?:the |its )?(?:\w+ )?(?:description|title|summary|file names|memory)\b"
    r"|\b(?:no|without) access to\b"
    rf"|\bno (?:\w+ )?(?:{_INPUT}|changes?)\b[^.]{{0,20}}\b(?:provided|given|supplied|attached|to review|in (?:the"
    rf"|this) prompt)\b"
    rf"|\b{_INPUT} (?:was|were|is|appears|seems)(?: to be)? (?:\w+ )?(?:empty|blank|not (?:given|provided|attached"
    rf"|shown))\b"
    rf"|\b(?:was|were|am|been) not (?:given|provided with|shown) (?:the|any|an|a) {_INPUT}\b|\bsee no {_INPUT}\b"
    r"|\bnothing (?:to review|was provided)\b|\bplease (?:provide|paste|share|attach|send)\b"
    r"|\btoo (?:large|long|big) to (?:be )?(?:read|review|load|open|fit|show)"
    r"|\btool(?: call)?\b[^.]{0,20}\b(?:error|failed|timed out|denied)\b|\b(?:execution|api) error\b"
    r"|\bmax(?:imum)? (?:turns|tokens)\b|\b(?:usage|rate|token|context) limit\b[^.]{0,10}\b(?:reached|hit|exceeded)\b"
    r"|\bi (?:can't|cannot|can not|am unable to) (?:help|assist|evaluate|review|do (?:this|that)|comply)\b"
    r"|\bas an ai\b"
    r"|\boutput truncated\b|^\W*truncated\W*$|\bto be continued\b"
    r"|\b(?:skimmed|glanced)\b|\bi only (?:looked|read|reviewed|checked|saw)\b"
    r"|\bonly the (?:\w+ ){1,3}(?:was|were) (?:read|reviewed|checked)\b"
    r"|\bassumed\b[^.]{0,25}\b(?:unchanged|correct|fine|works?)\b"
    r"|\bwill (?:look|check|review|read|continue)\b[^.]{0,30}\b(?:tomorrow|later|next|rest|remaining)\b"
    r"|\bstill (?:looking|reading|reviewing|in progress|to be reviewed)\b"
)
_WHOSE = (
    r"\b(?:verdict|status|approval)\b[^.]{0,30}\b(?:comes?|copied|taken|is|was) (?:over )?from\b"
    r"|\b(?:verdict|status|approval|report)\b[^.]{0,20}\b(?:the (?:author|maker|file|diff|document|page) (?:asked"
    r"|wants?|wanted"
    r"|claims?|says|gave))\b"
    r"|\b(?:the|this) (?:above|following|preceding)(?: \w+)? is (?:only |just )?(?:a|an) (?:template|example"
    r"|sample|draft)\b"
    r"|^\W*[\[<](?:replace|insert|fill in|your)\b[^\]>]*[\]>]"
)
_DOUBT = (
    r"\bi(?:'m| am) not (?:sure|certain|convinced|confident)\b|\bi(?:'m| am) (?:unsure|uncertain|worried|hesitant)\b"
    r"|\bi have (?:\w+ )?(?:doubts?|reservations?|concerns?)\b|\bit(?:'s| is) (?:unclear|unknown"
    r"|not clear) (?:whether|if)\b"
    r"|\bworries me\b"
    r"|\bshould (?:really |still |also )?be (?:fixed|resolved|addressed|corrected|reworked)\b"
    r"(?! (?:later|eventually|in a follow))"
)
_RUNS = (
    r"\b(?:tests?|suite|ci|build|pipeline|lint|type ?check\w*)\b[^.;:]{0,15}\b(?:do not|don't|does not|doesn't"
    r"|did not|didn't)"
    r" (?:pass|compile|run|build)\b"
    r"|\b(?:tests?|ci|build|pipeline|suite) (?:(?:is|are|was|were|still) )*(?:red|broken|failing|fails?"
    r"|failed)\b(?! (?:if|when|before|without)\b)"
    r"|(?<![\d,.])[1-9]\d* (?:tests? |checks? |of \d+ )?(?:fail(?:s|ed|ures?|ing)?)\b(?! (?:if|when|before))"
)
_LINTED = (
    r"\b(?:linter|mypy|ruff|eslint|tsc|compiler|clippy|type checker) (?:complains|fails|errors|warns|objects)\b"
    r"|\b(?:linter|mypy|ruff|eslint|tsc|compiler|clippy) reports [1-9]\d* (?:errors?|warnings?|problems?)"
    r"|\b(?:tests?|suite) (?:is|are|was) flaky\b|\bsuite (?:does not|doesn't|never) (?:finish|end|pass)"
)
_COUNT = (
    r"(?<![\d.,#-])[1-9]\d* (?:open |new |unresolved |remaining )?(?:critical|blocking|high|major|important|severe)"
    r"(?=\s*(?:[,;/.)]|and\b|$|(?:severity )?(?:issues?|findings?|problems?|bugs?|defects?)))"
    r"|(?<![\d.,#-])[1-9]\d* (?:open |unresolved |serious )?blockers?\b"
    r"|(?<![\d.,#-])[1-9]\d* (?:open |unresolved )?(?:issues?|problems?|defects?|bugs?) (?:were |was )?(?:found"
    r"|remain|open|left)"
    r"|\bfound [1-9]\d* (?:open |unresolved |serious )?(?:issues?|problems?|defects?|bugs?)\b"
    r"|\b(?:critical|blockers?|blocking|high|major|important|severe|(?:open |unresolved |blocking "
    r"|critical )*(?:issues|problems"
    r"|threads|defects))\s*[:=]\s*[1-9]\d*\b"
    r"|\bactionable comments posted\s*:\s*[1-9]"
)
_HAN = (
    r"(?<![不没无])(?:还有|存在)[^。；]{0,10}(?:问题|缺陷|风险)|(?<![不])会(?:丢失|泄露|崩溃|损坏)"
    r"|\bgibt (?:es )?(?:noch )?einen? (?:fehler|problem)\b"
)
_SPEAKS = re.compile(f"{_TAKEN_BACK}|{_CONDITION}|{_HALF_HEARTED}|{_TOLD}|{_PART}|{_WHOSE}", re.IGNORECASE)
_OPENLY = re.compile(f"{_TAKEN_BACK}|{_CONDITION}|{_HALF_HEARTED}|{_TOLD}", re.IGNORECASE)
_DOUBTS = re.compile(f"{_DOUBT}|{_RUNS}|{_LINTED}|{_COUNT}|{_HAN}", re.IGNORECASE)
_SOLVED = re.compile(
    r"\b(?:now|no longer|previous(?:ly)?|earlier|former(?:ly)?|used to|were|was|been|is|are)\b[^.]{0,60}"
    r"\b(?:fixed|resolved|closed|addressed|pass(?:es|ed)?|green|gone)\b|\bno longer\b",
    re.IGNORECASE,
)
_PORTION = re.compile(
    r"\b(?:reviewed|read|checked|covered|saw|pass(?:ed)?|met|out of|files|criteria|requirements)\b[^.\d]{0,12}"
    r"(?P<some>\d{1,5}) ?(?:of|out of|/) ?(?:the )?(?P<all>\d{1,5})\b"
    r"|\b(?P<few>\d{1,5}) ?(?:of|out of|/) ?(?:the )?(?P<whole>\d{1,5}) (?:\w+ )?(?:files?|criteria|requirements"
    r"|checks|pages"
    r"|sections)\b"
    r"|\bout of (?P<total>\d{1,5}) \w+[^.\d]{0,20}\b(?:reviewed|read|checked) (?P<read>\d{1,5})\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!。;；])\s+|(?<=[。；])|\n\s*\n")
_LONG = 1500


def misgiving(words: str) -> str:
    """The sentence of a text that takes an approval back, sets a condition or tells of a part; empty for none."""
    for sentence in _sentences(words):
        if _SPEAKS.search(sentence) or _is_portion(sentence):
            return sentence
        if _DOUBTS.search(sentence) and not _SOLVED.search(sentence):
            return sentence
    return ""


def takes_back(words: str) -> str:
    """The sentence that takes an approval back or makes it depend on something, whatever stands around it."""
    return next((sentence for sentence in _sentences(words) if _OPENLY.search(sentence)), "")


def _sentences(words: str) -> Iterator[str]:
    """The sentences of a text, none too long for the patterns."""
    for part in _SENTENCE.split(words):
        line = " ".join(unmarked(part).replace("\u2019", "'").split())
        for start in range(0, max(len(line), 1), _LONG):
            if piece := line[start : start + _LONG]:
                yield piece


def _is_portion(sentence: str) -> bool:
    """True where fewer were looked at, or passed, than there are (``Reviewed 5 of 12 files``)."""
    for match in _PORTION.finditer(sentence):
        some = match["some"] or match["few"] or match["read"]
        every = match["all"] or match["whole"] or match["total"]
        if int(some) < int(every):
            return True
    return False
