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
_PART = (
    r"\b(?:i|we)\b[^.]{0,20}\b(?:did not|didn't|have not|haven't|could not|couldn't|(?:was|were) not able to"
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
    r"|failed)\b(?! (?:if|when))"
    r"|(?<![\d,.])[1-9]\d* (?:tests? |checks? |of \d+ )?(?:fail(?:s|ed|ures?|ing)?)\b(?! (?:if|when|before))"
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
_SPEAKS = re.compile(f"{_TAKEN_BACK}|{_CONDITION}|{_PART}|{_WHOSE}", re.IGNORECASE)
_OPENLY = re.compile(f"{_TAKEN_BACK}|{_CONDITION}", re.IGNORECASE)
_DOUBTS = re.compile(f"{_DOUBT}|{_RUNS}|{_COUNT}|{_HAN}", re.IGNORECASE)
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
