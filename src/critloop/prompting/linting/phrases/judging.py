"""Words that settle a finding before anybody has looked: not to see it, not to say it, how much it may weigh."""

from critloop.prompting.linting.phrases.phrase import CRITIC, MAKER, judging

_DONT = (
    r"(?:do not|don't|dont|never|please not|not to|need not|needn't|no need to|no reason to|not necessary to|must not"
    r"|mustn't|should not|shouldn't|may not|can't|cannot|not supposed to)"
    r"(?: (?:you|ever|even|also|just|please|again|then|to|try to|bother to|feel you have to|need to|have to))*"
)
_OBJECT = (
    r"(?:flag|raise|complain about|object to|nitpick|penali[sz]e|call (?:(?:it|this|that|them) )?out"
    r"|bother (?:with|about)|worry about|make (?:a fuss|an issue|a point) (?:about|of|over))"
)
_TELL = (
    r"(?:report|mention|list|comment on|criticise|criticize|bring (?:(?:it|this|that|them) )?up"
    r"|point (?:(?:it|this|that|them) )?out|count|consider|question)"
)
_OBJECTING = r"(?:flagging|raising|complaining about|objecting to|nitpicking|calling out)"
_TELLING = r"(?:reporting|mentioning|listing|commenting on|criticising|criticizing|pointing out|bringing up)"
_OBJECTED = r"(?:flagged|raised|penali[sz]ed|called out|objected to|criticised|criticized|nitpicked)"
_NEXT = r"\b(?! (?:on |for |in )?(?:it|this|that|them) (?:to|as) )"

_EVIDENCE = (
    r"\b(?:twice|more than once|unless you|before you|until you|your (?:own )?(?:progress|reasoning|thinking|steps)"
    r"|(?:a|the|any) verdict|without (?:(?:a|an|any|its|the|having|giving) )?"
    r"(?:evidence|proof|quot\w+|reasons?|places?|lines?|locations?|files?|reading|read|seen|checked)"
    r"|you (?:can't|cannot|can not|have not|haven't|did not|didn't)"
    r"|(?:can't|cannot|can not|have not|haven't) (?:be )?"
    r"(?:quoted?|pointed?|proven?|proved|shown?|backed|verif(?:y|ied)|supported?|cited?|read|seen?|checked)"
    r"|outside (?:of )?(?:the|this|these|your)|guess(?:es)?)\b"
)
"""Rules about how to report: nothing that one can't show, nothing twice, nothing before one has read it."""

_ORDERS = r"(?:instructions?|commands?|orders|prompts?|requests?|directives?|verdicts?)"
_DATA = (
    rf"\b{_ORDERS} (?:in|inside|within|of|from|that|which|to you|it|they|there|found|must|should|can|may|are|is)\b"
    rf"|\b{_ORDERS}(?=$|[.,;:!])|\b(?:whitespace|white space|line endings)\b"
)
"""What a reader of foreign text is rightly told to pay no heed to."""

_FAULT = r"(?:issues?|problems?|findings?|bugs?|defects?|errors?|blockers?|faults?|flaws?)"

_HEDGED = r"\b(?:before|until|once|when|only|if|unless)\b"

_START = (
    r"(?:(?:^|[.!?:;,(—–]|\s-) *(?:(?:and|but|so|then) )?(?:(?:please|just|simply|also|kindly) )*"
    r"|\b(?:please|just|simply|feel free to|you (?:can|may|should|must)(?: safely)?|(?:safe|okay|ok|fine|free) to"
    r"|want you to|asked to|told to|instructed to|have to|needs? to) )"
)
_FOCUS = r"\b(?:focus|concentrate|look|review|check|read|judge|stick)\b[^.!?]{0,80}?\band "
_UNSEE = r"(?:ignore|disregard|overlook|forgive|tolerate|turn a blind eye to|pay no (?:attention|heed) to|look past)"
_REVIEW = r"(?:findings?|issues?|reviews?|reviewers?|critics?|objections?|f\d+)"
_LOW = (
    r"(?:low|minor|medium|nits?|nitpicks?|trivial|advisory|non-?blocking|informational|unimportant|optional"
    r"|cosmetic|recommendations?)"
)
_HIGH = r"(?:high|critical|serious|severe|major|blocking|blockers?|important|significant|show-?stoppers?)"
_RANK = (
    r"(?:treat|mark|rate|rank|class|classify|classified|treated|rated|ranked|marked|count|counts|consider|considered"
    r"|label|labell?ed|grade|graded|regard|see|score|report|reported|downgrade|downgraded|lower|keep)"
)
_AS_LOW = (
    rf"(?:as|at|to) (?:(?:a|an|being|merely|only|just|at most|most|purely|mere) )*{_LOW}\b"
    r"(?! (?:numbers?|level|index|values?|as)\b)"
)
_AUXILIARY = r"(?:should|must|may|need|can|will|shall|is to|are to|has to|have to)"

JUDGING = (
    judging(rf"\b{_DONT} {_OBJECT}{_NEXT}", unless=_EVIDENCE, to=CRITIC),
    judging(rf"\b{_DONT} {_TELL}{_NEXT}", unless=_EVIDENCE, to=CRITIC),
    judging(
        rf"\b(?:avoid|refrain from|stop|without|instead of|rather than) (?:{_OBJECTING}|{_TELLING})\b",
        unless=r"\bevidence\b",
        to=CRITIC,
    ),
    judging(
        rf"\b{_DONT} (?:flag|object to|nitpick)\b",
        rf"\b{_DONT} (?:{_OBJECT}|{_TELL}) (?:\w+ ){{0,3}}?{_REVIEW}\b",
        rf"\b(?:critic|reviewer|evaluator|auditor)s? (?:\w+ ){{0,2}}?{_DONT} (?:{_OBJECT}|{_TELL})\b",
        rf"\b(?:critic|reviewer|evaluator|auditor)s? (?:should|must|may|can|has to|to) (?:\w+ )?{_UNSEE}\b",
        to=MAKER,
    ),
    judging(rf"\b{_AUXILIARY}(?:n't| not| never) be {_OBJECTED}\b", unless=_EVIDENCE),
    judging(
        rf"\b{_AUXILIARY}(?:n't| not| never) be (?:reported|mentioned|listed)\b",
        unless=_EVIDENCE + r"|\bto (?:the|a|an|its|any)\b",
        to=CRITIC,
    ),
    judging(
        rf"(?:{_START}|{_FOCUS}){_UNSEE}\b",
        r"\b(?:you|critic|reviewer|evaluator|auditor)s? (?:should|must|may|can|has to|have to|shall)"
        rf" (?:\w+ )?{_UNSEE}\b",
        unless=_DATA,
        to=CRITIC,
    ),
    judging(
        rf"\b{_DONT} (?:treat|regard|see|take|count|consider|view)\b[^.!?]{{0,50}}? as (?:an? )?{_FAULT}\b",
        rf"(?:n't| not| never) be (?:considered|seen as|treated as|counted as|regarded as)(?: as)? (?:an? )?{_FAULT}\b",
        r"\b(?:is|are)(?:n't| not) (?:an? |really )*findings?\b",
        rf"\bso (?:it|this|that|they) (?:is|are)(?:n't| not) (?:an? |really )*{_FAULT}\b",
    ),
    judging(
        rf"\b(?:is|are) not to be (?:{_OBJECTED}|reported|mentioned|listed)\b",
        r"\bnothing\b[^.!?]{0,40}? (?:needs?|has|have) to be (?:reported|flagged|raised|mentioned)\b",
        rf"{_START}no (?:findings?|comments?|nits?|nitpicks?|remarks?) (?:about|on|regarding|concerning)\b",
        unless=_EVIDENCE,
    ),
    judging(
        r"\b(?:the rest|everything else) (?:is|are) (?:already )?(?:fine|okay|ok|good|correct|sound|settled)\b",
        rf"{_START}assume (?:that )?[^.!?]{{1,40}}? (?:is|are) (?:fine|okay|ok|correct|right|sound|good)\b",
        to=CRITIC,
    ),
    judging(
        rf"{_START}(?:ignore|disregard|overlook|dismiss)"
        rf" (?:(?:the|this|that|its|any|all|his|her|their|what|whatever) )*(?:\w+ )?{_REVIEW}\b",
        to=MAKER,
    ),
    judging(
        r"\b(?:can|may|should|must|to|will) (?:(?:safely|just|simply) )?be"
        r" (?:ignored|disregarded|overlooked|skipped|tolerated|forgiven|waved through)\b",
        unless=_DATA,
        to=CRITIC,
    ),
    judging(
        rf"{_START}(?:skip|leave out|exclude) (?:(?:over|the|this|any|all|every) )*(?:\w+ ){{0,2}}?"
        r"(?:issues?|findings?|problems?|nits?|sections?|chapters?|appendix|appendices|errors?|tests?|typos?)\b",
        unless=r"\b(?:say|report|note|write)\b",
        to=CRITIC,
    ),
    judging(r"\b(?:let|give) (?:it|this|that|them|the \w+) (?:slide|slip|go|pass|a pass)\b"),
    judging(rf"\b{_RANK}\b[^.!?]{{0,60}}? {_AS_LOW}", to=CRITIC),
    judging(rf"\b{_RANK} (?:\w+ ){{0,4}}?(?:{_REVIEW}|it|this|that|them)\b[^.!?]{{0,40}}? {_AS_LOW}", to=MAKER),
    judging(
        r"\b(?:at most|no (?:higher|more|worse|greater) than|not (?:above|higher than|more than|worse than)"
        r"|never (?:above|higher than|more than)|nothing (?:above|higher than|worse than)|capped at"
        rf"|cap(?:ped)? (?:it |them |this )?at) (?:a |an )?(?:severity )?{_LOW}\b",
        r"\b(?:low|minor|medium|nits?|trivial) at (?:best|most|the most|worst)\b",
    ),
    judging(
        r"\b(?:cap|limit|lower|reduce|downgrade) (?:(?:the|its|their|any|all) )?"
        r"(?:severity|severities|findings?|issues?)\b"
    ),
    judging(r"\b(?:severity|priority) (?:is|should be|must be|has to be|stays) (?:at most )?(?:low|minor|medium)\b"),
    judging(
        rf"\bonly (?:flag|report|raise|list|mention|return)\b[^.!?]{{0,30}}\b{_HIGH}\b",
        rf"\b(?:flag|report|raise|list|mention|return) (?:only|just|nothing but)\b[^.!?]{{0,20}}\b{_HIGH}\b",
        rf"{_START}only {_HIGH} (?:findings?|issues?|problems?|points?|ones?)\b(?=[^.!?]{{0,10}}(?:$|[.!]))",
        r"\b(?:keep|restrict|confine|limit) (?:your (?:findings|report|review)|yourself|the (?:findings|report)) to"
        rf" (?:the )?(?:\w+ )?{_HIGH}\b",
    ),
    judging(
        r"\b(?:at most|no more than|not more than|a maximum of|up to|limit (?:yourself|your review|the report) to)"
        r" (?:\w+|\d+) (?:\w+ )?(?:findings?|issues?|problems?|objections?)\b"
    ),
    judging(
        r"\b(?:should|must|ought to|has to|needs to|will|can) (?:\w+ )?(?:be )?"
        r"(?:approved|accepted as it is|accepted as is|waved through|passed"
        r"|pass (?:the )?(?:review|this review|this round|now)|converge (?:now|this round|this time))\b",
        unless=_HEDGED + r"|\bby\b",
    ),
    judging(
        r"\b(?:please|just|simply|now|then) approve\b|\brubber-?stamp\b",
        r"\bapprove (?:it|this|that|the \w+|them|everything|all)"
        r" (?:anyway|regardless|now|if in doubt|this time|quickly|as it is|as is)\b",
        r"\b(?:i|we) (?:expect|want|need|hope for|would like)"
        r" (?:an approval|a pass|(?:this|it) to (?:pass|be approved))\b",
        r"\b(?:when|if) in doubt,? (?:approve|pass)\b",
        r"\b(?:return|answer|reply|say|write|give|report|respond with) (?:with )?[\"“']?"
        r"(?:approved|pass|no issues(?: found)?|compliant)[\"”']?(?:$|[.!]| in any case| regardless| this time)",
    ),
    judging(rf"{_START}approve (?:it|this|that|them)\b", unless=_HEDGED),
    judging(
        r"\b(?:be|stay) (?:(?:more|very|a bit|a little|rather|somewhat) )?"
        r"(?:lenient|generous|forgiving|gentle|kind|merciful|indulgent|charitable)\b",
        r"\bgo easy on\b",
        r"\b(?:do not|don't|dont|never|not) (?:be )?(?:(?:too|so|overly|that) )+"
        r"(?:strict|harsh|picky|pedantic|critical|severe|fussy|nitpicky|hard on)\b",
        r"\b(?:do not|don't|dont|never) be (?:strict|harsh|picky|pedantic|fussy|nitpicky)\b",
    ),
    judging(
        r"\b(?:do not|don't|dont|never|must not|should not|shouldn't) (?:fail|reject|block|hold up)"
        r" (?:it|this|that|them|the|on|for|because|over)\b",
        unless=r"\b(?:build|test suite|pipeline|process|thread|caller|server|event loop|requests?)\b",
        to=CRITIC,
    ),
    judging(r"\b(?:nothing|no issues?|no findings?) (?:should|must|is to|are to) be (?:found|raised|reported)\b"),
)
"""In the order in which they are tried; words that one has taken are not flagged again."""
