"""``prompts lint``."""

from collections.abc import Sequence
from pathlib import Path

from critloop.cli.places import project
from critloop.cli.telling import tell
from critloop.prompting.linting import lint_files, lint_project

FLAGGED = 1


def lint_prompts(paths: Sequence[Path]) -> int:
    """Print what is wrong with these texts, or with the current project's own prompts; 1 where something is.

    Raises:
        UsageProblem: A text can't be read.
    """
    root = project(Path.cwd())
    flags = lint_files(_files(paths)) if paths else lint_project(root)
    for flag in flags:
        print(flag)
    if not flags:
        tell("nothing to flag" if paths else f"nothing to flag in {root / '.critloop' / 'prompts'}")
    return FLAGGED if flags else 0


def _files(paths: Sequence[Path]) -> list[Path]:
    """The paths, and for a folder the Markdown below it."""
    found: list[Path] = []
    for path in paths:
        found += sorted(path.rglob("*.md")) if path.is_dir() else [path]
    return found
