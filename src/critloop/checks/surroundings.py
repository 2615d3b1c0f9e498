"""What lies around a document: the files its links can lead to."""

from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from critloop.checks.parsing import parse
from critloop.checks.slugs import document_anchors

_LARGEST = 2_000_000
_SKIPPED = {".git", ".critloop", ".DS_Store"}


@dataclass(slots=True)
class Surroundings:
    """A root folder, and the document's place in it (relative, with ``/``).

    With ``root`` None nothing outside the document can be judged.
    """

    root: Path | None = None
    path: str = ""
    _entries: dict[Path, frozenset[str]] = field(default_factory=dict)
    _anchors: dict[str, frozenset[str] | None] = field(default_factory=dict)

    @classmethod
    def of(cls, root: Path | None, path: Path) -> "Surroundings":
        """The surroundings of a file. A root that holds nothing else tells nothing, and counts as None."""
        if root is None:
            return cls()
        try:
            relative = path.resolve().relative_to(root.resolve())
        except ValueError:
            return cls()
        around = cls(root.resolve(), relative.as_posix())
        return cls() if around._is_alone() else around

    def _is_alone(self) -> bool:
        folder = self.root
        for part in PurePosixPath(self.path).parts:
            if folder is None or self.entries(folder) - _SKIPPED != {part}:
                return False
            folder = folder / part
        return True

    def entries(self, folder: Path) -> frozenset[str]:
        """The names in a folder, as spelt on disk; empty when it is none."""
        if folder not in self._entries:
            try:
                self._entries[folder] = frozenset(entry.name for entry in folder.iterdir())
            except OSError:
                self._entries[folder] = frozenset()
        return self._entries[folder]

    def exists(self, path: str) -> bool:
        """True when a path below the root exists with exactly this spelling."""
        folder = self.root
        for part in PurePosixPath(path).parts:
            if folder is None or part not in self.entries(folder):
                return False
            folder = folder / part
        return folder is not None

    def is_opaque(self, path: str) -> bool:
        """True when a path goes through an empty folder (a submodule that is not checked out)."""
        folder = self.root
        for part in PurePosixPath(path).parts:
            if folder is None or part not in self.entries(folder):
                return folder is not None and folder != self.root and folder.is_dir() and not self.entries(folder)
            folder = folder / part
        return False

    def anchors(self, path: str) -> frozenset[str] | None:
        """The anchors of another Markdown file of the root; None when it can't be read as one."""
        if path not in self._anchors:
            self._anchors[path] = self._read_anchors(path)
        return self._anchors[path]

    def _read_anchors(self, path: str) -> frozenset[str] | None:
        file = (self.root or Path()) / path
        try:
            if file.stat().st_size > _LARGEST:
                return None
            document = parse(file.read_bytes().decode("utf-8-sig"))
        except (OSError, ValueError):
            return None
        return document_anchors(document)
