"""The first line of a finding: ``[Storage, line 90]: (coverage) what is wrong - why it matters``."""

import re
from dataclasses import dataclass

from critloop.model.finding import Location
from critloop.reports.characters import matchable, unmarked
from critloop.reports.locations import read_location

DIMENSIONS = (
    *("completeness", "coverage", "consistency", "clarity", "yagni", "general", "advisory"),
    *("spec alignment", "task decomposition", "task syntax", "chunk size"),
    *("spec-alignment", "task-decomposition", "task-syntax", "chunk-size"),
)
TITLE = 90
"""A title is cut at so many characters."""

_SEVERITIES = (
    r"(?:critical|blocking|blocker|high|important|major|medium|moderate|minor|low|nit|issue|recommendation"
    r"|p[0-3]|高|中|低|严重)"
)
_SIGN = re.compile(r"^(?:\(?\d{1,3}[.)]\s+)?[\s☐❌✖⚠🔴🟡🟠🔵❗•\ufe0f]*")
_BOX = re.compile(r"\[[ xX✓✔]\]\s+")
_TAG = re.compile(
    rf"(?:\*\*)?[\[(]?\b{_SEVERITIES}\b[\])]?(?:\*\*)?\s*(?::(?:\*\*)?|[-–—]|(?<=[\])*]))\s*", re.IGNORECASE
)
_SEPARATOR = re.compile(r"(?:\*\*|__)?\s*(?::(?:\*\*|__)?|[-–—]|(?=\s|$))\s*")
_DIMENSION = re.compile(
    rf"(?:\*{{1,2}}|_{{1,2}})?(?:[(\[]\s*(?P<a>{'|'.join(DIMENSIONS)})\s*[)\]](?:\*\*|__)?\s*:?"
    rf"|(?P<b>{'|'.join(DIMENSIONS)})(?:\*{{1,2}}|_{{1,2}})?\s*:)(?:\*{{1,2}}|_{{1,2}})?\s*",
    re.IGNORECASE,
)
_BOLD = re.compile(
    r"(?:\*\*|__)(?P<name>[^*_]{1,80}?)\s*(?::\s*(?:\*\*|__)|(?:\*\*|__)\s*(?P<lines>\([^()]{1,40}\))?\s*:)\s+(?=\S)"
)
_SECTION = re.compile(r"(?P<name>(?:section|sec\.|§|第\s*\S{1,4}\s*[章节節])[^:]{0,60}):\s+(?=\S)", re.IGNORECASE)
_MASKED = re.compile(r"`[^`]*`|\([^()]*\)|\"[^\"]*\"")
_STOP = re.compile(r"(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)[.!?](?=\s+[^\W\da-z])|[.!?]\s*$|。")


@dataclass(frozen=True, slots=True)
class Head:
    """What a finding's first line says."""

    location: Location
    dimension: str | None
    issue: str
    why: str


def read_head(text: str) -> Head:
    """The parts of a finding's first line."""
    own = unnumbered(text)
    dimension, own = _dimension(_without_tag(own))
    location, own = _place(own)
    later, own = _dimension(_without_tag(own))
    issue, why = split_why(own.strip())
    return Head(location, later or dimension, issue, why)


def split_why(text: str) -> tuple[str, str]:
    """A text cut into what is wrong and why it matters, at its last dash outside code and parentheses."""
    masked = _MASKED.sub(lambda match: "x" * len(match[0]), matchable(text))
    for dash in (" - ", " — ", " – ", "——"):
        issue, why = text[: masked.rfind(dash)].strip(), text[masked.rfind(dash) + len(dash) :].strip()
        if dash in masked and issue and why:
            return issue, why
    return text, ""


def title_of(issue: str) -> str:
    """The first sentence of a text in one line, shortened to ``TITLE`` characters."""
    line = unmarked(next((line for line in issue.splitlines() if line.strip()), ""))
    stop = _STOP.search(line)
    sentence = " ".join((line[: stop.start()] if stop and stop.start() else line).split())
    if len(sentence) <= TITLE:
        return sentence
    return sentence[: TITLE - 1].rsplit(" ", 1)[0].rstrip(" ,;:-–—") + "…"


def unnumbered(text: str) -> str:
    """A first line without the number, the sign or the box before its words."""
    own = _SIGN.sub("", text.strip(), count=1)
    box = _BOX.match(own)
    return own[box.end() :] if box else own


def _without_tag(own: str) -> str:
    """The text without a severity that stands before it."""
    tag = _TAG.match(matchable(own))
    return own[tag.end() :] if tag else own


def _dimension(own: str) -> tuple[str | None, str]:
    match = _DIMENSION.match(matchable(own))
    return ((match["a"] or match["b"]).lower(), own[match.end() :]) if match else (None, own)


def _place(own: str) -> tuple[Location, str]:
    """The location in brackets, in bold, or by the word Section, and the rest."""
    text = matchable(own)
    opening = re.match(r"(?:\*\*|__)?\[", text)
    close = _closing(text, opening.end()) if opening else 0
    if opening and close and text[close + 1 : close + 2] not in {"(", "["}:
        after = _SEPARATOR.match(text, close + 1)
        words = own[opening.end() : close]
        return read_location(words), own[after.end() if after else close + 1 :]
    named = _BOLD.match(text) or _SECTION.match(text)
    if named and "`" not in named["name"]:
        lines = named.groupdict().get("lines") or ""
        return read_location(f"{own[named.start('name') : named.end('name')]} {lines}"), own[named.end() :]
    return Location(), own


def _closing(text: str, start: int) -> int:
    """Where the bracket that was opened before ``start`` is closed; 0 where it isn't."""
    depth = 1
    for position in range(start, len(text)):
        depth += {"[": 1, "]": -1}.get(text[position], 0)
        if not depth:
            return position
    return 0
