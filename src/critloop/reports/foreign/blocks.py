"""The items, tables and paragraphs under one title."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from critloop.reports.fields import begins_field
from critloop.reports.foreign.labels import labelled
from critloop.reports.foreign.tables import is_row
from critloop.reports.foreign.weights import field_weight, tag_of
from critloop.reports.lines import Line

_STARTS = re.compile(
    r"\W*(?:issue|finding|problem|title|severity|问题|严重程度|指摘)\s*#?\d*\s*\W{0,6}[:：]", re.IGNORECASE
)
_RULER = re.compile(r"\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+")
_FIELD = re.compile(r"\s*(?:\*\*|__)?[^\W\d][\w /-]{1,24}?\s*(?:\*\*|__)?\s*[:：]")

_MANY, _LONG = 200, 4000


@dataclass(slots=True)
class Block:
    """Lines that belong together. A ``fields`` block is a finding made of labelled lines."""

    kind: Literal["item", "table", "text", "fields"]
    lines: list[Line] = field(default_factory=list)

    @property
    def words(self) -> str:
        """The reviewer's own words of the block, in one line."""
        return " ".join(" ".join(line.own.strip() for line in self.lines[:_MANY] if line.live).split())[:_LONG]


def blocks_of(lines: Sequence[Line]) -> list[Block]:
    """The blocks under a title, in order. Fences and quotes belong to the block before them."""
    found: list[Block] = []
    gap = True
    for line in lines:
        if line.kind in {"blank", "rule"}:
            gap = True
            if found and found[-1].kind == "item" and line.kind == "blank":
                found[-1].lines.append(line)
            continue
        _place(found, line, gap=gap)
        gap = False
    return list(_with_fields(_joined(found)))


def items_within(block: Block) -> list[Block]:
    """The items of a list inside an item."""
    depth = block.lines[0].depth + 1
    inner: list[Block] = []
    for line in block.lines[1:]:
        if line.marker and line.depth == depth:
            inner.append(Block("item", [line]))
        elif inner:
            inner[-1].lines.append(line)
    return inner


def _place(found: list[Block], line: Line, *, gap: bool) -> None:
    last = found[-1] if found else None
    if line.quoted or line.kind in {"fence", "code", "hidden"}:
        if last and (line.depth or not gap or last.kind != "table"):
            last.lines.append(line)
    elif line.marker and (line.depth == 1 or last is None or last.kind != "item"):
        found.append(Block("item", [line]))
    elif line.depth and last and last.kind == "item":
        last.lines.append(line)
    elif is_row(line) or (last and last.kind == "table" and not gap and "|" in line.text):
        _join(found, "table", line, gap=gap)
    elif last and last.kind == "text" and not gap and _RULER.fullmatch(line.text) and "|" in last.lines[-1].text:
        found.append(Block("table", [last.lines.pop(), line]))
        found.remove(last) if not last.lines else None
    else:
        _join(found, "text", line, gap=gap)


def _join(found: list[Block], kind: Literal["table", "text"], line: Line, *, gap: bool) -> None:
    if found and not gap and found[-1].kind == kind:
        found[-1].lines.append(line)
    else:
        found.append(Block(kind, [line]))


def _joined(found: Sequence[Block]) -> list[Block]:
    """The blocks, a list of labelled lines (``- File: …``, ``- Fix: …``) made part of what stands before it."""
    done: list[Block] = []
    for block in found:
        first = block.lines[0]
        labelled = (
            block.kind == "item" and begins_field(first) and not field_weight(first.text) and not tag_of(first.own)
        )
        if labelled and done and done[-1].kind != "table" and not done[-1].words.endswith((":", "：")):
            done[-1].lines += block.lines
            done[-1].kind = "fields" if done[-1].kind == "text" else done[-1].kind
        else:
            done.append(block)
    return done


def _with_fields(found: Sequence[Block]) -> Iterator[Block]:
    """The blocks, paragraphs of labelled lines (``Issue: …``, ``Severity: …``) made one block a finding."""
    current: Block | None = None
    for block in found:
        stated = labelled(block.lines[0])
        decides = stated is not None and not stated.weak
        if (
            decides
            or block.kind != "text"
            or not (_STARTS.match(block.words) or (current and _FIELD.match(block.words)))
        ):
            current = None
            yield block
            continue
        for line in block.lines:
            if current is None or (_STARTS.match(line.text) and _repeats(current, line)):
                current = Block("fields")
                yield current
            current.lines.append(line)


def _repeats(block: Block, line: Line) -> bool:
    """True for a line that begins the next finding: the block has a line with the same label."""
    label = _label(line)
    return any(_label(other) == label for other in block.lines if _STARTS.match(other.text))


def _label(line: Line) -> str:
    return (
        "severity"
        if field_weight(line.text)
        else re.split(r"[:：]", line.text, maxsplit=1)[0].strip(" *_0123456789#").lower()
    )
