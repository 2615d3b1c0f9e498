"""The Minor findings that task reviews kept for the branch (source: task-review.txt, "Minor")."""

from collections.abc import Iterator
from pathlib import Path

from critloop.loop.fold import fold
from critloop.loop.state import RunState
from critloop.model.errors import UsageProblem
from critloop.model.finding import FindingStatus
from critloop.model.outcome import Outcome
from critloop.model.ports import Journal
from critloop.model.run import DeferredMinor, Range, TaskInputs
from critloop.workspace.revisions import is_ancestor

_PASSED = (Outcome.APPROVED, Outcome.APPROVED_WITH_KNOWN_ISSUES)


def deferred_minors(journal: Journal, root: Path, branch: Range) -> tuple[DeferredMinor, ...]:
    """The deferred Minors of the task runs of a project whose commits lie within a branch, the oldest run first.

    Of several runs on one task of a plan, the newest counts.
    """
    runs = [state for state in _task_runs(journal, root) if _lies_in(root, state, branch)]
    return tuple(
        DeferredMinor(run=state.spec.run, id=tracked.id, finding=tracked.finding)
        for state in reversed(runs)
        for tracked in state.findings.values()
        if tracked.status is FindingStatus.DEFERRED
    )


def _task_runs(journal: Journal, root: Path) -> Iterator[RunState]:
    """The task runs that passed, the newest first, one for each task."""
    seen: set[tuple[str, str]] = set()
    for row in journal.runs(str(root)):
        inputs = row.spec.inputs
        if not isinstance(inputs, TaskInputs):
            continue
        state = fold(journal.read(row.spec.run))
        task = (inputs.source, inputs.task or f"run {row.spec.run}")
        if state.outcome in _PASSED and task not in seen:
            seen.add(task)
            yield state


def _lies_in(root: Path, state: RunState, branch: Range) -> bool:
    """True where the task began on or after the branch's BASE and what it came to is part of the branch."""
    task = state.spec.range
    if task is None:
        return False
    brought = state.brought_back.new_head if state.brought_back and not state.bring_back_undone else None
    last = task.head or brought or task.base
    try:
        return is_ancestor(root, branch.base, task.base) and is_ancestor(root, last, branch.head or "HEAD")
    except UsageProblem:
        # One of its commits is no longer there: the history was rewritten.
        return False
