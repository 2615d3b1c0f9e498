"""How an agent without a model streams its text."""

import asyncio
import re
from collections.abc import Callable, Iterator

from critloop.model.ports import Clock

Say = Callable[[str], None]


async def speak(text: str, say: Say) -> None:
    """Hand out a text line by line, letting others run in between."""
    for line in text.splitlines(keepends=True):
        say(line)
        await asyncio.sleep(0)


async def speak_at(text: str, say: Say, *, pace: float, clock: Clock) -> None:
    """Hand out a text in pieces of about a token, at ``pace`` tokens per second; 0 is at once."""
    if pace <= 0:
        await speak(text, say)
        return
    began = clock.now()
    for given, piece in enumerate(tokens(text), start=1):
        say(piece)
        ahead = began + given / pace - clock.now()
        if ahead > 0:
            await clock.sleep(ahead)


def tokens(text: str) -> Iterator[str]:
    """A text cut into pieces of about a token, nothing lost."""
    return iter(re.findall(r"\s*\w{1,6}|\s*[^\w\s]+|\s+", text))
