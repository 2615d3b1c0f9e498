"""Words and signs that speak against an approval, wherever they stand beside it."""

import re
import unicodedata

from critloop.reports.characters import unmarked

_HEAVY = (
    r"critical|blocking|blockers?|severe|serious|high|major|must[ -]fix|p[01]|fatal|showstoppers?|important|urgent"
    r"|严重|阻塞|高"
)
_TAGS = (
    re.compile(
        rf"\W*(?:\d+\W+)?(?:severity\W+)?(?:{_HEAVY})\b(?:[ -](?:severity|priority|issue|finding|problem|risk)s?)?"
        r"(?:\s*\d+)?\s*(?:[\])*_]|[:：|—–]|\s-\s)",
        re.IGNORECASE,
    ),
    re.compile(r"\W*(?:P[0-3]|HIGH|CRITICAL|BLOCKER|BLOCKING|MAJOR|SEVERE|MUST[- ]FIX)\b(?![^\[\]]*\]\s*:)"),
    re.compile(r"\W*(?:issue|finding|problem|blocker|defect|bug)\s*#?\d*\s*[\])*_]*\s*[:：—–]", re.IGNORECASE),
    re.compile(
        r".*(?:[\[(](?:severity\W+)?(?:critical|blocking|blocker|must[ -]fix|severe)[\])]"
        r"|[,;:–—-]\s*(?:critical|blocking|severe)\W*$)",
        re.IGNORECASE,
    ),
)
_GRAVE = re.compile(
    r"issue|problem|(?<!non-)(?<!non)block|critical|must|bug|defect|concern|open|risk|fail|gap|high|major|weak|missing"
    r"|lack|negative|\bcons\b|shortcoming|flaw|loss|loses|broken|wrong|severe|urgent|requir|mandatory|objection",
    re.IGNORECASE,
)
_BAD = re.compile("[❌✖✗✘☒🔴⛔🚫👎🚨]")
_GOOD = "✅✔☑🟢👍🎉✨📄📋🔍📝"
_UNDONE = re.compile(r"\s*(?:\[\s?\]|☐|⬜)")
_NEGATED = re.compile(
    r"\b(?:no|without|zero|0|neither|nor|none of|not any|nothing|free of)\b[^.;:!?\n]{0,60}?"
    r"\b(?:block\w*|issues?|problems?|defects?|flaws?|gaps?|bugs?|changes?|findings?|concerns?)"
    r"(?:\s+(?:found|remain\w*|left|open))?|\bnon-?blocking\b|\bdo(?:es)? not block\b"
)
_MENDED = r"(?:fixed|changed|resolved|addressed|corrected|settled|reworked|rewritten|revised)"
_FAULT = r"(?:issue|problem|flaw|gap|defect|bug|finding|concern|risk|error|fault)s?"
_ADVERSE = re.compile(
    rf"\b(?:must|needs?|has|have|should|ought)\b(?:\s+to)?(?:\s+be)?\s+{_MENDED}\b"
    r"|\b(?:must|needs? to|has to|have to)\s+(?:fix|change|resolve|address|rework)"
    r"|\bblock(?:s|ing|ers?|ed)\b|\bshowstopper|\bissues? (?:found|remains?|open)\b|\bunresolved\b"
    rf"|\b(?:critical|serious|severe|major|grave|fatal|open|important)\s+(?:\w+\s+)?{_FAULT}\b"
    r"|\bnot (?:be )?(?:yet )?(?:approv\w+|ready|accept\w+|sound|implementable)"
    r"|\b(?:cannot|can't|don't|won't|do not|did not|didn't) (?:be )?(?:approv|accept)"
    r"|\bwithh[eo]ld|\breject(?:s|ed)?\b|\bdisapprov|\bneeds (?:work|changes|revision)"
    r"|\bchanges (?:are )?(?:requested|required|needed)|存在问题|需要修改|不通过|未通过|必须"
)
_VERDICT = r"(?:status|verdict|approv\w*|report|review)"
_FOREIGN = r"(?:inject\w*|quot(?:ed|ation)|verbatim|copied|hypothetical|fake|bogus|placeholder|sample|not mine|not my)"
_UNTRUE = re.compile(
    r"\bprompt[- ]injection"
    r"|\b(?:attempt\w*|tries|trying|tried) to (?:inject|approve|trick|make|get|pass|force|influence)"
    rf"|\binject\w*(?:\s+\w+){{0,2}}\s+(?:{_VERDICT}|instruction)"
    rf"|\b(?:{_VERDICT}|instruction|line|text)\b[^.\n]{{0,60}}\b{_FOREIGN}\b"
    r"|\b(?:above|preceding|previous|this|that|the) (?:status|verdict|line|report|approval)\b[^.\n]{0,30}"
    r"\b(?:is|was|are|comes?|came|stands?|appears?|belongs?)\b"
    r" (?:only|just|merely|part of|taken|from|in|not|an?|the)\b"
    r"|\b(?:this|that|it) (?:is|was|comes) (?:only |just )?(?:from|what|in the)\b"
    r"|\b(?:wants?|told|tells|asks?|asked) me\b"
    r"|\bnot my (?:own )?(?:status|verdict|words|report|review)|\b(?:ignore|disregard) (?:the|this|that)"
    rf"|\bapprov(?:ing|ed) report (?:would|looks|could|might)"
    rf"|\bwould (?:be|look|read|say|have)\b[^.\n]{{0,40}}\b{_VERDICT}"
    rf"|\bwould be:|\bexample of (?:an?|the) {_VERDICT}"
)
_STEMS = (
    *("fix", "chang", "resol", "address", "correct", "settl", "rewor", "rewrit", "revis", "block", "showstop", "issue"),
    *("problem", "flaw", "gap", "defect", "bug", "finding", "concern", "risk", "error", "fault", "approv", "ready"),
    *("accept", "sound", "implementable", "withh", "reject", "needs", "问", "修改", "通过", "必须"),
    *("inject", "attempt to", "attempts to", "attempted to", "attempting to", "tries", "trying", "tried", "status"),
    *(
        "verdict",
        "report",
        "review",
        "instruction",
        "line",
        "text",
        "not my",
        "ignore",
        "disregard",
        "would be:",
        "this",
        "that",
        " me",
    ),
)
"""Every pattern above needs one of these; they are looked for first, for that is much faster."""


def speaks_against(words: str) -> bool:
    """True for words that name something to be mended, or take a verdict back."""
    return any(_speaks_against(part) for part in words.lower().split("\n\n"))


def is_tagged(words: str) -> bool:
    """True for a line that begins as an issue does, or bears a weight (``[HIGH]``, ``Critical:``)."""
    return any(tag.match(words) for tag in _TAGS)


def is_grave(words: str) -> bool:
    """True for a title that may announce issues."""
    return _GRAVE.search(words) is not None


def signs_failure(words: str) -> bool:
    """True for words with a sign that means no, or that begin with a sign that doesn't mean yes."""
    first = words.lstrip()[:1]
    return _BAD.search(words) is not None or (unicodedata.category(first or " ") == "So" and first not in _GOOD)


def is_undone(words: str) -> bool:
    """True for a list item whose box is not ticked."""
    return _UNDONE.match(words) is not None


def _speaks_against(words: str) -> bool:
    if not any(stem in words for stem in _STEMS):
        return False
    plain = " ".join(unmarked(words).split())
    return _ADVERSE.search(_NEGATED.sub(" ", plain)) is not None or _UNTRUE.search(plain) is not None
