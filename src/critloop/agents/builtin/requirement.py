"""What a requirement asks for, cut into the statements that somebody has to hold the diff against."""

import re
from collections.abc import Iterator, Sequence

from critloop.checks.diffs.planned import Named, visible_lines
from critloop.workflows.plans.files import files_of

MOST = 12
"""Statements that are listed one by one; the rest share the last one."""

WHOLE = "the requirement as a whole"
"""What is left to judge of a requirement that makes no statement by itself."""

_LONGEST = 240
_ITEM = re.compile(r"(?P<indent>\s*)(?:[-*+]|\d+[.)])\s+(?P<box>\[[ xX]\]\s+)?(?P<text>.*)$")
_HEADING = re.compile(r"\s{0,3}#{1,6}(?:\s|$)|\s*(?:[-*_]\s*){3,}$")
_BOLD = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*")
_LABEL = re.compile(r"[*_]{0,2}[\w /()-]{1,40}[*_]{0,2}[:：][*_]{0,2}$")
_FRAME = re.compile(
    r"`[^`]*`|\([^()]*\)|[*_`:,;.→–—-]+|\b(?:and|new|file|files|tests?|lines?|create|modify|delete)\b|\d+",
    re.IGNORECASE,
)


def statements_of(text: str, named: Sequence[Named] = ()) -> list[str]:
    """The outer list items and the paragraphs of a text, each in one line, in order.

    Headings, code and labels state nothing by themselves. A line that does no more than name a file
    is left out where code has settled it.
    """
    settled = [file.mention.path for file in named]
    found = (" ".join(_BOLD.sub(r"\1", block).split()) for block in _blocks(visible_lines(text)))
    return [block for block in found if block and not _LABEL.match(block) and not _only_names(block, settled)]


def unverified(requirement: Sequence[str], constraints: Sequence[str]) -> tuple[str, ...]:
    """The statements as items that can't be verified from a diff by code; at most ``MOST`` of them."""
    told = [*(f"Required: {_shown(one)}" for one in requirement), *(f"Binding: {_shown(one)}" for one in constraints)]
    told = list(dict.fromkeys(told))
    if len(told) <= MOST:
        return tuple(told)
    kept, rest = told[: MOST - 1], told[MOST - 1 :]
    first, last = (" ".join(one.split()[:8]) for one in (rest[0], rest[-1]))
    return (*kept, f"The {len(rest)} further statements, from “{first} …” to “{last} …”")


def _blocks(lines: Sequence[str]) -> Iterator[str]:
    """Outer list items with all that belongs to them, and paragraphs. To a step with a box belongs what follows it."""
    block: list[str] = []
    outer: int | None = None
    boxed = False
    for line in lines:
        item, heading = _ITEM.match(line), _HEADING.match(line)
        if item and (outer is None or len(item["indent"]) <= outer):
            yield " ".join(block)
            block, outer, boxed = [item["text"]], len(item["indent"]), bool(item["box"])
        elif heading or (outer is not None and not boxed and not item and _begins_anew(line)):
            yield " ".join(block)
            block, outer, boxed = ([] if heading else [line]), None, False
        elif line.strip():
            block.append(item["text"] if item else line)
        elif outer is None:
            yield " ".join(block)
            block = []
    yield " ".join(block)


def _begins_anew(line: str) -> bool:
    """True for text that stands below no item."""
    return bool(line.strip()) and not line[0].isspace()


def _only_names(block: str, settled: Sequence[str]) -> bool:
    """True for a statement of which nothing is left once the files that it names are taken out."""
    names = {mention.path for mention in files_of(["**Files:**", f"- {block}"])}
    if not names or not names <= set(settled):
        return False
    rest = block
    for name in sorted(names, key=len, reverse=True):
        rest = rest.replace(name, " ")
    return not _FRAME.sub(" ", rest).split()


def _shown(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"
