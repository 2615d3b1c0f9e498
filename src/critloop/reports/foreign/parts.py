"""A review cut into its parts: what stands under each title, and which titles stand above it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from critloop.reports.characters import comparable
from critloop.reports.foreign.labels import labelled
from critloop.reports.foreign.roles import Role, role_of
from critloop.reports.foreign.silence import states_none
from critloop.reports.foreign.weights import unnumbered
from critloop.reports.lines import Line

_BOLD = re.compile(r"\s*(\*\*|__)(?!\s)(?P<name>(?:(?!\1).){1,120})\1\s*[:：]?\s*$")
_SUMMARY_TAG = re.compile(
    r"\s*(?:<details[^<>]*>)?\s*<summary>\s*(?:<(?:b|strong)>)?(?P<name>[^<>]{1,120})(?:</(?:b"
    r"|strong)>)?\s*</summary>\s*$",
    re.IGNORECASE,
)
_ONE = re.compile(
    r"(?:issue|finding|problem|bug|defect|gap|concern|recommendation|suggestion|error|建议|问题|問題|提案"
    r"|指摘)\s*#?\d*"
)
_INLINE = re.compile(
    r"\s*(?:\*\*|__)?(?P<name>[^:*_|`]{2,40}?)\s*(?:\*\*|__)?\s*[:：]\s*(?:\*\*|__)?\s*(?P<rest>\S.*)$"
)
_NUMBERED = re.compile(r"\s*(\*\*|__)(?!\s)(?P<name>(?:(?!\1).){4,200})\1(?P<colon>:?)(?P<rest>.*)$")
_PLAIN_LONG = 100


@dataclass(eq=False, slots=True)
class Part:
    """A title and the lines under it, up to the next title of any level.

    ``level`` is that of a heading, or half a level and more below the heading around it for a title
    in bold or before a colon (below the second level at least: the heading of a section ends it).
    ``numbered``: a title in bold that bears a number (``**Finding 2: …**``). ``above`` are the parts
    that it stands in, the outermost first, ``index`` its place among all the parts.
    """

    title: str
    level: float
    number: int
    role: Role = field(default_factory=Role)
    heading: bool = False
    numbered: bool = False
    above: tuple["Part", ...] = ()
    index: int = 0
    lines: list[Line] = field(default_factory=list)

    @property
    def within(self) -> Role:
        """The role that this part has, or the nearest part around it that has one."""
        for part in (self, *reversed(self.above)):
            if part.role.kind != "none":
                return part.role
        return self.role


def parts_of(lines: Sequence[Line]) -> list[Part]:
    """The parts of a review in order; the first is what stands before any title."""
    parts = [Part("", 0.0, lines[0].number if lines else 1)]
    around = 1.0
    for line in lines:
        begun = _begun(line, around)
        if begun is None:
            parts[-1].lines.append(line)
            continue
        if begun.heading:
            around = begun.level
        begun.above = tuple(part for part in (*parts[-1].above, parts[-1]) if 0 < part.level < begun.level)
        parts.append(begun)
    return parts


def under(parts: Sequence[Part], part: Part) -> Iterator[Part]:
    """The parts that stand in a part, at any depth; ``index`` is the place of a part among ``parts``."""
    for at in range(part.index + 1, len(parts)):
        if part not in parts[at].above:
            return
        yield parts[at]


def _begun(line: Line, around: float) -> Part | None:
    """The part that begins with this line, if one does."""
    if not line.live or line.depth or not line.text.strip():
        return None
    around = around if around > 1 else 2.0
    if line.kind == "heading":
        return Part(line.own.strip(), float(line.level), line.number, role_of(line.own), heading=True)
    if match := _BOLD.match(line.own) or _SUMMARY_TAG.match(line.own):
        name = match["name"].strip()
        known = role_of(name)
        announced = labelled(line)
        if known.kind != "none" or (announced is not None and not announced.words):
            return Part(name, around + 0.5, line.number, known)
    if (match := _NUMBERED.match(line.own)) and (part := _numbered(match, line, around)):
        return part
    words = line.text.strip()
    if words.endswith(":") and len(words) <= _PLAIN_LONG and (known := role_of(words)).kind != "none":
        return Part(line.own.strip(), around + 0.6, line.number, known)
    return _inline(line, around)


def _numbered(match: re.Match[str], line: Line, around: float) -> Part | None:
    """The part of a numbered title in bold, with what follows it on its line."""
    if not unnumbered(match["name"])[1]:
        return None
    part = Part(f"{match['name']}{match['colon']}", around + 0.8, line.number, numbered=True)
    rest = match["rest"].strip()
    if rest:
        part.lines.append(
            Line(line.number, rest, rest, line.text[match.start("rest") :].strip().ljust(len(rest))[: len(rest)])
        )
    return part


def _inline(line: Line, around: float) -> Part | None:
    """The part of a title with words behind it (``**Issues:** None.``)."""
    match = _INLINE.match(line.own)
    role = role_of(match["name"]) if match else Role()
    if (
        match is None
        or _ONE.fullmatch(comparable(match["name"]))
        or role.kind not in {"issues", "advice", "resolved"}
        or (role.kind == "issues" and role.weight and not states_none(match["rest"]))
    ):
        return None
    part = Part(match["name"], around + 0.6, line.number, role)
    rest = match["rest"].strip()
    if rest.rstrip(".").isdigit():
        part.role = Role(role.kind, role.weight, int(rest.rstrip(".")))
        return part
    offset = match.start("rest")
    part.lines.append(Line(line.number, rest, rest, line.text[offset : offset + len(rest)]))
    return part
