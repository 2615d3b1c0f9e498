"""How far code sees into a diff: which files it reads, which it can't, and the words that say so."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from critloop.agents.builtin.changes import PAGES_ALONE, is_aside, is_markdown, judged_files
from critloop.agents.builtin.judgement import counted
from critloop.checks.catalogue import CHECKS
from critloop.checks.diffs.lines import CONFLICT
from critloop.model.material import FilePatch, RangeText
from critloop.model.ports import TurnRequest

_SEVERAL = 3
_NAMED = 12
_HUNK = re.compile(r"^@@ ", re.MULTILINE)
# What is no UTF-8 stands in a patch as this sign.
_REPLACED = "\ufffd"
_HIDDEN = {
    "binary": ("binary file", "content was not shown"),
    "submodule": ("submodule", "content was not shown"),
    "link": ("symbolic link", "target was not judged"),
    "bytes": ("file in another encoding than UTF-8,", "content was not shown as it is"),
}


@dataclass(frozen=True)
class Reach:
    """A part of a diff, and what becomes of its files: each is read, hidden, set aside, or without a changed line."""

    request: TurnRequest
    disabled: Collection[str]

    @cached_property
    def files(self) -> list[FilePatch]:
        """All files of the part."""
        return judged_files(self.request)

    @cached_property
    def read(self) -> list[FilePatch]:
        """Those whose changed lines are text that a person or an agent wrote."""
        return [
            file for file in self.files if _is_plain(file) and self._hidden(file) == "" and _HUNK.search(file.patch)
        ]

    @property
    def unverified(self) -> tuple[str, ...]:
        """A row for each kind of file whose content no diff shows."""
        kinds: dict[str, list[str]] = {}
        for file in self.files:
            if kind := self._hidden(file):
                kinds.setdefault(kind, []).append(file.path)
        return tuple(_row(*_HIDDEN[kind], paths) for kind, paths in kinds.items())

    @cached_property
    def ran(self) -> int:
        """How many checks are run on what is read: those of code, those of documents, or both."""
        kinds = {is_markdown(file.path) for file in self.read}
        loops = {*({"docs"} if True in kinds else ()), *({self.request.loop} if False in kinds else ())}
        on = [check for check in CHECKS if check.id not in {*self.disabled, *PAGES_ALONE}]
        return sum(1 for check in on if loops & check.loops or (kinds and check is CONFLICT))

    @property
    def nothing(self) -> str:
        """Why nothing was reviewed, as a reply; empty where something was."""
        if not self.read:
            names, number = _some([file.path for file in self.files], _SEVERAL), len(self.files)
            none = "it holds" if number == 1 else f"none of its {number} files holds"
            what = "no" if number == 1 else "a"
            return f"I could not read the diff: {none} {what} changed line of text that can be judged ({names}).\n"
        return "" if self.ran else "I could not review the diff: every check is switched off, so none was made.\n"

    @property
    def summary(self) -> str:
        """How much was looked at, by what, and what was not."""
        lines = counted(sum(file.added for file in self.read), "added line")
        whole = len(self.files)
        where = counted(1, "file") if whole == 1 else f"{len(self.read)} of {whole} files"
        told = f"{counted(self.ran, 'mechanical check')} over {lines} in {where}."
        reach = "Nothing that takes judgement was judged: not what the change does, nor whether it is safe."
        return " ".join([told, reach, *self._left_out(), *self._uncommitted()])

    def _left_out(self) -> list[str]:
        others = [file for file in self.files if file not in self.read]
        aside = [file.path for file in others if file.kind == "text" and is_aside(file.path)]
        hidden = [file.path for file in others if self._hidden(file) and file.path not in aside]
        bare = [file.path for file in others if file.path not in {*aside, *hidden}]
        kinds = {"generated or copied": aside, "not shown": hidden, "without a changed line": bare}
        told = "; ".join(f"{why}: {_some(paths, _SEVERAL)}" for why, paths in kinds.items() if paths)
        return [f"Left out, as {told}."] if told else []

    def _uncommitted(self) -> list[str]:
        """The user's own files that no commit of the range holds, apart from the rest."""
        material = self.request.material.range or RangeText(base="", head="")
        mine = [file for file in self.files if file.path in material.uncommitted]
        new = [file.path for file in mine if file.status == "added"]
        changed = [file.path for file in mine if file.status != "added"]
        told = [f"new: {_some(new, _NAMED)}"] if new else []
        told += [f"changed: {_some(changed, _NAMED)}"] if changed else []
        return [f"Not committed when the run began, {'; '.join(told)}."] if told else []

    def _hidden(self, file: FilePatch) -> str:
        """The kind of what is no text, empty for text."""
        if file.kind != "text":
            return file.kind
        if "\0" in file.patch:
            return "binary"
        return "bytes" if _REPLACED in file.patch and not self._is_text(file) else ""

    def _is_text(self, file: FilePatch) -> bool:
        """True where the sign stands in the file itself; of one that is gone nothing can be told."""
        try:
            (self.request.folder / file.path).read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError):
            return False
        return True


def _is_plain(file: FilePatch) -> bool:
    return file.kind == "text" and not is_aside(file.path)


def _row(one: str, said: str, paths: Sequence[str]) -> str:
    if len(paths) == 1:
        return f"{one} {paths[0]}: its {said}"
    many = one.replace("file", "files", 1) if "file" in one else f"{one}s"
    return f"{many} {_some(paths, _NAMED)}: their {said}"


def _some(paths: Sequence[str], most: int) -> str:
    more = len(paths) - most
    return ", ".join(paths[:most]) + (f" and {more} more" if more > 0 else "")
