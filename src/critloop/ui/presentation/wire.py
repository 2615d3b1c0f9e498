"""What agents send each other, as people read it: a text without its tags, and JSON as a fenced block."""

import json
import re
from typing import Final

from critloop.reports.artifact import read_artifact

_TAG: Final = re.compile(r"</?artifact(-\d+)?>[ \t\r]*")
_TAG_STARTS: Final = ("<artifact", "</artifact")
_OPEN: Final = "```json\n"
_CLOSE: Final = "\n```\n"


def readable(reply: str) -> str:
    """A finished reply: what it wraps in tags without these, JSON laid out in a fence, anything else as it is."""
    if is_json(reply):
        try:
            laid_out = json.dumps(json.loads(reply), indent=2, ensure_ascii=False)
        except ValueError:
            laid_out = reply.strip()
        return f"{_OPEN}{laid_out}{_CLOSE}"
    if not any(start in reply for start in _TAG_STARTS):
        return reply
    text = read_artifact(reply)
    return reply if text is None else text


def is_json(text: str) -> bool:
    """True for a reply that is JSON and nothing else, by its beginning."""
    return text.lstrip().startswith(("{", "["))


class WireFeed:
    """The same for a reply that is still coming in, piece by piece; what may become a tag is held back."""

    def __init__(self) -> None:
        self._begun = False
        self._line = ""

    def feed(self, piece: str) -> str:
        """What can be shown now."""
        opened = ""
        if not self._begun and piece.strip():
            self._begun = True
            opened = _OPEN if is_json(piece) else ""
        *whole, self._line = (self._line + piece).split("\n")
        shown = "".join(f"{line}\n" for line in whole if not _TAG.fullmatch(line))
        if not _may_be_tag(self._line):
            shown, self._line = shown + self._line, ""
        return opened + shown

    def finish(self) -> str:
        """What was held back, unless it is a tag."""
        rest, self._line = self._line, ""
        return "" if _TAG.fullmatch(rest) else rest


def _may_be_tag(line: str) -> bool:
    """True where the line could go on to be one."""
    return bool(line) and any(line.startswith(tag[: len(line)]) for tag in _TAG_STARTS)
