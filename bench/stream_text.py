"""Mixed markdown made by program: prose, lists, fences, tables and headings, in pieces like tokens."""

import random
import re
from collections.abc import Iterator

_WORDS = re.findall(
    r"\w+",
    "the run review critic maker finding severity verdict round gate artifact revision a an "
    "of to in and or with when storage retry limit write partial outcome section "
    "table error input output case edge value default human reads judges decides changes commits "
    "keeps lists names points follows waits ends begins before after between without ",
)
_TOKEN = re.compile(r"\s*(?:\w{1,5}|[^\w\s]|\s)")


def mixed_markdown(characters: int, seed: int = 7) -> str:
    """At least that many characters of markdown, the same for the same seed."""
    dice = random.Random(seed)  # noqa: S311  a script for a benchmark, no secret
    blocks: list[str] = []
    size = 0
    while size < characters:
        block = dice.choices((_prose, _list, _fence, _table, _heading), (6, 3, 2, 1, 2))[0](dice)
        blocks.append(block)
        size += len(block) + 2
    return "\n\n".join(blocks) + "\n"


def tokens(text: str) -> Iterator[str]:
    """The text in pieces of some four characters; joined, they are the text."""
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        end = found.end() if found else at + 1
        yield text[at:end]
        at = end


def _words(dice: random.Random, low: int, high: int) -> str:
    return " ".join(dice.choices(_WORDS, k=dice.randint(low, high)))


def _sentence(dice: random.Random) -> str:
    parts = [_words(dice, 3, 8)]
    for _ in range(dice.randint(0, 2)):
        word = dice.choice(_WORDS)
        marked = dice.choice((f"**{word}**", f"*{word}*", f"`{word}_{word}`", f"[{word}](docs/{word}.md)", word))
        parts += [marked, _words(dice, 2, 6)]
    return " ".join(parts).capitalize() + "."


def _prose(dice: random.Random) -> str:
    return " ".join(_sentence(dice) for _ in range(dice.randint(2, 6)))


def _list(dice: random.Random) -> str:
    ordered = dice.random() < 0.4
    lines = []
    for number in range(1, dice.randint(3, 8)):
        lines.append(f"{number}. {_sentence(dice)}" if ordered else f"- {_sentence(dice)}")
        if dice.random() < 0.3:
            lines.append(f"   - {_sentence(dice)}")
    return "\n".join(lines)


def _fence(dice: random.Random) -> str:
    body = [
        f"{'    ' * dice.randint(0, 3)}{dice.choice(_WORDS)} = {_words(dice, 1, 5)}" for _ in range(dice.randint(4, 20))
    ]
    return "\n".join(["```python", *body, "```"])


def _table(dice: random.Random) -> str:
    columns = dice.randint(2, 4)
    rows = [[_words(dice, 1, 4) for _ in range(columns)] for _ in range(dice.randint(3, 8))]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * columns, *lines[1:]])


def _heading(dice: random.Random) -> str:
    return f"{'#' * dice.randint(1, 4)} {_words(dice, 2, 5).capitalize()}"
