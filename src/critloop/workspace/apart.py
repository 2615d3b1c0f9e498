"""The part of a run's repository that lies outside its work copy, where git finds settings, objects and refs.

Agents and tests run in the work copy and may change its ``.git``, or delete it. critloop's own git
takes configuration, attributes and excludes from here (``GIT_COMMON_DIR``), so that what was put
there never applies; and ``.git`` can be made anew, since objects and refs are only linked from it.
"""

import os
import shutil
from pathlib import Path

from critloop.model.errors import WorkspaceProblem
from critloop.workspace.command import unwritable
from critloop.workspace.layout import Layout, remove_folder
from critloop.workspace.record import RECORD

SHARED = ("objects", "refs", "packed-refs")
SETTLED = ("config", "info/attributes", "info/exclude")
ALTERNATES = "objects/info/alternates"


def set_apart(layout: Layout, git_dir: Path) -> None:
    """Move what ``git_dir`` has of this out of the work copy, and link to it."""
    remove_folder(layout.apart)
    (layout.apart / "info").mkdir(parents=True)
    (layout.apart / "HEAD").write_text(f"ref: {layout.branch}\n", "utf-8")
    shutil.copyfile(git_dir / "config", layout.apart / "config")
    for name in SHARED:
        if (git_dir / name).exists():
            (git_dir / name).rename(layout.apart / name)
    if (layout.apart / ALTERNATES).is_file():
        shutil.copyfile(layout.apart / ALTERNATES, layout.apart / "alternates")
    (layout.apart / ALTERNATES).parent.mkdir(exist_ok=True)
    _link(layout, git_dir)


def set_apart_later(layout: Layout) -> None:
    """Have what a work copy keeps of this itself be found from outside: for one that was made so."""
    fresh, git_dir = layout.home / "git.new", layout.folder / ".git"
    remove_folder(fresh)
    (fresh / "info").mkdir(parents=True)
    (fresh / "HEAD").write_text(f"ref: {layout.branch}\n", "utf-8")
    for name in SETTLED:
        if (git_dir / name).is_file():
            shutil.copyfile(git_dir / name, fresh / name)
    if (git_dir / ALTERNATES).is_file():
        shutil.copyfile(git_dir / ALTERNATES, fresh / "alternates")
    if (git_dir / RECORD).is_file():
        shutil.copyfile(git_dir / RECORD, fresh / RECORD)
    for name in SHARED:
        (fresh / name).symlink_to(os.path.relpath(git_dir / name, fresh))
    fresh.rename(layout.apart)


def renew(layout: Layout, git_dir: Path) -> bool:
    """Put everything of ``git_dir`` that is not the agent's to change back; True where it had to be made anew.

    Raises:
        WorkspaceProblem: It can't be written.
    """
    try:
        if git_dir.is_dir() and not os.access(git_dir, os.R_OK | os.W_OK | os.X_OK):
            _loosen(git_dir)
        whole = (git_dir / "HEAD").is_file() and (git_dir / "objects").is_dir() and not git_dir.is_symlink()
        if not whole:
            _make_anew(layout, git_dir)
        _link(layout, git_dir)
        for name in SETTLED:
            _settle(git_dir / name, layout.apart / name)
        _settle(layout.apart / ALTERNATES, layout.apart / "alternates")
        shutil.rmtree(git_dir / "hooks", ignore_errors=True)
    except OSError as error:
        raise unwritable(git_dir, error) from None
    return not whole


def _loosen(git_dir: Path) -> None:
    for folder in (git_dir, git_dir / "info"):
        if folder.is_dir() and not folder.is_symlink():
            folder.chmod(0o700)


def _make_anew(layout: Layout, git_dir: Path) -> None:
    if not (layout.apart / "objects").is_dir() or not (layout.apart / "refs").is_dir():
        words = f"the work copy of run {layout.run} at {layout.folder} is damaged: its .git is gone"
        raise WorkspaceProblem(words, "start a new run; what was brought back stays")
    if git_dir.is_symlink() or git_dir.is_file():
        git_dir.unlink()
    git_dir.mkdir(parents=True, exist_ok=True)
    git_dir.chmod(0o700)
    (git_dir / "HEAD").write_text(f"ref: {layout.branch}\n", "utf-8")


def _link(layout: Layout, git_dir: Path) -> None:
    for name in SHARED:
        place, target = git_dir / name, os.path.relpath(layout.apart / name, git_dir)
        if (layout.apart / name).is_symlink():
            continue
        if place.is_symlink() and str(place.readlink()) == target:
            continue
        _clear(place)
        place.symlink_to(target)


def _clear(place: Path) -> None:
    if place.is_dir() and not place.is_symlink():
        shutil.rmtree(place)
    else:
        place.unlink(missing_ok=True)


def _settle(place: Path, wanted: Path) -> None:
    data = wanted.read_bytes() if wanted.is_file() else None
    if place.is_file() and not place.is_symlink() and place.read_bytes() == data:
        return
    if data is None and not os.path.lexists(place):
        return
    _clear(place)
    if data is not None:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)


def remove_locks(layout: Layout, git_dir: Path) -> None:
    """Delete every lock, which somebody who advances the run alone may do: it was left by what died, or by a test."""
    tops = (git_dir, layout.apart, layout.apart / "objects" / "info")
    locks = [lock for top in tops for lock in top.glob("*.lock")]
    for lock in (*locks, *(layout.apart / "refs").rglob("*.lock")):
        lock.unlink(missing_ok=True)
