"""The Markdown parser of the checks: CommonMark with GFM's tables and strikethrough.

Inline tokens of markdown-it carry no position. The rules for code spans, links, images and HTML
are wrapped here so that each token keeps where it stood: ``token.meta["span"]`` is a pair of
offsets into the inline token's content.
"""

from collections.abc import Callable
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline, autolink, backtick, html_inline, image, link

_Rule = Callable[[StateInline, bool], bool]


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
