"""A text that has no file of the user's, in a folder of its own below the data folder."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from critloop.model.run import RunSpec


@contextmanager
def private_text(spec: RunSpec, text: str | None) -> Iterator[None]:
    """Write the subject of a run that has none yet; its folder is gone again where the run does not come about."""
    if text is None:
        yield
        return
    root = Path(spec.root)
    root.mkdir(parents=True, mode=0o700)
    try:
        (root / spec.subject).write_text(text, encoding="utf-8", newline="")
        yield
    except BaseException:
        shutil.rmtree(root, ignore_errors=True)
        raise
