"""What can be reviewed: a text file, not too large, and the project that it belongs to."""

import os
import stat
from pathlib import Path

from critloop.model.criteria import Criteria
from critloop.model.errors import UsageProblem
from critloop.model.report import Report
from critloop.workflows.registry import policy_of

LOOKED_AT = 8192


def check_subject(path: Path, max_bytes: int) -> None:
    """Make sure that a file can be the subject of a loop.

    Raises:
        UsageProblem: It is missing, a folder, empty, binary, unreadable or larger than ``max_bytes``.
    """
    _check_name(path)
    if path.is_dir():
        raise UsageProblem(f"{path}: a folder", "name the file to review")
    if not path.exists():
        raise UsageProblem(f"{path}: no such file", "check the path")
    data = _content(path, max_bytes)
    if not data.strip():
        raise UsageProblem(f"{path}: empty", "write a first draft, then review it")
    if b"\0" in data[:LOOKED_AT]:
        raise UsageProblem(f"{path}: binary content", "critloop reviews text files")
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UsageProblem(f"{path}:{line}: not UTF-8 text", "save the file as UTF-8") from None


def _check_name(path: Path) -> None:
    try:
        os.path.realpath(path).encode()
    except UnicodeEncodeError:
        shown = os.fsencode(path).decode(errors="backslashreplace")
        raise UsageProblem(f"{shown}: its name is not UTF-8 text", "rename it, or the folder that it is in") from None


def _content(path: Path, max_bytes: int) -> bytes:
    try:
        info = path.stat()
        if not stat.S_ISREG(info.st_mode):
            raise UsageProblem(f"{path}: no regular file", "name a text file")
        size = info.st_size
        if size > max_bytes:
            words = f"{path}: {size:,} bytes, and this loop takes {max_bytes:,}"
            raise UsageProblem(words, "split it, or raise max_bytes of the loop in critloop.toml")
        return path.read_bytes()
    except OSError as error:
        raise UsageProblem(f"{path}: can't read it: {error.strerror}", "make it readable") from None


def check_review(loop: str, text: str, criteria: Criteria | None = None) -> None:
    """Make sure that an existing review can be the first round: well-formed, and not approving.

    Raises:
        UsageProblem: It is no review in the loop's format, or it approves: a pass has to be earned
            by a critic's own turn.
    """
    result = policy_of(loop).read(text, criteria)
    if not isinstance(result, Report):
        raise UsageProblem(f"the review given with --review can't be used: {result.reason}")
    if result.approves:
        raise UsageProblem(
            "the review given with --review approves", "leave it out: a fresh critic will judge the text"
        )


def project_root(subject: Path) -> Path:
    """The top of the repository around a file; else its folder, or the nearest one that there is above it."""
    folder = subject.parent.resolve()
    folder = next(place for place in (folder, *folder.parents) if place.is_dir())
    return next((place for place in (folder, *folder.parents) if (place / ".git").exists()), folder)
