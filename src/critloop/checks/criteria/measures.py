"""What is counted in a text, and how: the definitions that ``docs/criteria.md`` gives to users."""

import re
from collections.abc import Callable, Iterable, Iterator

from critloop.checks.criteria.artifact import Artifact, Place
from critloop.checks.document import Prose, Section
from critloop.checks.parsing import MASK

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_WORD = re.compile(r"\S*\w\S*")
_END = re.compile(
    r"(?P<mark>[.!?…]+[\"'”’»)\]*_]*)(?P<gap>\s+)(?=[\"'“‘«(\[*_`]*[\dA-ZÀ-ÞΑ-ΩА-Я\ufffc\u3040-\u9fff])|[。！？](?=.)",
    re.DOTALL,
)
_ANY_END = re.compile(r"(?P<mark>[.!?…]+[\"'”’»)\]*_]*)(?P<gap>\s+)|[。！？](?=.)", re.DOTALL)
_SHORTENED = re.compile(
    r"(?:^|[\s(\[“\"'])(?:e\.g|i\.e|etc|cf|vs|approx|ca|viz|no|nos|fig|figs|sec|ch|p|pp|vol|ed|eds|dr|mr|mrs|ms|prof|st|jr|sr"
    r"|inc|ltd|co|corp|dept|est|al|[A-Z])\.$",
    re.IGNORECASE,
)


def word_count(text: str) -> int:
    """Pieces between white space that hold a letter or a digit; a Chinese, Japanese or Korean character is one."""
    signs = len(_CJK.findall(text))
    return signs + sum(1 for _ in _WORD.finditer(_CJK.sub(" ", text)))


def body(artifact: Artifact) -> str:
    """The text without front matter and byte order mark, its line ends as LF."""
    return "\n".join(artifact.lines[artifact.document.front_matter_end :])


def sentences(artifact: Artifact, first: int = 1, last: int | None = None, *, loose: bool = False) -> list[Place]:
    """The sentences of paragraphs, list items and table cells; a block's end ends its last one."""
    end = last if last is not None else len(artifact.lines)
    blocks = [p for p in artifact.document.prose if p.kind != "heading" and first <= p.line <= end]
    return [place for block in blocks for place in sentences_of(block, loose=loose)]


def sentences_of(block: Prose, *, loose: bool = False) -> Iterator[Place]:
    """The sentences of one block.

    A full stop ends one, but not that of an abbreviation, nor one that a lower-case letter follows:
    that may be an abbreviation too. ``loose`` takes even those for ends.
    """
    text, start = block.masked, 0
    for match in (_ANY_END if loose else _END).finditer(text):
        if match["mark"] and _SHORTENED.search(text[start : match.start() + 1]):
            continue
        stop = match.end("mark") if match["mark"] else match.end()
        yield from _sentence(block, start, stop)
        start = match.end()
    yield from _sentence(block, start, len(text))


def _sentence(block: Prose, start: int, stop: int) -> Iterator[Place]:
    masked = block.masked[start:stop]
    if word_count(masked.replace(MASK, "x")):
        lead = len(masked) - len(masked.lstrip())
        yield Place(block.line_at(start + lead), block.content[start:stop].strip())


def sentence_words(words: str) -> int:
    """The words of a sentence; a code span is one word."""
    return word_count(re.sub(r"`+[^`]+`+", "x", words))


def paragraphs(artifact: Artifact, first: int = 1, last: int | None = None) -> list[Prose]:
    """Paragraphs that stand in no list and no table."""
    end = last if last is not None else len(artifact.lines)
    found = artifact.document.prose
    return [p for p in found if p.kind == "paragraph" and p.list_id is None and first <= p.line <= end]


def sections(artifact: Artifact) -> list[Section]:
    """The sections, without the one that the title of the whole text begins."""
    found = artifact.document.sections
    titles = [section for section in found if section.heading.level == 1]
    return [s for s in found if not (len(titles) == 1 and s is titles[0] and s is found[0])]


def lines_of(artifact: Artifact) -> list[Place]:
    """Every line of the text."""
    return [Place(number, line) for number, line in enumerate(artifact.lines, start=1)]


def headings(artifact: Artifact) -> list[Place]:
    """Every heading that begins a section, with its text."""
    return [Place(h.line, h.text) for h in artifact.document.headings if not h.nested]


COUNTS: dict[str, Callable[[Artifact], int]] = {
    "word": lambda a: word_count(body(a)),
    "line": lambda a: len(a.lines),
    "character": lambda a: len(body(a)),
    "sentence": lambda a: len(sentences(a)),
    "paragraph": lambda a: len(paragraphs(a)),
    "section": lambda a: len(sections(a)),
    "heading": lambda a: len(headings(a)),
    "link": lambda a: sum(1 for link in a.document.links if not link.image),
    "image": lambda a: sum(1 for link in a.document.links if link.image),
    "table": lambda a: len(a.document.tables),
    "block": lambda a: len(a.document.fences),
}
"""What can be counted in a whole text."""

LOOSELY: dict[str, Callable[[Artifact], int]] = {"sentence": lambda a: len(sentences(a, loose=True))}
"""Counts that may come out higher for somebody who reads otherwise: an upper bound has to hold for them too."""


def _tree(section: Section) -> tuple[int, int]:
    return section.heading.end_line + 1, section.tree_end


def _of_sections(measure: Callable[[Artifact, int, int], int]) -> Callable[[Artifact], Iterator[tuple[Place, int]]]:
    """A measure of each section, from below its heading to the end of its subsections."""

    def measured(artifact: Artifact) -> Iterator[tuple[Place, int]]:
        for section in sections(artifact):
            yield Place(section.heading.line, section.heading.text), measure(artifact, *_tree(section))

    return measured


def _of(
    places: Callable[[Artifact], Iterable[Place]], measure: Callable[[str], int]
) -> Callable[[Artifact], Iterator[tuple[Place, int]]]:
    return lambda artifact: ((place, measure(place.words)) for place in places(artifact))


def _paragraph_places(artifact: Artifact) -> list[Place]:
    return [Place(p.line, p.content) for p in paragraphs(artifact)]


EACH: dict[tuple[str, str], Callable[[Artifact], Iterator[tuple[Place, int]]]] = {
    ("sentence", "word"): _of(sentences, sentence_words),
    ("sentence", "character"): _of(sentences, len),
    ("line", "word"): _of(lines_of, word_count),
    ("line", "character"): _of(lines_of, len),
    ("heading", "word"): _of(headings, word_count),
    ("heading", "character"): _of(headings, len),
    ("paragraph", "word"): _of(_paragraph_places, word_count),
    ("paragraph", "character"): _of(_paragraph_places, len),
    ("paragraph", "line"): _of(_paragraph_places, lambda words: words.count("\n") + 1),
    ("paragraph", "sentence"): lambda a: (
        (Place(p.line, p.content), sum(1 for _ in sentences_of(p))) for p in paragraphs(a)
    ),
    ("section", "sentence"): _of_sections(lambda a, first, last: len(sentences(a, first, last))),
    ("section", "paragraph"): _of_sections(lambda a, first, last: len(paragraphs(a, first, last))),
    ("section", "word"): _of_sections(lambda a, first, last: word_count("\n".join(a.lines[first - 1 : last]))),
    ("section", "line"): _of_sections(lambda _, first, last: max(last - first + 1, 0)),
}
"""What can be counted in each element of a kind, by the element's name and that of what is counted."""

EACH_LOOSELY: dict[tuple[str, str], Callable[[Artifact], Iterator[tuple[Place, int]]]] = {
    ("paragraph", "sentence"): lambda a: (
        (Place(p.line, p.content), sum(1 for _ in sentences_of(p, loose=True))) for p in paragraphs(a)
    ),
    ("section", "sentence"): _of_sections(lambda a, first, last: len(sentences(a, first, last, loose=True))),
}
"""The same for what is counted in each element."""
