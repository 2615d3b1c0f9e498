"""Sentences that say of something that it is wrong, lost or not there."""

import re
from collections.abc import Iterator

from critloop.reports.characters import unmarked

_STATE = (
    r"(?:missing|broken|wrong|incorrect|unsafe|insecure|vulnerable|flawed|unimplemented|untested|lost|corrupted"
    r"|exposed"
    r"|not (?:implemented|handled|covered|tested|defined|safe|correct|met|satisfied|done|escaped|validated"
    r"|specified|fixed))"
)
_FAULT = (
    r"(?:races?(?: conditions?)?|bugs?|leaks?|deadlocks?|regressions?|vulnerabilit(?:y|ies)|defects?|data loss|flaws?"
    r"|off-by-one|overflows?|injections?)"
)
_THINGS = (
    r"(?:messages?|data|events?|writes?|records?|rows?|requests?|errors?|exceptions?|passwords?|secrets?|memory"
    r"|updates?"
    r"|connections?)"
)
_ASKS = (
    r"\b(?:must|ought to|has to|have to|needs? to) (?:\w+ly )?(?:be (?:made|added|changed|removed|renamed|moved"
    r"|rewritten|replaced"
    r"|split|fixed|reworked)|become|change)\b|\b(?:the (?:author|maker)|you|we|they|someone) (?:must|ought to"
    r"|has to|have to|needs? to)\b"
    r"|\b(?:is|are) (?:still )?(?:required|needed|necessary)\W*$|\bneeds? (?:more |some |a lot of )?(?:work"
    r"|changes|fixing|rework)\b"
    r"|(?:^|[,;]\s*)(?:do |just |please |make sure to )?(?:fix|rework|rewrite|redo|repair) (?:the|this|that|it)\b"
)
_NOT = (
    r"\b(?:isn't|aren't|wasn't|weren't) (?:\w+ly )?(?:implemented|handled|covered|tested|shared|safe|defined"
    r"|there|done|met|correct"
    r"|right|possible|used|checked|closed|released|escaped|validated)\b"
    r"|\b(?:no|without) (?:\w+ )?tests? (?:(?:were|was|are) (?:added|written|included|given)|for|covers?|exists?)\b"
    r"|\b(?:only )?(?:partly|partially|half) (?:met|done|implemented|covered|handled|fixed|tested)\b"
    r"|\bincomplete\b|\btbd\b"
    r"|\bremains? (?:open|unsolved|unclear|undefined|unanswered)\b"
    r"|\bun(?:hashed|escaped|checked|validated|sanitised|sanitized|encrypted|bounded|documented|specified|handled)\b"
)
_BREAKS = (
    r"\b(?:was|were|been) (?:skipped|left out|passed over)\b|"
    r"\bcontradict(?:s|ory)?\b|\bviolat(?:es?|ed|ing)\b|\bdiffers? from\b|\bthe opposite of\b|\bdisagrees? with\b"
    r"|\bbreaks? (?:the |all |existing |every |some |old )?(?:\w+ )?(?:callers?|clients?|users?|builds?|contract"
    r"|api|tests?|compatibility)\b"
    r"|\b(?:it|this|that|which|path|function|code|parser|handler|server|client|method|loop|call|page|program)"
    r" (?:will |would |can |may |might |could )?(?:crash(?:es)?|panics?|deadlocks?|throws?|hangs?|leaks?"
    r"|segfaults?|overflows?|loops for ever)\b(?! (?:when|if|as|an?|the)\b)"
    r"|\battackers? (?:can|could|may|might)\b|\b(?:injection|traversal|escalation|exploit) (?:is|are) possible\b"
    r"|\b(?:does|do|will) not (?:build|parse|run|start|terminate|return|match|agree)\b|\b(?:doesn't|don't"
    r"|won't) (?:build|parse|run|start"
    r"|terminate|return|match|agree|handle|check|close)\b"
)
_WRONG = re.compile(
    rf"{_ASKS}|{_NOT}|{_BREAKS}|"
    rf"\b(?:is|are|was|were|remains?|stays?|gets?) (?:\w+ly |still |also )?{_STATE}\b"
    r"|\b(?:does|do) not (?:implement|work|compile|meet|satisfy|hold|comply)\b|\b(?:doesn't|don't) (?:implement"
    r"|work|compile|hold)\b"
    rf"|\b(?:there (?:is|are)|i (?:found|see|spotted|noticed)|introduces|contains|causes) (?:an? |one |two "
    rf"|some )?(?:\w+[ -]){{0,2}}{_FAULT}\b"
    rf"|\b(?:loses?|losing|corrupts?|leaks?|swallows?|drops?) (?:the |a |all |some |its )?(?:\w+ ){{0,2}}{_THINGS}\b"
    r"|\b(?:passwords?|secrets?|tokens?|credentials)\b[^.]{0,40}\bin (?:plain|clear) ?text\b"
    r"|\b(?:passwords?|secrets?|credentials) (?:are|get) (?:logged|printed|leaked)\b"
    r"|\b(?:messages?|data|events?|writes?|records?) (?:may be |can be |might be |could be |gets? )lost\b",
    re.IGNORECASE,
)
_HARMLESS = re.compile(
    r"\b(?:no|not|nothing|none|never|without|neither|nor|avoid\w*|prevent\w*|protect\w*|free of|guard\w*"
    r"|instead of|rather than"
    r"|cannot|can't|if|when\w*|whether|where|unless|until|handl(?:es?|ed|ing)\b|tests?|tested|cover\w*|detect\w*"
    r"|reject\w*"
    r"|report\w*|raises?"
    r"|says|explains?|states?|describes?|shows?|even|each|every|any|what)\b",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"\b(?:now|no longer|previous\w*|earlier|former\w*|fixed|resolved|out of scope|scope|by design|intended"
    r"|intentional\w*"
    r"|on purpose|deliberate\w*|deferred|fails? as|as (?:asked|agreed|planned|required|specified))\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?。;；])\s+|\n")
_NEAR, _LONG = 60, 1500


def names_a_fault(words: str) -> str:
    """The sentence of a text that says that something is wrong, in so many words; empty for none.

    A fault that is denied, guarded against, gone, or only spoken of in a condition is none.
    """
    return next((sentence for sentence in _sentences(words) if _is_faulty(sentence)), "")


def _is_faulty(sentence: str) -> bool:
    if _ELSEWHERE.search(sentence):
        return False
    return any(
        not _HARMLESS.search(sentence[max(match.start() - _NEAR, 0) : match.start()])
        and not re.search(r"\w.*\b(?:no|not any)\b(?! (?:\w+ )?tests?)", match[0], re.IGNORECASE)
        for match in _WRONG.finditer(sentence)
    )


def _sentences(words: str) -> Iterator[str]:
    for part in _SENTENCE.split(words):
        line = " ".join(unmarked(part).split())
        yield line[:_LONG]
