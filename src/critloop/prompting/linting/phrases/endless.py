"""Words that ask for work without an end: everything, anything else, as thorough as can be."""

from critloop.prompting.linting.phrases.phrase import CRITIC, REASON, endless

_ALL = r"(?:all|every|each|any)(?: (?:of )?(?:the|its|other))?"
_LOOK = r"(?:check|verify|inspect|review|examine|look at|audit|read|trace|find|go through|scan|grep)"
_ROAM = (
    r"(?:check|verify|inspect|review|examine|audit|read|scan|grep|search|explore|crawl|study"
    r"|look (?:at|through|around)|go through|walk through)"
)
_SCRUTINISE = r"(?:review|check|read|inspect|examine|verify|test|analy[sz]e|study|investigate|go over|look|improve)"
_FULLY = r"(?:thoroughly|exhaustively|comprehensively|meticulously)"
_CODE = r"(?:code ?base|repository|repo|project|tree|system|code)"
_FAULTS = r"(?:issues?|problems?|bugs?|findings?|faults?|flaws?|defects?|improvements?|mistakes?|errors?|weaknesses)"
_PLACES = (
    r"(?:uses?|usages?|callers?|call sites?|references?|occurrences?|files?|places?|modules?|possibilities"
    r"|edge cases|aspects?|things?)"
)
_TOUCH = (
    r"(?:look for|watch for|search for|find|report|note|list|flag|fix|mention|see|check(?: for)?|is there|are there"
    r"|improve|change|correct|clean up)"
)
_NAMED = r"|\b(?:named|listed|above|below)\b|\bof the (?:diff|list)\b"

ENDLESS = (
    endless(
        rf"\b{_LOOK}(?: for)? {_ALL} (?:\w+ ){{0,2}}?{_PLACES}\b",
        unless=REASON + _NAMED,
        to=CRITIC,
    ),
    endless(
        rf"\b{_ROAM} (?:(?:through|over|around|in) )?(?:everything|(?:(?:the|this|our) )?"
        rf"(?:whole|entire|full|complete|rest of the) {_CODE}|all (?:of )?(?:(?:the|our) )?{_CODE})\b",
        unless=REASON,
        to=CRITIC,
    ),
    endless(
        rf"\b{_LOOK} (?:everywhere|wherever)\b",
        r"\b(?:check|see|look|find out|verify) (?:if|whether)"
        r" (?:there (?:is|are) (?:(?:any|some) )?(?:other|more|further)|(?:any|some)thing else)\b",
        rf"\b(?:full|complete|whole) (?:\w+ )?(?:audit|review|scan|check|analysis) of (?:(?:the|this|our) )?{_CODE}\b",
        rf"\b(?:scan|search|crawl|comb|grep) (?:through )?(?:(?:the|this|our) )?{_CODE}"
        rf" for (?:(?:other|more|similar|any|possible) )*(?:{_FAULTS}|anything)\b",
        r"\b(?:check|verify|make sure|ensure) (?:that )?everything"
        r" (?:works|is (?:fine|right|correct|okay|ok|in order|consistent|good))\b",
        r"\b(?:consider|think of|examine|imagine|explore) (?:all|every|any) (?:possible|conceivable|imaginable)\b",
        r"\b(?:investigate|dig|explore) further\b|\bexplore (?:freely|around)\b|\bexplore [^.!?]{0,30} freely\b",
        unless=REASON + _NAMED,
        to=CRITIC,
    ),
    endless(
        r"\b(?:go|look|read) (?:well )?(?:beyond|outside(?: of)?) (?:of )?the (?:diff|chunk|page|task|spec)\b",
        unless=REASON + r"|\brisks?\b|\b(?:not|no|never|don't|only|where|when|needs?)\b",
        to=CRITIC,
    ),
    endless(
        r"\b(?:re-?)?run\b[^.!?]{0,60}?\b(?:tests?|suites?|benchmarks?|linters?|checks|detector)\b[^.!?]{0,40}?"
        r"\b(?:if|when|where|as) (?:useful|needed|necessary|helpful|appropriate|possible|in doubt|unsure"
        r"|you (?:like|want|can|wish|think|see fit)|it helps)\b",
        to=CRITIC,
    ),
    endless(
        r"\b(?:re-?)?run (?:all|the|every|any|whatever|some)(?: (?:full|whole|entire|complete))?"
        r" (?:\w+ )?(?:tests?|suites?)\b",
        unless=REASON + r"|\b(?:maker|no|not|never|don't)\b",
        to=CRITIC,
    ),
    endless(
        rf"\b{_TOUCH} (?:out for )?(?:anything|whatever|everything|something)"
        r" (?:else|odd|off|strange|suspicious|wrong|weird|unusual"
        r"|(?:(?:that|which) )?you (?:\w+ )?(?:find|notice|see|come across|think of|stumble upon|like))\b",
        unless=r"\bwhatever you find of\b",
    ),
    endless(
        rf"\b(?:report|raise|list|fix|find|mention|correct|note|flag|look for|check for)\b[^.!?]{{0,20}}?"
        rf"\b(?:any|all) (?:other|further|additional|remaining) (?:kinds? of )?{_FAULTS}\b",
        unless=REASON + r"|\b(?:belongs?|listed|below|above|not|no|never)\b",
    ),
    endless(r"\b(?:does|do|is|are|has|have) (?:anything|anybody|anyone|something) else\b", unless=REASON, to=CRITIC),
    endless(
        r"\bbe (?:(?:as|very|extremely|really|more) )*(?:thorough|exhaustive|comprehensive|meticulous)\b",
        rf"\b{_SCRUTINISE} [^.!?]{{0,40}}?"
        rf"\b(?:{_FULLY}|in (?:great |full |every )?(?:detail|depth)|deeply|inside out)\b",
        r"\b(?:thorough|exhaustive|comprehensive|deep|in-depth) (?:review|check|inspection|analysis|audit|dive)"
        r" of (?:everything|all|the|this|it)\b",
        rf"\b{_FULLY} {_SCRUTINISE}\b",
        r"\bdeep[ -]dive\b|\bdig deep(?:er)?\b|\bno stone unturned\b",
    ),
    endless(
        r"\b(?:double|triple)[ -]?check (?:everything|all|the whole)\b",
        r"\b(?:improve|polish|review|check|question|rework|refactor|clean up) everything\b",
        r"\bmake it (?:perfect|flawless|as good as (?:possible|you can))\b",
        r"\b(?:improve|polish|optimi[sz]e) (?:it|this|the \w+)"
        r" (?:as much as (?:possible|you can)|in every (?:respect|way)|wherever (?:possible|you can))\b",
    ),
    endless(
        rf"\bfind (?:more|other|further|additional|new) {_FAULTS}\b",
        r"\bfrom (?:every|all) (?:possible )?(?:angles?|perspectives?|sides?)\b",
        r"\bin (?:every|all) (?:respects?|ways?)\b",
        rf"\bas many (?:\w+ )?{_FAULTS} as (?:you can|possible)\b",
        rf"\b(?:find|report|raise|list) at least (?:\w+|\d+) (?:\w+ )?{_FAULTS}\b",
        r"\bkeep (?:looking|searching|digging|iterating)\b",
    ),
    endless(
        r"\b(?:as|wherever|whatever|however) you (?:see fit|think (?:fit|best))\b",
        r"\buse your (?:own |best )?judge?ment\b|\bwhatever (?:you think|it takes)\b",
    ),
)
"""In the order in which they are tried; words that one has taken are not flagged again."""
