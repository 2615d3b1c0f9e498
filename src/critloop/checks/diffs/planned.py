"""The files that a requirement or a plan names, held against those that a diff touches."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from critloop.checks.diffs.patches import new_side
from critloop.model.base import Frozen
from critloop.model.finding import Location
from critloop.model.headings import hidden_lines, lines_of
from critloop.model.material import FilePatch
from critloop.workflows.plans.files import FileMention, files_of

_SAYS_MODIFY = re.compile(r"\b(?:modify|update|edit|change|extend)\b|修改|更新", re.IGNORECASE)
_OPEN_ENDED = re.compile(r"[*?{}\[\]<>$~…]|\.\.\.")
_DOES = {"create": "created", "modify": "modified", "test": "created or changed as a test", "delete": "deleted"}


class Named(Frozen):
    """A named file: ``touched`` at ``place``; ``missing``, or ``unsure`` where no diff can tell, for ``reason``."""

    mention: FileMention
    status: Literal["touched", "missing", "unsure"]
    reason: str = ""
    place: Location = Location()

    @property
    def done(self) -> str:
        """What is to happen to the file, as a participle."""
        return _DOES[self.mention.action]


def named_files(requirement: str, files: Sequence[FilePatch], folder: Path) -> tuple[Named, ...]:
    """Each file that a text names to be created, modified, tested or deleted, and whether the diff does so.

    ``folder`` holds the files as they are after the diff. A file that was to be modified counts as
    missing only where the text says so beside its name: a mere list may name what is only read.
    """
    visible = visible_lines(requirement)
    return tuple(_held(mention, visible, files, folder) for mention in files_of(visible))


def visible_lines(text: str) -> list[str]:
    """The lines of a text that are no code, comment or front matter; hidden ones are empty."""
    lines = lines_of(text)
    hidden = hidden_lines(lines)
    return ["" if number in hidden else line for number, line in enumerate(lines, start=1)]


def _held(mention: FileMention, lines: Sequence[str], files: Sequence[FilePatch], folder: Path) -> Named:
    file = next((file for file in files if _is_about(mention, file)), None)
    if file is not None:
        place = Location(path=file.path, start_line=new_side(file).place, end_line=new_side(file).place)
        return Named(mention=mention, status="touched", place=place)
    there = _exists(folder, mention.path)
    if _OPEN_ENDED.search(mention.path) or mention.path.startswith(("/", "..")):
        return _unsure(mention, "its path stands for several files, or for one outside of the project")
    match mention.action:
        case "create" | "test" if there:
            return _unsure(mention, "the file is there, and the diff does not touch it")
        case "delete" if not there:
            return _unsure(mention, "the file is not there, and the diff does not delete it")
        case "modify" if not _says_modify(mention, lines):
            return _unsure(mention, "the diff does not touch it, and it may only be named")
    return Named(mention=mention, status="missing", reason=f"“{mention.path}” is to be {_DOES[mention.action]}")


def _unsure(mention: FileMention, reason: str) -> Named:
    return Named(mention=mention, status="unsure", reason=reason)


def _is_about(mention: FileMention, file: FilePatch) -> bool:
    """True when a changed file is the named one, which may be given without its outer folders, or lies in it."""
    gone = mention.action == "delete"
    paths = [file.old_path if gone and file.old_path else file.path]
    if gone and file.status not in ("deleted", "renamed"):
        return False
    wanted = mention.path.rstrip("/")
    below = any(f"/{path}".endswith(f"/{wanted}") for path in paths)
    return below or (mention.path.endswith("/") and any(f"/{wanted}/" in f"/{path}" for path in paths))


def _exists(folder: Path, path: str) -> bool:
    try:
        return (folder / path).exists()
    except (OSError, ValueError):
        return False


def _says_modify(mention: FileMention, lines: Sequence[str]) -> bool:
    return any(mention.path in line and _SAYS_MODIFY.search(line.replace(mention.path, "")) for line in lines)
