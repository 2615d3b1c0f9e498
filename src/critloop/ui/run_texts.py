"""The texts of a run: files, diffs and ranges at its revisions, each read in a thread."""

import asyncio
import contextlib
import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path

from critloop.loop.state import RunState
from critloop.model.material import RangeText
from critloop.model.workcopy import BringBackPreview
from critloop.ui.runs import Runs

KEPT_TEXTS = 64


def _file_changed(state: RunState) -> bool:
    """True where the bytes of a judged file are not those at the start; one that can't be read tells nothing."""
    if state.prepared is None or state.spec.range is not None:
        return False
    origin = state.prepared.origin
    if not origin.subject_hash:
        return False
    with contextlib.suppress(OSError):
        data = (Path(origin.root) / origin.subject).read_bytes()
        return hashlib.sha256(data).hexdigest() != origin.subject_hash
    return False


class RunTexts:
    """Reads what belongs to one run, and keeps what was read last.

    Attributes:
        run: The run's id.
    """

    def __init__(self, runs: Runs, run: str) -> None:
        self.run = run
        self._runs = runs
        self._texts: dict[tuple[str, ...], str] = {}

    async def preview(self) -> BringBackPreview | None:
        """What bringing back the present text would do to the user's file; made in a thread."""
        return await asyncio.to_thread(self._runs.preview_bring_back, self.run)

    async def file_changed(self, state: RunState) -> bool:
        """Whether the user's file is another one than when the run began; looked at in a thread."""
        return await asyncio.to_thread(_file_changed, state)

    async def states(self, runs: Sequence[str]) -> dict[str, RunState]:
        """Other runs as they are now, by id: those that a chain has behind it."""
        return await asyncio.to_thread(lambda: {run: self._runs.state(run) for run in runs})

    async def text(self, revision: str, path: str) -> str:
        """A file at a revision, read in a thread once."""
        return await self._kept(("text", revision, path), lambda: self._runs.text(self.run, revision, path))

    async def diff(self, old: str, new: str) -> str:
        """The unified diff of all files between two revisions, made in a thread once."""
        return await self._kept(("diff", old, new), lambda: self._runs.diff(self.run, old, new))

    async def range(self, base: str, head: str) -> RangeText:
        """The commits and files between two revisions; read in a thread."""
        return await asyncio.to_thread(lambda: self._runs.workspace.open(self.run).range(base, head))

    async def _kept(self, key: tuple[str, ...], read: Callable[[], str]) -> str:
        if key not in self._texts:
            text = await asyncio.to_thread(read)
            while len(self._texts) >= KEPT_TEXTS:
                self._texts.pop(next(iter(self._texts)))
            self._texts[key] = text
        return self._texts[key]
