"""How a template sets off what it fills in, so that nothing of it can pass for the prompt's own words."""

import re

SETTING_OFF = frozenset({"fenced", "quoted"})
"""The filters after which a reader sees where foreign text begins and ends."""

_SHORTEST = 3


def quoted(text: str) -> str:
    """The text as a Markdown quote, so that a reader sees where it begins and ends."""
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines()) or ">"


def fenced(text: str, info: str = "text") -> str:
    """The text in a fence that is longer than any run of backticks in it, so that it can't be closed from within."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(_SHORTEST, longest + 1)
    return f"{fence}{info}\n{text.removesuffix(chr(10))}\n{fence}"
