"""The problems of a diff: what code can know of the lines that it adds."""

import re
from collections.abc import Collection, Sequence
from difflib import SequenceMatcher
from pathlib import Path

from critloop.agents.builtin.problems import Kept, problems_of
from critloop.checks.catalogue import CHECKS
from critloop.checks.diffs.lines import CONFLICT
from critloop.checks.diffs.patches import NewSide, new_side, old_text
from critloop.checks.diffs.syntax import SYNTAX, broken
from critloop.checks.diffs.tests import ASSERTLESS
from critloop.checks.document import Document
from critloop.checks.findings import to_finding
from critloop.checks.folding import folded
from critloop.checks.framework import Problem
from critloop.checks.pages import SECTIONS, UNLISTED
from critloop.checks.source import SourceText
from critloop.checks.surroundings import Surroundings
from critloop.model.finding import Finding, Severity
from critloop.model.material import FilePatch, RangeText
from critloop.model.ports import TurnRequest

LABELS = {Severity.HIGH: "Critical", Severity.MEDIUM: "Important", Severity.LOW: "Minor"}
PAGES_ALONE = frozenset({SECTIONS.id, UNLISTED.id})
"""Checks of whole pages, which a change to one is not held against."""

_MARKDOWN = re.compile(r"\.(?:md|markdown|mdx)$", re.IGNORECASE)
# Written by a program, copied from elsewhere, or wrong on purpose.
_ASIDE = re.compile(
    r"(?:^|/)(?:fixtures?|testdata|test[-_]data|__snapshots__|snapshots?|goldens?|node_modules|vendor|third_party|dist)/"
    r"|\.min\.\w+$|\.snap$|(?:^|/)[\w-]+[.-]lock(?:\.\w+)?$|\.lock$",
    re.IGNORECASE,
)


def judged_files(request: TurnRequest) -> list[FilePatch]:
    """The files of this part of the diff."""
    files = (request.material.range or RangeText(base="", head="")).files
    return [file for file in files if not request.unit.files or file.path in request.unit.files]


def is_aside(path: str) -> bool:
    """True for what a program wrote, or what was copied from elsewhere."""
    return _ASIDE.search(path) is not None


def is_markdown(path: str) -> bool:
    """True for a document."""
    return _MARKDOWN.search(path) is not None


def problems_in(file: FilePatch, request: TurnRequest, disabled: Collection[str]) -> list[Problem]:
    """The problems of one file on lines that the diff adds, many of one kind told as one."""
    side = new_side(file)
    found = [p for p in code_problems(file.path, side.document, request.loop, disabled) if p.line in side.added]
    if file.status != "added":
        found = [problem for problem in found if problem.check is not ASSERTLESS]
    text = _current(request.folder / file.path)
    if not is_markdown(file.path):
        return folded([*found, *_unparsed(file, text, found, disabled)])
    marks = [problem for problem in found if problem.check is CONFLICT]
    return [*marks, *markdown_problems(text, file.path, request, disabled, on_added(text, side))] if text else marks


def _unparsed(file: FilePatch, text: str, found: Sequence[Problem], disabled: Collection[str]) -> list[Problem]:
    """Where the file as a whole can't be read by its language, if that is the doing of this diff."""
    if SYNTAX.id in disabled or file.status == "deleted" or any(problem.check is CONFLICT for problem in found):
        return []
    before = None if file.status == "added" else old_text(file, text)
    if before is not None and broken(file.old_path or file.path, before):
        return []
    lines = dict(enumerate(SourceText.of(text).lines, start=1))
    return list(SYNTAX.find(SYNTAX, NewSide(file.path, lines, (), 1).document, Surroundings(path=file.path)))


def code_problems(path: str, document: Document, loop: str, disabled: Collection[str]) -> list[Problem]:
    """What the checks of diffs find in the lines of a file."""
    around = Surroundings(path=path)
    checks = [check for check in CHECKS if loop in check.loops and check.id not in disabled and check is not SYNTAX]
    found = [problem for check in checks for problem in check.find(check, document, around)]
    return sorted(found, key=lambda problem: problem.line)


def markdown_problems(
    text: str, path: str, request: TurnRequest, disabled: Collection[str], kept: Kept
) -> list[Problem]:
    """What the checks of pages find in a document, without what a page of its kind should have."""
    off = {*disabled, *PAGES_ALONE}
    return problems_of(text, request.folder / path, root=request.folder, loop="docs", disabled=off, kept=kept)


def on_added(judged: str, side: NewSide) -> Kept:
    """The lines that a diff adds to a text, wherever edits have moved them since it was judged."""
    before = SourceText.of(judged).lines
    latest: dict[str, frozenset[int]] = {judged: frozenset(side.added)}

    def kept(text: str, problem: Problem) -> bool:
        if text not in latest:
            latest[text] = _moved(before, SourceText.of(text).lines, latest[judged])
        return problem.line in latest[text]

    return kept


def _moved(before: tuple[str, ...], after: tuple[str, ...], added: frozenset[int]) -> frozenset[int]:
    found: set[int] = set()
    for kind, start, end, new_start, new_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            found |= {number - start + new_start for number in range(start + 1, end + 1) if number in added}
        elif added & set(range(start, end + 1)):
            found |= set(range(new_start + 1, new_end + 1))
    return frozenset(found)


def as_finding(problem: Problem, path: str, *, document: bool) -> Finding:
    """A problem under the labels of a review of code; what ails a document is Important at most."""
    severity = Severity.MEDIUM if document and problem.severity is Severity.HIGH else problem.severity
    finding = to_finding(problem, path)
    place = finding.location.but({"section": None})
    return finding.but({"severity": severity, "label": LABELS[severity], "location": place})


def _current(path: Path) -> str:
    """A file's text as it lies there; empty for what is gone or no text."""
    try:
        return path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
