"""The file of a prompt template: front matter that declares its variables, then its text."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from critloop.model.errors import UsageProblem

_DECLARED = re.compile(r"[ \t]+(?P<name>[a-z_][a-z0-9_]*)[ \t]*:[ \t]*(?P<meaning>.*)")


@dataclass(frozen=True, slots=True)
class Template:
    """A template: where it comes from, what it declares, and its text from line ``first_line`` of the file on.

    ``meanings`` maps each variable to what the front matter says of it, ``lines`` to where it says so.
    """

    path: Path
    meanings: Mapping[str, str]
    lines: Mapping[str, int]
    body: str
    first_line: int

    @property
    def variables(self) -> frozenset[str]:
        """The names of what it may use."""
        return frozenset(self.meanings)

    def problem(self, line: int, words: str) -> UsageProblem:
        """An error at a line of the text, counted from 1."""
        return UsageProblem(f"{self.path}:{self.first_line + line - 1}: {words}", "mend the prompt template")


def read_template(path: Path, text: str) -> Template:
    """A template from the text of its file.

    Raises:
        UsageProblem: It has no front matter, or none that declares variables.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    end = next((index for index, line in enumerate(lines[1:], 1) if line.rstrip() == "---"), 0)
    if lines[0].rstrip() != "---" or not end:
        raise UsageProblem(
            f"{path}:1: no front matter", "begin with a --- line, variables:, one indented name: meaning a line, ---"
        )
    start = next((index for index in range(1, end) if lines[index].rstrip() == "variables:"), None)
    if start is None:
        raise UsageProblem(f"{path}:1: the front matter declares no variables", "add variables: and their names")
    meanings, places = _declared(path, lines, start + 1, end)
    body = "\n".join(lines[end + 1 :]).lstrip("\n")
    return Template(path, meanings, places, body, _first_line(lines, end + 1))


def _declared(path: Path, lines: list[str], start: int, end: int) -> tuple[dict[str, str], dict[str, int]]:
    """Names with their meanings, and with their lines, up to the first line that isn't indented."""
    meanings: dict[str, str] = {}
    places: dict[str, int] = {}
    for index in range(start, end):
        declared = _DECLARED.fullmatch(lines[index])
        if not declared and lines[index].startswith((" ", "\t")) and lines[index].strip():
            raise UsageProblem(f"{path}:{index + 1}: not a name and its meaning", "write it as   name: meaning")
        if not declared:
            break
        meanings[declared["name"]] = declared["meaning"].strip()
        places[declared["name"]] = index + 1
    return meanings, places


def _first_line(lines: list[str], start: int) -> int:
    """The number of the first line that isn't blank, from an index on."""
    return next((index for index in range(start, len(lines)) if lines[index]), start) + 1
