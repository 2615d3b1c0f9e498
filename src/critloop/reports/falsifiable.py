"""Whether a criterion can fail: somebody has to be able to point at what is there, or is missing."""

import re

from critloop.reports.characters import comparable

_ADVERBS = (
    r"(?:(?:very|more|most|much|really|sufficiently|reasonably|generally|overall|quite|fairly|as|as possible)\s+)*"
)
_VAGUE = (
    r"(?:better|best|good|great|nice|nicer|fine|strong(?:er)?|clear(?:er|ly)?|clean(?:er)?|readable|understandable"
    r"|comprehensible|professional|polished|engaging|compelling|concise|elegant|intuitive|user[- ]friendly|friendly"
    r"|well[- ](?:written|structured|organi[sz]ed|designed)|high[- ]quality|quality|appropriate|adequate|sufficient"
    r"|reasonable|effective|robust|smooth(?:er)?|natural|interesting|modern|simple(?:r)?|helpful|useful|accessible"
    r"|convincing|persuasive|coherent|impactful|easy|easier|improved|optimal|proper(?:ly)?|suitable|impressive"
    r"|beautiful|logical|thorough|comprehensive|tight(?:er)?|crisp(?:er)?|solid|safe(?:r)?)"
)
_NOUNS = r"(?:clarity|readability|quality|flow|tone|style|structure|usability|impact|wording|presentation)"
_IMPROVES = re.compile(
    r"\b(?:improv|enhanc|polish|refin|strengthen|optimi[sz]|clarif|simplif|tighten|upgrad|beautif|streamlin)\w*"
    r"|\bmak(?:e|es|ing) (?:it|this|the \w+|things|everything) "
    r"|\b(?:increas|rais|boost)\w* (?:the )?" + _NOUNS
)
_VAGUE_WORD = re.compile(rf"\b{_VAGUE}\b|\b{_NOUNS}\b")
_JUDGES = re.compile(
    rf"\b(?:is|are|be|reads?|feels?|looks?|sounds?|seems?|flows?|has|have|with)\s+(?:an?\s+)?{_ADVERBS}{_VAGUE}\b"
    r"|\bflows? (?:well|better)\b"
)
_POOR = re.compile(
    r"\b(?:no|not|without|avoids?|free of)\s+(?:any\s+)?(?:\w+ly\s+)?"
    r"(?:confusing|unclear|bad|poor|awkward|weak|boring|clumsy|ugly|unprofessional|low[- ]quality)\b"
)
_MEASURED = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twice|half|zero)\b|\bat (?:least|most)\b"
    r"|\b(?:fewer|less|more|longer|shorter|smaller|larger|greater|later|earlier) than\b"
    r"|`[^`]+`|\"[^\"]+\""
)
_SEEN = (
    r"names?|states?|lists?|contains?|includes?|shows?|gives?|links?|defines?|defined|mentions?|cites?|cited|begins?"
    r"|starts?|ends?|uses?|used|returns?|explains?|answers?|says?|quotes?|refers?|introduces?|introduced|appears?"
    r"|occurs?|follows?|precedes?|matches|match|compiles?|runs?|parses?|validates?|covers?|describes?|specif(?:y|ies)"
    r"|identif(?:y|ies)|repeats?|linked|provides?|requires?|spelled|written|visible|present|missing|followed|exists?"
    r"|points?|tells?|carries|carry|bears?|opens?|closes?|omits?|excludes?|calls?|labels?|labelled|numbered|has|have"
)
_OBSERVED = re.compile(rf"\b(?:{_SEEN})\b(?!\s+(?:an?\s+|the\s+)?{_ADVERBS}{_VAGUE}\b)")
_QUANTIFIED = re.compile(
    r"\b(?:no|none|never|every|each|all|any|without|only|neither|nor|exactly|not|free of|must not)\b"
)
_HAN_VAGUE = re.compile("更好|更清晰|更清楚|更易读|提高|改进|优化|提升|良好|わかりやす|改善|より良")
_HAN_ANCHOR = re.compile(r"\d|每|所有|没有|不含|不得|必须|包含|列出|至少|不超过|すべて|含む|ない|以内|以下")
_SHORT = 2


def unfalsifiable(text: str) -> str:
    """Why nobody could show that a criterion is not met; empty where somebody could."""
    words = comparable(text)
    if _HAN_VAGUE.search(words):
        return "" if _HAN_ANCHOR.search(words) else "it asks for better, and not for something"
    if _measured(text, words):
        return ""
    if _POOR.search(words):
        return "what is poor is a matter of taste"
    if _IMPROVES.search(words) and not _stands_without_judging(words):
        return "it asks for better, and not for something"
    judged = _JUDGES.search(words) or _VAGUE_WORD.search(words)
    if judged and not _stands_without_judging(words):
        return f"“{judged[0].strip()}” is a matter of taste"
    return "it says too little" if len(words.split()) < _SHORT and words.isascii() else ""


def _measured(text: str, words: str) -> bool:
    return _MEASURED.search(words) is not None or re.search(r"`[^`]+`|[\"“][^\"”]+[\"”]", text) is not None


def _stands_without_judging(words: str) -> bool:
    """True where something that can be seen is asked for beside what can't."""
    rest = _JUDGES.sub(" ", words)
    if _OBSERVED.search(rest):
        return True
    return _QUANTIFIED.search(rest) is not None and not _JUDGES.search(words) and not _IMPROVES.search(words)
