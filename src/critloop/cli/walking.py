"""The documents that paths name: files as they are, folders by what Markdown they hold."""

import os
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from critloop.cli.places import repository
from critloop.model.errors import UsageProblem

MARKDOWN = {".md", ".markdown"}
SKIPPED = {"node_modules", "venv", "__pycache__", "build", "dist", "target"}


@dataclass(frozen=True)
class Listed:
    """A document and the project below which its links are judged: the repository's top, or the folder named."""

    path: Path
    root: Path


def documents(paths: Sequence[Path]) -> list[Listed]:
    """The documents, each once, in the order of the paths and by name within a folder.

    Raises:
        UsageProblem: A path isn't there, or a folder holds no Markdown.
    """
    found: dict[Path, Listed] = {}
    for path in paths:
        if path.is_dir():
            root = repository(path) or path
            inside = [Listed(file, root) for file in sorted(_in_folder(path))]
            if not inside:
                raise UsageProblem(f"{path}: no Markdown file in this folder", "name a file, or another folder")
        elif path.exists():
            inside = [Listed(path, repository(path.parent) or path.parent)]
        else:
            raise UsageProblem(f"{path}: no such file", "check the path")
        for item in inside:
            found.setdefault(item.path.resolve(), item)
    return list(found.values())


def _in_folder(folder: Path) -> Iterator[Path]:
    tracked = _not_ignored(folder) if repository(folder) else None
    for path in _walk(folder) if tracked is None else tracked:
        if path.suffix.lower() in MARKDOWN and path.is_file():
            yield path


def _not_ignored(folder: Path) -> list[Path] | None:
    """The files of a folder that git does not ignore; None where git can't tell."""
    # A repository's own settings can name programs to run; none of them is run for a listing.
    command = ["git", "-c", "core.fsmonitor=false", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "."]
    try:
        listed = subprocess.run(command, cwd=folder, capture_output=True, check=True, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError):
        return None
    return [folder / os.fsdecode(name) for name in listed.stdout.split(b"\0") if name]


def _walk(folder: Path) -> Iterator[Path]:
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".") and name not in SKIPPED]
        yield from (Path(place) / name for name in files)
