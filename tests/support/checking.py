"""Short ways to run the checks on a text written in a test."""

from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

from critloop.checks.framework import Problem
from critloop.checks.run import check_file, check_text, fix_text


def text_of(source: str) -> str:
    """A text without the indentation of the test around it."""
    return dedent(source).lstrip("\n")


def problems(source: str, *checks: str) -> list[Problem]:
    """The problems that these checks find (all of them where none is named)."""
    return [p for p in check_text(text_of(source), loop="spec") if not checks or p.check.id in checks]


def lines(source: str, *checks: str) -> list[int]:
    """The lines on which these checks find something."""
    return [problem.line for problem in problems(source, *checks)]


def in_tree(folder: Path, files: Mapping[str, str], path: str, *checks: str) -> list[Problem]:
    """The problems of one file of a tree that is written into ``folder``."""
    for name, text in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    found = check_file(folder / path, root=folder, loop="spec").problems
    return [problem for problem in found if not checks or problem.check.id in checks]


def mended(text: str) -> str:
    """The text after every mechanical fix, one at a time."""
    for _ in range(50):
        fixable = [problem for problem in check_text(text, loop="spec") if problem.fix]
        if not fixable:
            return text
        after = fix_text(text, fixable[0])
        assert after is not None
        assert after != text
        text = after
    raise AssertionError("the fixes don't come to an end")
