"""Minor findings that task reviews kept for the branch: those of the checks are held against the files again."""

from collections.abc import Collection, Sequence

from critloop.agents.builtin.changes import as_finding, code_problems, is_markdown, markdown_problems
from critloop.agents.builtin.problems import everything, text_of
from critloop.checks.diffs.patches import NewSide
from critloop.checks.findings import is_ours, match
from critloop.checks.framework import Problem
from critloop.checks.source import SourceText
from critloop.model.errors import AgentProblem
from critloop.model.finding import Finding, Severity
from critloop.model.ports import TurnRequest
from critloop.model.run import DeferredMinor


def standing_minors(
    minors: Sequence[DeferredMinor], found: Sequence[Finding], request: TurnRequest, disabled: Collection[str]
) -> tuple[list[Finding], str]:
    """The kept findings of our own that still stand and are not among ``found``, and a word on all of them."""
    ours = [minor.finding for minor in minors if is_ours(minor.finding) and minor.finding.location.path]
    standing = [now for finding in ours if (now := _now(finding, request, disabled)) is not None]
    known = {(finding.location.path, finding.location.start_line, finding.issue) for finding in found}
    fresh = [one for one in standing if (one.location.path, one.location.start_line, one.issue) not in known]
    if not minors:
        return fresh, ""
    word = (
        f"Minor findings kept by the tasks: {len(minors)}; still standing: {len(standing)}, "
        f"gone: {len(ours) - len(standing)}, for somebody who can judge: {len(minors) - len(ours)}."
    )
    return fresh, word


def _now(finding: Finding, request: TurnRequest, disabled: Collection[str]) -> Finding | None:
    """The finding as it is now; None where the file no longer has the fault."""
    path = finding.location.path or ""
    problem = match(finding, _problems(path, request, disabled))
    if problem is None:
        return None
    now = as_finding(problem, path, document=is_markdown(path))
    return now.but({"severity": Severity.LOW, "label": "Minor"})


def _problems(path: str, request: TurnRequest, disabled: Collection[str]) -> list[Problem]:
    try:
        text = text_of(request.folder / path)
    except AgentProblem:
        return []
    if is_markdown(path):
        return markdown_problems(text, path, request, disabled, everything)
    lines = dict(enumerate(SourceText.of(text).lines, start=1))
    return code_problems(path, NewSide(path, lines, (), 1).document, request.loop, disabled)
