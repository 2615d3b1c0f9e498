"""The Markdown parser of the checks: CommonMark with GFM's tables and strikethrough.

Inline tokens of markdown-it carry no position. The rules for code spans, links, images and HTML
are wrapped here so that each token keeps where it stood: ``token.meta["span"]`` is a pair of
offsets into the inline token's content.
"""

import re
from collections.abc import Callable
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, html_block
from markdown_it.rules_inline import StateInline, autolink, backtick, html_inline, image, link

_Rule = Callable[[StateInline, bool], bool]
_BlockRule = Callable[[StateBlock, int, int, bool], bool]
_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})")
_VERBATIM = re.compile(r"\s*<(?:!|\?|(?:pre|script|style|textarea)\b)", re.IGNORECASE)


@cache
def parser() -> MarkdownIt:
    """The one parser, built on first use."""
    markdown = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    rules: dict[str, _Rule] = {
        "backticks": backtick,
        "link": link,
        "image": image,
        "html_inline": html_inline,
        "autolink": autolink,
    }
    for name, rule in rules.items():
        markdown.inline.ruler.at(name, _keeping_span(rule))
    markdown.block.ruler.at("html_block", _before_fences(html_block), {"alt": ["paragraph", "reference", "blockquote"]})
    return markdown


def _keeping_span(rule: _Rule) -> _Rule:
    """The same rule; the first token that it makes remembers where the source of it stands."""

    def wrapped(state: StateInline, silent: bool) -> bool:
        start = state.pos
        made = len(state.tokens) + (1 if state.pending else 0)
        matched = rule(state, silent)
        if matched and not silent and len(state.tokens) > made:
            state.tokens[made].meta["span"] = (start, state.pos)
        return matched

    return wrapped


def _before_fences(rule: _BlockRule) -> _BlockRule:
    """HTML that ends where a fence begins.

    By CommonMark a tag on a line of its own takes all lines up to a blank one, fences included.
    Authors who wrap examples in tags of their own never mean that.
    """

    def wrapped(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        if not rule(state, start, end, silent):
            return False
        token = state.tokens[-1] if state.tokens and not silent else None
        if token is None or token.type != "html_block" or _VERBATIM.match(token.content):
            return True
        lines = token.content.split("\n")
        kept = next((number for number, line in enumerate(lines) if number and _FENCE.match(line)), None)
        if kept is not None:
            token.content = "\n".join(lines[:kept])
            token.map = [start, start + kept]
            state.line = start + kept
        return True

    return wrapped
