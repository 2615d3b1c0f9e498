"""The headings of a Markdown text, with the lines that they stand on.

By CommonMark's rules for ATX and setext headings, fenced code, HTML comments and verbatim HTML. Two
things differ on purpose, because authors mean them so: a fence that was opened in a list goes on when
a line of it is indented less, and an item that is a ticked or empty box before a heading
(``- [ ] ### Task 1``) counts as one, marked as boxed.
"""

import re
from collections.abc import Iterator, Sequence

from critloop.model.base import Frozen

_LINE = re.compile(r"\r\n|\r|\n")
_FRONT = re.compile(r"(?:[\w\"'][^:#]*:(?:\s|$)|- )")
_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_BOXED = re.compile(r" {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]+\[[ xX]\][ \t]+(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_NOT_PARAGRAPH = re.compile(r" {0,3}(?:[-*+>|]|\d+[.)] )|    |\t")
_ITEM = re.compile(r" {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)")
_FENCE = re.compile(r"(\s*)((?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})(.*)$")
_HTML = re.compile(r" {0,3}<(?:(!--)|(?:script|pre|style|textarea)(?:\s|>|$))", re.IGNORECASE)
_COMMENT_END = re.compile(r"-->")
_HTML_END = re.compile(r"</(?:script|pre|style|textarea)>", re.IGNORECASE)
_OUTSIDE_A_LIST = 3
"""Spaces before a fence; with more of them, and in no list, it is indented code."""


class Heading(Frozen):
    """A heading on the 1-based lines ``line`` to ``end_line`` (two for a setext one). ``text`` has no marks.

    ``boxed``: it stands in a list item with a box. ``line`` is the line of its text.
    """

    line: int
    end_line: int
    level: int
    text: str
    boxed: bool = False


def lines_of(text: str) -> list[str]:
    """The lines of a text without their ends (CR LF, LF or CR, as in CommonMark) and without a byte order mark."""
    lines = _LINE.split(text.removeprefix("\ufeff"))
    return lines[:-1] if lines[-1] == "" else lines


def headings(lines: Sequence[str]) -> tuple[Heading, ...]:
    """All headings, in order. Nothing in front matter, code, comments or verbatim HTML is one."""
    return _Walk(lines).headings


def hidden_lines(lines: Sequence[str]) -> frozenset[int]:
    """The 1-based lines in fenced code (its marks included), comments, verbatim HTML and front matter."""
    return frozenset(_Walk(lines).hidden)


class _Walk:
    """One pass over the lines. ``closes`` is what ends the block that hides the present line, if one does."""

    def __init__(self, lines: Sequence[str]) -> None:
        front = _front_matter_end(lines)
        self.hidden = list(range(1, front + 1))
        self.closes: re.Pattern[str] | None = None
        self.in_list = False
        self.plain: bool | None = None
        self.before = ""
        self.headings = tuple(self._found(lines, front))

    def _found(self, lines: Sequence[str], front: int) -> Iterator[Heading]:
        for number in range(front + 1, len(lines) + 1):
            line = lines[number - 1]
            if self._is_hidden(line):
                self.hidden.append(number)
                self.plain = None
            elif heading := self._heading(number, line):
                self.plain, self.in_list = None, heading.boxed
                yield heading

    def _is_hidden(self, line: str) -> bool:
        if self.closes is not None:
            if self.closes.search(line):
                self.closes = None
            return True
        self.closes = self._opened(line)
        if self.closes in (_COMMENT_END, _HTML_END) and self.closes and self.closes.search(line):
            self.closes = None
            return True
        return self.closes is not None

    def _opened(self, line: str) -> re.Pattern[str] | None:
        """What closes the block that this line opens; None where it opens none."""
        if html := _HTML.match(line):
            return _COMMENT_END if html[1] else _HTML_END
        fence = _FENCE.match(line)
        if fence is None or (fence[3][0] == "`" and "`" in fence[4]):
            return None
        listed = self.in_list or bool(fence[2])
        indent = len(fence[1].expandtabs(4)) + len(fence[2] or "")
        if indent > _OUTSIDE_A_LIST and not listed:
            return None
        self.in_list = listed
        most = indent + _OUTSIDE_A_LIST if listed else _OUTSIDE_A_LIST
        return re.compile(rf"^(?: {{0,{most}}}|\t+){fence[3][0]}{{{len(fence[3])},}}[ \t]*$")

    def _heading(self, number: int, line: str) -> Heading | None:
        if not line.strip():
            self.plain = None
            return None
        if match := _ATX.match(line):
            return Heading(line=number, end_line=number, level=len(match[1]), text=(match[2] or "").strip())
        if match := _BOXED.match(line):
            return Heading(line=number, end_line=number, level=len(match[1]), text=match[2].strip(), boxed=True)
        if self.plain and (match := _SETEXT.match(line)):
            return Heading(line=number - 1, end_line=number, level=1 if match[1][0] == "=" else 2, text=self.before)
        self._text(line)
        return None

    def _text(self, line: str) -> None:
        """Remember a line that is no heading: the next one may make it one, and it may begin or end a list."""
        self.plain = self.plain is not False and not _NOT_PARAGRAPH.match(line)
        self.before = line.strip()
        if _ITEM.match(line):
            self.in_list = True
        elif not line[0].isspace():
            self.in_list = False


def _front_matter_end(lines: Sequence[str]) -> int:
    """The number of lines that front matter takes; 0 where the text begins otherwise."""
    if len(lines) < 2 or lines[0].rstrip() != "---" or not _FRONT.match(lines[1]):  # noqa: PLR2004 - a rule and a key
        return 0
    ends = (number for number, line in enumerate(lines[1:], start=2) if line.rstrip() in ("---", "..."))
    return next(ends, 0)
