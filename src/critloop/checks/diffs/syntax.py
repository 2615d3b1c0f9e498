"""Files that their language can't read: the whole file after the change, not single lines of it."""

import ast
import json
import re
import sys
import tomllib
import warnings
from collections.abc import Callable, Iterator
from typing import NamedTuple

from critloop.checks.diffs.lines import DIFFS, suffix
from critloop.checks.document import Document
from critloop.checks.framework import Check, Problem
from critloop.checks.surroundings import Surroundings
from critloop.context.languages import is_test
from critloop.model.finding import Severity

_SHOWN = 100
_PYTHON_2 = re.compile(r"#!.*\bpython2")
# A file that becomes one of its kind only once a template is filled in.
_TEMPLATE = re.compile(r"\{%|\{\{[\s\w.-]*\}\}|<%|\$\{\w+\}|^[<>]{7} ", re.MULTILINE)
# A test reads files that are broken on purpose.
_ON_PURPOSE = re.compile(r"invalid|broken|malformed|corrupt|syntax|bad(?=[-_./\d])|(?:^|/)data/", re.IGNORECASE)
# What a later Python reads and this one may not, with the version that brought it.
_LATER: tuple[tuple[tuple[int, int], re.Pattern[str]], ...] = (
    ((3, 12), re.compile(r"\s*type\s+\w+|.*\b(?:def|class)\s+\w+\s*\[|.*(?<!\w)[rR]?[fF][rR]?[\"']|.*f-string")),
    ((3, 13), re.compile(r".*\b(?:def|class)\s+\w+\s*\[|\s*type\s+\w+")),
    ((3, 14), re.compile(r"\s*except\*?\s+[\w.]+\s*,|.*(?<!\w)[rR]?[tT][rR]?[\"']")),
)
_ASIDE = re.compile(r"(\"(?:\\.|[^\"\\\n])*\")|//[^\n]*|/\*.*?\*/", re.DOTALL)
_TRAILING = re.compile(r"(\"(?:\\.|[^\"\\\n])*\")|,(?=\s*[}\]])")
_TOML_LINE = re.compile(r"\s*\(at (?:line (?P<line>\d+)[^)]*|end of document)\)$")


class Broken(NamedTuple):
    """Where a reader gave up (1-based; 0 for the end of the file), and its words."""

    line: int
    words: str


def broken(path: str, text: str) -> Broken | None:
    """Why a file is none of its language; None where it is one, or nothing is known of it.

    Quiet on what another reader may well accept: Python 2 that says so, the syntax of a Python later
    than this one, JSON with comments, a JSON value a line, and templates.
    """
    read = _READERS.get(suffix(path))
    if read is None or _is_broken_on_purpose(path):
        return None
    found = read(text)
    return None if found is None or _TEMPLATE.search(text) or "{{" in path else found


def _is_broken_on_purpose(path: str) -> bool:
    """True for what a test reads, by its place and name; a test itself is none."""
    return is_test(path) and not path.rpartition("/")[2].startswith("test_") and bool(_ON_PURPOSE.search(path))


def _python(text: str) -> Broken | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except SyntaxError as problem:
        line = problem.lineno or 0
        lines = text.split("\n")
        said = problem.msg
        at = lines[line - 1] if 0 < line <= len(lines) else ""
        may_be_later = any(
            sys.version_info < version and (words.match(at) or words.match(said)) for version, words in _LATER
        )
        return None if may_be_later or _PYTHON_2.match(lines[0]) else Broken(line, said)
    except (ValueError, RecursionError, MemoryError):
        return None
    return None


def _json(text: str) -> Broken | None:
    try:
        json.loads(text)
    except json.JSONDecodeError as problem:
        relaxed = _TRAILING.sub(_kept, _ASIDE.sub(_kept, text))
        lines = [line for line in text.split("\n") if line.strip()]
        if _is_json(relaxed) or (len(lines) > 1 and all(map(_is_json, lines))):
            return None
        return Broken(problem.lineno, problem.msg)
    except (ValueError, RecursionError):
        return None
    return None


def _kept(match: re.Match[str]) -> str:
    """A string as it is; nothing in the place of all else."""
    return match[1] or ""


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _toml(text: str) -> Broken | None:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        words = str(problem)
        match = _TOML_LINE.search(words)
        line = int(match["line"] or 0) if match else 0
        return Broken(line, words[: match.start()] if match else words)
    except (ValueError, RecursionError):
        return None
    return None


_READERS: dict[str, Callable[[str], Broken | None]] = {"py": _python, "pyi": _python, "json": _json, "toml": _toml}
_NAMES = {"py": "Python", "pyi": "Python", "json": "JSON", "toml": "TOML"}


def _syntax(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    """``document`` has all lines of the file."""
    lines = document.source.lines
    found = broken(around.path, "\n".join(lines) + "\n") if lines else None
    if found is None:
        return
    words = " ".join(found.words.split())[:_SHOWN].rstrip(".")
    name = _NAMES[suffix(around.path)]
    last = max((number for number, line in enumerate(lines, start=1) if line.strip()), default=1)
    yield check.problem(
        document,
        found.line if 0 < found.line <= len(lines) else last,
        f"the file does not parse as {name}",
        f"The file does not parse as {name}: {words}.",
        advice="Correct the syntax, and run whatever reads the file.",
    )


SYNTAX = Check(
    id="syntax",
    dimension="quality",
    severity=Severity.HIGH,
    explanation="a Python, JSON or TOML file that parsed before the change, or is new, and does not parse",
    why="nothing that reads the file gets any further",
    find=_syntax,
    wording=r"The file does not parse as (?:Python|JSON|TOML)",
    loops=DIFFS,
)
