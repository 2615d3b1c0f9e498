"""How much a finding matters, in the words of any reviewer."""

import re
from dataclasses import dataclass

from critloop.model.finding import Severity
from critloop.reports.characters import comparable, matchable

_WORDS = {
    Severity.HIGH: (
        "critical|blocker|blockers|blocking|high|highest|severe|serious|p0|fatal|urgent|must fix|must-fix|showstopper"
        "|show-stopper|sev0|sev1|sev-0|sev-1|严重|嚴重|高|极高|高危|致命|阻塞|阻断|重大|必须修复|必须|紧急|緊急|中高"
    ),
    Severity.MEDIUM: (
        "important|major|medium|moderate|med|p1|warning|warnings|should fix|should-fix|sev2|sev-2|重要|中|中等|警告"
    ),
    Severity.LOW: (
        "minor|nit|nits|nitpick|nitpicks|p2|p3|p4|low|lowest|trivial|suggestion|suggestions|recommendation"
        "|nice to have"
        "|nice-to-have|non-blocking|nonblocking|advisory|cosmetic|sev3|sev4|sev-3|sev-4"
        "|低|极低|轻微|輕微|次要|建议|提示|可选|軽微|推奨|提案"
    ),
}
_LOOSE = {
    Severity.MEDIUM: "一般|主要|🟠|🟡",
    Severity.LOW: "info|informational|optional|style|question|小|微小|🟢|🔵|⚪|note",
    Severity.HIGH: "🔴|🚨|⛔|大",
}
"""Words that are a weight only where nothing else can be meant: in brackets, or in a column of weights."""

_BY_WORD = {word: severity for severity, words in _WORDS.items() for word in words.split("|")}
_BY_CELL = _BY_WORD | {word: severity for severity, words in _LOOSE.items() for word in words.split("|")}
_SPELLED = "|".join(sorted((re.escape(word) for word in _BY_WORD if word.isascii()), key=len, reverse=True))
_DRAWN = "|".join(sorted((re.escape(word) for word in _BY_WORD if not word.isascii()), key=len, reverse=True))
_ONE = rf"(?:(?:{_SPELLED})(?![^\W\d_])|(?:{_DRAWN}))"
_WORD = rf"{_ONE}(?:\s*[/+&-]\s*{_ONE})*"
_NOUN = (
    r"(?:issues?|findings?|problems?|concerns?|bugs?|defects?|items?|gaps?|points?|comments?|errors?|risks?|fixes"
    r"|notes?|observations?|severity|priority|changes|级别?|优先级|優先度|问题|問題|项|缺陷|指摘(?:事項)?)"
)
_SIGNS = r"[\s🔴🟠🟡🟢🔵⚪🚨⛔❗‼⚠❌💡📝ℹ\ufe0f]*"
_OPEN = r"(?:\*\*|__|`)?"
_BRACKETED = re.compile(
    rf"{_SIGNS}{_OPEN}[\[(]\s*(?:severity|priority)?[\s:]*{_SIGNS}(?P<w>{_WORD})\s*{_NOUN}?"
    rf"(?:\s*[/|·,:-]\s*[^\[\]()\n]{{1,40}})?\s*[\])]{_OPEN}\s*[:—–-]*{_OPEN}\s*",
    re.IGNORECASE,
)
_PREFIXED = re.compile(
    rf"{_SIGNS}(?:severity\s*:\s*)?(?:(?:\*\*|__|`){_SIGNS}(?P<w>{_WORD})[ ]?{_NOUN}?\s*#?\d*\s*"
    rf"(?:[:—–.]?\s*(?:\*\*|__|`)\s*[:—–-]?|[:—–]|-\s)"
    rf"|(?P<v>{_WORD})[ ]?{_NOUN}?\s*#?\d*\s*(?:[:—–]|-\s|\|))(?:\*\*|__)?\s*",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    rf"[\[(]\s*(?:severity|priority)?[\s:]*{_SIGNS}(?P<w>{_WORD})\s*{_NOUN}?\s*[\])]\s*{_OPEN}[\s.:]*(?:$"
    r"|(?=\*\*|[—–-]\s))"
    rf"|[—–]\s*(?:\*\*)?(?:severity\s*:\s*)?(?P<v>{_WORD})(?:\*\*)?[\s.]*$",
    re.IGNORECASE,
)
_SIGN = re.compile(r"\s*(?:\*\*)?\s*(?P<w>[🔴🟠🟡🚨])\s*")
_FIELD = re.compile(
    r"\W*(?:severity|priority|level|严重程度|严重性|严重级别|优先级|级别|重要度|重大度"
    rf"|深刻度)\W{{0,6}}[:：]\W{{0,6}}(?P<w>{_WORD})",
    re.IGNORECASE,
)
_NAMED = re.compile(rf"\b(?:severity|严重程度|重大度)\W{{0,4}}[:：]\W{{0,4}}(?P<w>{_WORD})", re.IGNORECASE)
_GROUP = re.compile(
    rf"(?:severity\s*[:-]?\s*)?(?P<w>{_WORD}|info|informational|style)(?:[ -]?{_NOUN})?(?:[ -]{_NOUN})?"
    r"(?: (?:found|identified|remaining|before merge|before merging|requiring .*|that .*|to (?:fix|address).*))?",
)
_NUMBER = re.compile(
    r"\s*(?:\*\*)?\s*(?:(?:finding|issue|problem|bug|concern|defect|问题|发现"
    r"|指摘)\s*)?[#\[(]?(?!p[0-4]\b)(?:[A-Za-z]{1,4}[-_ ]?){0,2}"
    r"\d{1,3}(?:\.\d{1,2})*(?:[\])]|\s*[.):、—–-])+\s*(?!\d)",
    re.IGNORECASE,
)
_LABEL = re.compile(r"\s*(?:\*\*|__)[^*_\n]{2,40}(?:\*\*|__)\s*:?\s*")
_LOUD = re.compile(r"\s*(?:\*\*)?(?P<w>P[0-4]|HIGH|CRITICAL|BLOCKER|BLOCKING|MAJOR|MEDIUM|MINOR|LOW)\s+(?=[^\W\d_])")
_HTML = re.compile(r"</?(?:b|strong)>", re.IGNORECASE)
_BOX = re.compile(r"\s*\[[^\w\[\]]?\]\s+")

_NOTE = re.compile(r"(?:\*\*|__)?\([^()]{1,40}\)(?:\*\*|__)?\s*$")
"""What is said of a weight behind it in its cell (``High (unverified)``)."""

_START, _FAR = 200, 2000


@dataclass(frozen=True, slots=True)
class Weight:
    """A severity and the report's own word for it."""

    severity: Severity
    label: str


@dataclass(frozen=True, slots=True)
class Tagged:
    """A text that bears a weight, and what is left of it."""

    weight: Weight
    rest: str


def unnumbered(text: str) -> tuple[str, bool]:
    """A title without its number (``3.``, ``F2.``, ``Issue 4:``), and whether it had one."""
    match = _NUMBER.match(matchable(text[:_START]))
    return (text[match.end() :], True) if match else (text, False)


def weight_of(cell: str) -> Weight | None:
    """The weight that a cell or a label says, and nothing else with it; of several the worst."""
    bare = _NOTE.sub("", cell)
    cell = bare if bare.strip(" *_`") else cell
    words = comparable(cell).strip(" .:[]()")
    parts = [part for part in re.split(r"[\s/+&→>~-]+", words) if part]
    if words in _BY_CELL:
        return Weight(_BY_CELL[words], cell.strip(" *_`:"))
    found = [_BY_CELL[part] for part in parts if part in _BY_CELL]
    filler = {"severity", "priority", "to"}
    if not found or any(part not in _BY_CELL and part not in filler for part in parts):
        return None
    return Weight(min(found, key=lambda severity: severity.rank), cell.strip(" *_`:"))


def tag_of(text: str) -> Tagged | None:
    """The weight that a line of its own bears (``[P1] …``, ``**High:** …``, ``… (Minor)``, ``🔴 …``)."""
    own, _ = unnumbered(_BOX.sub("", _HTML.sub("**", text), count=1))
    plain = matchable(own)
    label = _LABEL.match(plain)
    for start in (0, label.end()) if label else (0,):
        for pattern in (_BRACKETED, _PREFIXED):
            if (match := pattern.match(plain, start)) and (not start or plain[match.end() :].strip()):
                return Tagged(_said(match, own), own[match.end() :].strip())
    if match := _BEHIND.search(plain[-2000:]):
        start = max(len(plain) - 2000, 0) + match.start()
        rest = own[:start] + own[start + len(match[0]) :]
        return Tagged(_said(match, own[max(len(plain) - 2000, 0) :]), rest.strip(" —–"))
    if match := _LOUD.match(plain):
        return Tagged(_said(match, own), own[match.end() :].strip())
    if match := _SIGN.match(plain):
        return Tagged(Weight(_BY_CELL[match["w"]], match["w"]), own[match.end() :].strip())
    return None


def field_weight(line: str) -> Weight | None:
    """The weight of a line such as ``**Severity:** High``."""
    match = _FIELD.match(matchable(line)[:200])
    return _said(match, line) if match else None


def named_weight(words: str) -> Weight | None:
    """The weight that a sentence names as its own (``… Severity: high.``)."""
    match = _NAMED.search(matchable(words)[:_FAR])
    return _said(match, words) if match else None


def group_of(name: str) -> Weight | None:
    """The weight of all the findings under a title (``Critical``, ``Minor issues``, ``P0 — blockers``)."""
    words = comparable(name).strip(" .:🔴🟠🟡🟢🔵⚪🚨⛔❗‼⚠❌💡📝ℹ")
    for part in (words, re.split(r"\s*(?:[—–:]|\s-\s)\s*", words)[0]):
        if match := _GROUP.fullmatch(part.strip()):
            own = re.search(re.escape(match["w"]), name, re.IGNORECASE)
            return Weight(_worst(match["w"]), own[0] if own else match["w"])
    return None


def _said(match: re.Match[str], own: str) -> Weight:
    group = "v" if "v" in match.re.groupindex and match["v"] else "w"
    label = own[match.start(group) : match.end(group)].strip()
    return Weight(_worst(comparable(label)), label)


def _worst(words: str) -> Severity:
    if words in _BY_CELL:
        return _BY_CELL[words]
    found = [severity for word, severity in _BY_WORD.items() if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", words)]
    return min(found, key=lambda severity: severity.rank, default=Severity.HIGH)
