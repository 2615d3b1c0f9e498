"""What a loop judges at one revision: a file's text, or the changes between two commits."""

import hashlib
from typing import Literal

from critloop.model.base import Frozen
from critloop.model.run import Unit


class RangeCommit(Frozen):
    """A commit of a range."""

    sha: str
    subject: str


class FilePatch(Frozen):
    """What a range does to one file. ``patch`` is unified, with its header; empty for what is not text.

    ``added`` and ``removed`` count lines. ``old_path`` is set for a file that was renamed. A submodule
    counts as ``kind="submodule"``; its patch names the two commits.
    """

    path: str
    status: Literal["added", "modified", "deleted", "renamed"]
    patch: str = ""
    old_path: str | None = None
    kind: Literal["text", "binary", "submodule", "link"] = "text"
    added: int = 0
    removed: int = 0


class RangeText(Frozen):
    """The commits from ``base`` (left out) to ``head``, the oldest first, and what they come to, file by file.

    ``uncommitted`` are the paths of ``head`` that the user had not committed when the run began.
    """

    base: str
    head: str
    commits: tuple[RangeCommit, ...] = ()
    files: tuple[FilePatch, ...] = ()
    uncommitted: tuple[str, ...] = ()


class Material(Frozen):
    """A subject at one revision: ``text`` of the file (empty where there is none), ``range`` where a diff is judged."""

    text: str = ""
    range: RangeText | None = None


class UnitText(Frozen):
    """A unit with the text that is judged. ``sections`` maps each part of it to a hash, to see what changed.

    ``around`` is what is shown with it and binds it (a plan's preamble and constraints): a unit is judged
    as it stands in that.
    """

    unit: Unit
    text: str
    sections: dict[str, str] = {}
    around: str = ""

    @property
    def hash(self) -> str:
        """SHA-256 of all that a report on this unit is about."""
        whole = f"{self.text}\0{self.around}" if self.around else self.text
        return hashlib.sha256(whole.encode("utf-8", errors="surrogatepass")).hexdigest()
