"""Runs the checks: what the built-in critic, the built-in maker and ``critloop check`` share."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from critloop.checks.catalogue import BY_ID, CHECKS, FENCES
from critloop.checks.document import Document
from critloop.checks.fences import mend
from critloop.checks.framework import Check, Problem
from critloop.checks.parsing import parse
from critloop.checks.plain import other_markup, plain_document
from critloop.checks.source import SourceText, decode
from critloop.checks.surroundings import Surroundings
from critloop.model.errors import UsageProblem


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A file, its text (byte order mark and line ends kept) and its problems in the order of lines."""

    path: Path
    text: str
    problems: tuple[Problem, ...]


def check_file(path: Path, *, root: Path | None, loop: str, disabled: Collection[str] = ()) -> CheckedFile:
    """Check one file. ``root`` is the project; links that leave the document are judged below it only.

    Raises:
        UsageProblem: The file can't be read, is no UTF-8 text, or ``disabled`` names no check.
    """
    text = read_text(path)
    around = Surroundings.of(root, path)
    found = check_text(text, around, loop=loop, disabled=disabled, markup=other_markup(path))
    return CheckedFile(path, text, found)


def read_text(path: Path) -> str:
    """A file's text, with its byte order mark and line ends.

    Raises:
        UsageProblem: It can't be read, or is no UTF-8 text.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise UsageProblem(f"{path}: no regular file", "name a Markdown document")
        return decode(path.read_bytes(), str(path))
    except OSError as problem:
        raise UsageProblem(
            f"{path}: {(problem.strerror or str(problem)).lower()}", "name a Markdown document"
        ) from None


def check_text(
    text: str, around: Surroundings | None = None, *, loop: str, disabled: Collection[str] = (), markup: str = ""
) -> tuple[Problem, ...]:
    """The problems of a text, in the order of its lines.

    Fences come first: the other checks read the text as it is once its fences are repaired, and
    nothing after a fence that can't be, since what a broken fence swallows would only give rise to
    findings that vanish with it.

    ``markup`` names another one than Markdown: then only the checks that fit any are made.

    Raises:
        UsageProblem: ``disabled`` names no check.
    """
    around = around or Surroundings()
    chosen = checks_of(loop, disabled, markup)
    if markup:
        return _sorted(_run(chosen, plain_document(text), around))
    document = parse(text)
    mended = mend(document)
    problems = _run([check for check in chosen if check in FENCES], document, around)
    unclosed = (fence.line for fence in mended.document.fences if not fence.closed)
    reliable = min(mended.reliable, *unclosed, len(document.source.lines) + 1)
    rest = _run([check for check in chosen if check not in FENCES], mended.document, around)
    problems += [problem for problem in rest if problem.line <= reliable]
    return _sorted(problems)


def _sorted(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda problem: (problem.line, CHECKS.index(problem.check))))


def fix_text(text: str, problem: Problem) -> str | None:
    """The text with a problem's mechanical fix applied; None where there is none, or it no longer fits."""
    return problem.fix.apply(SourceText.of(text)) if problem.fix else None


def checks_of(loop: str, disabled: Collection[str] = (), markup: str = "") -> list[Check]:
    """The checks that are made of a text of a loop; ``markup`` names another one than Markdown.

    Raises:
        UsageProblem: ``disabled`` names no check.
    """
    for name in disabled:
        if name not in BY_ID:
            raise UsageProblem(f"no check is called {name!r}", f"checks: {', '.join(BY_ID)}")
    chosen = [check for check in CHECKS if loop in check.loops and check.id not in disabled]
    return [check for check in chosen if check.any_markup or not markup]


def _run(checks: list[Check], document: Document, around: Surroundings) -> list[Problem]:
    return [problem for check in checks for problem in check.find(check, document, around)]
