"""What behind a passing verdict makes it depend on something, or leaves it in doubt."""

import re

from critloop.reports.characters import comparable
from critloop.reports.misgivings import misgiving

_RESERVED = re.compile(
    r"\b(?:but|however|except|although|though|unless|until|once|provided|pending|subject to|condition\w*"
    r"|with (?:\w+ ){1,2}exceptions?"
    r"|contingent|assuming"
    r"|if|only (?:if|after|when|once)|as long as|after (?!(?:a |the |an )?(?:\w+ )*(?:re-?)?review)"
    r"|before (?:it |you |we )?(?:merg|land|ship|releas|approv)\w*"
    r"|(?:must|need(?:s|ed)? to|has to|have to|should|requires?|required to)\b[^.;]{0,40}?\b(?:fix|address"
    r"|resolv|chang|correct|rework|updat|complet|land|first|done|before|added|merg)\w*"
    r"|required (?:first|before|to merge|for merge)|not (?:yet )?(?:ready|approv\w*|merg\w*|accept\w*|reviewed"
    r"|verified)"
    r"|cannot|can't|won't|don't|do not|never|overr\w+|waiv\w+|bypass\w*|operator|on behalf|concerns? remain"
    r"|please (?:fix|address|resolve|change)"
    r"|remain(?:s|ing)? (?:open|unresolved)|still|partial\w*|blocks|blockers? remain|unresolved|reject\w*"
    r"|fails?|quoted|example|template|unavailable"
    r"|fix(?:ing)? .{1,60} first)\b|但|除|只要|前提|修复后|修改后|之后|才能|才可|需要|必须|如果|若|否则|仍|尚"
    r"|待|条件|ただし|後に|必要"
)
_CLOSED = re.compile(
    r"\b(?:no|zero|without|nothing|none|neither|nor)\b[^.;!?]{0,90}|\b(?:closes?|closed|resolves?|resolved"
    r"|fixe[sd]|removes?) [^.;!?]{0,80}?"
    r"(?:findings?|issues?|blockers?|gaps?|bugs?|problems?)\b|\bnon-?blocking\b|\b(?:not|does not"
    r"|do not) block\w*|\bif (?:desired|you like|wanted)\b"
)
_SHAKY = re.compile(
    r"^\W*(?:\.{2,}|…)|\b(?:i guess|i think|probably|maybe|perhaps|so far|modulo|minus|apart from|aside from"
    r"|besides|to sort out|kidding|another (?:round|look|pass)|(?:tests? )?not run|copied|previous (?:reviewer"
    r"|round|review)"
    r"|author's|(?:says|claims|according to) (?:the|its)|to come|is next|follows)\b"
    r"|\bonly\b(?! (?:minor|nits?|small|advisory|non-?blocking|low|optional|style|cosmetic|suggestions?|comments?"
    r"|notes?|a few))"
    r"|\b(?:spec|docs?|code|plan|tests?|design) part\b|(?:^|[.;,!—–-])\s*(?:just |then )?fix (?!verified|applied"
    r"|confirmed)\w"
    r"|\bsee (?:the |my )?(?:\w+ )?(?:important|critical|blocking|high|open)\b"
)


def takes_back(text: str) -> bool:
    """True for words behind a verdict that make it depend on something, or speak against it."""
    return is_reserved(comparable(text))


def is_reserved(text: str) -> bool:
    """True for words, as ``comparable`` gives them, that set a condition or speak against a verdict."""
    return _RESERVED.search(_CLOSED.sub(" ", text)) is not None


def is_shaky(text: str) -> bool:
    """True for words that say that a verdict is a guess, another's, or of a part."""
    rest = _CLOSED.sub(" ", text)
    return _SHAKY.search(rest) is not None or bool(misgiving(rest))
