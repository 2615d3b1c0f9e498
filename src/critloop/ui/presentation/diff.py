"""Unified diffs, as git writes them, read into files, hunks and rows."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from msgspec import Struct, field

from critloop.ui.presentation.cleaning import clean_line

_HUNK: Final = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)")
_QUOTED: Final = re.compile(rb'\\([0-7]{3}|[abtnvfr"\\])')
_LETTERS: Final = {b"a": b"\a", b"b": b"\b", b"t": b"\t", b"n": b"\n", b"v": b"\v", b"f": b"\f", b"r": b"\r"}

Kind = Literal["same", "added", "removed", "note"]
_KINDS: Final[dict[str, Kind]] = {" ": "same", "": "same", "+": "added", "-": "removed", "\\": "note"}


class DiffRow(NamedTuple):
    """A line of a hunk with its 1-based numbers in both files, None where it isn't in one."""

    kind: Kind
    old: int | None
    new: int | None
    text: str


class Hunk(Struct):
    """Lines that belong together. ``context`` is what git writes behind the numbers: a heading, a function."""

    old: int
    new: int
    context: str
    rows: list[DiffRow] = field(default_factory=list)


class FileDiff(Struct):
    """The changes of one file. ``note`` says what else happened to it: new file, renamed, binary."""

    path: str
    note: str = ""
    hunks: list[Hunk] = field(default_factory=list)


def parse_diff(text: str) -> list[FileDiff]:
    """All files of a diff, in its order. Lines that belong to no file or hunk are passed over."""
    reader = _Reader(text.split("\n"))
    reader.read()
    return reader.files


class _Reader:
    """Goes through the lines once; a hunk's end is known from its numbers, not from how lines look."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.files: list[FileDiff] = []
        self.at = 0
        self.notes: list[str] = []
        self.old = ""

    def read(self) -> None:
        """Read everything."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            if line.startswith("@@ ") and self.files:
                self._hunk(line)
            else:
                self._header(line)

    def _header(self, line: str) -> None:
        if line.startswith("diff --git "):
            self._begin(_git_path(line), "")
        elif line.startswith("--- ") and self._next().startswith("+++ "):
            self._paths(_path(line[4:], "a/"), _path(self._next()[4:], "b/"))
            self.at += 1
        elif not self.files:
            return
        elif line.startswith("new file"):
            self.files[-1].note = "new file"
        elif line.startswith("deleted file"):
            self.files[-1].note = "deleted"
        elif line.startswith(("rename from ", "copy from ")):
            word = "renamed" if line.startswith("rename") else "copied"
            self.files[-1].note = f"{word} from {_unquote(line.split(' from ', 1)[1])}"
        elif line.startswith(("rename to ", "copy to ")):
            self.files[-1].path = _unquote(line.split(" to ", 1)[1])
        elif line.startswith(("Binary files ", "GIT binary patch")):
            self.files[-1].note = ", ".join(filter(None, [self.files[-1].note, "binary"]))
        elif line.startswith("new mode "):
            self.files[-1].note = f"mode {line.removeprefix('new mode ')}"

    def _next(self) -> str:
        """The line after the one being read."""
        return self.lines[self.at] if self.at < len(self.lines) else ""

    def _begin(self, path: str, note: str) -> None:
        self.files.append(FileDiff(path, note))

    def _paths(self, old: str, new: str) -> None:
        """The two names of a file: of the one begun by ``diff --git``, or of another one."""
        path = old if new == "/dev/null" else new
        note = "deleted" if new == "/dev/null" else "new file" if old == "/dev/null" else ""
        if not self.files or self.files[-1].hunks or self.files[-1].path not in {path, ""}:
            self._begin(path, note)
        self.files[-1].path = path
        self.files[-1].note = self.files[-1].note or note

    def _hunk(self, line: str) -> None:
        found = _HUNK.match(line)
        if found is None:
            return
        old, new = int(found.group(1)), int(found.group(3))
        left, right = int(found.group(2) or 1), int(found.group(4) or 1)
        hunk = Hunk(old, new, clean_line(found.group(5).strip()))
        self.files[-1].hunks.append(hunk)
        while self.at < len(self.lines) and (left > 0 or right > 0 or self._next().startswith("\\")):
            text = self.lines[self.at]
            kind = _KINDS.get(text[:1])
            if kind is None or (not text and self.at == len(self.lines) - 1):
                return
            self.at += 1
            in_old, in_new = kind in {"same", "removed"}, kind in {"same", "added"}
            hunk.rows.append(DiffRow(kind, old if in_old else None, new if in_new else None, _shown(text[1:])))
            old, left = old + in_old, left - in_old
            new, right = new + in_new, right - in_new


def _shown(text: str) -> str:
    """A line's text, safe to paint; a carriage return at its end is shown, since a diff may be about it."""
    if text.endswith("\r"):
        return clean_line(text[:-1]) + "␍"
    return clean_line(text)


def drop_common_returns(files: Sequence[FileDiff]) -> None:
    """Where every line of a file ends in a shown carriage return, leave them out."""
    for file in files:
        rows = [row for hunk in file.hunks for row in hunk.rows if row.kind != "note"]
        if rows and all(row.text.endswith("␍") for row in rows):
            for hunk in file.hunks:
                hunk.rows = [row._replace(text=row.text.removesuffix("␍")) for row in hunk.rows]


def pairs(rows: Sequence[DiffRow]) -> Iterator[tuple[DiffRow | None, DiffRow | None]]:
    """The rows side by side: a removed line beside the added one that stands for it."""
    removed: list[DiffRow] = []
    added: list[DiffRow] = []
    for row in rows:
        if row.kind == "removed" and not added:
            removed.append(row)
        elif row.kind == "added":
            added.append(row)
        elif row.kind == "removed":
            yield from _paired(removed, added)
            removed, added = [row], []
        else:
            yield from _paired(removed, added)
            removed, added = [], []
            yield row, row
    yield from _paired(removed, added)


def _paired(removed: Sequence[DiffRow], added: Sequence[DiffRow]) -> Iterator[tuple[DiffRow | None, DiffRow | None]]:
    """Two runs line by line; what one has more stands alone."""
    for index in range(max(len(removed), len(added))):
        yield (removed[index] if index < len(removed) else None, added[index] if index < len(added) else None)


def _path(text: str, prefix: str) -> str:
    """A name of a ``---`` or ``+++`` line."""
    return _unquote(text.split("\t", 1)[0].rstrip("\r")).removeprefix(prefix)


def _git_path(line: str) -> str:
    """The name in ``diff --git a/x b/x``, as long as both are the same; else the second one."""
    names = line.removeprefix("diff --git ")
    if names.endswith('"'):
        return _unquote(names[names.rindex(' "') + 1 :]).removeprefix("b/")
    half = len(names) // 2
    if names[half : half + 1] == " " and names[:half].removeprefix("a/") == names[half + 1 :].removeprefix("b/"):
        return names[half + 1 :].removeprefix("b/")
    return names.rsplit(" b/", 1)[-1]


def _unquote(name: str) -> str:
    """A name that git wrote in quotes with escapes, as it is."""
    if not (name.startswith('"') and name.endswith('"')):
        return name

    def plain(match: re.Match[bytes]) -> bytes:
        code = match.group(1)
        return bytes([int(code, 8) & 0xFF]) if code.isdigit() else _LETTERS.get(code, code)

    return _QUOTED.sub(plain, name[1:-1].encode()).decode("utf-8", "replace")
