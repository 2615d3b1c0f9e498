"""A documentation page as far as gathering needs it: headings, code spans, links, front matter."""

import re
from dataclasses import dataclass, field

from critloop.context.front import read_front_matter

_ATX = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*(?:\{[^}]*\})?[ \t]*$")
_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,}|:{3,})(.*)$")
_ADORNED = re.compile(r"([=\-~^\"'`#*+.:_])\1{2,}[ \t]*$")
_SPAN = re.compile(
    r"(?P<role>[{:][\w:+-]{0,12}(?:class|func|meth|exc|obj|data|attr|mod|type|function|method)[}:])?(`+)(?P<code>[^`].*?)(?<!`)\2(?!`)"
)
_INLINE = re.compile(r"\]\(\s*<?(?P<target>[^\s)<>]+)")
_DEFINED = re.compile(r"^ {0,3}\[[^\]]+\]:\s*<?(?P<target>[^\s<>]+)", re.MULTILINE)
_ROLE = re.compile(r"[{:](?:doc|ref|download)[}:]`(?:[^`<]*<)?(?P<target>[^`<>]+)>?`")
_ANGLED = re.compile(r"`[^`<]*<(?P<target>[^`<>\s]+)>`_")
_HREF = re.compile(r"""\b(?:href|to)=["'](?P<target>[^"'{}]+)""")
_DOCUMENTED = re.compile(
    r"^\s*(?:\.\. (?:auto\w+|(?:py:)?(?:class|function|method|exception))::|:{3}) +([\w.]+)", re.MULTILINE
)
_PROSE = re.compile(r"[A-Za-z]{2,}")
_DIRECTIVE = re.compile(r"\.\. [\w:-]+::")
_CODE_DIRECTIVE = re.compile(r"\.\. (?:code|code-block|sourcecode|literalinclude|parsed-literal|toctree)::|.*::$")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading's level and its text as written."""

    level: int
    text: str


@dataclass(slots=True)
class Page:
    """What a page says of itself. ``opening`` is the prose before the first section; lists are in page order.

    Attributes:
        values: Front matter in one line each, keys in lower case.
        spans: The text of code spans in prose.
        called: Names that a role or a directive calls a class or function.
        links: Targets as written.
        prose: The text without front matter and code blocks.
        code: The lines of code blocks.
        has_code: It shows code in a block.
    """

    path: str
    values: dict[str, str] = field(default_factory=dict)
    headings: list[Heading] = field(default_factory=list)
    spans: list[str] = field(default_factory=list)
    called: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    prose: str = ""
    opening: str = ""
    body: str = ""
    code: str = ""
    has_code: bool = False

    @property
    def title(self) -> str:
        """The front matter's title, else the first heading."""
        return self.values.get("title") or (self.headings[0].text if self.headings else "")

    @property
    def sections(self) -> list[Heading]:
        """The headings without that of the page itself."""
        return self.headings[1:] if self.headings and self.headings[0].level == 1 else self.headings

    def opening_words(self) -> int:
        """How many words stand before the first section."""
        return len(_PROSE.findall(self.opening))


def read_page(path: str, text: str) -> Page:
    """Read a Markdown or reStructuredText page."""
    front = read_front_matter(text)
    page = Page(path, {key: front.text(key) for key in front.values}, body=front.body)
    lines, page.has_code = without_blocks(front.body, is_rst(path))
    page.prose = "\n".join(lines)
    whole = front.body.split("\n")
    page.code = "\n".join(line for line, kept in zip(whole, lines, strict=True) if line != kept)
    page.headings, page.opening = _headings(lines, is_rst(path))
    for match in _SPAN.finditer(page.prose):
        code = match["code"].strip()
        (page.called if match["role"] or _is_rst_role(page.prose, match.start()) else page.spans).append(code)
    page.called += _DOCUMENTED.findall(front.body)
    page.links = links_in(page.prose)
    return page


def is_rst(path: str) -> bool:
    """True for reStructuredText."""
    return path.endswith(".rst")


def links_in(prose: str) -> list[str]:
    """The targets of all links of a text, as written, in the order of their forms."""
    patterns = (_INLINE, _DEFINED, _ROLE, _ANGLED, _HREF)
    return list(dict.fromkeys(match["target"].strip() for form in patterns for match in form.finditer(prose)))


def without_blocks(text: str, rst: bool) -> tuple[list[str], bool]:
    """The lines that are prose, those of code blocks blank, and whether there were any."""
    lines = text.split("\n")
    return _without_directives(lines) if rst else _without_fences(lines)


def _without_fences(lines: list[str]) -> tuple[list[str], bool]:
    kept: list[str] = []
    fence = ""
    seen = False
    for line in lines:
        match = _FENCE.match(line)
        marks = match[1] if match else ""
        if fence:
            closes = marks.startswith(fence) and not (match and match[2].strip())
            fence = "" if closes else fence
            kept.append("")
        elif marks and marks[0] != ":":
            fence, seen = marks, True
            kept.append("")
        else:
            kept.append(line)
    return kept, seen


def _without_directives(lines: list[str]) -> tuple[list[str], bool]:
    kept: list[str] = []
    depth: int | None = None
    seen = False
    for line in lines:
        indent = len(line) - len(line.lstrip())
        if depth is not None and line.strip() and indent <= depth:
            depth = None
        if depth is None and _CODE_DIRECTIVE.match(line.strip()):
            depth, seen = indent, True
            is_code = line.strip().startswith(".. ")
            kept.append("" if is_code else line)
            continue
        kept.append("" if depth is not None else line)
    return kept, seen


def _headings(lines: list[str], rst: bool) -> tuple[list[Heading], str]:
    """All headings, and the prose that stands before the first section."""
    found: list[Heading] = []
    opening: list[str] = []
    adornments: list[str] = []
    for index, line in enumerate(lines):
        below = lines[index + 1].rstrip() if index + 1 < len(lines) else ""
        heading = _adorned(line, below, adornments) if rst else _marked(line, below)
        if heading:
            found.append(heading)
        elif [heading.level for heading in found] in ([], [1]) and not (_DIRECTIVE.match(line) or _ADORNED.match(line)):
            opening.append(line)
    return found, "\n".join(opening)


def _marked(line: str, below: str) -> Heading | None:
    if match := _ATX.match(line):
        return Heading(len(match[1]), match[2].strip())
    if line.strip() and line[0].isalnum() and re.fullmatch(r"=+|-+", below):
        return Heading(1 if below[0] == "=" else 2, line.strip())
    return None


def _adorned(line: str, below: str, adornments: list[str]) -> Heading | None:
    """A reStructuredText heading; its level is the rank in which its kind of underline came up."""
    if not line.strip() or line[0] == " " or _ADORNED.match(line) or not _ADORNED.match(below):
        return None
    if len(below) < len(line.rstrip()):
        return None
    if below[0] not in adornments:
        adornments.append(below[0])
    return Heading(adornments.index(below[0]) + 1, line.strip())


def _is_rst_role(prose: str, start: int) -> bool:
    before = prose[max(start - 12, 0) : start]
    return re.search(r":(?:class|func|meth|exc|data|attr):$", before) is not None
