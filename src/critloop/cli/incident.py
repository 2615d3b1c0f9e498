"""The file that an unexpected error leaves, to be attached to a report."""

import contextlib
import os
import platform
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path

import platformdirs

from critloop import __version__


def incident_file(error: BaseException, arguments: Sequence[str]) -> Path | None:
    """Write what is known of an error into the data folder, or else the temporary one; None if neither takes it.

    The file holds the command, versions and the traceback; no text of documents, no environment.
    """
    text = "\n".join(
        [
            f"critloop {__version__}, Python {platform.python_version()}, {platform.platform()}",
            f"command: critloop {' '.join(arguments)}",
            "",
            *traceback.format_exception(error),
        ]
    )
    name = f"error-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
    for folder in _folders():
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / name
            path.write_text(text, encoding=sys.getdefaultencoding(), errors="backslashreplace")
            return path
    return None


def _folders() -> Iterator[Path]:
    data = os.environ.get("CRITLOOP_DATA")
    yield (Path(data).absolute() if data else platformdirs.user_data_path("critloop", appauthor=False)) / "errors"
    yield Path(tempfile.gettempdir())
