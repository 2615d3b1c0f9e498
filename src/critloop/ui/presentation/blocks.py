"""Reads markdown line by line into pieces; what is finished is never looked at again.

The block rules are CommonMark's, with GFM's tables and task lists. Two bounds keep an open block
cheap: a paragraph is cut into a new piece about every 2,000 characters, a fence every 25 lines, and
a table's columns are measured on its first 25 rows.
"""

import re
from collections.abc import Callable
from typing import Final, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from critloop.ui.presentation.cleaning import clean_line
from critloop.ui.presentation.containers import INDENTED, ITEM, RULE, Containers
from critloop.ui.presentation.pieces import Block, Code, Frame, Prose, Rule, Table
from critloop.ui.presentation.table import Align, measure, read_aligns, split_row

PARAGRAPH: Final = 2000
"""Characters of a paragraph after which a piece of it is finished."""
RUN: Final = 25
"""Code lines of a fence, or rows of a table, that make a piece."""

_HEADING = re.compile(r"(#{1,6})(?:[ ]+(.*?))?(?:[ ]+#+)?[ ]*$")
_FENCE = re.compile(r"(`{3,})([^`]*)$|(~{3,})(.*)$")
_SETEXT = re.compile(r"(=+|-+)[ ]*$")
_DELIMITER = re.compile(r"\|?[ ]*:?-+:?[ ]*(?:\|[ ]*:?-+:?[ ]*)*\|?[ ]*$")

Kind = Literal["paragraph", "heading", "code", "table", "rule"]
_SPACED: Final = frozenset({"heading", "code", "table", "rule"})


class _Paragraph(Struct):
    lines: list[str]
    size: int
    cut: bool = False


class _Fence(Struct):
    mark: str
    indent: int
    label: str
    lines: list[str]
    begun: bool = False


class _Table(Struct):
    aligns: tuple[Align, ...]
    header: tuple[str, ...]
    rows: list[tuple[str, ...]]
    begun: Table | None = None


_Leaf = _Paragraph | _Fence | _Table


class BlockReader(Struct):
    """Takes lines, gives pieces. ``pieces`` grows as blocks, or parts of long ones, are finished."""

    pieces: list[Block] = field(default_factory=list)
    line: int = 0
    _containers: Containers = field(default_factory=Containers)
    _leaf: _Leaf | None = None
    _leaf_at: int = 1
    _leaf_until: int = 1
    _blank: bool = False
    _last: Kind | None = None

    def fork(self) -> "BlockReader":
        """A reader in the same state with no pieces yet, to look at what is still open."""
        leaf = self._leaf
        if isinstance(leaf, _Table):
            leaf = replace(leaf, rows=list(leaf.rows))
        elif leaf is not None:
            leaf = replace(leaf, lines=list(leaf.lines))
        return replace(self, pieces=[], _leaf=leaf, _containers=self._containers.copy())

    def push(self, line: str, *, goes_on: bool = False) -> None:
        """Read the next line. ``goes_on``: it is the rest of an overlong one, not a line of its own."""
        text = clean_line(line)
        if goes_on:
            self._go_on(text)
            return
        self.line += 1
        matched, rest = self._containers.match(text)
        blank = not rest.strip()
        if isinstance(self._leaf, _Fence) and matched == len(self._containers.open):
            self._fence_line(self._leaf, rest)
            return
        if matched < len(self._containers.open):
            if not blank and isinstance(self._leaf, _Paragraph) and not _starts_block(rest):
                self._add_text(rest.strip())
                return
            self._leave(matched)
        self._block_line(self._enter(rest))

    def close(self) -> None:
        """The text has ended: finish every open block."""
        self._leave(0)

    def _go_on(self, text: str) -> None:
        if isinstance(self._leaf, _Fence):
            self._fence_text(self._leaf, text)
        else:
            if isinstance(self._leaf, _Table):
                self._close_leaf()
            self._add_text(text)

    def _leave(self, depth: int) -> None:
        """Close the leaf and all containers below ``depth``; an item that stayed empty still shows its marker."""
        self._close_leaf()
        while len(self._containers.open) > depth:
            if self._containers.fresh:
                self._emit("paragraph", lambda frame: Prose(frame, ""), self.line)
            self._containers.open.pop()

    def _enter(self, text: str) -> str:
        """Open the quotes and items that the line begins; what is left of it."""
        while True:
            opened = self._containers.opened_by(text, inside_paragraph=isinstance(self._leaf, _Paragraph))
            if opened is None:
                return text
            self._close_leaf()
            self._containers.open.append(opened[0])
            text = opened[1]

    def _block_line(self, text: str) -> None:
        """A line of the innermost container."""
        bare = text.strip()
        if not bare:
            self._close_leaf()
            self._blank = True
            return
        indent = len(text) - len(text.lstrip(" "))
        if indent >= INDENTED:
            self._indented(text)
        elif not (self._underline(bare) or self._begin(bare, indent)):
            if isinstance(self._leaf, _Table):
                self._table_row(self._leaf, bare)
            else:
                self._add_text(text.lstrip(" "))

    def _indented(self, text: str) -> None:
        if isinstance(self._leaf, _Paragraph):
            self._add_text(text.strip())
            return
        self._close_leaf()
        code = text[INDENTED:]
        self._emit("code", lambda frame: Code(frame, (code,)), self.line)

    def _underline(self, bare: str) -> bool:
        """A line that makes the paragraph above it a heading or the header of a table."""
        leaf = self._leaf
        if not isinstance(leaf, _Paragraph) or leaf.cut:
            return False
        if len(leaf.lines) == 1 and "|" in leaf.lines[0] and _DELIMITER.match(bare):
            header, aligns = split_row(leaf.lines[0]), read_aligns(bare)
            if len(header) == len(aligns):
                self._leaf = _Table(aligns, header, [])
                self._leaf_until = self.line
                return True
        if _SETEXT.match(bare) is None:
            return False
        self._leaf, self._leaf_until = None, self.line
        text, ink = "\n".join(leaf.lines), "heading1" if bare[0] == "=" else "heading2"
        self._emit("heading", lambda frame: Prose(frame, text, ink), self._leaf_at)
        return True

    def _begin(self, bare: str, indent: int) -> bool:
        """A heading, a rule or a fence; each ends the leaf before it."""
        heading, rule, fence = _HEADING.match(bare), RULE.match(bare), _FENCE.match(bare)
        if not (heading or rule or fence):
            return False
        self._close_leaf()
        if heading:
            text, ink = heading.group(2) or "", f"heading{min(len(heading.group(1)), 4)}"
            self._emit("heading", lambda frame: Prose(frame, text, ink), self.line)
        elif rule:
            self._emit("rule", Rule, self.line)
        elif fence:
            mark, info = fence.group(1) or fence.group(3), fence.group(2) or fence.group(4) or ""
            self._leaf, self._leaf_at = _Fence(mark, indent, info.strip(), []), self.line
        return True

    def _add_text(self, text: str) -> None:
        """A line of a paragraph, begun here if none is open."""
        if not isinstance(self._leaf, _Paragraph):
            self._close_leaf()
            self._leaf, self._leaf_at = _Paragraph([], 0), self.line
        self._leaf.lines.append(text)
        self._leaf_until = self.line
        self._leaf.size += len(text) + 1
        if self._leaf.size > PARAGRAPH:
            whole = "\n".join(self._leaf.lines)
            self._emit_paragraph(self._leaf, whole)
            self._leaf, self._leaf_at = _Paragraph([], 0, cut=True), self.line

    def _fence_line(self, fence: _Fence, text: str) -> None:
        bare = text.strip()
        if bare.startswith(fence.mark) and not bare.strip(fence.mark[0]) and text.find(bare) < INDENTED:
            self._close_leaf()
            return
        indent = min(fence.indent, len(text) - len(text.lstrip(" ")))
        self._fence_text(fence, text[indent:])

    def _fence_text(self, fence: _Fence, text: str) -> None:
        fence.lines.append(text)
        self._leaf_until = self.line
        if len(fence.lines) >= RUN or sum(map(len, fence.lines)) > PARAGRAPH:
            self._emit_fence(fence)

    def _table_row(self, table: _Table, bare: str) -> None:
        table.rows.append(split_row(bare)[: len(table.aligns)])
        self._leaf_until = self.line
        if len(table.rows) >= RUN:
            self._emit_table(table)

    def _close_leaf(self) -> None:
        """Finish the open paragraph, fence or table."""
        leaf, self._leaf = self._leaf, None
        match leaf:
            case _Paragraph() if leaf.lines:
                self._emit_paragraph(leaf, "\n".join(leaf.lines))
            case _Fence() if leaf.lines or not leaf.begun:
                self._emit_fence(leaf)
            case _Table() if leaf.rows or leaf.begun is None:
                self._emit_table(leaf)

    def _emit_paragraph(self, leaf: _Paragraph, text: str) -> None:
        self._emit("paragraph", lambda frame: Prose(frame, text.rstrip()), self._leaf_at, goes_on=leaf.cut)

    def _emit_fence(self, fence: _Fence) -> None:
        lines, label = tuple(fence.lines), "" if fence.begun else fence.label
        self._emit("code", lambda frame: Code(frame, lines, label), self._leaf_at, goes_on=fence.begun)
        fence.lines, fence.begun, self._leaf_at = [], True, self.line + 1

    def _emit_table(self, table: _Table) -> None:
        rows, first = tuple(table.rows), table.begun is None
        shape = measure(table.aligns, [table.header, *rows]) if table.begun is None else table.begun.shape
        header = table.header if first else None
        self._emit("table", lambda frame: Table(frame, shape, header, rows), self._leaf_at, goes_on=not first)
        if isinstance(self.pieces[-1], Table):
            table.begun = self.pieces[-1]
        table.rows, self._leaf_at = [], self.line + 1

    def _emit(self, kind: Kind, make: Callable[[Frame], Block], at: int, *, goes_on: bool = False) -> None:
        """Finish a piece: frame it by its containers."""
        close = kind == "heading" and self._containers.fresh
        spaced = kind in _SPACED or self._last in _SPACED
        gap = self._last is not None and not goes_on and (self._blank or (spaced and not close))
        first, rest, above = self._containers.marks()
        self.pieces.append(make(Frame(first, rest, above, gap, at, max(at, self._leaf_until))))
        self._blank, self._last = False, kind


def _starts_block(text: str) -> bool:
    """True for a line that can't be the lazy continuation of a paragraph."""
    bare = text.strip()
    return bool(
        bare.startswith(">") or ITEM.match(bare) or _HEADING.match(bare) or RULE.match(bare) or _FENCE.match(bare)
    )
