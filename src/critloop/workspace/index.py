"""Git in a work copy, whose index others may write too: no mark in it may hide an edit."""

from pathlib import Path

from critloop.workspace.command import Answer, Git
from critloop.workspace.layout import Layout

Signature = tuple[int, int, int]


class CopyGit(Git):
    """Takes critloop's own settings only, and knows whether anybody else has written the index since it did."""

    def __init__(self, layout: Layout, folder: Path) -> None:
        super().__init__(folder, git_dir=folder / ".git", apart=layout.apart, private=True)
        self._index = folder / ".git" / "index"
        self._known: Signature | None = None

    def ask(self, *arguments: str, input: bytes | None = None, also: dict[str, str] | None = None) -> Answer:
        """As ``Git.ask``."""
        own = self._is_known()
        answer = super().ask(*arguments, input=input, also=also)
        if own:
            self._known = self._signature()
        return answer

    def look_at_all(self) -> None:
        """Have git compare every file, also those that somebody told it to take as unchanged (``-v`` in ls-files)."""
        if self._is_known():
            return
        rows = [row for row in self.run("ls-files", "-v", "-z").split(b"\0") if row]
        self._clear_mark("--no-assume-unchanged", [row[2:] for row in rows if row[:1].islower()])
        self._clear_mark("--no-skip-worktree", [row[2:] for row in rows if row[:1] in b"Ss"])
        self._known = self._signature()

    def _clear_mark(self, option: str, paths: list[bytes]) -> None:
        if paths:
            self.run("update-index", option, "-z", "--stdin", input=b"".join(path + b"\0" for path in paths))

    def _is_known(self) -> bool:
        return self._known is not None and self._known == self._signature()

    def _signature(self) -> Signature | None:
        try:
            info = self._index.stat()
        except OSError:
            return None
        return info.st_ino, info.st_size, info.st_mtime_ns
