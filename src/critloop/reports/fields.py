"""The labelled lines of an entry (``Quote: …``, ``**Why:** …``) and the text before them."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from critloop.reports.lines import Line

ESCAPED = "escaped"
"""Info of a fence whose content is one JSON string: a value that no other form can carry."""

_NAMES = {
    "quote": "quote|quoted text|evidence|引用|证据",
    "fix": "fix|suggested fix|suggestion|recommended fix|recommendation|proposal|proposed fix|建议|修正建议|修正案",
    "why": "why|why it matters|why this matters|impact|reason|rationale|影响|原因|理由",
    "severity": "severity|priority|严重程度|严重性|级别|重要度|深刻度",
    "issue": "issue|problem|finding|description|detail|details|问题|描述|問題",
    "title": "title|标题",
    "where": "location|where|place|位置|場所",
    "section": "section|章节",
    "lines": "lines|line|行",
    "path": "file|path|文件",
    "dimension": "category|dimension|类别|维度|分類",
}
_LABEL_WIDTH = 60
_LABELS = {label: name for name, labels in _NAMES.items() for label in labels.split("|")}
_LABEL = re.compile(r"\s*(?:\*\*|__|\*)?\s*(?P<label>[^\W\d][\w ]{0,20}?)\s*(?:\*\*|__|\*)?\s*:\s*(?:\*\*|__|\*)?\s*")


@dataclass(slots=True)
class Value:
    """What follows a label. ``exact``: it stood in a fence and is taken to the character."""

    parts: list[str] = field(default_factory=list)
    exact: bool = False

    @property
    def text(self) -> str:
        """The value, its lines joined."""
        return "\n".join(self.parts) if self.exact else "\n".join(self.parts).strip()


@dataclass(slots=True)
class Fields:
    """An entry's first paragraph, what else it says, and its labelled values."""

    head: str = ""
    body: str = ""
    values: dict[str, Value] = field(default_factory=dict)

    def exact(self, name: str) -> bool:
        """True where a value stands in a fence and is taken to the character."""
        return name in self.values and self.values[name].exact

    def get(self, name: str) -> str | None:
        """A value, None where the label is absent."""
        return self.values[name].text if name in self.values else None


def begins_field(line: Line) -> bool:
    """True for a line that begins with one of the labels."""
    return line.live and _label(line) is not None


def label_of(words: str) -> str | None:
    """The field that a label or a column title names."""
    return _LABELS.get(re.sub(r"\*+|__|`", "", words).strip(" :").casefold())


def read_fields(lines: Sequence[Line]) -> Fields:
    """The fields of an entry."""
    reader = _Reader()
    for line in lines:
        reader.take(line)
    reader.fields.head = " ".join(" ".join(reader.head).split())
    reader.fields.body = "\n".join(reader.body).strip()
    return reader.fields


def fenced_value(lines: Sequence[Line]) -> str | None:
    """The value in the fence that these lines begin with; None where they begin with none."""
    first = next((index for index, line in enumerate(lines) if line.kind != "blank"), None)
    if first is None or lines[first].kind != "fence":
        return None
    reader = _Reader()
    reader.value = value = Value()
    for line in lines[first:]:
        reader.take(line)
    return value.text


def _label(line: Line) -> tuple[str, str] | None:
    match = _LABEL.match(line.text[:_LABEL_WIDTH]) if line.kind == "text" else None
    name = label_of(match["label"]) if match else None
    return (name, line.own[match.end() :].strip()) if match and name else None


class _Reader:
    """Takes an entry's lines one by one."""

    def __init__(self) -> None:
        self.fields = Fields()
        self.head: list[str] = []
        self.body: list[str] = []
        self.value: Value | None = None
        self.heading = True
        self.fence = ""

    def take(self, line: Line) -> None:
        if line.kind in {"fence", "code", "hidden"}:
            self._fenced(line)
        elif line.kind == "blank":
            self._blank()
        elif line.quoted:
            self._quoted(line)
        elif not line.struck:
            self._words(line)

    def _words(self, line: Line) -> None:
        if labelled := _label(line):
            name, value = labelled
            self.value = self.fields.values.setdefault(name, Value())
            self.value.parts += [value] if value else []
            self.heading = False
            return
        text = line.own.strip()
        bullet = f"- {text}" if line.marker and (self.head or self.value) else text
        if self.value is not None and not self.value.exact:
            self.value.parts.append(bullet)
        elif self.heading and not (line.marker and self.head):
            self.head.append(text)
            self.heading = line.kind != "heading"
        else:
            self.heading = False
            self.body.append(bullet)

    def _blank(self) -> None:
        if self.value is not None and self.value.parts:
            self.value = None
        self.heading = self.heading and not self.head
        if self.body:
            self.body.append("")

    def _quoted(self, line: Line) -> None:
        if self.value is not None and not self.value.exact:
            self.value.parts.append(line.own.strip())
        else:
            self.body.append(f"> {line.own.strip()}")

    def _fenced(self, line: Line) -> None:
        if self.value is None or line.kind == "hidden":
            self.body.append(line.content)
        elif line.kind == "code":
            self.value.parts.append(line.content)
        elif not self.value.exact and not self.value.parts:
            self.value.exact, self.fence = True, line.info
        else:
            self._close(self.value)

    def _close(self, value: Value) -> None:
        if value.exact and self.fence == ESCAPED:
            value.parts = [_unescaped(value.text)]
        if value.exact:
            self.value, self.fence = None, ""


def _unescaped(text: str) -> str:
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else text
