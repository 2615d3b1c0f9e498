"""The new side of a patch, as far as the patch shows it."""

import re
from dataclasses import dataclass

from critloop.checks.document import Document
from critloop.checks.source import SourceText
from critloop.model.material import FilePatch

_HUNK = re.compile(r"@@ -\d+(?:,(?P<old>\d+))? \+(?P<start>\d+)(?:,(?P<new>\d+))? @@")


@dataclass(frozen=True, slots=True)
class NewSide:
    """A file after the change. ``lines`` are those that the patch shows, by their 1-based numbers.

    ``added`` are the numbers of the added ones. ``place`` is a line that stands where the file was
    changed: the first added one, or the one before what was taken out.
    """

    path: str
    lines: dict[int, str]
    added: tuple[int, ...]
    place: int

    @property
    def document(self) -> Document:
        """The lines as a document without any Markdown in it; those that the patch doesn't show are empty."""
        last = max(self.lines, default=0)
        lines = tuple(self.lines.get(number, "") for number in range(1, last + 1))
        source = SourceText(lines, ("\n",) * last, bom=False)
        return Document(
            source=source,
            front_matter_end=0,
            headings=(),
            sections=(),
            fences=(),
            links=(),
            prose=(),
            numbered=(),
            tables=(),
            html=(),
            blocks=0,
        )


def old_text(file: FilePatch, new: str) -> str | None:
    """A file's text before the change, from its text after it, line ends as LF; None where the patch doesn't fit."""
    now = new.replace("\r\n", "\n").split("\n")
    before: list[str] = []
    at, old_left, new_left = 0, 0, 0
    for line in file.patch.split("\n"):
        if old_left <= 0 and new_left <= 0:
            if match := _HUNK.match(line):
                old_left, new_left = int(match["old"] or 1), int(match["new"] or 1)
                start = int(match["start"]) - (1 if new_left else 0)
                before += now[at:start]
                at = start
            continue
        sign, text = line[:1], line[1:].removesuffix("\r")
        if sign in ("+", " "):
            if at >= len(now) or now[at] != text:
                return None
            at += 1
        before += [text] if sign in ("-", " ") else []
        old_left -= sign in ("-", " ")
        new_left -= sign in ("+", " ")
    return "\n".join([*before, *now[at:]])


def new_side(file: FilePatch) -> NewSide:
    """What a patch shows of the file as it is now."""
    lines: dict[int, str] = {}
    added: list[int] = []
    number, old_left, new_left, place = 0, 0, 0, 0
    for line in file.patch.split("\n"):
        if old_left <= 0 and new_left <= 0:
            if match := _HUNK.match(line):
                number, old_left, new_left = int(match["start"]), int(match["old"] or 1), int(match["new"] or 1)
                place = place or max(number, 1)
            continue
        sign, text = line[:1], line[1:].removesuffix("\r")
        if sign in ("+", " "):
            lines[number] = text
            added += [number] if sign == "+" else []
            number += 1
        old_left -= sign in ("-", " ")
        new_left -= sign in ("+", " ")
    return NewSide(file.path, lines, tuple(added), added[0] if added else max(place, 1))
