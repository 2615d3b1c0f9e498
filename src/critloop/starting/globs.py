"""The globs of sources and related pages, held against the project before a run begins."""

from collections.abc import Sequence
from pathlib import PurePath

from critloop.config import Settings
from critloop.context.globs import matches
from critloop.context.tree import Tree
from critloop.model.errors import UsageProblem
from critloop.starting.wanted import Wanted


def check_globs(settings: Settings, wanted: Wanted) -> None:
    """Make sure that each glob stays in the project, and that one that was asked for means a file of it.

    A glob of the settings is for all pages, and may mean nothing yet.

    Raises:
        UsageProblem: One leads out of the project, or means nothing; it is named.
    """
    docs = settings.loops.docs
    for key, flag, globs in (("sources", "--source", docs.sources), ("related", "--related", docs.related)):
        place = settings.sources.get(f"loops.docs.{key}", flag)
        for glob in globs:
            if PurePath(glob).is_absolute() or ".." in PurePath(glob).parts:
                raise UsageProblem(f"{place}: {glob} leads out of the project {wanted.root}", "write it from there on")
        if place == flag:
            _check_asked(flag, globs, wanted)


def _check_asked(flag: str, globs: Sequence[str], wanted: Wanted) -> None:
    tree = Tree.of(wanted.root)
    for glob in globs:
        if not tree.cut and not matches(glob, tree.files):
            raise UsageProblem(f"{flag}: no file of {wanted.root} matches {glob}", "mend it, or leave it out")
