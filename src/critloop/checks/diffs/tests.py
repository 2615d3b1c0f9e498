"""Test files that can't fail."""

import re
from collections.abc import Iterator

from critloop.checks.diffs.lines import DIFFS, suffix
from critloop.checks.document import Document
from critloop.checks.framework import Check, Problem
from critloop.checks.surroundings import Surroundings
from critloop.context.languages import is_source, is_test
from critloop.model.finding import Severity

_TEST = re.compile(
    r"\s*(?:async\s+)?def test_\w+\(|\s*(?:it|test)\(\s*[\"'`]"
    r"|func Test\w+\(|\s*#\[(?:\w+::)?test\]|\s*@(?:Parameterized)?Test\b"
)
# Whatever may hold an assertion by its name, helpers included; in doubt the file counts as one that asserts.
_ASSERTS = re.compile(
    r"assert|expect|should|must|verif|check|ensure|require|raises|throws|reject|fail|fatal|error\(|panic|warns|snapshot"
    r"|match|equal|same|prop|forall|deep|ok\(|exit|confirm|validate|compare|golden|approv|bench|doctest|pass\(|given\b"
    r"|then\(|\bis_|\.is\w*\(|\bt\.(?:is|true|false|like)|compile",
    re.IGNORECASE,
)


def _assertless(check: Check, document: Document, around: Surroundings) -> Iterator[Problem]:
    """Only for a file that is shown as a whole: what a patch leaves out may assert."""
    if not (is_test(around.path) and is_source(around.path)):
        return
    lines = document.source.lines
    tests = [number for number, line in enumerate(lines, start=1) if _TEST.match(line)]
    code = [
        line
        for line in lines
        if not _TEST.match(line) and not line.lstrip().startswith(("#", "//", "import ", "from "))
    ]
    if tests and not any(_ASSERTS.search(line) for line in code):
        yield check.problem(
            document,
            tests[0],
            "the tests assert nothing",
            f"The tests of this {suffix(around.path)} file hold no assertion: they pass whatever the code does.",
            advice="Have each test compare what comes out with what has to.",
        )


ASSERTLESS = Check(
    id="test-assertless",
    dimension="tests",
    severity=Severity.MEDIUM,
    explanation="a new test file without a single assertion",
    why="a test that can't fail shows nothing",
    find=_assertless,
    wording=r"The tests of this \w+ file hold no assertion",
    loops=DIFFS,
)
