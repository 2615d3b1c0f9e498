"""The one markdown reader under all report formats: lines, and what surrounds each of them.

Block structure follows CommonMark (fences, block quotes, list items, lazy lines, headings of both
kinds); nothing is rendered. A line inside a fence, a quote, an HTML comment or a struck-through
passage is no word of the critic's own, and formats skip it by ``Line.live``.
"""

import re
from dataclasses import dataclass

from msgspec.structs import replace

from critloop.reports.characters import clean, matchable, whole
from critloop.reports.columns import dedent, indent_of
from critloop.reports.elements import with_elements
from critloop.reports.lines import Document, Kind, Line
from critloop.reports.struck import without_struck

_QUOTE = re.compile(r" {0,3}> ?")
_MARKER = re.compile(r" {0,3}([-+*•]|\d{1,9}[.)]|\d{1,3}、)(?:(?<=、)|(?=[ \t])|$)")
_FENCE = re.compile(r"( {0,3})(`{3,}|~{3,})(.*)$")
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+|(?<=##)(?=[^\W\d])|$)(.*?)(?:[ \t]+#+)?[ \t]*$")
_RULE = re.compile(r" {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_HIDING = re.compile(r" {0,3}<(!--|(?:pre|blockquote|del|s|strike|script|style|template)\b)", re.IGNORECASE)


@dataclass(slots=True)
class _Open:
    """An open fence or hiding tag: where it began, how it ends, and in how many containers it stands."""

    line: int
    end: re.Pattern[str]
    containers: int
    indent: int
    kind: Kind


def read_document(text: str) -> Document:
    """The structure of a text; any text has one."""
    scanner = _Scanner()
    for number, raw in enumerate(whole(text).split("\n"), 1):
        scanner.take(number, raw)
    return Document(
        tuple(with_elements(_strike(scanner.lines))), scanner.open.line if scanner.open else 0, scanner.torn
    )


class _Scanner:
    """Takes lines one by one. A container is an item's content indent, or 0 for a block quote."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.stack: list[int] = []
        self.open: _Open | None = None
        self.paragraph = False
        self.torn = 0

    def take(self, number: int, raw: str) -> None:
        rest, matched = self._enter(raw)
        if self.open and matched < self.open.containers:
            self.torn = self.torn or self.open.line
            self.open = None
        if self.open:
            self._inside(number, rest)
            return
        self._outside(number, clean(rest), matched)

    def _enter(self, raw: str) -> tuple[str, int]:
        rest = raw
        for matched, container in enumerate(self.stack):
            if container:
                if rest.strip() and indent_of(rest) < container:
                    return rest, matched
                rest = dedent(rest, container)
            elif quote := _QUOTE.match(rest):
                rest = rest[quote.end() :]
            else:
                return rest, matched
        return rest, len(self.stack)

    def _inside(self, number: int, rest: str) -> None:
        opened = self.open
        assert opened is not None  # noqa: S101 - the caller has looked
        if opened.end.search(rest):
            self.open = None
            kind: Kind = "fence" if opened.kind == "code" else "hidden"
            self._put(number, rest, kind)
        else:
            self._put(number, dedent(rest, opened.indent), opened.kind)

    def _outside(self, number: int, rest: str, matched: int) -> None:
        rest, fresh, marker = _containers(rest)
        lazy = False
        if matched < len(self.stack) and not fresh:
            lazy = self.paragraph and _continues(rest)
        if not lazy:
            self.stack = self.stack[:matched] + fresh
            self.paragraph = self.paragraph and not fresh
        self._block(number, rest, marker, lazy=lazy)

    def _block(self, number: int, rest: str, marker: str, *, lazy: bool) -> None:
        fence, heading = _FENCE.match(rest), _HEADING.match(rest)
        if not rest.strip():
            self._put(number, rest, "text" if marker else "blank", marker)
        elif indent_of(rest) >= 4 and not self.paragraph:  # noqa: PLR2004 - CommonMark's indented code
            self._put(number, rest, "code", marker)
        elif fence and not (fence[2][0] == "`" and "`" in fence[3]):
            end = re.compile(rf"^ {{0,3}}{re.escape(fence[2][0])}{{{len(fence[2])},}}[ \t]*$")
            self.open = _Open(number, end, len(self.stack), len(fence[1]), "code")
            self._put(number, rest, "fence", marker, info=fence[3].strip())
        elif hiding := _HIDING.match(rest):
            self._hide(number, rest, hiding, marker)
        elif heading:
            self._put(number, heading[2].strip(), "heading", marker, level=len(heading[1]))
        elif self._underlines(rest):
            self.lines[-1] = replace(self.lines[-1], kind="heading", level=1 if "=" in rest else 2)
            self._put(number, rest, "rule")
        elif _RULE.match(rest):
            self._put(number, rest, "rule", marker)
        else:
            self._put(number, rest, "text", marker, lazy=lazy)

    def _underlines(self, rest: str) -> bool:
        last = self.lines[-1] if self.lines else None
        plain = last is not None and last.kind == "text" and not last.depth and not last.quoted and not self.stack
        return plain and self.paragraph and bool(_SETEXT.match(rest))

    def _hide(self, number: int, rest: str, hiding: re.Match[str], marker: str) -> None:
        tag = hiding[1].lower()
        end = re.compile("-->" if tag == "!--" else rf"</{tag}\s*>", re.IGNORECASE)
        if not end.search(rest, hiding.end()):
            self.open = _Open(number, end, len(self.stack), 0, "hidden")
        self._put(number, rest, "hidden", marker)

    def _put(
        self,
        number: int,
        content: str,
        kind: Kind,
        marker: str = "",
        *,
        level: int = 0,
        info: str = "",
        lazy: bool = False,
    ) -> None:
        if kind == "text" and not marker and not lazy:
            content = content.lstrip()
        depth = sum(1 for container in self.stack if container)
        self.lines.append(
            Line(
                number=number,
                content=content,
                own=content,
                text=matchable(content),
                kind=kind,
                depth=depth,
                marker=marker,
                level=level,
                info=info,
                quoted=0 in self.stack,
                lazy=lazy,
            )
        )
        self.paragraph = kind == "text" and bool(content.strip())


def _containers(rest: str) -> tuple[str, list[int], str]:
    """The rest of a line after the quotes and items that begin on it, those, and the last item's mark."""
    fresh: list[int] = []
    marker = ""
    while indent_of(rest) < 4:  # noqa: PLR2004 - CommonMark's indented code
        if quote := _QUOTE.match(rest):
            rest, marker = rest[quote.end() :], ""
            fresh.append(0)
            continue
        item = _MARKER.match(rest)
        if not item or _RULE.match(rest):
            break
        after = rest[item.end() :]
        spaces = indent_of(after)
        width = spaces if 1 <= spaces <= 4 and after.strip() else min(spaces, 1)  # noqa: PLR2004 - the same
        marker = item[1]
        fresh.append(item.end() + max(width, 1 if marker[-1] != "、" else 0))
        rest = dedent(after, width)
    return rest, fresh, marker


def _continues(rest: str) -> bool:
    """True for a line that can go on a paragraph that it isn't indented for."""
    return bool(rest.strip()) and not any(p.match(rest) for p in (_FENCE, _HEADING, _RULE, _HIDING))


def _strike(lines: list[Line]) -> list[Line]:
    """The lines without what is struck through, paragraph by paragraph."""
    if not any("~~" in line.content for line in lines):
        return lines
    done: list[Line] = []
    for paragraph in _paragraphs(lines):
        kept = without_struck([line.content for line in paragraph])
        done += [
            replace(line, own=text, text=matchable(text), struck=bool(line.content.strip()) and not text.strip())
            for line, text in zip(paragraph, kept, strict=True)
        ]
    return done


def _paragraphs(lines: list[Line]) -> list[list[Line]]:
    """Runs of text lines that are one paragraph; every other line stands alone."""
    runs: list[list[Line]] = []
    for line in lines:
        last = runs[-1][-1] if runs else None
        if last and last.kind == line.kind == "text" and not line.marker and last.quoted == line.quoted:
            runs[-1].append(line)
        else:
            runs.append([line])
    return runs
