"""Which types and functions a page speaks of: from its file name, its headings and its code spans."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from critloop.context.page import Page

MOST_NAMES = 40
_HUMPS = re.compile(r"\b(?:[A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+|[A-Z]{2,}[a-z][A-Za-z0-9]*)\b")
_TYPE = re.compile(r"(?<![\w$])[A-Z][A-Za-z0-9_]*[a-z0-9][A-Za-z0-9_]*\b")
_SNAKE = re.compile(r"(?<![\w$])_{0,2}[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b(?!=)")
_MIXED = re.compile(r"(?<![\w$])[a-z]+[a-z0-9]*[A-Z][A-Za-z0-9]*\b")
_SNAKE_CALL = re.compile(r"(?<![\w$])_?[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?=\()")
_CALL = re.compile(r"(?<![\w$])([a-z][a-z0-9]{2,})(?=\(|\[[\w, ]+\]\()")
_BARE = re.compile(r"[~!]?(?:\w+\.)*(\w{3,})(?:\(\))?")
_LITERAL = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
_WORD = re.compile(r"[A-Za-z0-9]+")
_IN_SPAN = re.compile(r"`+([^`]+)`+")
_GENERAL_STEMS = frozenset({"index", "readme", "overview", "introduction", "intro", "home"})
_COMMON = frozenset(
    re.findall(
        r"\w+",
        "String Str Int Integer Long Short Byte Bytes Float Double Boolean Bool Char Unit Any AnyRef Nothing Null None "
        "True False Object List Seq Set Map Vector Array Option Some Either Left Right Try Success Failure Future "
        "Iterator Iterable Tuple Dict Type Class Error Exception RuntimeException Result Ok Err Vec Box Rc Arc Self "
        "Promise Date Number Function Symbol Void Optional Collection ArrayList HashMap Record Partial Callable "
        "Sequence Mapping This That The And For With From When Note Warning Tip Example Examples Usage Overview "
        "Introduction Summary GitHub JavaScript TypeScript PyPI YouTube MacOS LaTeX OAuth GraphQL README TODO "
        "ValueError TypeError KeyError IOException IllegalArgumentException ClassTag Throwable BigInt BigDecimal",
    )
)
"""Words and types of the languages themselves; they count little, and only where the project defines them."""

_COMMON_WEIGHT = 0.5


@dataclass(frozen=True, slots=True)
class Name:
    """A name and how much the page is about it.

    A ``guess`` counts only where the sources define it; a ``loose`` one, which comes from a title,
    in whatever case and with or without underscores, and a file that is called so counts too.
    """

    text: str
    weight: float
    guess: bool = False
    loose: bool = False


def names_of(page: Page) -> list[Name]:
    """The names of a page, the most telling first, at most ``MOST_NAMES``."""
    weights: Counter[str] = Counter()
    for heading in page.headings:
        weights.update(dict.fromkeys(_in_heading(heading.text), 4))
    for code in page.spans:
        weights.update(_identifiers(code))
    for code in page.called:
        if match := _BARE.fullmatch(code.partition("<")[2].rstrip(">") or code):
            weights.update({match[1]: 2})
    return _ranked(weights, Counter(_in_code(page)), dict(_from_titles(page)))


def squeezed(text: str) -> str:
    """A name without case and without what joins its words, to compare ``data-type``, ``data_type``, ``DataType``."""
    return "".join(char for char in text.casefold() if char.isalnum())


def stem_of(path: str) -> str:
    """What a page is called: its file's stem, or its folder's name where that says nothing."""
    file = PurePosixPath(path)
    general = file.stem.casefold() in _GENERAL_STEMS and len(file.parts) > 1
    return re.sub(r"^\d+[-_.]", "", file.parent.name if general else file.stem)


def _from_titles(page: Page) -> Iterator[tuple[str, float]]:
    """The page's file name, and its title where that is one or two words; the singular too."""
    title = page.title.strip("`* ")
    titles = [stem_of(page.path), *([title] if len(_WORD.findall(title)) <= 2 else [])]  # noqa: PLR2004 - no sentence
    for text in titles:
        joined = "_".join(word.casefold() for word in _WORD.findall(text))
        if len(joined) > 1:
            yield joined, 6
            if singular := _singular(joined):
                yield singular, 6


def _singular(word: str) -> str:
    """The singular of a regular plural; empty for what is none, such as “class” and “bus”."""
    if word.endswith("ies"):
        return word[:-3] + "y"
    regular = word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3  # noqa: PLR2004 - "gas"
    return word[:-1] if regular else ""


def _in_heading(text: str) -> list[str]:
    """What looks like a type in a heading's words, and the names in its code spans."""
    outside = _HUMPS.findall(_IN_SPAN.sub(" ", text))
    return [*outside, *(name for inner in _IN_SPAN.findall(text) for name in _identifiers(inner))]


def _in_code(page: Page) -> list[str]:
    """Names in code blocks and in plain prose, and functions called by one plain word in a span."""
    code = _LITERAL.sub("", page.code)
    called = [name for span in page.spans for name in _CALL.findall(_LITERAL.sub("", span))]
    return [*called, *_TYPE.findall(code), *_SNAKE_CALL.findall(code), *_HUMPS.findall(page.prose)]


def _identifiers(code: str) -> list[str]:
    """The types and functions in a code span; none in a path, an address or an option."""
    if "/" in code or code.startswith(("-", "$", ".")):
        return []
    bare = _LITERAL.sub("", code)
    found = [*_TYPE.findall(bare), *_SNAKE.findall(bare), *_MIXED.findall(bare)]
    return list(dict.fromkeys(text for text in found if len(text) > 2))  # noqa: PLR2004 - type parameters


def _ranked(weights: Counter[str], coded: Counter[str], titles: dict[str, float]) -> list[Name]:
    certain = [Name(text, min(weight, 10)) for text, weight in weights.items() if text not in _COMMON]
    common = [Name(text, _COMMON_WEIGHT, guess=True) for text in weights if text in _COMMON]
    guessed = [
        Name(text, min(0.5 + count / 10, 2), guess=True)
        for text, count in coded.items()
        if text not in weights and text not in _COMMON and len(text) > 2  # noqa: PLR2004 - type parameters
    ]
    loose = [Name(text, weight, guess=True, loose=True) for text, weight in titles.items()]
    return sorted([*certain, *common, *guessed, *loose], key=lambda name: (-name.weight, name.text))[:MOST_NAMES]
