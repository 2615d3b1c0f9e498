"""What kind a page is, and which sections a reader may expect of it.

The kinds are those of docs-critique.txt, "Review Dimensions"; a kind is told from front matter, then
from the path, then from the title. Sections are asked for by meaning: a heading with any of several
words answers, and so does what the page does without a heading (code in a block is an example).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath

from critloop.context.page import Page

_FRONT_KEYS = ("type", "kind", "doc_type", "doctype", "content_type", "diataxis", "category")
_WORDS = {
    "reference": "reference references ref api apis apidocs api-reference api-docs spec",
    "how-to": "how-to howto how_to how-tos howtos how-to-guide how-to-guides recipe recipes cookbook task",
    "tutorial": "tutorial tutorials lesson lessons",
    "explanation": "explanation explanations concept concepts conceptual background discussion",
}
_KIND_OF = {word: kind for kind, words in _WORDS.items() for word in words.split()}
_LOOSE = {"guide": "how-to", "guides": "how-to"}
_TITLES = (
    ("how-to", re.compile(r"how[ -]to\b", re.IGNORECASE)),
    ("tutorial", re.compile(r"\btutorial\b", re.IGNORECASE)),
    ("reference", re.compile(r"\breference$|^API\b|\bAPI$", re.IGNORECASE)),
)
_CALLS_ITSELF = re.compile(r"\bthis (?P<kind>tutorial|how[ -]to|recipe)\b", re.IGNORECASE)
_ENOUGH_WORDS = 12
_LISTED = re.compile(r"^\s*(?:\d+|#)[.)]\s+\S", re.MULTILINE)
_GENERATED = re.compile(r"\.\. auto\w+::|^\s*:{3} ?\w|\{eval-rst\}|\{auto\w+\}|<!-- *auto", re.MULTILINE)
_PROMISED = re.compile(
    r"\b(?:you(?:['’]ll| will| are going to)|we(?:['’]ll| will)|in this (?:tutorial|lesson)|by the end)\b",
    re.IGNORECASE,
)
_NEEDED = re.compile(
    r"prerequisite|\byou(?:['’]ll| will)? (?:need|should (?:know|have))|\bassum|\brequire|before you|\binstall|"
    r"\bprior|\balready have|\bfamiliar",
    re.IGNORECASE,
)
_DECLARATION = re.compile(
    r"\b(?:class|trait|object|interface|enum|record|struct|impl|def|fn|func|function|type|val|let|const|import|new|"
    r"install|require)\b[^\n]"
)
_MANY_SPANS = 6
_IDENTIFIER = re.compile(r"`|\w+\(|\b[a-z]+[A-Z_]\w+|[A-Z][a-z]+[A-Z]|^\.\w")


@dataclass(frozen=True, slots=True)
class Section:
    """A section that a kind of page should have; ``words`` in any heading answer, or else ``other`` does."""

    name: str
    words: re.Pattern[str]
    other: Callable[[Page], bool]


def kind_of(page: Page) -> str | None:
    """The page's kind; None for an index and for what nothing tells of."""
    for key in _FRONT_KEYS:
        value = re.sub(r"[\s_]+", "-", page.values.get(key, "").strip().casefold())
        if kind := _KIND_OF.get(value) or _LOOSE.get(value):
            return kind
    if is_index(page.path):
        return None
    return _by_path(page.path, _KIND_OF) or _by_title(page.title) or _by_opening(page) or _by_path(page.path, _LOOSE)


def is_index(path: str) -> bool:
    """True for the entry page of a folder, which only leads to others."""
    return PurePosixPath(path).stem.casefold() in ("index", "readme", "_index")


def required_of(kind: str | None) -> tuple[str, ...]:
    """The sections that a kind asks for, by name."""
    return tuple(section.name for section in _REQUIRED.get(kind or "", ()))


def missing_of(kind: str | None, page: Page) -> tuple[str, ...]:
    """The names of the sections that the page does not have."""
    texts = [heading.text for heading in page.sections]
    return tuple(
        section.name
        for section in _REQUIRED.get(kind or "", ())
        if not any(section.words.search(text) for text in texts) and not section.other(page)
    )


def _by_path(path: str, words: dict[str, str]) -> str | None:
    file = PurePosixPath(path)
    parts = [re.sub(r"^\d+[-_.]", "", part.casefold()) for part in (*file.parts[:-1], file.stem)]
    return next((words[part] for part in reversed(parts) if part in words), None)


def _by_title(title: str) -> str | None:
    return next((kind for kind, pattern in _TITLES if pattern.search(title.strip("`*\"' "))), None)


def _by_opening(page: Page) -> str | None:
    """What a page calls itself before its second heading."""
    match = _CALLS_ITSELF.search(page.opening)
    return _KIND_OF[re.sub("[ _]", "-", match["kind"].casefold())] if match else None


def _opens_with_prose(page: Page) -> bool:
    return page.opening_words() >= _ENOUGH_WORDS


def _names_needs(page: Page) -> bool:
    return _NEEDED.search(page.opening) is not None


def _promises(page: Page) -> bool:
    return _PROMISED.search(page.opening) is not None


def _shows_code(page: Page) -> bool:
    return page.has_code or _is_generated(page)


def _is_generated(page: Page) -> bool:
    return _GENERATED.search(page.body) is not None


def _shows_signature(page: Page) -> bool:
    return _DECLARATION.search(page.code) is not None or _is_generated(page)


def _lists_parts(page: Page) -> bool:
    named = [heading for heading in page.sections if _IDENTIFIER.search(heading.text)]
    members = len(_DECLARATION.findall(page.code))
    return len(named) > 1 or members > 1 or len(set(page.spans)) >= _MANY_SPANS or _is_generated(page)


def _goes_in_steps(page: Page) -> bool:
    return _LISTED.search(page.prose) is not None or len(page.sections) > 2  # noqa: PLR2004 - parts


def _never(_page: Page) -> bool:
    return False


def _section(name: str, words: str, other: Callable[[Page], bool]) -> Section:
    return Section(name, re.compile(rf"\b(?:{words})", re.IGNORECASE), other)


_NEEDS = (
    "prerequisite|before (?:you|we)|requirement|what you(?:['’]ll)? need|you(?:['’]ll)? need|set(?:ting)?[ -]?up|"
    "install|dependenc|assum|preparation"
)
_REQUIRED: dict[str, tuple[Section, ...]] = {
    "reference": (
        _section(
            "overview or motivation",
            "overview|introduction|motivation|what (?:is|are)|why|about|purpose|synopsis|summary|description",
            _opens_with_prose,
        ),
        _section(
            "construction, installation or signature",
            r"creat|construct|build|install|instantiat|initiali|set[ -]?up|signature|definition|defin|declar|syntax|"
            r"usage|using|import|factor|getting started|quick ?start|parameters|arguments|options|deriv|basic",
            _shows_signature,
        ),
        _section(
            "operations or API",
            r"operation|method|function|api\b|member|field|attribute|propert|command|option|parameter|argument|accessor|"
            r"combinator|transform|quer|class|type|endpoint|event|setting|configur|reference|core|variant|key|value",
            _lists_parts,
        ),
        _section("examples", "example|sample|recipe|in practice|cookbook|use cases?|usage", _shows_code),
    ),
    "how-to": (
        _section(
            "goal", "goal|overview|introduction|problem|what (?:you|we)|about|motivation|why|when to", _opens_with_prose
        ),
        _section("prerequisites", _NEEDS, _names_needs),
        _section("steps", r"step|\d+[.)]|first|procedure|instruction|walk-?through", _goes_in_steps),
        _section(
            "result or verification",
            "verif|result|check|test|confirm|outcome|complete|putting|expected|final|conclusion|summary|next|"
            "see also|troubleshoot|try|run",
            _never,
        ),
    ),
    "tutorial": (
        _section(
            "what the reader will learn or build",
            "learn|objective|goal|overview|introduction|what (?:you|we)|outcome|about|background",
            _promises,
        ),
        _section("prerequisites", _NEEDS, _names_needs),
        _section("steps", r"step|\d+[.)]|first|part \d|lesson", _goes_in_steps),
        _section(
            "summary or next steps",
            "next|summary|conclusion|recap|where to go|further|what you|wrap|going |see also|congrat|putting|more",
            _never,
        ),
    ),
}
