"""Faults that single added lines of code show by themselves."""

import re
from collections.abc import Callable, Iterator

from critloop.checks.document import Document
from critloop.checks.framework import Check, Problem
from critloop.checks.surroundings import Surroundings
from critloop.model.finding import Severity

DIFFS = frozenset({"task", "branch"})

_SCRIPTS = ("js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "vue", "svelte")
_DEBUGGING: tuple[tuple[tuple[str, ...], re.Pattern[str]], ...] = (
    (("py",), re.compile(r"\s*(?:breakpoint\(\)|(?:import i?pdb; ?)?i?pdb\.set_trace\(\))\s*(?:#.*)?")),
    (_SCRIPTS, re.compile(r"\s*debugger;?\s*(?://.*)?")),
    (("rb",), re.compile(r"\s*(?:binding\.(?:pry|irb)|byebug)\s*(?:#.*)?")),
    (("rs",), re.compile(r"\s*(?:std::)?dbg!\(.*\);\s*")),
    (("php",), re.compile(r"\s*dd\(.*\);\s*")),
    (("ex", "exs"), re.compile(r"\s*(?:require IEx; ?)?IEx\.pry(?:\(\))?\s*")),
)
_ALONE: tuple[tuple[tuple[str, ...], re.Pattern[str]], ...] = (
    (_SCRIPTS, re.compile(r"\s*(?:(?:describe|context|suite|it|test)\.only|fdescribe|fcontext|fit)\(.*")),
    (("go",), re.compile(r"\s*F(?:Describe|Context|It|Entry)\(\".*")),
)
_UNWRITTEN: tuple[tuple[tuple[str, ...], re.Pattern[str]], ...] = (
    (("rs",), re.compile(r"(?:.*[{=>]\s*|\s*)(?:todo|unimplemented)!\([^()]*\)\s*[;,}]*\s*")),
    (("scala", "sc"), re.compile(r".*=\s*\?\?\?\s*")),
    (("kt", "kts"), re.compile(r"(?:.*=\s*|\s*)TODO\([^()]*\)\s*")),
    (("cs",), re.compile(r"(?:.*=>\s*|\s*)throw new (?:System\.)?NotImplementedException\([^()]*\);\s*")),
)
_COMMENT = re.compile(
    r"(?:^|(?<=\s))(?:#+|//+!?|/\*+|\*|--|;+|<!--)\s*(?P<mark>TODO|FIXME|XXX)\b(?:\([^)]*\))?\s*(?::|$|[-–—]\s)"
)
_CODE = frozenset(
    (
        *_SCRIPTS,
        *("py", "pyi", "java", "kt", "kts", "scala", "sc", "go", "rs", "c", "h", "cc", "cpp", "hpp", "cs", "rb", "php"),
        *(
            "swift",
            "sh",
            "bash",
            "sql",
            "ex",
            "exs",
            "erl",
            "hs",
            "ml",
            "lua",
            "r",
            "jl",
            "dart",
            "yml",
            "yaml",
            "toml",
        ),
        *("css", "scss", "html", "tf"),
    )
)
_QUOTES = "\"'`"
_OPEN, _MIDDLE, _CLOSE = (re.compile(rf"{re.escape(mark * 7)}(?: .*)?$") for mark in "<=>")

Finder = Callable[[Check, Document, Surroundings], Iterator[Problem]]


def suffix(path: str) -> str:
    """A path's ending in lower case, without its dot."""
    return path.rpartition("/")[2].rpartition(".")[2].casefold()


def _conflicts(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    del around
    begun: int | None = None
    middle = False
    for number, line in enumerate(document.source.lines, start=1):
        if _OPEN.match(line):
            begun, middle = number, False
        elif begun is not None and _MIDDLE.match(line):
            middle = True
        elif begun is not None and middle and _CLOSE.match(line):
            yield check.problem(
                document,
                begun,
                "a merge conflict is not resolved",
                "The marks of a merge conflict stand in the file, with both sides between them.",
                advice="Keep what is meant, and remove the marks.",
                end_line=number,
            )
            begun = None


def _matching(
    patterns: tuple[tuple[tuple[str, ...], re.Pattern[str]], ...], title: str, issue: str, advice: str
) -> Finder:
    """A finder for lines that one of the patterns of their language matches as a whole."""

    def find(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
        own = [pattern for endings, pattern in patterns if suffix(around.path) in endings]
        for number, line in enumerate(document.source.lines, start=1):
            if any(pattern.fullmatch(line) for pattern in own):
                yield check.problem(document, number, title, issue.format(line.strip()[:60]), advice=advice)

    return find


def _comments(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    if suffix(around.path) not in _CODE:
        return
    for number, line in enumerate(document.source.lines, start=1):
        match = _COMMENT.search(line)
        if match and not any(line.count(quote, 0, match.start()) % 2 for quote in _QUOTES):
            yield check.problem(
                document,
                number,
                f"a {match['mark']} is left in the code",
                f"The comment “{line[match.start() :].strip()[:60]}” says that something is still to be done.",
                advice="Do it, or keep it where open work is kept.",
            )


CONFLICT = Check(
    id="conflict",
    dimension="quality",
    severity=Severity.HIGH,
    explanation="marks of a merge conflict",
    why="the file is neither of its two sides, and does not work as either",
    find=_conflicts,
    wording=r"The marks of a merge conflict stand in the file",
    loops=DIFFS,
)
DEBUGGING = Check(
    id="debugging",
    dimension="quality",
    severity=Severity.MEDIUM,
    explanation="a statement that stops the program or prints for debugging",
    why="whoever runs it is stopped, or shown what was meant for its author",
    find=_matching(
        _DEBUGGING, "a debugging statement is left", "“{}” is there for debugging alone.", "Remove the statement."
    ),
    wording=r"“.*” is there for debugging alone",
    loops=DIFFS,
)
ALONE = Check(
    id="test-alone",
    dimension="tests",
    severity=Severity.MEDIUM,
    explanation="a test marked to run alone",
    why="a passing run says nothing of the tests that it leaves out",
    find=_matching(
        _ALONE,
        "a test is marked to run alone",
        "“{}” keeps every other test of the file from running.",
        "Remove the mark.",
    ),
    wording=r"“.*” keeps every other test of the file from running",
    loops=DIFFS,
)
UNWRITTEN = Check(
    id="unwritten",
    dimension="quality",
    severity=Severity.MEDIUM,
    explanation="code that stands for code still to be written",
    why="the program breaks off when it gets there",
    find=_matching(
        _UNWRITTEN, "code is still to be written", "“{}” stands for code that isn't there.", "Write the code."
    ),
    wording=r"“.*” stands for code that isn't there",
    loops=DIFFS,
)
COMMENT = Check(
    id="todo-comment",
    dimension="maintainability",
    severity=Severity.LOW,
    explanation="a TODO, FIXME or XXX in a comment",
    why="what is only written here is found by nobody who plans the work",
    find=_comments,
    wording=r"The comment “.*” says that something is still to be done",
    told_once=True,
    loops=DIFFS,
)
