"""Front matter, read tolerantly: the few shapes of YAML that people write at the top of a page.

A key with a text, a folded or literal block, or a list, over several lines or in brackets. What is
nested deeper, tags and anchors are passed over, since no key that is asked for here has them.
"""

import re
from dataclasses import dataclass, field

_KEY = re.compile(r"(?P<key>[A-Za-z_][\w.-]*)[ \t]*:(?:[ \t]+(?P<value>.*))?$")
_ITEM = re.compile(r"[ \t]*-[ \t]+(?P<value>.*)$")
_BLOCK = re.compile(r"[|>][+-]?\d?$")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """Values by key, in lower case; ``lines`` has the 1-based line of each key, ``body`` begins at ``body_line``.

    Without front matter ``present`` is false, and with an opening line alone ``closed`` is.
    """

    values: dict[str, tuple[str, ...]]
    lines: dict[str, int]
    body: str
    body_line: int
    present: bool = True
    closed: bool = True
    stray: int | None = None

    def text(self, key: str) -> str:
        """A key's value in one line; empty when there is none."""
        return " ".join(self.values.get(key, ())).strip()


@dataclass(slots=True)
class _Reading:
    values: dict[str, tuple[str, ...]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    key: str = ""
    flow: bool = False
    stray: int | None = None

    def take(self, line: str, number: int) -> None:
        """One line of the front matter."""
        if match := _KEY.match(line):
            self.key = match["key"].casefold()
            self.lines[self.key] = number
            value = uncommented(match["value"] or "")
            self.flow = value.startswith("[") and not value.endswith("]")
            self.values[self.key] = _listed(value)
        elif not line.strip() or line.lstrip().startswith("#"):
            return
        elif match := _ITEM.match(line):
            self._add(unquoted(uncommented(match["value"])))
        elif line[0] in " \t" or self.flow:
            self._continue(line)
        elif self.stray is None:
            self.stray = number

    def _continue(self, line: str) -> None:
        """A further line of the value: of a list in brackets until it is closed, else of a text."""
        text = uncommented(line).strip() if self.flow else line.strip()
        self._add(f"[{text}" if self.flow else text)
        self.flow = self.flow and not text.endswith("]")

    def _add(self, value: str) -> None:
        if self.key and value:
            self.values[self.key] = (*self.values[self.key], *(part for part in _listed(value) if part))


def read_front_matter(text: str) -> FrontMatter:
    """The front matter of a text and what follows it."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    if lines[0].rstrip() != "---":
        return FrontMatter({}, {}, "\n".join(lines), 1, present=False)
    end = next((index for index, line in enumerate(lines[1:], 1) if line.rstrip() in ("---", "...")), None)
    if end is None:
        return FrontMatter({}, {}, "\n".join(lines), 1, closed=False)
    reading = _Reading()
    for number, line in enumerate(lines[1:end], start=2):
        reading.take(line.rstrip(), number)
    return FrontMatter(reading.values, reading.lines, "\n".join(lines[end + 1 :]), end + 2, stray=reading.stray)


def _listed(value: str) -> tuple[str, ...]:
    """One value, or those between brackets; a block's mark is none."""
    if not value or _BLOCK.match(value):
        return ()
    if value.startswith("["):
        inner = value.strip("[]")
        return tuple(part for item in inner.split(",") if (part := unquoted(item.strip())))
    return (unquoted(value),)


def uncommented(value: str) -> str:
    """A value without the comment behind it; a ``#`` within quotes or within a word is none."""
    quote = ""
    for index, char in enumerate(value):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'" and (index == 0 or value[index - 1] in " [,:{"):
            quote = char
        elif char == "#" and (index == 0 or value[index - 1] in " \t"):
            return value[:index].rstrip()
    return value.rstrip()


def unquoted(value: str) -> str:
    """A value without the quotes around it."""
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1]
    return value
