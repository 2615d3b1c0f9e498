"""``check``: the mechanical checks on documents, without a run."""

import sys
from collections.abc import Sequence
from pathlib import Path

from critloop.checks.catalogue import BY_ID
from critloop.checks.findings import to_finding
from critloop.checks.framework import Problem
from critloop.checks.run import CheckedFile, check_file, fix_text
from critloop.cli.exits import CHECK_FINDINGS, Exit
from critloop.cli.replacing import replace_text
from critloop.cli.telling import tell
from critloop.cli.walking import Listed, documents
from critloop.config import Settings
from critloop.config.layers import nearest
from critloop.export.plain import one_line
from critloop.export.result import finding_json
from critloop.export.shapes import CheckFindingJson, CheckJson
from critloop.model.errors import UsageProblem
from critloop.model.finding import Severity

PASSES = 20
"""How often the fixes of a file are applied: one can make room for another, but hardly this often."""


def check_paths(paths: Sequence[Path], *, loop: str, as_json: bool, fail_on: str, fix: bool) -> int:
    """Check documents and print what is found; 0, 1 for findings, 2 where a document could not be checked.

    Raises:
        UsageProblem: A path or a setting is wrong; nothing was checked.
    """
    checked, code = [], Exit.OK
    disabled: dict[Path, tuple[str, ...]] = {}
    for item in documents(paths):
        if item.root not in disabled:
            disabled[item.root] = disabled_checks(item.root)
        try:
            checked.append((item, _check(item, loop, disabled[item.root], fix=fix)))
        except UsageProblem as problem:
            tell(problem.message, problem.remedy)
            code = Exit.USAGE
    found = [(item, problem) for item, file in checked for problem in file.problems]
    if as_json:
        print(CheckJson(findings=tuple(_json(*pair, number) for number, pair in enumerate(found, 1))).line())
    elif checked:
        _print(found, len(checked))
    limit = Severity(fail_on).rank
    failed = any(problem.severity.rank <= limit for _, problem in found)
    return code or (CHECK_FINDINGS if failed else Exit.OK)


def disabled_checks(root: Path) -> tuple[str, ...]:
    """The checks that the settings of a project leave out.

    Raises:
        UsageProblem: One of them doesn't exist.
    """
    settings = Settings.load(root)
    check_names(settings)
    return settings.checks.disable


def check_names(settings: Settings) -> None:
    """Make sure that every check that the settings name exists.

    Raises:
        UsageProblem: One of them doesn't.
    """
    for name in settings.checks.disable:
        if name not in BY_ID:
            place = settings.sources["checks.disable"]
            near = nearest(name, list(BY_ID))
            raise UsageProblem(f"{place}: checks.disable: no check is called {name!r}", f"the nearest is {near!r}")


def _check(item: Listed, loop: str, disabled: tuple[str, ...], *, fix: bool) -> CheckedFile:
    file = check_file(item.path, root=item.root, loop=loop, disabled=disabled)
    before = _fixable(file)
    for _ in range(PASSES if fix else 0):
        text = _fixed(file)
        if text == file.text:
            break
        replace_text(item.path, file.text, text)
        file = check_file(item.path, root=item.root, loop=loop, disabled=disabled)
    if fix and before:
        print(f"{item.path}: {before - _fixable(file)} of {before} mechanical faults repaired", file=sys.stderr)
    return file


def _fixable(file: CheckedFile) -> int:
    return sum(1 for problem in file.problems if problem.fix is not None)


def _fixed(file: CheckedFile) -> str:
    """The text with the fixes that fit, from the last line up, so that added lines move nothing still to be fixed."""
    text = file.text
    for problem in reversed(file.problems):
        text = fix_text(text, problem) or text
    return text


def _json(item: Listed, problem: Problem, number: int) -> CheckFindingJson:
    path = item.path.resolve().relative_to(item.root.resolve()).as_posix()
    blocking = problem.severity is not Severity.LOW
    wording = finding_json(to_finding(problem, path), number, str(item.path), blocking=blocking)
    return CheckFindingJson(**wording, check=problem.check.id, fixable=problem.fix is not None)


def _print(found: Sequence[tuple[Listed, Problem]], files: int) -> None:
    for item, problem in found:
        fixable = " (fixable)" if problem.fix else ""
        severity = problem.severity.value.upper()
        print(f"{item.path}:{problem.line}: {severity} {problem.check.id}: {one_line(problem.title)}{fixable}")
        print(f"    {one_line(problem.issue)}")
    bad = len({item.path for item, _ in found})
    print(f"findings: {len(found)}, in {bad} of {files} files", file=sys.stderr)
