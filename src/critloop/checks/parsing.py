"""Text to ``Document``: one walk over the parser's tokens, linear in the size of the text."""

import re
from bisect import bisect_left
from dataclasses import replace

from markdown_it.token import Token

from critloop.checks.document import (
    Document,
    Fence,
    Heading,
    Html,
    Link,
    NumberedList,
    Prose,
    Section,
    Table,
)
from critloop.checks.markdown import parser
from critloop.checks.source import SourceText

MASK = "\ufffc"
_FRONT = re.compile(r"(?:[\w\"'][^:#]*:(?:\s|$)|- )")
_CONTAINERS = {"bullet_list", "ordered_list", "list_item", "blockquote", "table", "thead", "tbody", "tr", "th", "td"}


def parse(text: str) -> Document:
    """The parsed document. Never fails: every text is Markdown."""
    source = SourceText.of(text)
    front = _front_matter_end(source.lines)
    body = "\n".join(["" for _ in range(front)] + [*source.lines[front:]])
    environment: dict[str, object] = {}
    tokens = parser().parse(body + "\n", environment)
    walk = _Walk(source)
    for token in tokens:
        walk.take(token)
    return walk.document(front, _definitions(environment))


def _front_matter_end(lines: tuple[str, ...]) -> int:
    """The number of lines that front matter takes; 0 when there is none.

    It begins like YAML: what follows a rule and begins otherwise is text.
    """
    if not lines or lines[0].rstrip() != "---" or not any(map(_FRONT.match, lines[1:2])):
        return 0
    ends = (number for number, line in enumerate(lines[1:], start=2) if line.rstrip() in ("---", "..."))
    return next(ends, 0)


def _definitions(environment: dict[str, object]) -> list[Link]:
    references = environment.get("references")
    if not isinstance(references, dict):
        return []
    return [Link(line=item["map"][0] + 1, target=item["href"]) for item in references.values()]


class _Walk:
    """Collects what the tokens say; containers are followed with a stack."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.stack: list[str] = []
        self.lists: list[list[tuple[int, int]] | None] = []
        self.list_ids: list[int] = []
        self.list_count = 0
        self.fresh_item = False
        self.headings: list[Heading] = []
        self.fences: list[Fence] = []
        self.links: list[Link] = []
        self.prose: list[Prose] = []
        self.numbered: list[NumberedList] = []
        self.tables: list[Table] = []
        self.html: list[Html] = []
        self.block_lines: list[int] = []
        self.comment_lines: list[int] = []
        self.pending: Token | None = None

    def take(self, token: Token) -> None:
        """One token of the block level."""
        name = token.type.removesuffix("_open").removesuffix("_close")
        if token.level == 0 and token.map and name not in ("heading", "hr"):
            self._block(token)
        if name in _CONTAINERS:
            self._container(token, name)
        elif token.type == "fence":
            self._fence(token)
        elif token.type == "html_block":
            self.html.append(Html(_line(token), token.content))
        elif token.type == "heading_open":
            self.pending = token
        elif token.type == "inline":
            self._inline(token)
        if token.type in ("fence", "code_block", "html_block", "heading_open"):
            self.fresh_item = False

    def _block(self, token: Token) -> None:
        stripped = token.content.strip()
        comment = token.type == "html_block" and stripped.startswith("<!--") and stripped.endswith("-->")
        (self.comment_lines if comment else self.block_lines).append(_line(token))

    def _container(self, token: Token, name: str) -> None:
        if token.nesting < 0:
            self.stack.pop()
            if name in ("bullet_list", "ordered_list"):
                items = self.lists.pop()
                self.list_ids.pop()
                if items:
                    self.numbered.append(NumberedList(tuple(items)))
            return
        self.stack.append(name)
        if name in ("bullet_list", "ordered_list"):
            self.list_count += 1
            self.list_ids.append(self.list_count)
            self.lists.append([] if name == "ordered_list" else None)
        elif name == "list_item":
            self.fresh_item = True
            items = self.lists[-1]
            if items is not None and token.info.isdecimal():
                items.append((_line(token), int(token.info)))
        elif name == "table" and token.map:
            self.tables.append(Table(token.map[0] + 1, token.map[1]))

    def _fence(self, token: Token) -> None:
        first, after = token.map or (0, 1)
        held = token.content.count("\n") + (not token.content.endswith("\n") and bool(token.content))
        line = self.source.line(first + 1)
        self.fences.append(
            Fence(
                line=first + 1,
                end_line=min(after, len(self.source.lines)),
                closed=after - first - 2 == held,
                marks=token.markup,
                info=token.info.strip(),
                indent=line[: line.find(token.markup)],
                nested=bool(self.stack),
            )
        )

    def _inline(self, token: Token) -> None:
        masked = _masked(token)
        line = _line(token)
        if self.pending is not None:
            self._heading(self.pending, token)
        kind = "heading" if self.pending else "cell" if "table" in self.stack else "paragraph"
        self.pending = None
        self.prose.append(
            Prose(
                kind=kind,  # type: ignore[arg-type]  # one of the three
                line=line,
                content=token.content,
                masked=masked,
                quoted="blockquote" in self.stack,
                item=self.fresh_item,
                list_id=self.list_ids[-1] if self.list_ids else None,
            )
        )
        self.fresh_item = False
        self._inner(token, line)

    def _heading(self, opening: Token, inline: Token) -> None:
        first, after = opening.map or (0, 1)
        text = "".join(_visible(child) for child in inline.children or [])
        level = int(opening.tag[1:])
        self.headings.append(Heading(first + 1, after, level, inline.content, text.strip(), nested=bool(self.stack)))

    def _inner(self, token: Token, line: int) -> None:
        """Links and HTML inside a block, each with its own line."""
        breaks = [offset for offset, char in enumerate(token.content) if char == "\n"]
        for child in token.children or []:
            start, end = child.meta.get("span", (0, 0))
            at = line + bisect_left(breaks, start)
            if child.type == "html_inline":
                self.html.append(Html(at, child.content))
            # What a reference leads to is judged at its definition.
            elif child.type in ("link_open", "image") and child.info != "auto" and token.content[end - 1] != "]":
                target = child.attrGet("src" if child.type == "image" else "href")
                self.links.append(Link(at, str(target or ""), image=child.type == "image"))

    def document(self, front: int, definitions: list[Link]) -> Document:
        """What was collected."""
        return Document(
            source=self.source,
            front_matter_end=front,
            headings=tuple(self.headings),
            sections=tuple(self._sections()),
            fences=tuple(self.fences),
            links=tuple(sorted([*self.links, *definitions], key=lambda link: link.line)),
            prose=tuple(self.prose),
            numbered=tuple(self.numbered),
            tables=tuple(self.tables),
            html=tuple(self.html),
            blocks=len(self.block_lines),
        )

    def _sections(self) -> list[Section]:
        heads = [heading for heading in self.headings if not heading.nested]
        last = len(self.source.lines)
        result: list[Section] = []
        open_numbers: list[int] = []
        for number, heading in enumerate(heads):
            end = heads[number + 1].line - 1 if number + 1 < len(heads) else last
            while open_numbers and heads[open_numbers[-1]].level >= heading.level:
                done = open_numbers.pop()
                result[done] = replace(result[done], tree_end=heading.line - 1)
            path = (*result[open_numbers[-1]].path, heading.raw) if open_numbers else (heading.raw,)
            result.append(
                Section(
                    heading=heading,
                    path=path,
                    parent=open_numbers[-1] if open_numbers else None,
                    end=end,
                    tree_end=last,
                    blocks=_between(self.block_lines, heading.end_line, end),
                    comments=_between(self.comment_lines, heading.end_line, end),
                )
            )
            open_numbers.append(number)
        return result


def _line(token: Token) -> int:
    return token.map[0] + 1 if token.map else 1


def _between(lines: list[int], after: int, last: int) -> int:
    """How many of these sorted lines lie after one line and not after another."""
    return bisect_left(lines, last + 1) - bisect_left(lines, after + 1)


def _visible(token: Token) -> str:
    if token.type in ("text", "code_inline", "text_special"):
        return token.content
    return " " if token.type in ("softbreak", "hardbreak") else ""


def _masked(token: Token) -> str:
    """The content with code, HTML, images and autolinks overwritten, offsets and line breaks kept."""
    parts: list[str] = []
    position = 0
    for child in token.children or []:
        if child.type not in ("code_inline", "html_inline", "image") or "span" not in child.meta:
            continue
        start, end = child.meta["span"]
        parts.append(token.content[position:start])
        parts.append(re.sub(r"[^\n]", MASK, token.content[start:end]))
        position = end
    return "".join([*parts, token.content[position:]])
