"""The files of a project, listed once, and read within limits."""

import os
import stat
import subprocess
from pathlib import Path

LARGEST = 1_000_000
"""Bytes; a larger file is generated or data, and is not read."""

MOST_FILES = 50_000
PAGES = frozenset({".md", ".mdx", ".markdown", ".rst"})
_LOOKED_AT = 8192
_VENDORED = frozenset({"node_modules", "bower_components", "vendor", "third_party", "site-packages"})
_BUILT = frozenset({"target", "build", "dist", "_build", "_site", "coverage", "htmlcov"})
_IGNORED = _VENDORED | _BUILT | {"__pycache__", "venv", "env"}


class Tree:
    """A project's files: ``files`` are sorted paths below ``root``; pages are kept once they were read."""

    def __init__(self, root: Path, files: tuple[str, ...], *, cut: bool = False) -> None:
        """Keep the list; ``cut`` says that there are more files than were looked at."""
        self.root = root
        self.files = files
        self.known = frozenset(files)
        self.cut = cut
        self._pages: dict[str, str] = {}

    @classmethod
    def of(cls, root: Path) -> "Tree":
        """The files that git knows or would add; outside a repository all but hidden and built ones."""
        listed = _listed_by_git(root) or _walked(root)
        files = sorted(path for path in listed if not _VENDORED.intersection(path.split("/")[:-1]))
        return cls(root, tuple(files[:MOST_FILES]), cut=len(files) > MOST_FILES)

    def data(self, path: str) -> bytes | None:
        """A file's bytes; None for what is gone, a symbolic link, no regular file, too large, or binary."""
        file = os.fspath(self.root / path)
        try:
            info = os.lstat(file)
            if not stat.S_ISREG(info.st_mode) or info.st_size > LARGEST:
                return None
            with open(file, "rb") as opened:  # noqa: PTH123 - called for thousands of files
                data = opened.read()
        except (OSError, ValueError):
            return None
        return None if b"\0" in data[:_LOOKED_AT] else data

    def text(self, path: str) -> str:
        """A file's text, without a byte order mark, its line ends as LF; empty for what can't be read."""
        if path not in self._pages:
            data = self.data(path) or b""
            text = data.decode("utf-8-sig", errors="replace")
            self._pages[path] = text.replace("\r\n", "\n").replace("\r", "\n")
        return self._pages[path]

    def named(self, *names: str) -> list[str]:
        """The files with one of these names, in any folder."""
        return [path for path in self.files if path.rpartition("/")[2] in names]

    def pages(self, folder: str = "") -> list[str]:
        """The documentation pages below a folder."""
        return [path for path in self.files if is_page(path) and is_below(path, folder)]


def is_page(path: str) -> bool:
    """True for what documentation is written in."""
    return path[path.rfind(".") :].lower() in PAGES


def is_below(path: str, folder: str) -> bool:
    """True when a path lies in a folder or deeper; everything lies below the root, which is empty."""
    return not folder or path.startswith(folder + "/")


def folder_of(path: str) -> str:
    """The folder of a file; empty for one at the root."""
    return path.rpartition("/")[0]


def _listed_by_git(root: Path) -> set[str]:
    """Tracked and new files below the root that are there; nothing when git can't tell."""
    listed = _asked_of_git(root, "--cached", "--others", "--exclude-standard")
    return listed - _asked_of_git(root, "--deleted") if listed else listed


def _asked_of_git(root: Path, *options: str) -> set[str]:
    command = ["git", "-c", "core.fsmonitor=false", "ls-files", "-z", *options]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(
            command, cwd=root, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
    except OSError:
        return set()
    return {name for raw in done.stdout.split(b"\0") if (name := _decoded(raw))} if not done.returncode else set()


def _decoded(raw: bytes) -> str:
    """A path as text; empty for one that isn't UTF-8, which no report could name."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return ""


def _walked(root: Path) -> list[str]:
    found: list[str] = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in _IGNORED and not name.startswith("."))
        below = Path(folder).relative_to(root).as_posix()
        found += [name if below == "." else f"{below}/{name}" for name in sorted(names) if name.isprintable()]
        if len(found) > MOST_FILES:
            break
    return found
